# `make` sets up and reproduces everything; `make help` lists the targets.

# Each line of a recipe runs by itself, so that GNU make 3.81, which macOS has, runs it too.
# That make finds the programs of .venv only through a shell that is not its default.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

# Snakemake starts jobs by the path of Python, without quotes.
ifneq ($(words $(CURDIR)),1)
$(error the path of the clone must have no space, and it is "$(CURDIR)"; move the clone)
endif

PYTHON ?= python3
CORES ?= all
SEED ?=

VENV := .venv
READY := $(VENV)/.ready
PYTEST = python -m pytest --durations=10 -n $(if $(filter all,$(CORES)),logical,$(CORES)) --dist loadfile --no-loadscope-reorder
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
export NUMBA_CACHE_DIR := $(shell $(PYTHON) src/sparseact/kernel_folder.py 2>/dev/null)

.PHONY: all first test test-all coverage test-slurm setup help lint proofs note reseed report benchmark mutants compare reference release example lock clean

all: $(READY)  ## the main job: check every claim on config/config.yaml, three to five minutes on 2 cores
	@snakemake --cores $(CORES)

first: $(READY)  ## one claim, Lemma 9, with the page of its topic: within a minute
	@snakemake --cores $(CORES) lemma_9
	@echo "Read results/notebooks/average_sensitivity.html"

test: $(READY)  ## the tests: about three minutes
	@$(PYTEST) -m "not tools"

test-all: test  ## the tests, then the slow trials: reruns, mistakes, tutorials, notebooks, examples
	@$(PYTEST) -m tools

coverage: $(READY)  ## the tests, with the lines of the library and the engine that none reaches
	@$(PYTEST) -m "not tools" --cov=sparseact --cov=paperclaims --cov-report=term-missing:skip-covered

test-slurm: $(READY)  ## four claims through Slurm on this machine; as root, with apt-get, some minutes
	@python -m pip install -q --require-hashes --no-deps -r requirements-slurm.lock
	@python tests/slurm.py

setup: $(READY)  ## only the environment, in .venv

help:  ## this list
	@echo "Targets:"
	@$(PYTHON) -c 'import re; [print(f"  make {name:12}{text}") for name, text in re.findall(r"^([a-z-]+):.*?## (.*)", open("$(firstword $(MAKEFILE_LIST))", encoding="utf-8").read(), re.M)]'
	@echo "Variables: CORES=$(CORES), PYTHON=$(PYTHON) (3.11 or later), SEED= (for reseed)"

lint: $(READY)  ## formatting, style, types and the workflow's own lint
	@ruff check .
	@ruff format --check .
	@snakefmt --check Snakefile workflow examples
	@mypy
	@lint-imports --no-logo --no-cache
	@snakemake --lint

proofs: $(READY)  ## compile the Coq proofs and list the axioms of each; without coqc this does nothing
	@python proofs/check_proofs.py

note: $(READY)  ## the citable note as a PDF, results/note.pdf, from the committed reference
	@snakemake --cores $(CORES) results/note.pdf

reseed: $(READY)  ## repeat the statistical checks with another seed; list each outcome that it changes
	@seed="$(or $(SEED),$$(python -c 'import secrets; print(secrets.randbelow(2**31))'))" && \
	echo "Seed $$seed; repeat this with: make reseed SEED=$$seed" && \
	snakemake statistical --cores $(CORES) --config seed="$$seed" \
		results="results/reseed-$$seed" figures="figures/reseed-$$seed" && \
	paperclaims reseed "results/reseed-$$seed" "$$seed"

report: all  ## Snakemake's own report, results/report.html
	@snakemake --report results/report.html

benchmark: $(READY)  ## time the library beside the alternatives of a user, eight minutes; commit the table
	@python benchmarks/benchmark.py results/reference/kernels.md

mutants: $(READY)  ## try 300 mutants of the code that decides, an hour; goes on where it stopped
	@python -m pip install -q cosmic-ray
	@python tests/mutants.py

compare: all  ## compare a full run's numbers with results/reference
	@paperclaims compare

reference: all  ## make a full run the reference; rewrite what README and docs take from it
	@paperclaims compare --replace
	@paperclaims readme
	@paperclaims errata
	@python proofs/formalization.py

release: all  ## a full run, then its crate, records, note and wheel in the folder dist, with checksums
	@rm -rf dist && mkdir dist
	@paperclaims crate
	@tar -czf dist/crate.tar.gz -C results crate
	@tar -czf dist/records.tar.gz -C results records tables verdicts.csv statuses.csv
	@python -m pip wheel -q --no-deps --no-build-isolation -w dist .
	@cp results/note.pdf CITATION.cff formalization.yaml dist
	@cd dist && sha256sum * > SHA256SUMS && cat SHA256SUMS

example: $(READY)  ## another paper in the same workflow, in examples, within a minute
	@cd examples/nearly_tight_rademacher && snakemake --cores $(CORES)

LOCK := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header -q

lock: $(READY)  ## resolve pyproject.toml into requirements.lock (needs a package index)
	@python -m pip install -q uv
	@$(LOCK) --extra plot --extra workflow --group dev -o requirements.lock
	@$(LOCK) --extra workflow --extra slurm -c requirements.lock -o $(VENV)/slurm.lock
	@awk 'NR == FNR { if (/^[^ ]/) known[$$1]; next } /^[^ ]/ { wanted = !($$1 in known) } wanted' \
		requirements.lock $(VENV)/slurm.lock > requirements-slurm.lock

clean:  ## remove all results but the reference, and compiled kernels; keep .venv
	@find results -mindepth 1 -maxdepth 1 ! -name reference -exec rm -rf {} + 2>/dev/null || true
	@find figures -mindepth 1 -maxdepth 1 ! -name .gitkeep -exec rm -rf {} +
	@rm -rf .snakemake .numba_cache examples/*/{results,figures,.snakemake}

$(READY): requirements.lock pyproject.toml .ci/set-up
	@.ci/set-up $(PYTHON) $(VENV)
	@touch $@
