"""Pool runs with several seeds: the words they found, and the chance that another seed changes one.

Reads the records of the statistical jobs in the folders that `make reseed` made,
writes a CSV table and prints what turned, among the runs or, with --against,
from the words of another such table. Exits with 1 if a word turned.
"""

import argparse
import sys
from pathlib import Path

import yaml

from claimcheck.configuration import job_parameters, statistical_hash, statistical_jobs
from claimcheck.errors import ClaimsError
from claimcheck.files import check_table, parameters_hash, read_records, read_table, write_table
from claimcheck.reseeds import count_changes, summarize


def read_run(folder, config, seed):
    """Return the statistical records of the run with that seed, made with this configuration."""
    records = []
    for family, job in statistical_jobs(config):
        digest = parameters_hash(job_parameters({**config, "seed": seed}, family, job))
        records += read_records(Path(folder, "records", family, f"{job}.jsonl"), digest)
    return records


def print_turned(table, against):
    """Print the checks whose word is another one in the table `against`; return whether any is."""
    keys = ["claim", "statement", "instance", "relation"]
    both = table.merge(read_table(against), how="left", on=keys, suffixes=("", "_known"))
    turned = both[both["words"] != both["words_known"]]
    for row in turned.itertuples():
        print(f"{row.claim} ({row.statement}), {row.instance}: {row.words}, not {row.words_known}")
    print(f"{len(table)} checks, {len(turned)} with another word than in {against}")
    return 1 if len(turned) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--configuration", type=Path, default=Path("config/config.yaml"))
    parser.add_argument("--folders", default="results/reseed-{seed}", help="with {seed} in it")
    parser.add_argument("--against", type=Path, help="a table of runs with other seeds")
    parser.add_argument("output", type=Path)
    parser.add_argument("seeds", type=int, nargs="+")
    arguments = parser.parse_args()
    config = yaml.safe_load(arguments.configuration.read_text(encoding="utf-8"))
    try:
        if config["seed"] in arguments.seeds:
            raise ClaimsError(f"seed {config['seed']} is the configuration's own; take others")
        runs = {
            seed: read_run(arguments.folders.format(seed=seed), config, seed)
            for seed in dict.fromkeys(arguments.seeds)
        }
        table = summarize(runs)
        digest = statistical_hash(config)
        if arguments.against:
            check_table(arguments.against, digest)
    except (ClaimsError, OSError) as error:
        sys.exit(str(error))
    write_table(arguments.output, table, digest)
    if arguments.against:
        return print_turned(table, arguments.against)
    for row in table[table["words"].str.contains(",")].itertuples():
        print(f"{row.claim} ({row.statement}), {row.instance}: {row.words}")
    found = count_changes(table)
    print(
        f"{arguments.output}: {found.checks} checks, {found.seeds} seeds, {found.turned} changed; "
        f"another seed changes one with probability at most {found.chance:.4g}"
    )
    return 1 if found.turned else 0


if __name__ == "__main__":
    sys.exit(main())
