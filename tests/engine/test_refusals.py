"""Each kind of mistake in a paper's files: one sentence with the file, the line and the place."""

import copy
import re
from pathlib import Path

import pytest
from read_yaml import read_yaml

from paperclaims.checks.configuration import check_configuration
from paperclaims.errors import ClaimsError
from paperclaims.new import write_paper
from paperclaims.registry.claims import read_registry, read_theorems
from paperclaims.registry.paper_metadata import read_paper_metadata

CLAIMS, PAPER, THEOREMS = "my_paper/harmonic/claims.yaml", "my_paper/paper.yaml", "theorems.yaml"
TOPICS = "my_paper/topics.yaml"
LAST = "      alt: Points against n that rise through a horizontal line at 1/2.\n"
THEOREM = "- {id: a, name: A, statement: lower/printed, says: s, proof: d, refutes: [upper]}\n"

#: The file, what it says, the mistake, and the sentence after the file's name.
MISTAKES = [
    # what pydantic finds
    (CLAIMS, "status: holds", "status: hold", ":4: claim lower → status must be 'holds', .*"
     r"'not examined', got 'hold' \(nearest: holds\)"),
    (CLAIMS, "place: Theorem 1", "place: 1", ":2: claim lower → place must be a string, got 1"),
    (CLAIMS, "id: lower", "id: a/b", ":1: claim a/b → id must be letters, .*, got 'a/b'"),
    (CLAIMS, "proof: proofs.md#the", "proof: proofs#the",
     ":10: claim lower → statements → printed → proof must be none, coq or a label in .*#the"),
    (CLAIMS, "      proof: proofs", "      domain: [n == 2]\n      proof: proofs",
     ":10: .*printed → domain → 0: domain 'n == 2': the relation must be <, <=, > or >=, got"),
    (CLAIMS, "tables: [logarithms]", "tables: logarithms", ":21: .* must be a list, got 'logarit"),
    (CLAIMS, "tables: [logarithms]", "tables: [../x]", r":21: .* must be letters, .*, got '../x'"),
    (CLAIMS, "    gap:", "    ../gap:", ":19: claim upper → figures → ../gap → name must be let"),
    (CLAIMS, LAST, LAST + "- {id: a, place: b, title: c, statements: {}}\n",
     ":24: claim a → statements must have at least 1 item, got .*"),
    (CLAIMS, "says: 'H_n \\ge", "syas: 'H_n \\ge",
     r":9: .* → statements → printed has the unknown key syas; known keys are .*st: says\)"),
    (CLAIMS, "      says: 'H_n \\ge \\ln(n + 1)'\n", "",
     ":7: claim lower → statements → printed lacks the key says"),
    (PAPER, "title:", "titel:", r":2: the top level has the unknown key titel; .*\(nearest: tit.*"),
    # what YAML finds
    (CLAIMS, "  figures:", "  place: x\n  figures:", ":18: the key 'place' is there already, in "
     "line 12; keep one of them"),
    (CLAIMS, "says: 'H_n \\ge \\ln(n + 1)'", 'says: "\\theta"',
     r":9: the text must have no control characters, got '\\theta'; write it in single quotes"),
    (CLAIMS, "says: 'H_n \\ge \\ln(n + 1)'", 'says: "H \\ne 0"', ":9: the text must have no .*"),
    (PAPER, "project:", "!!python/object/apply:os.system [true]\nproject:", " is not YAML: .*"),
    (CLAIMS, "- id: lower", "id: lower", " is not YAML: .*"),
    (TOPICS, "", "a: b\n", " must be a list of names"),
    (TOPICS, "", "[../x]\n", ": topic must be letters, .*, got '../x'"),
    # what two entries say together
    (CLAIMS, "id: upper", "id: lower", ":11: claim lower appears twice, first in .*claims.yaml"),
    (CLAIMS, "status: holds", "uses: [uper]",
     r":4: claim lower uses 'uper', which is not a claim \(nearest: upper\)"),
    (CLAIMS, "status: holds", "uses: [lower]", ":4: claim lower must not use itself"),
    (CLAIMS, "status: holds", "gap: other", ":4: .* 'lower/other' is not a statement of.*"),
    (CLAIMS, "status: holds", "conclusions: {n: other}", ":4: .* conclusion 'other' is not a .*"),
    (CLAIMS, "proof: proofs.md#the-lower-bound", "instead: better",
     ":10: .*, statement printed: instead 'better' is not a statement of the claim"),
    (CLAIMS, "proof: proofs.md#the-lower-bound", "proof: docs", ":10: .* must name the label"),
    (CLAIMS, "status: holds", "correction: two", ":4: .* correction is allowed only if status .*"),
    (CLAIMS, "title: Harmonic numbers are at least", "title: '[[K]]'  #",
     r":1: \[\[K\]\] is not a constant of the registry"),
    (THEOREMS, "lower/printed", "lower/sharp", ":1: .* has 'lower/sharp', which is not a state.*"),
    (THEOREMS, "says: s", "say: s", ":1: theorem a has the unknown key say; .*nearest: says.*"),
    (THEOREMS, "upper", "uper", ":1: theorem a refutes 'uper', which is not a claim .*upper.*"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "says"), MISTAKES)
