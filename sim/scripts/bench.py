#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Simulation speed of the experiments that come with the project.

    bench.py GANTRY OUTDIR EXPERIMENT...

Runs each three times and prints the fastest; exit status 1 when a run fails.
"""

import json
import os
import subprocess
import sys
import time

RUNS = 3


def measure(gantry, experiment, directory):
    best = None
    for _ in range(RUNS):
        start = time.monotonic()
        run = subprocess.run([gantry, "run", experiment, "--out", directory], stdout=subprocess.DEVNULL, check=False)
        seconds = time.monotonic() - start
        if run.returncode != 0:
            return None
        best = seconds if best is None else min(best, seconds)
    return best


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    gantry, out, experiments = sys.argv[1], sys.argv[2], sys.argv[3:]
    print(f"{'experiment':<20} {'seconds':>8} {'cycles':>12} {'cycles/s':>12} {'flit hops/s':>12}")
    failed = False
    for experiment in experiments:
        name = os.path.splitext(os.path.basename(experiment))[0]
        directory = os.path.join(out, name)
        seconds = measure(gantry, experiment, directory)
        if seconds is None:
            print(f"{name:<20} failed")
            failed = True
            continue
        with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        cycles, hops = summary["cycles"], summary["interconnect"]["flit_hops"]
        print(f"{name:<20} {seconds:8.2f} {cycles:12} {cycles / seconds:12.0f} {hops / seconds:12.0f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
