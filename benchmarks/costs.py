"""Measure what jobs cost, for `claimcheck plan`; write src/sparse_activations/costs.csv.

The argument is the folder of a full run, whose benchmark files and results give a row
for each job. Checks whose cost grows with one parameter are run by themselves, at
several sizes one after another in a process of their own: their seconds are of the
processor, so that a loaded machine lengthens them little. Without an argument it measures
at a size that no fit has seen, and prints predicted and measured.
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from inspect import signature
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

import yaml

from claimcheck.configuration import check_configuration, config_paper, job_parameters
from claimcheck.files import write_records, write_table
from claimcheck.paper import CHECK
from claimcheck.plan import COSTS, MEASURED, Costs, merged, parameter_value

DIMENSIONS = "networks.random.dimensions"
#: The jobs of which config/large.yaml asks more: what their cost grows with.
SCALED = {
    "definitions/sparsity": DIMENSIONS,
    "average_sensitivity/networks": DIMENSIONS,
    "noise_sensitivity/noise": DIMENSIONS,
    "low_degree/degrees": DIMENSIONS,
    "input_distributions/product_learner": "trials",
}
#: The sizes of the fits: shares of the full run's trials, and n of one family alone.
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
LARGEST = (20, 21, 22, 23, 24, 25)
#: Runs at each size, of which the quickest counts.
RUNS = 5
#: The size that no fit sees.
UNSEEN_SHARE = 1.0
UNSEEN_LARGEST = 26

CONFIGURATION = yaml.safe_load(Path("config/config.yaml").read_text("utf-8"))
FOLDER = Path("src/sparse_activations")


def main():
    """Measure and write the table, or check it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("results", nargs="?", help="the folder of a full run")
    parser.add_argument("--one", metavar="JOB", help="measure one check on configurations of stdin")
    arguments = parser.parse_args()
    if arguments.one:
        measure(arguments.one, json.load(sys.stdin))
    elif arguments.results:
        write(Path(arguments.results))
    else:
        check()


