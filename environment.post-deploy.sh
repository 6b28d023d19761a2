# Snakemake runs this in the project's folder, once it has made the environment of environment.yml.
python -m pip install -q --no-deps --no-build-isolation -e .
