"""Compile the Coq proofs, and write what they prove and on which axioms it rests.

The sources in proofs/ are compiled in an empty folder beside the output. Coq prints
each theorem of the statement files as it understands it, and its assumptions: none may
be left but in headline.v, and there only the axioms of Coq's real numbers and of
mathcomp-analysis. Then coqchk checks the compiled files again. Without coqc nothing is
done, and that is said; with REQUIRE_COQ=1 in the environment it is an error.

Exit status: 0, or 1 if anything fails, or if the committed copy is not what was
found. If another version of Coq made that copy, it may print statements in other words:
then theorems and axioms are compared, and a sentence says so.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from paperclaims.errors import ClaimsError
from paperclaims.judging.coq_proofs import (
    CheckedProofs,
    CheckedTheorem,
    at_reals,
    read_checked,
    read_theorems,
    source_files,
    sources_hash,
    statement_files,
    write_checked,
)

#: What a theorem at Coq's real numbers may rest on.
AXIOMS_OF_THE_REALS = {
    "Coq.Logic.Classical_Prop.classic",
    "Coq.Logic.Epsilon.epsilon_statement",
    "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep",
    "Coq.Reals.ClassicalDedekindReals.sig_forall_dec",
    "Coq.Reals.ClassicalDedekindReals.sig_not_dec",
}
LIBRARY = "Sparseact"
REFERENCE = Path("results/reference/proofs.json")
#: What Coq prints of a theorem that rests on no axioms.
CLOSED = "Closed under the global context"


def run(folder, *command):
    done = subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        raise ClaimsError(f"{' '.join(command[:4])} failed:\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


def compile_sources(proofs, build):
    if build.exists():
        shutil.rmtree(build)
    build.mkdir(parents=True)
    for source in [proofs / "_CoqProject", *source_files(proofs)]:
        copy = build / source.relative_to(proofs)
        copy.parent.mkdir(exist_ok=True)
        shutil.copyfile(source, copy)
    run(build, "coq_makefile", "-f", "_CoqProject", "-o", "CoqMakefile")
    run(build, "make", "-f", "CoqMakefile", f"-j{os.cpu_count() or 1}")


def coq(build, name, lines):
    """Return what Coq prints on the lines of a file of that name in the folder of the build."""
    (build / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return run(build, "coqc", "-w", "none", "-R", ".", LIBRARY, name)


def axioms(answers, number):
    """Return the axioms in each answer of `Print Assumptions`, in order.

    ClaimsError unless there are so many answers: each says that there are none, or names them.
    """
    before, *parts = re.split(rf"^({CLOSED}|Axioms:)\n", answers, flags=re.MULTILINE)
    found = [tuple(re.findall(r"^([\w.']+)", body, re.MULTILINE)) for body in parts[1::2]]
    agree = all(
        (says == CLOSED) == (not names) for says, names in zip(parts[::2], found, strict=True)
    )
    if before.strip() or len(found) != number or not agree:
        said = " ".join(answers.split())
        raise ClaimsError(f"Coq did not print the axioms of {number} theorems but: {said[:200]}")
    return found


def ask(build, file, commands):
    """Return what Coq prints on commands about a statement file.

    Of our files only this one is loaded and none is imported, so that names of ours are printed
    with their files, and what a notation of ours stands for in its place.
    """
    loaded = [
        "From mathcomp Require Import all_ssreflect all_algebra.",
        f"Require {module(build, file)}.",
        "Local Open Scope ring_scope.",
        "Set Printing Implicit.",
        "Set Printing Width 100.",
    ]
    return coq(build, f"asked_of_{file.name}", [*loaded, *commands])


def module(build, file):
    """Return Coq's name of a file of ours, such as Sparseact.tools.cube."""
    return ".".join([LIBRARY, *file.relative_to(build).with_suffix("").parts])


def found_by_coq(build, theorems):
    """Return name → the axioms of a theorem, and its statement with all arguments."""
    found = {}
    for file in statement_files(build):
        mine = [theorem.name for theorem in theorems.values() if build / theorem.file == file]
        names = [f"{module(build, file)}.{name}" for name in mine]
        said = ask(build, file, [f"Check @{name}." for name in names])
        parts = re.findall(r"^@?[\w.]*\b(\w+)\n +: (.*(?:\n .*)*)", said, re.MULTILINE)
        if [name for name, _ in parts] != mine:
            raise ClaimsError(f"Coq did not print the {len(mine)} theorems of {file.name}")
        for (name, text), rests_on in zip(parts, assumptions(build, file, names), strict=True):
            says = tuple(re.sub(r"\n {7}", "\n", text).split("\n"))
            found[name] = CheckedTheorem(axioms=rests_on, says=says)
    return found


