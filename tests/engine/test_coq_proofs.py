"""The Coq proofs: the statement files, the hash of the sources, and the marks in the registry."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from made_records import claim, statement

from paperclaims.errors import ClaimsError
from paperclaims.judging.coq_proofs import (
    CheckedProofs,
    at_reals,
    check_marks,
    check_sources,
    read_chapters,
    read_checked,
    read_theorems,
    source_files,
    sources_hash,
    statement_files,
    write_checked,
)
from paperclaims.registry.claims import read_registry

ROOT = Path(__file__).resolve().parents[2]
PROOFS = ROOT / "proofs"
CHECKED = ROOT / "results/reference/proofs.json"
REGISTRY = read_registry(ROOT / "src/awasthi2024")

sys.path.insert(0, str(ROOT / "proofs"))
import check_proofs  # noqa: E402
import formalization  # noqa: E402

COQ = "8.16.1"
#: Tests that ask Coq itself; with REQUIRE_COQ=1 they fail where there is none.
needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None and os.environ.get("REQUIRE_COQ") != "1", reason="there is no coqc"
)


@pytest.fixture
def made(tmp_path):
    """Return a folder of made-up sources and what was found in them."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    (folder / "_CoqProject").write_text(
        "-R . Made\n\nlemmas.v\nstatements_made.v\nheadline.v\n", "utf-8"
    )
    (folder / "lemmas.v").write_text("(** Of no page. *)\nTheorem zero : True.\n", "utf-8")
    (folder / "statements_made.v").write_text(
        "(** * Head *)\n\n(** One is one,\n    in words.\n"
        "    proves: lemma-9 printed; lemma-9 sharp *)\n"
        "Theorem one : 1 = 1.\nProof. by []. Qed.\n\n"
        "(** Cited by no claim. *)\nTheorem two (n : nat) :\n  n = n.\nProof. by []. Qed.\n",
        "utf-8",
    )
    (folder / "headline.v").write_text(
        "(** Two is two. *)\nTheorem three : 2 = 2.\nProof. by []. Qed.\n", "utf-8"
    )
    path = tmp_path / "proofs.json"
    theorems = {"one": (), "two": (), "three": ("an.axiom",)}
    says = {"one": "1 = 1", "two": "forall n : nat,\nn = n", "three": "2 = 2"}
    write_checked(path, CheckedProofs(sources_hash(folder, COQ), COQ, theorems, says))
    return folder, path


def marked(key="printed", **more):
    return {"lemma-9": claim(statement(key).replace(proof="coq", **more))}


def test_a_theorem_is_read_with_its_words_and_citations(made):
    one, two, three = read_theorems(made[0]).values()
    assert (one.name, one.file, one.line) == ("one", "statements_made.v", 6)
    assert one.words == "One is one, in words."
    assert one.text == "Theorem one : 1 = 1."
    assert (one.verb, one.cited) == ("proves", (("lemma-9", "printed"), ("lemma-9", "sharp")))
    assert two.text == "Theorem two (n : nat) :\n  n = n."
    assert (two.verb, two.cited) == ("", ())
    assert two.words == "Cited by no claim."
    assert three.words == "Two is two. It rests on the axioms of Coq's real numbers."


def test_check_marks_returns_for_a_statement_that_a_theorem_proves(made):
    check_marks(marked(), made[0])
    check_marks({"lemma-9": claim(statement("other"))}, made[0] / "none")


@pytest.mark.parametrize("folder", [".", "none"])
def test_check_marks_rejects_a_statement_that_no_theorem_cites(made, folder):
    with pytest.raises(ClaimsError, match=r"lemma-9 \(corrected\) names coq, but no theorem"):
        check_marks(marked("corrected"), made[0] / folder)


def test_check_marks_rejects_the_other_direction(made):
    refuted = marked(refutation="coq")
    with pytest.raises(ClaimsError, match=r"v:6: theorem one proves .* has a refutation"):
        check_marks(refuted, made[0])
    file = made[0] / "statements_made.v"
    file.write_text(file.read_text("utf-8").replace("proves:", "refutes:"), "utf-8")
    check_marks(refuted, made[0])
    with pytest.raises(ClaimsError, match=r"v:6: theorem one refutes .* has no refutation"):
        check_marks({"lemma-9": claim(statement())}, made[0])


def test_check_sources_rejects_a_theorem_that_was_not_checked(made):
    folder, path = made
    check_sources(folder, path)
    write_checked(path, read_checked(path)._replace(theorems={"two": ()}))
    with pytest.raises(ClaimsError, match=r"lacks theorem one of .*; run make proofs"):
        check_sources(folder, path)


