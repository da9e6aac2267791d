#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `gantry network` costs: router traversals and cycles per CPU second of whole calls, start and statistics included.

    network_bench.py GANTRY OUTDIR [WORD...]

Uniform traffic on meshes, 4 virtual channels of 8 flits, packets of 5 flits. With words: only rows whose name has one.
Every row is run five times; the least CPU time counts, since a busy machine only adds to it.
"""

import json
import os
import subprocess
import sys

RUNS = 5
ROUTERS = {"low latency": "low_latency", "pipelined": "pipelined", "speculative": "pipelined, speculative: true"}
# side, load in flits per cycle and node, measured cycles
ROWS = [(8, 0.001, 20000000), (8, 0.05, 800000), (8, 0.1, 400000), (8, 0.2, 200000), (8, 0.38, 100000), (8, 0.4, 100000),
        (16, 0.05, 100000), (32, 0.05, 20000)]


def run_once(gantry, path):
    child = subprocess.Popen([gantry, "network", path], stdout=subprocess.PIPE)
    answer = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"gantry network {path} failed")
    return json.loads(answer), used.ru_utime + used.ru_stime, used.ru_maxrss


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    gantry, out, *words = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    print(f"{'network':34} {'CPU s':>7} {'million traversals/s':>21} {'million cycles/s':>17} {'MiB':>6}")
    for name, router in ROUTERS.items():
        for side, load, cycles in ROWS:
            row = f"{name}, {side}x{side}, {100 * load:g} %"
            if words and not any(word in row for word in words):
                continue
            path = os.path.join(out, "network.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"interconnect: {{columns: {side}, rows: {side}, virtual_channels: 4, buffer_flits: 8, "
                           f"router: {router}}}\nmeasured_cycles: {cycles}\n"
                           f"traffic: {{packet_flits: 5, packets_per_cycle: {load / 5:.6f}}}\n")
            runs = [run_once(gantry, path) for _ in range(RUNS)]
            found, cpu, memory = runs[0][0], min(run[1] for run in runs), max(run[2] for run in runs)
            mark = "" if found["status"] == "stable" else "  (unstable)"
            print(f"{row:34} {cpu:7.2f} {found['flit_hops'] / cpu / 1e6:21.1f} {found['cycles'] / cpu / 1e6:17.2f} "
                  f"{memory / 1024:6.1f}{mark}", flush=True)


if __name__ == "__main__":
    main()
