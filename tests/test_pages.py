"""Templates: escaped, seen by the workflow, in one scheme of colours that all can tell apart."""

import re
from itertools import product
from pathlib import Path

import made_up
import numpy as np
import pytest
from jinja2 import Environment, UndefinedError
from jinja2.meta import find_referenced_templates
from matplotlib.figure import Figure

from claimcheck.claim_notebook import Topic
from claimcheck.drawing import read_title
from claimcheck.errors import ClaimsError
from claimcheck.pages import css_class, render
from claimcheck.paper import find_paper
from claimcheck.registry import CLAIM_KINDS, STATUSES, read_registry
from claimcheck.site import write_site
from claimcheck.template_files import TEMPLATES, templates_used
from claimcheck.verdicts import Outcome, read_verdicts, write_verdicts

ROOT = Path(__file__).resolve().parents[1]
STYLE = (TEMPLATES / "style.css").read_text("utf-8")
NAMES = sorted(path.name for path in TEMPLATES.iterdir())


# ---------------------------------------------------------------- templates


@pytest.mark.parametrize("name", NAMES)
def test_what_a_template_uses_is_what_jinja_says(name):
    tree = Environment().parse((TEMPLATES / name).read_text("utf-8"))
    direct = set(find_referenced_templates(tree))
    assert None not in direct  # a name that only the running template knows
    expected = {name}.union(*(templates_used(other) for other in direct))
    assert set(templates_used(name)) == expected


def test_the_rules_name_the_templates_that_their_code_renders():
    rules = (ROOT / "workflow/rules/report.smk").read_text("utf-8")
    named = [
        set(re.findall(r'"([\w.]+)"', x)) for x in re.findall(r"templates_hash\(([^)]*)\)", rules)
    ]

    def rendered(*files):
        text = "".join((ROOT / file).read_text("utf-8") for file in files)
        return set(re.findall(r'\brender(?:_page)?\(\s*(?:run,\s*)?"([\w.]+)"', text))

    assert named == [
        rendered("src/claimcheck/claim_notebook.py", "workflow/scripts/run_notebook.py"),
        rendered("src/claimcheck/site.py"),
    ]
    assert set(templates_used(*set.union(*named))) == set(NAMES)


def test_values_are_escaped_and_a_missing_one_is_an_error():
    page = render(
        "notebook.html", title="<b>&", claims=[{"id": '"a"', "called": "A"}], cells="<p>kept</p>"
    )
    assert "<title>&lt;b&gt;&amp;</title>" in page
    assert '<a href="#&#34;a&#34;">' in page
    assert "<p>kept</p>" in page
    with pytest.raises(UndefinedError, match="cells"):
        render("notebook.html", title="", claims=[])


# ------------------------------------------------------- in a notebook


@pytest.fixture
def run(tmp_path):
    return made_up.write_run(tmp_path)


@pytest.fixture
def family(run, tmp_path, monkeypatch):
    """Return the made-up family whose first statement fails, in a project of its own."""
    (tmp_path / "config").mkdir()
    run["registry"].rename(tmp_path / "made_up_paper")
    run["registry"] = tmp_path / "made_up_paper"
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "Snakefile").touch()
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    return Topic("made_up_paper", "average_sensitivity", run["results"], tmp_path / "saved")


def test_a_notebook_shows_the_verdicts_that_were_judged(family):
    shown = family.claim("lemma-9")
    page = shown._repr_html_()
    assert page.count("<tr>") == 3
    assert "&lt;made up&gt;" in page
    (fault,) = re.findall(r"<li>(.*?)</li>", page, re.DOTALL)
    assert "For n = 1, s = 1, k = 1 the left side is 1, the right side 0.25" in fault
    assert "What holds instead: Corrected bound on (U)." in fault
    assert repr(shown).splitlines() == [
        "lemma-9 (§3, p. 414): false",
        "Bound on (U): fails on 2 of 2 instances",
        "Corrected bound on (U): exact on 2 instances",
    ]


def test_notebooks_show_what_was_found_and_do_not_type_it():
    claims = read_registry(find_paper("sparse_activations").folder).values()
    for topic in {claim.topic for claim in claims}:
        text = (ROOT / f"notebooks/{topic}.py").read_text("utf-8")
        shown = re.findall(r'^topic\.claim\("(.+)"\)$', text, re.MULTILINE)
        assert sorted(shown) == sorted(claim.id for claim in claims if claim.topic == topic)
        typed = [line for line in text.splitlines() if line.startswith("#")]
        assert not re.search(r"\*\*Found|Found:|in short", "\n".join(typed), re.IGNORECASE), topic


def test_verdicts_of_another_registry_are_refused(run, family):
    path = run["results"] / "verdicts.csv"
    write_verdicts(path, [read_verdicts(run["results"])["lemma-9", "printed"]])
    with pytest.raises(ClaimsError, match=r"lemma-9 \(corrected\) has no verdict"):
        Topic("made_up_paper", "average_sensitivity", run["results"])
    with pytest.raises(ClaimsError, match="no claim of the registry belongs to the topic 'other'"):
        Topic("made_up_paper", "other", run["results"])