@pytest.mark.parametrize("name", ["statements_made.v", "headline.v"])
def test_check_sources_rejects_a_changed_source(made, name):
    folder, path = made
    with open(folder / name, "a", encoding="utf-8") as stream:
        stream.write(" ")
    with pytest.raises(ClaimsError, match="run make proofs"):
        check_sources(folder, path)


def test_check_sources_rejects_a_missing_or_damaged_file(made):
    folder, path = made
    path.write_text("{}", "utf-8")
    with pytest.raises(ClaimsError, match="is not a file of make proofs"):
        check_sources(folder, path)
    path.unlink()
    with pytest.raises(ClaimsError, match="is missing; run make proofs"):
        check_sources(folder, path)


def test_bad_sources_are_refused_in_a_sentence(made):
    folder, _ = made
    made_file = folder / "statements_made.v"
    text = made_file.read_text("utf-8")
    made_file.write_text(text.replace("lemma-9 sharp", "sharp"), "utf-8")
    with pytest.raises(ClaimsError, match="must be 'claim key; claim key'"):
        read_theorems(folder)
    made_file.write_text(text + text, "utf-8")
    with pytest.raises(ClaimsError, match="theorem one appears twice"):
        read_theorems(folder)
    made_file.unlink()
    with pytest.raises(ClaimsError, match=r"names statements_made\.v, which is not there"):
        sources_hash(folder, COQ)
    (folder / "_CoqProject").unlink()
    with pytest.raises(ClaimsError, match="_CoqProject is missing"):
        sources_hash(folder, COQ)


def test_the_hash_tells_another_coq_other_flags_and_a_renamed_file(made):
    folder, _ = made
    before = sources_hash(folder, COQ)
    assert sources_hash(folder, "8.17.0") != before
    listed = (folder / "_CoqProject").read_text("utf-8")
    (folder / "_CoqProject").write_text("-arg -type-in-type\n" + listed, "utf-8")
    assert sources_hash(folder, COQ) != before
    (folder / "_CoqProject").write_text(listed, "utf-8")
    (folder / "headline.v").rename(folder / "other.v")
    (folder / "_CoqProject").write_text(listed.replace("headline", "other"), "utf-8")
    assert sources_hash(folder, COQ) != before


@pytest.mark.parametrize(
    "command",
    [
        "Axiom false : False.",
        "#[local] Notation one := 2.",
        "Local Open Scope nat_scope.",
        "Unset Universe Checking.",
        "Theorem late : True. Proof. - Notation one := 2. by []. Qed.",
    ],
)
def test_a_command_beside_theorems_is_refused(made, command):
    file = made[0] / "statements_made.v"
    text = file.read_text("utf-8")
    file.write_text(f"{text}(** Notation one := 2. *)\n", "utf-8")
    read_theorems(made[0])
    file.write_text(f"{text}{command}\n", "utf-8")
    with pytest.raises(ClaimsError, match=r"statements_made\.v may have theorems, imports and no"):
        read_theorems(made[0])


# --------------------------------------------------------------- the sources


def test_the_committed_file_is_about_these_sources():
    checked = read_checked(CHECKED)
    assert checked.sources == sources_hash(PROOFS, checked.coq), "run make proofs"
    assert checked.theorems.keys() == checked.statements.keys() == read_theorems(PROOFS).keys()


def test_statements_rest_on_nothing_but_at_coqs_reals():
    checked, theorems = read_checked(CHECKED).theorems, read_theorems(PROOFS)
    check_proofs.check_assumptions(checked, theorems)
    with_axioms = {name for name, axioms in checked.items() if axioms}
    assert with_axioms == {name for name, theorem in theorems.items() if at_reals(theorem.file)}


def test_every_theorem_of_the_statement_files_is_read():
    theorems = read_theorems(PROOFS).values()
    for file in statement_files(PROOFS):
        count = len(re.findall(r"^Theorem ", file.read_text("utf-8"), flags=re.MULTILINE))
        assert count == sum(PROOFS / t.file == file for t in theorems), file.name


def test_theorems_that_are_cited_stand_in_statement_files_alone():
    for file in set(source_files(PROOFS)) - set(statement_files(PROOFS)):
        text = file.read_text("utf-8")
        assert not re.search(r"^Theorem |^ *(proves|refutes):", text, flags=re.MULTILINE), file.name


def test_the_marks_of_the_registry_are_what_the_theorems_cite():
    cited = {cited for theorem in read_theorems(PROOFS).values() for cited in theorem.cited}
    marks = {(c.id, s.key) for c in REGISTRY.values() for s in c.statements if s.proof == "coq"}
    assert marks == cited


def test_the_theorems_prove_or_refute_what_the_registry_says():
    check_marks(REGISTRY, PROOFS)
    check_sources(PROOFS, CHECKED)


