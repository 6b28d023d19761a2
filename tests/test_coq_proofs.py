"""The Coq proofs: the statement files, the hash of the sources, and the marks in the registry."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from made_records import claim, record, statement

from claimcheck.coq_proofs import (
    CheckedProofs,
    check_marks,
    read_checked,
    read_theorems,
    source_files,
    sources_hash,
    statement_files,
    write_checked,
)
from claimcheck.errors import ClaimsError
from claimcheck.registry import read_registry
from claimcheck.verdicts import judge, read_verdicts

ROOT = Path(__file__).resolve().parents[1]
PROOFS = ROOT / "proofs"
CHECKED = ROOT / "results/reference/proofs.json"
REGISTRY = read_registry(ROOT / "src/sparse_activations")

sys.path.insert(0, str(ROOT / "proofs"))
import check_proofs  # noqa: E402
import export_networks  # noqa: E402


@pytest.fixture
def made(tmp_path):
    """Return a folder of made-up sources and what was found in them."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    (folder / "_CoqProject").write_text(
        "-R . Made\n\nlemmas.v\nstatements_made.v\nstatements_reals.v\n", "utf-8"
    )
    (folder / "lemmas.v").write_text("(** Of no page. *)\nTheorem zero : True.\n", "utf-8")
    (folder / "statements_made.v").write_text(
        "(** * Head *)\n\n(** One is one,\n    in words.\n"
        "    proves: lemma-9 printed; lemma-9 sharp *)\n"
        "Theorem one : 1 = 1.\nProof. by []. Qed.\n\n"
        "(** Cited by no claim. *)\nTheorem two (n : nat) :\n  n = n.\nProof. by []. Qed.\n",
        "utf-8",
    )
    (folder / "statements_reals.v").write_text(
        "(** Two is two. *)\nTheorem three : 2 = 2.\nProof. by []. Qed.\n", "utf-8"
    )
    path = tmp_path / "proofs.json"
    theorems = {"one": (), "two": (), "three": ("an.axiom",)}
    write_checked(path, CheckedProofs(sources_hash(folder), "8.16.1", theorems))
    return folder, path


def marked(key="printed", **values):
    marked_statement = statement(key)._replace(proof="coq")
    return judge(claim(marked_statement), [record(key=key, **values)])


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


def test_a_mark_with_a_checked_theorem_passes(made):
    check_marks(marked(), *made)


def test_a_run_without_marks_needs_no_file(tmp_path):
    check_marks(judge(claim(statement()), [record()]), tmp_path / "none", tmp_path / "none.json")


def test_a_mark_that_no_theorem_cites_is_refused(made):
    with pytest.raises(ClaimsError, match=r"lemma-9 \(corrected\) says 'proof: coq'"):
        check_marks(marked("corrected"), *made)


def test_a_theorem_that_was_not_checked_gives_no_mark(made):
    folder, path = made
    write_checked(path, CheckedProofs(sources_hash(folder), "8.16.1", {"two": ()}))
    with pytest.raises(ClaimsError, match=r"lemma-9 \(printed\) says 'proof: coq'"):
        check_marks(marked(), folder, path)


def test_a_theorem_that_contradicts_a_verdict_is_refused(made):
    folder, path = made
    with pytest.raises(ClaimsError, match=r"\) fails, and theorem one proves it"):
        check_marks(marked(left=3), folder, path)
    made_file = folder / "statements_made.v"
    made_file.write_text(made_file.read_text("utf-8").replace("proves:", "refutes:"), "utf-8")
    write_checked(path, read_checked(path)._replace(sources=sources_hash(folder)))
    assert check_marks(marked(left=3), folder, path) == []
    # A run may be too small to see it fail.
    (sentence,) = check_marks(marked(), folder, path)
    assert sentence == "that lemma-9 (printed) fails, which theorem one proves in Coq"


@pytest.mark.parametrize("name", ["statements_made.v", "statements_reals.v"])
def test_a_changed_source_is_refused(made, name):
    folder, path = made
    with open(folder / name, "a", encoding="utf-8") as stream:
        stream.write(" ")
    with pytest.raises(ClaimsError, match="run make proofs"):
        check_marks(marked(), folder, path)


def test_a_missing_theorem_is_refused(made):
    folder, path = made
    (folder / "statements_made.v").write_text("(** Gone. *)\n", "utf-8")
    checked = read_checked(path)._replace(sources=sources_hash(folder))
    write_checked(path, checked)
    with pytest.raises(ClaimsError, match="says 'proof: coq'"):
        check_marks(marked(), folder, path)


def test_a_missing_or_damaged_file_is_refused(made):
    folder, path = made
    path.write_text("{}", "utf-8")
    with pytest.raises(ClaimsError, match="is not what make proofs writes"):
        check_marks(marked(), folder, path)
    path.unlink()
    with pytest.raises(ClaimsError, match="is missing; run make proofs"):
        check_marks(marked(), folder, path)


def test_bad_sources_are_refused_in_a_sentence(made):
    folder, _ = made
    made_file = folder / "statements_made.v"
    text = made_file.read_text("utf-8")
    made_file.write_text(text.replace("lemma-9 sharp", "sharp"), "utf-8")
    with pytest.raises(ClaimsError, match="claims and keys"):
        read_theorems(folder)
    made_file.write_text(text + text, "utf-8")
    with pytest.raises(ClaimsError, match="theorem one appears twice"):
        read_theorems(folder)
    made_file.unlink()
    with pytest.raises(ClaimsError, match=r"names statements_made\.v, which is not there"):
        sources_hash(folder)
    (folder / "_CoqProject").unlink()
    with pytest.raises(ClaimsError, match="_CoqProject is missing"):
        sources_hash(folder)


