"""Run the statistical jobs that do not only train, and write their tables.

    python tests/statistical_tables.py FOLDER CONFIGURATION [job …]

The tables are FOLDER/tables/<topic>/<job>.csv. Without jobs they are those of `JOBS`;
trained_hashes.py has the other statistical ones.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from read_yaml import read_configuration
from threadpoolctl import threadpool_info

from claimcheck.checks.configuration import config_paper, job_parameters
from claimcheck.checks.files import parameters_hash, write_table

#: The jobs, and what replaces arguments to leave out most of what is trained.
JOBS: dict[str, dict[str, Any]] = {
    "representations/probability": {},
    "noise_sensitivity/coupling": {},
    "noise_sensitivity/concentration": {},
    "low_degree/success": {},
    "low_degree/half_degree": {},
    "low_degree/recovery": {},
    "low_degree/agnostic": {},
    "statistical_queries/elimination": {},
    "statistical_queries/samples": {"steps": 1},
    "rounding/learners": {"learners": ["low degree"], "searches": 1},
    "rounding/easy": {},
    "input_distributions/product_learner": {},
    "input_distributions/gaussian_sampled": {},
    "section_6/greedy": {},
    "learners/distributions": {},
    "outside_claims/queries": {},
}


def main() -> None:
    """Write the tables, and print the kernels of each BLAS that is loaded."""
    folder, configuration, *names = sys.argv[1:]
    config = read_configuration(configuration)
    for name in names or JOBS:
        family, _, job = name.partition("/")
        parameters = job_parameters(config, family, job)
        measure = config_paper(config).checks(family)[config[family][job].get("check", job)]
        arguments = parameters["arguments"] | JOBS[name]
        table = measure(seed=parameters["seed"], **arguments).table
        path = Path(folder, "tables", family, f"{job}.csv")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_table(path, table, parameters_hash(parameters))
    print(*{library["architecture"] for library in threadpool_info() if "architecture" in library})


if __name__ == "__main__":
    main()
