#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bytes read from global memory and response by the size of local stores: a picture, and rows on standard output.

    plot_stores.py GANTRY WORKDIR PICTURE.svg

Runs sim/experiments/resnet50_stores.yaml and gpt2_stores.yaml. Dashed: every part that no task writes once per run, which no
machine can save.
"""

import json
import os
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of the backend)

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
EXPERIMENTS = os.path.join(ROOT, "sim", "experiments")
SIZES = (0, 524288, 1048576, 1572864, 2097152, 3145728, 4194304)
NETWORKS = (("resnet50_stores.yaml", "resnet50_layers.csv", "ResNet-50, 2 images", "o", "#1f6f8b"),
            ("gpt2_stores.yaml", "gpt2_layers.csv", "3 blocks of GPT-2, 2 prompts", "s", "#c23b22"))


def run(gantry, workdir, experiment, size):
    command = [gantry, "run", os.path.join(EXPERIMENTS, experiment), "--kernel", "cycle", "--out", workdir,
               "--set", "output={jobs: false, tasks: false, trace: false, links: false}"]
    if size > 0:
        core = "architecture.processors.core.local"
        command += ["--set", f"{core}.bytes={size}", "--set", f"{core}.bytes_per_cycle=64"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(os.path.join(workdir, "summary.json"), encoding="utf-8") as file:
        return json.load(file)


def weights(gantry, table):
    command = [gantry, "workload", "info", os.path.join(EXPERIMENTS, "workloads", table)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return json.loads(done.stdout)["weight_bytes"]


def main():
    gantry, workdir, picture = sys.argv[1:4]
    figure, (traffic, response) = plt.subplots(1, 2, figsize=(9.2, 3.6))
    for experiment, table, label, marker, colour in NETWORKS:
        summaries = [run(gantry, workdir, experiment, size) for size in SIZES]
        read = [s["blocks"]["memory"]["counters"]["bytes_read"] for s in summaries]
        mean = [s["streams"]["list"][0]["response_cycles"]["mean"] for s in summaries]
        mib = [size / 1048576 for size in SIZES]
        traffic.plot(mib, [b / 1e6 for b in read], marker=marker, color=colour, label=label)
        traffic.axhline(weights(gantry, table) / 1e6, color=colour, linestyle="--", linewidth=0.8)
        response.plot(mib, [m / 1e6 for m in mean], marker=marker, color=colour, label=label)
        for size, b, m in zip(SIZES, read, mean):
            print(f"| {experiment} | {size} | {b:,} | {m:,.0f} |")
    traffic.set_ylabel("read from global memory, MB")
    response.set_ylabel("mean response, million cycles")
    for axes in (traffic, response):
        axes.set_xlabel("local store per core, MiB")
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
