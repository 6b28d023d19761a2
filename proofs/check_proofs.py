"""Compile the Coq proofs, and write what they prove and on which axioms it rests.

The sources in proofs/ are compiled in a folder beside the output. Coq prints
the assumptions of every theorem of the statement files: none may be left but in
statements_reals.v, and there only the axioms of Coq's real numbers and of
mathcomp-analysis. Then coqchk checks the compiled files again. Without
coqc nothing is done, and that is said.

Exit status: 0, or 1 if anything fails, or if the committed copy is not what was
found.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from claimcheck.coq_proofs import (
    CheckedProofs,
    at_reals,
    read_checked,
    read_theorems,
    source_files,
    sources_hash,
    statement_files,
    write_checked,
)
from claimcheck.errors import ClaimsError

#: What a theorem at Coq's real numbers may rest on.
AXIOMS_OF_THE_REALS = {
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "Epsilon.epsilon_statement",
    "FunctionalExtensionality.functional_extensionality_dep",
}
LIBRARY = "Sparseact"
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
    build.mkdir(parents=True, exist_ok=True)
    for source in [proofs / "_CoqProject", *source_files(proofs)]:
        copy = build / source.name
        if not copy.is_file() or copy.read_bytes() != source.read_bytes():
            shutil.copyfile(source, copy)
    run(build, "coq_makefile", "-f", "_CoqProject", "-o", "CoqMakefile")
    run(build, "make", "-f", "CoqMakefile", f"-j{os.cpu_count() or 1}")


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


def printed_assumptions(build, module, names, together=()):
    """Return the axioms of each name in a module, or of what is built from those `together`."""
    lines = [f"From {LIBRARY} Require {module}.", f"Import {LIBRARY}.{module}."]
    if together:
        lines.append(f"Definition all_of_them := ({', '.join(f'@{name}' for name in together)}).")
    lines += [f"Print Assumptions {name}." for name in names]
    source = f"assumptions_of_{module}.v"
    (build / source).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return axioms(run(build, "coqc", "-w", "none", "-R", ".", LIBRARY, source), len(names))


def assumptions(build, theorems):
    """Return name → axioms, as Coq prints them."""
    found = {}
    for file in statement_files(build):
        module = file.stem
        names = [theorem.name for theorem in theorems.values() if theorem.file == file.name]
        # If all together rest on nothing, then so does each; to ask for each takes much longer.
        if printed_assumptions(build, module, ["all_of_them"], names) == [()]:
            found |= dict.fromkeys(names, ())
        else:
            found |= dict(zip(names, printed_assumptions(build, module, names), strict=True))
    return found


def check_assumptions(found, theorems):
    for name, rests_on in found.items():
        allowed = AXIOMS_OF_THE_REALS if at_reals(theorems[name].file) else set()
        if extra := set(rests_on) - allowed:
            raise ClaimsError(f"theorem {name} assumes {', '.join(sorted(extra))}")


def check_again(build, sources):
    """Let coqchk check some of our files; it takes all others as they are."""
    options = [word for source in sources for word in ("-norec", f"{LIBRARY}.{source.stem}")]
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
        asked = pool.submit(assumptions, build, theorems)
        checks = [pool.submit(check_again, build, sources[at::cores]) for at in range(cores)]
    found = asked.result()
    for done in checks:
        done.result()
    check_assumptions(found, theorems)
    version = coq_version(run(build, "coqc", "--version"))
    checked = CheckedProofs(sources_hash(build), version, found)
    write_checked(output, checked)
    closed = sum(not rests_on for rests_on in found.values())
    print(f"{len(found)} theorems, {closed} of them closed under the global context: {output}")
    committed = read_checked(reference) if reference.is_file() else None
    if committed is None or committed._replace(coq=version) != checked:
        raise ClaimsError(f"{reference} is not what was found; copy {output} there and commit it")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("proofs", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("reference", type=Path)
    arguments = parser.parse_args()
    if shutil.which("coqc") is None:
        print(f"There is no coqc, so the proofs are not compiled; {arguments.reference} is kept.")
        return 0
    try:
        check(arguments.proofs, arguments.output, arguments.reference)
    except ClaimsError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
