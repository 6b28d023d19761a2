"""The data: the networks of each network family.

Needs the section `networks` of the configuration; makes
<results>/networks/<network family>, a folder of .npz files under an index.
"""


rule generate_networks:
    output:
        directory(f"{RESULTS}/networks/{{networks}}"),
    log:
        f"{RESULTS}/logs/generate_networks/{{networks}}.log",
    benchmark:
        f"{RESULTS}/benchmarks/generate_networks/{{networks}}.tsv"
    conda:
        ENVIRONMENT
    threads: 1
    resources:
        mem_mb=500,
        runtime=5,
    params:
        code=code_hash("generate_networks"),
        family=lambda wildcards: wildcards.networks,
        arguments=lambda wildcards: config["networks"][wildcards.networks],
        seed=SEED,
    message:
        "Build the {wildcards.networks} networks"
    script:
        "../scripts/generate_networks.py"