def assumptions(build, file, names):
    """Return the axioms of each theorem of a statement file, by their full names."""
    # If all together rest on nothing, then so does each; to ask for each takes much longer.
    every = ", ".join(f"@{name}" for name in names)
    together = [f"Definition all_of_them := ({every}).", "Print Assumptions all_of_them."]
    if axioms(ask(build, file, together), 1) == [()]:
        return [()] * len(names)
    said = ask(build, file, [f"Print Assumptions {name}." for name in names])
    rests_on = axioms(said, len(names))
    full = full_names(build, file, sorted({axiom for each in rests_on for axiom in each}))
    return [tuple(full[axiom] for axiom in each) for each in rests_on]


def full_names(build, file, short):
    """Return short → full name of each axiom; Coq prints the shortest that is unambiguous."""
    said = ask(build, file, [f"About {name}." for name in short])
    full = re.findall(r"^Expands to: Constant (\S+)", said, re.MULTILINE)
    if len(full) != len(short):
        raise ClaimsError(f"Coq did not tell the full names of {', '.join(short)}")
    return dict(zip(short, full, strict=True))


def check_assumptions(found, theorems):
    for name, theorem in found.items():
        allowed = AXIOMS_OF_THE_REALS if at_reals(theorems[name].file) else set()
        if extra := set(theorem.axioms) - allowed:
            raise ClaimsError(f"theorem {name} assumes {', '.join(sorted(extra))}")


def check_again(build, sources):
    """Let coqchk check some of our files; it takes all others as they are."""
    options = [word for source in sources for word in ("-norec", module(build, source))]
    run(build, "coqchk", "-silent", "-R", ".", LIBRARY, *options)


def coq_version(said):
    """Return the version in what `coqc --version` says; ClaimsError if there is none."""
    found = re.search(r"version (\S+)", said)
    if not found:
        raise ClaimsError(f"coqc does not say its version but: {' '.join(said.split())[:200]}")
    return found[1]


def check(proofs, output, reference):
    # From here on only the copies count: somebody may edit proofs/ in the meantime.
    build = output.with_suffix("")
    compile_sources(proofs, build)
    theorems = read_theorems(build)
    cores = os.cpu_count() or 1
    sources = source_files(build)
    with ThreadPoolExecutor(cores) as pool:
        asked = pool.submit(found_by_coq, build, theorems)
        checks = [pool.submit(check_again, build, sources[at::cores]) for at in range(cores)]
    found = asked.result()
    for done in checks:
        done.result()
    check_assumptions(found, theorems)
    version = coq_version(run(build, "coqc", "--version"))
    digest = sources_hash(build, version)
    checked = CheckedProofs(coq=version, sources=digest, theorems=found)
    write_checked(output, checked)
    closed = sum(not theorem.axioms for theorem in found.values())
    print(f"{len(found)} theorems, {closed} of them closed under the global context: {output}")
    compare(checked, build, reference)


def compare(checked, build, reference):
    """Raise ClaimsError if the committed copy is not what was found; see above on versions."""
    committed = read_checked(reference) if reference.is_file() else None
    left_out = {}
    if committed and committed.coq != checked.coq:
        print(
            f"{reference} is of Coq {committed.coq} and this is {checked.coq}, which may print "
            "statements in other words: sources, theorems and axioms are compared, not statements."
        )
        there = {"coq": committed.coq, "sources": sources_hash(build, committed.coq)}
        checked = checked.model_copy(update=there)
        left_out = {"theorems": {"__all__": {"says"}}}
    found = checked.model_dump(exclude=left_out)
    if not committed or committed.model_dump(exclude=left_out) != found:
        raise ClaimsError(
            f"{reference} is not what was found; copy {build}.json there and commit it"
        )


def main():
    if shutil.which("coqc") is None:
        absent = "There is no coqc; docs/proofs-coq.md names the packages to install."
        if os.environ.get("REQUIRE_COQ") == "1":
            sys.exit(f"{absent} REQUIRE_COQ=1 asks for it.")
        print(f"{absent} The proofs are not compiled; {REFERENCE} is kept.")
        return
    try:
        check(Path("proofs"), Path("results/proofs.json"), REFERENCE)
    except ClaimsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