def test_all_sources_are_compiled_and_nothing_is_admitted():
    files = source_files(PROOFS)
    assert set(files) == set(PROOFS.rglob("*.v"))
    for file in files:
        text = re.sub(r"\(\*.*?\*\)", "", file.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", text), file.name


def test_a_chapter_rests_on_earlier_ones_alone():
    chapters = read_chapters(PROOFS)
    order = list(chapters)
    assert order[-1] == "."
    for chapter, others in chapters.items():
        assert set(others) <= set(order[: order.index(chapter)]), chapter
    assert "rademacher" in chapters["conjecture_20"]


# ---------------------------------------------------------- the assumptions


def test_the_axioms_are_read_off_coqs_answers():
    answers = (
        "Closed under the global context\n"
        "Axioms:\nEpsilon.epsilon_statement\n  : forall A,\n    A\n"
        "Classical_Prop.classic : forall P : Prop, P \\/ ~ P\n"
        "Closed under the global context\n"
    )
    found = [(), ("Epsilon.epsilon_statement", "Classical_Prop.classic"), ()]
    assert check_proofs.axioms(answers, 3) == found


@pytest.mark.parametrize(
    "together", ["Closed under the global context\n", "Axioms:\nan.axiom : T\n"]
)
def test_each_theorem_is_asked_for_unless_all_together_rest_on_nothing(made, monkeypatch, together):
    """The answers to single questions are made up, so that one sees which were asked."""
    theorems = read_theorems(made[0])

    def answer(build, *command):
        source = (build / command[-1]).read_text("utf-8")
        if about := re.findall(r"About (\S+)\.\n", source):
            return "".join(f"{name} : T\nExpands to: Constant Made.{name}\n" for name in about)
        names = re.findall(r"Print Assumptions (\S+)\.\n", source)
        if names == ["all_of_them"]:
            file = f"{command[-1].removeprefix('asked_of_')}"
            asked = re.findall(r"@Sparseact\.\w+\.(\w+)", source)
            assert asked == [name for name, t in theorems.items() if t.file == file]
            return together
        return "".join(f"Axioms:\n{name.split('.')[-1]}.axiom : T\n" for name in names)

    monkeypatch.setattr(check_proofs, "run", answer)
    found = check_proofs.assumptions(made[0], theorems)
    closed = together.startswith("Closed")
    assert found == {name: () if closed else (f"Made.{name}.axiom",) for name in theorems}


def test_an_axiom_is_refused_outside_the_reals(made):
    theorems = read_theorems(made[0])
    check_proofs.check_assumptions({"one": ()}, theorems)
    with pytest.raises(ClaimsError, match=r"theorem one assumes Coq\.Logic\.Classical"):
        check_proofs.check_assumptions({"one": ("Coq.Logic.Classical_Prop.classic",)}, theorems)
    check_proofs.check_assumptions({"three": ("Coq.Logic.Classical_Prop.classic",)}, theorems)
    with pytest.raises(ClaimsError, match=r"theorem three assumes Sparseact\.Classical_Prop"):
        check_proofs.check_assumptions({"three": ("Sparseact.Classical_Prop.classic",)}, theorems)


@pytest.mark.parametrize("required", ["0", "1"])
def test_without_coqc_nothing_is_done_unless_it_is_required(tmp_path, required):
    script = ROOT / "proofs/check_proofs.py"
    done = subprocess.run(
        [sys.executable, script, PROOFS, tmp_path / "proofs.json", CHECKED],
        env={"PATH": str(tmp_path), "PYTHONPATH": str(ROOT / "src"), "REQUIRE_COQ": required},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == int(required)
    said = done.stderr if done.returncode else done.stdout
    assert said.startswith("There is no coqc: install coq libcoq-mathcomp-ssreflect libcoq")
    assert ("REQUIRE_COQ=1 asks for it" in said) == (required == "1")
    assert not (tmp_path / "proofs.json").exists()


def test_absent_packages_are_named(tmp_path, monkeypatch):
    def find(build, *command):
        source = (build / command[-1]).read_text("utf-8")
        if "zify" in source or "analysis" in source:
            raise ClaimsError("Cannot find a physical path")
        return ""

    monkeypatch.setattr(check_proofs, "run", find)
    with pytest.raises(ClaimsError) as refused:
        check_proofs.require_packages(tmp_path)
    assert str(refused.value) == (
        "Coq does not find its libraries: install libcoq-mathcomp-zify libcoq-mathcomp-analysis"
    )


def compared(made, change, **found):
    """Compare with the committed copy of made-up sources, when Coq finds a change."""
    folder, path = made
    checked = read_checked(path)
    write_checked(path, checked._replace(**change))
    check_proofs.compare(checked._replace(**found), folder, path)


def test_proofs_are_compared_with_the_committed_copy(made):
    compared(made, {})
    with pytest.raises(ClaimsError, match="is not what was found"):
        compared(made, {"statements": {"one": "1 = 1", "two": "2 = 2", "three": "2 = 2"}})
    with pytest.raises(ClaimsError, match="is not what was found"):
        compared(made, {}, theorems={"one": (), "two": ("an.axiom",), "three": ("an.axiom",)})
    checked = read_checked(made[1])
    made[1].unlink()
    with pytest.raises(ClaimsError, match="is not what was found"):
        check_proofs.compare(checked, *made)


def test_another_coq_may_print_statements_in_other_words(made, capsys):
    folder, path = made
    old, says = read_checked(path), {"one": "1 == 1", "two": "2 == 2", "three": "2 == 2"}
    new = old._replace(coq="8.17.0", sources=sources_hash(folder, "8.17.0"), statements=says)
    check_proofs.compare(new, folder, path)
    said = capsys.readouterr().out
    assert "is of Coq 8.16.1 and this is 8.17.0, which may print statements in other" in said
    with pytest.raises(ClaimsError, match="is not what was found"):
        check_proofs.compare(new._replace(theorems={"one": ()}), folder, path)
    with open(folder / "lemmas.v", "a", encoding="utf-8") as stream:
        stream.write(" ")
    with pytest.raises(ClaimsError, match="is not what was found"):
        check_proofs.compare(new, folder, path)


def check_made(folder, output, reference):
    """Return the error of a whole check of made-up sources, or nothing."""
    try:
        check_proofs.check(folder, output, reference)
    except ClaimsError as error:
        return str(error)
    return ""


@pytest.mark.tools
@needs_coq
def test_a_shadowed_name_shows_in_the_committed_statement(tmp_path):
    """A statement keeps its text, while a file that it imports defines a name of it anew."""
    folder, output, reference = tmp_path / "made", tmp_path / "out.json", tmp_path / "proofs.json"
    folder.mkdir()
    files = ("definitions", "lemmas", "statements_made")
    project = "-R . Sparseact\n" + "".join(f"{name}.v\n" for name in files)
    (folder / "_CoqProject").write_text(project, "utf-8")
    (folder / "definitions.v").write_text("Definition two := 2.\n", "utf-8")
    (folder / "lemmas.v").write_text("Lemma le_two (n : nat) : n = n. Proof. reflexivity. Qed.\n")
    (folder / "statements_made.v").write_text(
        "From Sparseact Require Import definitions lemmas.\n"
        "(** Two is itself. *)\nTheorem one (n : nat) : two = two.\nProof. reflexivity. Qed.\n"
    )
    assert "is not what was found" in check_made(folder, output, reference)
    shutil.copy(output, reference)
    assert check_made(folder, output, reference) == ""
    assert read_checked(output).statements == {"one": "nat -> definitions.two = definitions.two"}
    # The folder of the build is empty at the start: a file that is left there does not help.
    (tmp_path / "out/left.v").write_text("Definition two := 1.\n", "utf-8")
    with open(folder / "lemmas.v", "a", encoding="utf-8") as stream:
        stream.write("Definition two := 3.\n")
    assert "is not what was found" in check_made(folder, output, reference)
    assert not (tmp_path / "out/left.v").exists()
    assert read_checked(output).statements == {"one": "nat -> lemmas.two = lemmas.two"}


@pytest.mark.tools
@needs_coq
def test_axioms_have_their_full_names(tmp_path):
    """The theorem rests on an axiom that calls itself Classical_Prop.classic."""
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "_CoqProject").write_text("-R . Sparseact\nClassical_Prop.v\nheadline.v\n", "utf-8")
    (folder / "Classical_Prop.v").write_text("Axiom classic : False.\n", "utf-8")
    (folder / "headline.v").write_text(
        "From Sparseact Require Import Classical_Prop.\n"
        "(** All. *)\nTheorem all : False.\nProof. exact classic. Qed.\n",
        "utf-8",
    )
    said = check_made(folder, tmp_path / "out.json", tmp_path / "proofs.json")
    assert said == "theorem all assumes Sparseact.Classical_Prop.classic"


def test_formalization_yaml_is_in_step():
    assert formalization.FILE.read_text("utf-8") == formalization.text(), "run make reference"


def test_formalization_returns_each_theorem_that_a_claim_cites():
    made = formalization.content()
    named = {entry["coq"] for entry in made["alignment"]["statements"]}
    assert named == {t.name for t in read_theorems(PROOFS).values() if t.cited}
    assert {entry["file"] for entry in made["status"]["main_results"]} == {"proofs/headline.v"}
