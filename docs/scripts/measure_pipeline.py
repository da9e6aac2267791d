#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the pipeline planner reaches, planned and on the machine: the tables of docs/planners/pipeline.md.

    measure_pipeline.py GANTRY WORKLOADS SCRATCH [PAGE.md]

WORKLOADS has the files of other projects (dnn-placement/, pipedream/), SCRATCH takes plans and runs. The tables are printed,
or take the place of those between the marks of PAGE.md. Exit status 1 if a plan has a larger load than the best contiguous split.
"""

import csv
import json
import os
import sys

from measuring import CYCLES_PER_BYTE, Bench, replays, table, write_tables

RESOURCES = 4
# One millisecond is 10,000 cycles and a kilobyte one byte, so that runs are short.
SCALE = ["--set", "mapping.cycles_per_unit=10000", "--set", "mapping.bytes_scale=0.001", "--cycles-per-byte",
         CYCLES_PER_BYTE, "--drop-input"]
# profile, subtasks; the last column: also run on the machine
PROFILES = [("alexnet", 8, True), ("vgg16", 8, True), ("gnmt", 4, True), ("squeezenet1_0", 4, True)]
FINE = 1e11  # of a millisecond: the planner's unit for DNN placement problems


class PipelineBench(Bench):
    def pipeline(self, file, out, *more):
        path = os.path.join(self.workloads, file)
        metrics = json.loads(self.call("plan", "pipeline", path, "--json", "-o", self.path(out), *more))["metrics"]
        self.call("plan", "check", self.path(out), path)
        return metrics

    def profile(self, name, subtasks, out, *more):
        return self.pipeline(f"pipedream/{name}.txt", out, "--resources", str(RESOURCES), "--subtasks", str(subtasks),
                             *SCALE, *more)


def percent(value):
    return f"{100 * value:.1f} %"


def throughput(bench):
    """Against the published splits; rows and the files where a plan is worse."""
    known = {}
    with open(os.path.join(bench.workloads, "dnn-placement", "known_loads.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            known.setdefault(row["file"], {})[row["split"].split(" split")[0]] = row
    rows, worse = [], []
    for file, splits in known.items():
        found = bench.pipeline(f"dnn-placement/{file}", "throughput.json", "--objective", "throughput")
        contiguous = splits["best contiguous"]
        load, best = found["largest_load"] / FINE, float(contiguous["max_load_ms"])
        if load > best * (1 + 1e-9):
            worse.append(file)
        expert = f"{float(splits['expert']['max_load_ms']):.3f}" if "expert" in splits else "-"
        rows.append([file.removesuffix(".json").removeprefix("throughput_"), contiguous["devices"].replace("accelerators", "acc."),
                     f"{float(splits['all on accelerator 1']['max_load_ms']):.3f}", expert, f"{best:.3f}", f"{load:.3f}",
                     percent(load / best - 1 if abs(load / best - 1) > 1e-9 else 0.0), f"{found['bound'] / FINE:.3f}",
                     percent(found["gap"]), f"{found['ideals']:,}",
                     f"{found['contiguous_load'] / FINE:.3f}" if "contiguous_load" in found else "-", found["contiguous"]])
    return table(["problem", "devices", "all on one", "experts", "best contiguous", "found", "against contiguous",
                  "no smaller than", "gap", "ideals", "own contiguous", "proven"], rows), worse


def makespan(bench):
    rows = []
    for name, subtasks, _ in PROFILES:
        found = bench.profile(name, subtasks, name + ".json", "--workload-out", bench.path(name + ".yaml"))
        free = bench.profile(name, subtasks, name + ".free.json", "--replicate")
        once = bench.profile(name, 1, name + ".once.json")
        alone = bench.pipeline(f"pipedream/{name}.txt", name + ".alone.json", "--resources", "1", "--subtasks",
                               str(subtasks), *SCALE)
        heft = json.loads(bench.call("plan", "heft", bench.path(name + ".yaml"), "--processors", str(RESOURCES),
                                     "--cycles-per-byte", CYCLES_PER_BYTE, "--json"))["metrics"]
        rows.append([name, subtasks, f"{alone['makespan']:,}", f"{subtasks * once['makespan']:,}", f"{found['makespan']:,}",
                     f"{alone['makespan'] / found['makespan']:.2f}", f"{found['bound']:,}", percent(found["gap"]),
                     f"{free['makespan']:,}", f"{heft['makespan']:,}"])
    return table(["profile", "subtasks", "one resource", "one by one", "pipelined", "speedup", "no smaller than", "gap",
                  "`--replicate`", "HEFT, layers torn apart"], rows)


def on_the_machine(bench):
    """Replays the plans that makespan() made."""
    return replays(bench, ["profile", "subtasks"], [([name, subtasks], bench.path(name + ".yaml"), bench.path(name + ".json"))
                                                    for name, subtasks, runs_too in PROFILES if runs_too])


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    bench = PipelineBench(*sys.argv[1:4])
    loads, worse = throughput(bench)
    spans = makespan(bench)
    runs, causes = on_the_machine(bench)
    write_tables(sys.argv[4:], (("loads", loads), ("makespans", spans), ("runs", runs), ("causes", causes)))
    if worse:
        sys.exit(f"a larger load than the best contiguous split: {', '.join(worse)}")


if __name__ == "__main__":
    main()
