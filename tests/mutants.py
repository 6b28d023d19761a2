"""Mutants of the code that decides: 300, drawn once, each tried by the tests of its module.

Run as `make mutants`, and again to go on after a stop. cosmic-ray makes and tries them, in a copy
of the project. A mutant survives if no test fails; one that takes 20 seconds of the processor does
not survive. Compiled kernels are left out: a mutant of one would compile them all again.
"""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

from copied import ROOT, fresh_copy

FOLDER = ROOT / "results/mutants"
TREE = FOLDER / "tree"
SEED, DRAWN = 7, 300
#: Modules and the tests of each.
TRIED = {
    "paperclaims/checks/comparison": "tests/engine/test_comparison.py",
    "paperclaims/judging/verdicts": "tests/engine/test_verdicts.py",
    "sparseact/bounds": "tests/library/test_bounds.py",
    **{
        f"awasthi2024/bounds/{part}": "tests/paper/test_formulas.py"
        for part in (*(f"section_{n}" for n in range(2, 7)), "appendices", "other_inputs")
    },
    "sparseact/network": "tests/library/test_network.py",
    "sparseact/spectrum": "tests/library/test_spectrum.py",
    "sparseact/most_active": "tests/library/test_most_active.py",
    "sparseact/rademacher/parts": "tests/library/test_rademacher_parts.py",
    "sparseact/rademacher/suprema": "tests/library/test_rademacher_interval.py",
}
CONFIGURATION = """[cosmic-ray]
module-path = "src/{module}.py"
timeout = 600.0
excluded-modules = []
test-command = "prlimit --cpu=20 {python} -m pytest -q -x {tests}"
distributor = {{ name = "local" }}
"""


def cosmic_ray(command: str, session: Path) -> None:
    places = {"PYTHONPATH": str(TREE / "src"), "NUMBA_CACHE_DIR": str(FOLDER / "numba")}
    arguments = ["cosmic-ray", command, session.with_suffix(".toml"), session]
    subprocess.run(arguments, cwd=TREE, check=True, env=os.environ | places)


def draw(sessions: dict[str, Path]) -> None:
    """Copy the project, list all mutants, and keep those that are drawn."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    fresh_copy(TREE)
    shutil.copytree(ROOT / "tests", TREE / "tests")
    shutil.copy2(ROOT / "pyproject.toml", TREE)
    every = []
    for module, session in sessions.items():
        values = {"module": module, "python": sys.executable, "tests": TRIED[module]}
        session.with_suffix(".toml").write_text(CONFIGURATION.format(**values))
        cosmic_ray("init", session)
        source = (TREE / f"src/{module}.py").read_text("utf-8")
        kernels = set(re.findall(r"^@.*njit.*\n(?:@.*\n)*def (\w+)", source, re.MULTILINE))
        rows = sqlite3.connect(session).execute(
            "select ifnull(definition_name, ''), operator_name, occurrence, job_id "
            "from mutation_specs"
        )
        every += sorted((module, *row) for row in rows if row[0] not in kernels)
    kept = {row[-1] for row in random.Random(SEED).sample(every, DRAWN)}
    for session in sessions.values():
        with sqlite3.connect(session) as opened:
            jobs = opened.execute("select job_id from work_items").fetchall()
            for table in ("work_items", "mutation_specs"):
                gone = [job for job in jobs if job[0] not in kept]
                opened.executemany(f"delete from {table} where job_id = ?", gone)


def main() -> None:
    """Draw mutants where there are none, try those that are left, and list what survives."""
    sessions = {module: FOLDER / f"{module.replace('/', '.')}.sqlite" for module in TRIED}
    if not (FOLDER / "drawn").exists():
        draw(sessions)
        (FOLDER / "drawn").touch()
    outcomes: Counter[str] = Counter()
    for module, session in sessions.items():
        cosmic_ray("exec", session)
        for outcome, row, operator in sqlite3.connect(session).execute(
            "select test_outcome, start_pos_row, operator_name from work_results "
            "join mutation_specs using (job_id)"
        ):
            outcomes[outcome] += 1
            if outcome == "SURVIVED":
                print(f"src/{module}.py:{row}: {operator}", flush=True)
    print(dict(outcomes))


if __name__ == "__main__":
    main()
