"""The Coq proofs: the statement files, the hash of the sources, and the marks in the registry."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from copied import replace
from made_records import claim, statement

from paperclaims.errors import ClaimsError
from paperclaims.judging.coq_proofs import (
    CheckedProofs,
    CheckedTheorem,
    check_marks,
    check_sources,
    read_checked,
    read_theorems,
    sources_hash,
    write_checked,
)

PROOFS = Path(__file__).resolve().parents[2] / "proofs"

sys.path.append(str(PROOFS))
import check_proofs  # noqa: E402

COQ = "8.16.1"
#: Tests that ask Coq itself; with REQUIRE_COQ=1 they fail where there is none.
needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None and os.environ.get("REQUIRE_COQ") != "1", reason="there is no coqc"
)


def write_sources(folder, **texts):
    """Write Coq sources by the names of their files, in the order in which they are compiled."""
    folder.mkdir()
    listed = "".join(f"{name}.v\n" for name in texts)
    (folder / "_CoqProject").write_text(f"-R . Sparseact\n\n{listed}", "utf-8")
    for name, text in texts.items():
        (folder / f"{name}.v").write_text(text, "utf-8")
    return folder


ONE = """(** * Head *)

(** One is one,
    in words.
    proves: lemma-9 printed; lemma-9 sharp *)
Theorem one (n : nat) :
  n = n.
