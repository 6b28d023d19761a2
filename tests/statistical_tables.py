"""Run the statistical jobs that do not only train, and write their tables.

    python tests/statistical_tables.py FOLDER CONFIGURATION [job …]

The tables are FOLDER/tables/<topic>/<job>.csv. Without jobs they are those of all statistical
jobs but the trained ones, which trained_hashes.py has; of three of these a part is here too.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from read_yaml import read_configuration
from threadpoolctl import threadpool_info
from trained_hashes import TRAINED

from paperclaims.checks.configuration import config_paper, job_parameters, statistical_jobs
from paperclaims.checks.files import parameters_hash, write_table

#: Trained jobs, and what replaces arguments to leave out most of what is trained.
PARTS: dict[str, dict[str, Any]] = {
    "rounding/learners": {"learners": ["low degree"], "searches": 1},
}


def main() -> None:
    """Write the tables, and print the kernels of each BLAS that is loaded."""
    folder, configuration, *names = sys.argv[1:]
    config = read_configuration(configuration)
    for topic, job in statistical_jobs(config):
        name = f"{topic}/{job}"
        if name not in names if names else name in TRAINED and name not in PARTS:
            continue
        parameters = job_parameters(config, topic, job)
        measure = config_paper(config).checks(topic)[config[topic][job].get("check", job)]
        arguments = parameters["arguments"] | PARTS.get(name, {})
        table = measure(seed=parameters["seed"], **arguments).table
        path = Path(folder, "tables", topic, f"{job}.csv")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_table(path, table, parameters_hash(parameters))
    print(*{library["architecture"] for library in threadpool_info() if "architecture" in library})


if __name__ == "__main__":
    main()