def test_a_mistake_in_the_registry(tmp_path, monkeypatch, name, old, new, says):
    monkeypatch.chdir(tmp_path)
    write_paper("my-paper")
    path = tmp_path / "my-paper" / ("my_paper/theorems.yaml" if name == THEOREMS else name)
    text = path.read_text("utf-8") if path.exists() else THEOREM if name == THEOREMS else ""
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    folder = path.parents[1] if name == CLAIMS else path.parent
    with pytest.raises(ClaimsError) as error:
        read_paper_metadata(folder) if name == PAPER else read_theorems(
            folder, read_registry(folder)
        )
    assert re.fullmatch(rf"{folder}/\S+\.yaml{says}.*", str(error.value)), error.value


ROOT = Path(__file__).resolve().parents[2]
CONFIG = read_yaml(ROOT / "config/config.yaml")
READ = ("definitions", "sparsity", "network_families")
ALLOWED = "must be all or a list of different names of junta, forest, .*, got "
JUNTA = "networks → junta "


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (["sed"], 1, r"config.yaml:1: the top level has the unknown key sed; .* \(nearest: seed\)"),
        (["seed"], -1, "config.yaml:6: seed must be at least 0, got -1"),
        (["seed"], "one", "config.yaml:6: seed must be an integer, got 'one'"),
        (["error_budget"], 0.5, "config.yaml:12: error_budget must be at most 0.001, got 0.5"),
        (["paper"], 3, "paper must be the name of a package with a paper's claims, got 3; .*"),
        (["paper"], "mypaper", "the package 'mypaper' with a paper's claims is missing"),
        (["networks", "junta", "dimension"], 5, f".*: {JUNTA}has the unknown key dimension; .*"),
        (["networks", "junta", "truth_tables"], ["even"], ".* must be 'random' or .*, got 'even'"),
        (["networks", "random", "sparsities"], [2, 99], ".*: networks → random must have k at mos"
         "t s, got k = 99 of s = 16 neurons"),
        (["low_degree", "steps", "rhos"], ["half"], ".*: low_degree → steps → rhos → 0 must b"
         "e a fraction such as 63/64, got 'half'"),
        (READ, ["trees"], f".*: definitions → sparsity → network_families {ALLOWED}.'trees'."),
        (READ, "junta", f".*{ALLOWED}'junta'"),
        (READ, [], rf".*{ALLOWED}\[\]"),
        (READ, ["junta", "junta"], f".*{ALLOWED}.*"),
        (["juntas", "all_tables", "losses"], 0.1, ".*: juntas → .* → losses must be a list, .*"),
        (["juntas", "all_tables", "losses"], [float("nan")], ".* 0 must be a finite .* got nan"),
        (["juntas", "all_tables", "extra"], 1.0, ".* must be an integer, got 1.0"),
        (["rounding", "formulas", "cases"], [{"q": 2, "n": 2}], ".* 0 has the unknown key n; .*"),
        (["juntas", "random_juntas"], None, ".*: juntas lacks the key random_juntas"),
        (["juntas", "random_juntas"], [], ".*: juntas → random_juntas must be a mapping, .*"),
        (["juntas", "a/b"], {"check": "all_tables"}, "juntas: job must be letters, .*, got 'a/b'"),
        (["juntas", "random_juntas", "check"], "all_table", r".*→ check .*nearest: all_tables\)"),
        (["sample_complexity", "sizes", "axes"], {1: [2]}, ".* must have texts as keys, got 1"),
        (["section_6", "limits", "roots"], [2, 2], ".* must have entries that differ, .*"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_configuration(place, value, says):
    config = copy.deepcopy(CONFIG)
    section = config
    for key in place[:-1]:
        section = section[key]
    section[place[-1]] = value
    if value is None:
        del section[place[-1]]
    with pytest.raises(ClaimsError) as error:
        check_configuration(config, ["config/config.yaml"])
    assert re.fullmatch(rf"(config/)?{says}", str(error.value)), error.value
