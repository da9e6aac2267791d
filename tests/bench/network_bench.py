#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the interconnect costs: router traversals and cycles per CPU second of whole calls, start and statistics included.

    network_bench.py GANTRY OUTDIR [WORD...]

Uniform traffic on meshes, 4 virtual channels of 8 flits, packets of 5 flits, with `gantry network`; and the same traffic
beside a machine of 61 processors that waits for its only task, with `gantry run`. With words: only rows whose name has
one. Every row is run five times; the least CPU time counts, since a busy machine only adds to it.
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


def run_once(words, answer):
    """CPU seconds and peak memory of a call, and the JSON that it wrote: on its output, or into the file `answer`."""
    child = subprocess.Popen(words, stdout=subprocess.PIPE)
    printed = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{' '.join(words)} failed")
    if answer:
        with open(answer, encoding="utf-8") as file:
            printed = file.read()
    return json.loads(printed), used.ru_utime + used.ru_stime, used.ru_maxrss


def print_row(name, words, answer=None):
    runs = [run_once(words, answer) for _ in range(RUNS)]
    found, cpu, memory = runs[0][0], min(run[1] for run in runs), max(run[2] for run in runs)
    hops = found["flit_hops"] if "flit_hops" in found else found["interconnect"]["flit_hops"]
    mark = "  (unstable)" if found.get("status", "stable") != "stable" else ""
    print(f"{name:34} {cpu:7.2f} {hops / cpu / 1e6:21.1f} {found['cycles'] / cpu / 1e6:17.2f} {memory / 1024:6.1f}{mark}",
          flush=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    gantry, out, *words = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, "network.yaml")

    def wanted(row):
        return not words or any(word in row for word in words)

    def write(text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    print(f"{'network':34} {'CPU s':>7} {'million traversals/s':>21} {'million cycles/s':>17} {'MiB':>6}")
    for name, router in ROUTERS.items():
        for side, load, cycles in ROWS:
            net = (f"interconnect: {{columns: {side}, rows: {side}, virtual_channels: 4, buffer_flits: 8, "
                   f"router: {router}}}\n")
            traffic = f"{{packet_flits: 5, packets_per_cycle: {load / 5:.6f}}}\n"
            row = f"{name}, {side}x{side}, {100 * load:g} %"
            if wanted(row):
                write(f"{net}measured_cycles: {cycles}\ntraffic: {traffic}")
                print_row(row, [gantry, "network", path])
            row += ", machine"
            if side == 8 and wanted(row):
                write(f"architecture:\n  processors: [{{count: 61}}]\n  {net}"
                      f"workload: {{tasks: [{{id: late, submit: {cycles}}}]}}\nbackground: {traffic}"
                      "output: {tasks: false, jobs: false, trace: false, links: false, pictures: false}\n")
                print_row(row, [gantry, "run", path, "--out", out], os.path.join(out, "summary.json"))


if __name__ == "__main__":
    main()