def write(results):
    """Write the table of measured costs."""
    rows = list(whole_jobs(results))
    for job, parameter in SCALED.items():
        sizes = LARGEST if parameter == DIMENSIONS else SHARES
        for value, found in in_a_process(job, parameter, sizes):
            size = {"parameter": parameter, "value": f"{value:.0f}"}
            rows.append({"rule": "", "job": job, **size, **found})
            print(*rows[-1].values(), flush=True)
    with open(FOLDER / COSTS, "w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def whole_jobs(results):
    """Yield a row for each job of a full run, from its benchmark file and its results."""
    benchmarks = results / "benchmarks"
    passed = {"run_mutants", "gather_mutants", "count_false_positives", "compute_error_rates"}
    for path in sorted(benchmarks.rglob("*.tsv")):
        rule, *job = path.relative_to(benchmarks).with_suffix("").parts
        if rule in passed:
            continue
        with open(path, encoding="utf-8", newline="") as stream:
            row = next(csv.DictReader(stream, delimiter="\t"))
        memory = "0" if row["max_rss"] in ("-", "NA") else row["max_rss"]
        files = made_files(results, rule, "/".join(job))
        name = "/".join(job) or rule
        parameter = SCALED.get(name, "")
        value = parameter and f"{parameter_value(CONFIGURATION, name, parameter):.0f}"
        yield {
            "rule": rule,
            "job": name,
            "parameter": parameter,
            "value": value,
            "seconds": row["s"],
            "megabytes": memory,
            "kilobytes": f"{sum(p.stat().st_size for p in files if p.is_file()) / 1024:.0f}",
        }


def made_files(results, rule, job):
    """Return the files that a job makes; figures are counted with the pages, which has them."""
    if rule in ("run_experiment", "measure_claims"):
        yield from (results / f"records/{job}.jsonl", results / f"tables/{job}.csv")
        yield results / f"notebooks/jobs/{job}.ipynb"
    elif rule == "run_notebook":
        yield from (results / f"notebooks/{job}.html", results / f"notebooks/{job}.ipynb")
    elif rule == "generate_data":
        yield from (results / "networks" / job).rglob("*")
    elif rule == "judge_claims":
        yield from (results / f"verdicts/{job}.csv", results / f"summaries/{job}.json")
    elif rule == "write_pages":
        yield from (results / "pages").rglob("*")
    elif rule == "build_site":
        yield from (results / "site").rglob("*")
    elif rule == "compile_verdicts":
        yield from (results / "verdicts.csv", results / "findings.csv")


def resized(job, parameter, size):
    """Return the configuration in which a check has a size."""
    topic, _, name = job.partition("/")
    if parameter == DIMENSIONS:
        overlay = {"networks": {"random": {"dimensions": [size], "repeats": 1}}}
        overlay[topic] = {name: {"network_families": ["random"]}}
        for key in ("neurons", "sparsities", "weight_bounds", "bias_bounds"):
            overlay["networks"]["random"][key] = CONFIGURATION["networks"]["random"][key][:1]
    else:
        trials = round(size * CONFIGURATION[topic][name][parameter])
        overlay = {topic: {name: {parameter: trials}}}
    return merged(CONFIGURATION, overlay)


def in_a_process(job, parameter, sizes):
    """Yield the parameter's value and the cost of a check at each size, in a fresh process."""
    configurations = [resized(job, parameter, size) for size in sizes]
    done = subprocess.run(
        [sys.executable, __file__, "--one", job],
        input=json.dumps(configurations),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{job}: {done.stderr}")
    for config, line in zip(configurations, done.stdout.splitlines(), strict=True):
        yield (
            parameter_value(config, job, parameter),
            dict(zip(MEASURED, line.split(), strict=True)),
        )


def measure(job, configurations):
    """Run one check at ascending sizes; print its seconds, the peak so far, and its files' KB."""
    for config in configurations:
        check_configuration(config)
        run, arguments = call(job, config)
        seconds = []
        for _ in range(RUNS):  # numba compiles in the first
            before = time.process_time()
            records, table = run(**arguments)
            seconds.append(time.process_time() - before)
        with tempfile.TemporaryDirectory() as folder:
            write_records(Path(folder) / "records.jsonl", records, "0" * 16)
            write_table(Path(folder) / "table.csv", table, "0" * 16)
            size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1024
        peak = getrusage(RUSAGE_SELF).ru_maxrss / 1024
        print(f"{min(seconds):.3f} {peak:.0f} {size:.0f}", flush=True)


def call(job, config):
    """Return a check and the arguments that its job would give it."""
    paper = config_paper(config)
    topic, _, name = job.partition("/")
    parameters = job_parameters(config, topic, name)
    function = parameters["check"].rpartition(".")[2]
    run = getattr(import_module(paper.check_module(topic, function.removeprefix(CHECK))), function)
    arguments = dict(parameters["arguments"])
    if paper.data.section in arguments:
        arguments[paper.data.section] = [
            one
            for kind in arguments[paper.data.section]
            for one in paper.data.generate(kind, config["seed"], config["networks"][kind])
        ]
    if "seed" in signature(run).parameters:
        arguments["seed"] = config["seed"]
    return run, arguments


def check():
    """Print predicted and measured seconds and memory at a size that no fit has seen."""
    fits = Costs(FOLDER / COSTS).fits()
    print("job,value,predicted s,measured s,ratio,predicted MB,measured MB,ratio")
    for job, parameter in SCALED.items():
        unseen = UNSEEN_LARGEST if parameter == DIMENSIONS else UNSEEN_SHARE
        ((value, found),) = in_a_process(job, parameter, [unseen])
        row = [job, f"{value:.0f}"]
        for name in ("seconds", "megabytes"):
            predicted = fits[job][1][name].at(value)
            row += [f"{predicted:.1f}", found[name], f"{float(found[name]) / predicted:.2f}"]
        print(",".join(row), flush=True)


if __name__ == "__main__":
    main()