Proof. by []. Qed.
"""


@pytest.fixture
def made(tmp_path):
    """Return a folder of made-up sources and what was found in them."""
    folder = write_sources(
        tmp_path / "proofs",
        lemmas="(** Of no page. *)\nTheorem zero : True.\n",
        statements_made=ONE,
        headline="(** Two is two. *)\nTheorem two : 2 = 2.\nProof. by []. Qed.\n",
    )
    path = tmp_path / "proofs.json"
    theorems = checked_theorems(one=(), two=("an.axiom",))
    digest = sources_hash(folder, COQ)
    write_checked(path, CheckedProofs(coq=COQ, sources=digest, theorems=theorems))
    return folder, path


def checked_theorems(says="1 = 1", **axioms):
    return {name: CheckedTheorem(axioms=them, says=(says,)) for name, them in axioms.items()}


def marked(key="printed", **more):
    return {"lemma-9": claim(statement(key).replace(proof="coq", **more))}


def test_a_theorem_is_read_with_its_words_and_citations(made):
    one, two = read_theorems(made[0]).values()
    assert (one.name, one.file, one.line) == ("one", "statements_made.v", 6)
    assert one.words == "One is one, in words."
    assert one.text == "Theorem one (n : nat) :\n  n = n."
    assert (one.verb, one.cited) == ("proves", (("lemma-9", "printed"), ("lemma-9", "sharp")))
    assert (two.verb, two.cited) == ("", ())
    assert two.words == "Two is two. It rests on the axioms of Coq's real numbers."


def test_check_marks_rejects_a_statement_that_no_theorem_proves_or_refutes(made):
    folder = made[0]
    check_marks(marked(), folder)
    check_marks({"lemma-9": claim(statement("other"))}, folder / "none")
    for place in (folder, folder / "none"):
        with pytest.raises(ClaimsError, match=r"lemma-9 \(corrected\) names coq, but no theorem"):
            check_marks(marked("corrected"), place)
    refuted = marked(refutation="coq")
    with pytest.raises(ClaimsError, match=r"v:6: theorem one proves .* has a refutation"):
        check_marks(refuted, folder)
    replace(folder / "statements_made.v", "proves:", "refutes:")
    check_marks(refuted, folder)
    with pytest.raises(ClaimsError, match=r"v:6: theorem one refutes .* has no refutation"):
        check_marks({"lemma-9": claim(statement())}, folder)


@pytest.mark.parametrize("name", ["lemmas.v", "headline.v"])
def test_check_sources_rejects_other_sources(made, name):
    folder, path = made
    check_sources(folder, path)
    replace(folder / name, ".", " .")
    with pytest.raises(ClaimsError, match=r"made from other sources .* run make proofs"):
        check_sources(folder, path)


def test_check_sources_rejects_a_theorem_that_was_not_checked_and_no_file(made):
    folder, path = made
    fewer = {"theorems": checked_theorems(two=())}
    write_checked(path, read_checked(path).model_copy(update=fewer))
    with pytest.raises(ClaimsError, match=r"lacks theorem one of .*; run make proofs"):
        check_sources(folder, path)
    path.unlink()
    with pytest.raises(ClaimsError, match="is missing; run make proofs"):
        check_sources(folder, path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"coq"', '"coqc"', "coq → Field required"),
        ('"says"', '"text"', "theorems → one → says → Field required"),
        ("{", "", "Invalid JSON"),
    ],
)
def test_read_checked_rejects_a_damaged_file(made, old, new, says):
    _, path = made
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(ClaimsError, match=f"proofs.json is not a file of make proofs: {says}"):
        read_checked(path)


def test_the_hash_tells_another_coq_other_flags_and_a_renamed_file(made):
    folder, _ = made
    project = folder / "_CoqProject"
    hashes = {sources_hash(folder, COQ), sources_hash(folder, "8.17.0")}
    replace(project, "-R", "-arg -type-in-type\n-R")
    hashes.add(sources_hash(folder, COQ))
    (folder / "headline.v").rename(folder / "other.v")
    replace(project, "headline", "other")
    assert len(hashes | {sources_hash(folder, COQ)}) == 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (ONE.replace("lemma-9 sharp", "sharp"), "must be 'claim key; claim key'"),
        (ONE + ONE, "theorem one appears twice"),
        (None, r"names statements_made\.v, which is not there"),
    ],
)
def test_read_theorems_rejects_bad_sources(made, text, says):
    file = made[0] / "statements_made.v"
    file.write_text(text, "utf-8") if text else file.unlink()
    with pytest.raises(ClaimsError, match=says):
        read_theorems(made[0])


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
    file.write_text(f"{ONE}(** Notation one := 2. *)\n", "utf-8")
    read_theorems(made[0])
    file.write_text(f"{ONE}{command}\n", "utf-8")
    with pytest.raises(ClaimsError, match=r"statements_made\.v may have theorems, imports and no"):
        read_theorems(made[0])


# ------------------------------------------------------- proofs/check_proofs.py


def test_the_axioms_are_read_off_coqs_answers():
    answers = (
        "Closed under the global context\n"
        "Axioms:\nEpsilon.epsilon_statement\n  : forall A,\n    A\n"
        "Classical_Prop.classic : forall P : Prop, P \\/ ~ P\n"
        "Closed under the global context\n"
    )
    found = [(), ("Epsilon.epsilon_statement", "Classical_Prop.classic"), ()]
    assert check_proofs.axioms(answers, 3) == found
    with pytest.raises(ClaimsError, match="did not print the axioms of 2 theorems"):
        check_proofs.axioms(answers, 2)


def test_an_axiom_is_refused_outside_the_reals(made):
    theorems, classic = read_theorems(made[0]), "Coq.Logic.Classical_Prop.classic"
    check_proofs.check_assumptions(checked_theorems(one=(), two=(classic,)), theorems)
    for name, axiom in (("one", classic), ("two", "Sparseact.Classical_Prop.classic")):
        with pytest.raises(ClaimsError, match=f"theorem {name} assumes {axiom}"):
            check_proofs.check_assumptions(checked_theorems(**{name: (axiom,)}), theorems)


def test_without_coqc_nothing_is_done_unless_it_is_required(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REQUIRE_COQ", "0")
    check_proofs.main()
    absent = "There is no coqc; docs/proofs-coq.md names the packages to install."
    assert capsys.readouterr().out.startswith(absent)
    monkeypatch.setenv("REQUIRE_COQ", "1")
    with pytest.raises(SystemExit, match=f"{absent} REQUIRE_COQ=1"):
        check_proofs.main()
    assert not list(tmp_path.iterdir())


def test_proofs_are_compared_with_the_committed_copy(made, capsys):
    folder, path = made
    found = read_checked(path)
    check_proofs.compare(found, folder, path)
    # Another Coq may print statements in other words, but no other axioms.
    axioms = {name: theorem.axioms for name, theorem in found.theorems.items()}
    says = {"theorems": checked_theorems("1 == 1", **axioms)}
    version = {"coq": "8.17.0", "sources": sources_hash(folder, "8.17.0")}
    later = found.model_copy(update=version | says)
    check_proofs.compare(later, folder, path)
    said = capsys.readouterr().out
    assert "is of Coq 8.16.1 and this is 8.17.0, which may print statements in other" in said

    def refused(other):
        with pytest.raises(ClaimsError, match="is not what was found"):
            check_proofs.compare(other, folder, path)

    refused(found.model_copy(update=says))
    more = {"theorems": checked_theorems(**axioms | {"one": ("an.axiom",)})}
    refused(found.model_copy(update=more))
    refused(later.model_copy(update=more))
    replace(folder / "lemmas.v", ".", " .")
    refused(later)
    path.unlink()
    refused(found)


def check_made(folder, output, reference):
    """Return the error of a whole check of made-up sources, or nothing."""
    try:
        check_proofs.check(folder, output, reference)
    except ClaimsError as error:
        return str(error)
    return ""


def says(output):
    return [line for theorem in read_checked(output).theorems.values() for line in theorem.says]


@pytest.mark.tools
@needs_coq
def test_a_shadowed_name_shows_in_the_committed_statement(tmp_path):
    """A statement keeps its text, while a file that it imports defines a name of it anew."""
    output, reference = tmp_path / "out.json", tmp_path / "proofs.json"
    folder = write_sources(
        tmp_path / "made",
        definitions="Definition two := 2.\n",
        lemmas="Lemma le_two (n : nat) : n = n. Proof. reflexivity. Qed.\n",
        statements_made="From Sparseact Require Import definitions lemmas.\n"
        "(** Two is itself. *)\nTheorem one (n : nat) : two = two.\nProof. reflexivity. Qed.\n",
    )
    assert "is not what was found" in check_made(folder, output, reference)
    shutil.copy(output, reference)
    assert check_made(folder, output, reference) == ""
    assert says(output) == ["nat -> definitions.two = definitions.two"]
    # The folder of the build is empty at the start: a file that is left there does not help.
    (tmp_path / "out/left.v").write_text("Definition two := 1.\n", "utf-8")
    replace(folder / "lemmas.v", "Qed.\n", "Qed.\nDefinition two := 3.\n")
    assert "is not what was found" in check_made(folder, output, reference)
    assert not (tmp_path / "out/left.v").exists()
    assert says(output) == ["nat -> lemmas.two = lemmas.two"]


@pytest.mark.tools
@needs_coq
def test_axioms_have_their_full_names(tmp_path):
    """The theorem rests on an axiom that calls itself Classical_Prop.classic."""
    folder = write_sources(
        tmp_path / "made",
        Classical_Prop="Axiom classic : False.\n",
        headline="From Sparseact Require Import Classical_Prop.\n"
        "(** All. *)\nTheorem all : False.\nProof. exact classic. Qed.\n",
    )
    said = check_made(folder, tmp_path / "out.json", tmp_path / "proofs.json")
    assert said == "theorem all assumes Sparseact.Classical_Prop.classic"