def test_a_figure_is_drawn_shown_with_its_caption_and_saved(family, tmp_path, monkeypatch):
    def draw(paper, figure, tables, claim, room=(10, 4.4)):
        drawn = Figure(figsize=room)
        drawn.suptitle("It grows\nwith n")
        assert tables["sweep"]["n"].tolist() == [1, 2]
        drawn.text(0, 0, f"{figure.name} of {claim.id}")
        return drawn

    monkeypatch.setattr("claimcheck.claim_notebook.draw", draw)
    page = family.figure("lemma-9-n")._repr_html_()
    saved = (tmp_path / "saved/lemma-9-n.svg").read_text("utf-8")
    assert saved[saved.index("<svg") :].strip() in page
    assert read_title(saved) == "It grows with n"
    assert 'aria-label="It grows with n. A line that rises from left to right."' in page
    narrow = (tmp_path / "saved/lemma-9-n-narrow.svg").read_text("utf-8")
    assert 'width="302.4pt"' in narrow
    assert 'width="720pt"' in saved
    assert "<figcaption>Average sensitivity against n.</figcaption>" in page
    with pytest.raises(ClaimsError, match="no figure 'other'"):
        family.figure("other")


def test_a_table_that_is_missing_is_one_sentence(family):
    assert family.table("sweep")["n"].tolist() == [1, 2]
    with pytest.raises(ClaimsError, match=r"other\.csv is not there; the workflow makes it"):
        family.table("other")


def test_a_notebook_outside_the_project_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ClaimsError, match="lies in no folder with a Snakefile"):
        Topic("made_up_paper", "average_sensitivity")


def test_the_site_and_a_notebook_say_the_same(run, family, tmp_path):
    parameters = made_up.parameters()
    write_site(tmp_path / "site", **run, parameters=parameters, seed=7, error_budget=1e-3)
    site = " ".join((tmp_path / "site/claims/lemma_9.html").read_text("utf-8").split())
    notebook = " ".join(family.claim("lemma-9")._repr_html_().split())
    for said in (
        '<span class="word fails">fails</span> on 2 of 2 instances',
        '<span class="word exact">exact</span> on 2 instances',
        '<span class="checked">Checked: both sides exactly, n ≤ 2.<br>In this run: n 1–2',
    ):
        assert said in site
        assert said in notebook


def test_one_stylesheet_serves_both():
    for page in ("index.html", "timings.html", "notebook.html"):
        assert templates_used(page)["style.css"] == STYLE
    assert (
        len(re.findall("<style", "".join((TEMPLATES / n).read_text("utf-8") for n in NAMES))) == 1
    )


# ------------------------------------------------------------------ colours

#: Severe colour blindness in linear RGB: Machado, Oliveira and Fernandes, IEEE Transactions on
#: Visualization and Computer Graphics 15 (2009), table 1.
SEEN = {
    "all": np.eye(3),
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def scheme(number):
    """Return name → linear RGB of the light scheme (0) or the dark one (1)."""
    blocks = re.findall(r":root \{([^}]*--ink[^}]*)\}", STYLE)
    assert len(blocks) == 2
    colours = {}
    for name, digits in re.findall(r"--(\w+): #([0-9a-f]{6});", blocks[number]):
        channels = np.array([int(digits[i : i + 2], 16) for i in (0, 2, 4)]) / 255
        low = channels / 12.92
        colours[name] = np.where(channels <= 0.04045, low, ((channels + 0.055) / 1.055) ** 2.4)
    return colours


def contrast(one, other):
    """Return the contrast of two colours as WCAG 2 defines it."""
    luminances = [float(colour @ [0.2126, 0.7152, 0.0722]) + 0.05 for colour in (one, other)]
    return max(luminances) / min(luminances)


def distance(one, other):
    """Return the distance of two colours in CIELAB."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]

    def lab(colour):
        xyz = np.clip(to_xyz @ np.clip(colour, 0, 1) / [0.9505, 1, 1.089], 0, None)
        x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
        return np.array([116 * y, 500 * (x - y), 200 * (y - z)])

    return float(np.linalg.norm(lab(one) - lab(other)))


@pytest.mark.parametrize("number", [0, 1])
def test_every_colour_is_readable(number):
    colours = scheme(number)
    assert colours.keys() == scheme(1 - number).keys()
    for name, ground in product(colours.keys() - {"paper", "band", "line"}, ("paper", "band")):
        assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("number", [0, 1])
def test_what_fails_looks_unlike_what_holds_to_all_eyes(number, eyes):
    colours = {name: SEEN[eyes] @ colour for name, colour in scheme(number).items()}
    for name in ("exact", "certified", "statistical"):
        assert distance(colours["fails"], colours[name]) > 25, name


@pytest.mark.parametrize("words", [Outcome, (*STATUSES, *CLAIM_KINDS[1:])])
def test_each_word_has_a_sign(words):
    for word in words:
        assert f".word.{css_class(word)}::before" in STYLE
        assert re.search(rf"^\.{css_class(word)} {{ color: var\(--\w+\); }}$", STYLE, re.MULTILINE)


def test_the_pages_know_the_dark_the_narrow_and_the_printed():
    for medium in ("screen and (prefers-color-scheme: dark)", "(max-width: 52rem)", "print"):
        assert STYLE.count(f"@media {medium} {{") == 1
    # Outside the two schemes there are no colours, but for the paper of figures.
    rest = re.sub(r":root \{[^}]*\}", "", STYLE)
    assert re.findall(r"#[0-9a-f]{3,6}\b", rest) == ["#ffffff"]