def test_the_hash_tells_a_renamed_file(made):
    folder, _ = made
    before = sources_hash(folder)
    (folder / "statements_reals.v").rename(folder / "other.v")
    project = (folder / "_CoqProject").read_text("utf-8")
    (folder / "_CoqProject").write_text(project.replace("statements_reals", "other"), "utf-8")
    assert sources_hash(folder) != before


# --------------------------------------------------------------- the sources


def test_the_committed_file_is_about_these_sources():
    checked = read_checked(CHECKED)
    assert checked.sources == sources_hash(PROOFS), "run make proofs"
    assert checked.theorems.keys() == read_theorems(PROOFS).keys()


def test_statements_rest_on_nothing_but_at_coqs_reals():
    checked, theorems = read_checked(CHECKED).theorems, read_theorems(PROOFS)
    check_proofs.check_assumptions(checked, theorems)
    at_reals = {name for name, axioms in checked.items() if axioms}
    assert at_reals == {name for name, t in theorems.items() if t.file == "statements_reals.v"}


def test_every_theorem_of_the_statement_files_is_read():
    theorems = read_theorems(PROOFS).values()
    for file in statement_files(PROOFS):
        count = len(re.findall(r"^Theorem ", file.read_text("utf-8"), flags=re.MULTILINE))
        assert count == sum(t.file == file.name for t in theorems), file.name


def test_theorems_that_are_cited_stand_in_statement_files_alone():
    for file in set(source_files(PROOFS)) - set(statement_files(PROOFS)):
        text = file.read_text("utf-8")
        assert not re.search(r"^Theorem |^ *(proves|refutes):", text, flags=re.MULTILINE), file.name


def test_what_is_cited_is_in_the_registry():
    keys = {(c.id, s.key) for c in REGISTRY.values() for s in c.statements}
    cited = {cited for theorem in read_theorems(PROOFS).values() for cited in theorem.cited}
    assert cited <= keys


def test_the_marks_of_the_registry_are_what_the_theorems_cite():
    cited = {cited for theorem in read_theorems(PROOFS).values() for cited in theorem.cited}
    marks = {(c.id, s.key) for c in REGISTRY.values() for s in c.statements if s.proof == "coq"}
    assert marks == cited


def test_the_theorems_agree_with_the_verdicts_of_the_reference():
    verdicts = read_verdicts(CHECKED.parent / "verdicts.csv").values()
    assert check_marks(verdicts, PROOFS, CHECKED) == []


def test_all_sources_are_compiled_and_nothing_is_admitted():
    files = source_files(PROOFS)
    assert {file.name for file in files} == {file.name for file in PROOFS.glob("*.v")}
    for file in files:
        text = re.sub(r"\(\*.*?\*\)", "", file.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Conjecture)\b", text), file.name


def test_coqs_networks_are_pythons():
    assert (PROOFS / "networks.v").read_text("utf-8") == export_networks.text()


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
        names = re.findall(r"Print Assumptions (\w+)\.", source)
        if names == ["all_of_them"]:
            file = f"{command[-1].removeprefix('assumptions_of_').removesuffix('.v')}.v"
            asked = re.findall(r"@(\w+)", source)
            assert asked == [name for name, t in theorems.items() if t.file == file]
            return together
        return "".join(f"Axioms:\n{name}.axiom : T\n" for name in names)

    monkeypatch.setattr(check_proofs, "run", answer)
    found = check_proofs.assumptions(made[0], theorems)
    closed = together.startswith("Closed")
    assert found == {name: () if closed else (f"{name}.axiom",) for name in theorems}


def test_an_axiom_is_refused_outside_the_reals(made):
    theorems = read_theorems(made[0])
    check_proofs.check_assumptions({"one": ()}, theorems)
    with pytest.raises(ClaimsError, match=r"theorem one assumes Classical_Prop\.classic"):
        check_proofs.check_assumptions({"one": ("Classical_Prop.classic",)}, theorems)


def test_without_coqc_nothing_is_done(tmp_path):
    script = ROOT / "proofs/check_proofs.py"
    done = subprocess.run(
        [sys.executable, script, PROOFS, tmp_path / "proofs.json", CHECKED],
        env={"PATH": str(tmp_path), "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.startswith("There is no coqc, so the proofs are not compiled")
    assert not (tmp_path / "proofs.json").exists()


@pytest.mark.skipif(shutil.which("coqc") is None, reason="there is no coqc")
def test_a_wrong_network_does_not_compile(tmp_path):
    for name in ("definitions.v", "averages.v", "cube.v", "evaluation.v"):
        shutil.copy(PROOFS / name, tmp_path)
    name, net = next(iter(export_networks.networks().items()))
    text = export_networks.HEAD + export_networks.exported(name, net)
    (tmp_path / "networks.v").write_text(text, "utf-8")
    wrong = re.sub(r"(edges_squared \d+ \w+ = )(\d+)", lambda m: f"{m[1]}{int(m[2]) + 1}", text)
    assert wrong != text
    (tmp_path / "wrong.v").write_text(wrong, "utf-8")
    for name in ("definitions", "averages", "cube", "evaluation", "networks", "wrong"):
        done = subprocess.run(
            ["coqc", "-w", "none", "-R", ".", "Sparseact", f"{name}.v"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode == 0) == (name != "wrong"), done.stderr
