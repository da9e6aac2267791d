#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What pickers and processor choices make of the shipped experiments: the tables of docs/picker.md.

    measure_policies.py GANTRY SCRATCH [PAGE.md]
    measure_policies.py --workload > sim/experiments/workloads/contended.yaml

SCRATCH takes runs. The tables are printed, or take the place of those between the marks of PAGE.md.
"""

import csv
import os
import random
import sys

from measuring import EXPERIMENTS, Bench, table, write_tables

CONTENDED = os.path.join(EXPERIMENTS, "contended.yaml")
MODES = [(mode, against) for mode in ("gang", "per_job") for against in ("idle", "reserve", "capable")]
CHOICES = ("first_free", "least_loaded", "nearest", "earliest_finish")
MIXED = ("architecture.processors=[{name: core, type: core, count: 8, queue_depth: 2, word_bytes: 64, max_job_bytes: 524288}, "
         "{name: slow, type: core, count: 8, speed: 0.5, queue_depth: 2, word_bytes: 64, max_job_bytes: 524288}, "
         "{name: dma, type: dma, count: 2, queue_depth: 4, word_bytes: 64, max_job_bytes: 1048576}]")
MACHINES = [("16 cores", []), ("on a tree", ["architecture=architectures/tree32.yaml"]), ("8 at half speed", [MIXED])]
TASKS = 480


def workload():
    """480 tasks in bursts of 24, each 7/8 of what 16 cores can do before the next one comes."""
    draw = random.Random(1)
    print("# SPDX-License-Identifier: Apache-2.0")
    print("# Bursts of tasks of three classes that want the same cores: docs/scripts/measure_policies.py --workload writes it.")
    print("tasks:")
    for number in range(TASKS):
        cls = draw.choice(["block", "cluster", "union"])
        weight = draw.choice([1, 8, 64])
        jobs = draw.choice([1, 2, 4, 8, 16])
        cycles = draw.choice([300, 600, 1200, 2400])
        deadline = cycles * 2 + draw.choice([3000, 8000, 16000])
        print(f"  - {{id: t{number}, class: {cls}, weight: {weight}, jobs: {jobs}, cycles: {cycles}, "
              f"submit: {number // 24 * 12000}, deadline: {deadline}}}")


def tasks_of(name):
    with open(os.path.join(EXPERIMENTS, "workloads", name + ".yaml"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("  - {"):
                pairs = (pair.split(": ") for pair in line.strip()[3:-1].split(", "))
                yield dict(pairs)


def responses(directory):
    """Of every task of the contended stream, its keys and the cycles from its submission to its completion."""
    given = {task["id"]: task for task in tasks_of("contended")}
    with open(os.path.join(directory, "tasks.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            task = given[row["task"]]
            yield task, int(row["completed"]) - int(task["submit"])


def mean(values):
    values = list(values)
    return f"{round(sum(values) / len(values)):,}"


def pickers(bench):
    names = [line.split()[0] for line in bench.call("list", "pickers").splitlines() if line.startswith("  ")]
    rows = []
    for mode, against in MODES:
        for name in names:
            run = f"{mode}.{against}.{name}"
            summary = bench.run(CONTENDED, run, f"architecture.dispatcher.mode={mode}",
                                f"architecture.dispatcher.match_against={against}", f"policies.picker={name}")
            found = list(responses(bench.path(run)))
            rounds = summary["picker"]["rounds"]
            rows.append([f"{mode}, {against}", f"`{name}`", f"{summary['cycles']:,}",
                         f"{100 * summary['picker']['contested'] / rounds:.1f} %", mean(time for _, time in found),
                         mean(time for task, time in found if task["weight"] == "64"),
                         mean(time for task, time in found if task["weight"] == "1"),
                         sum(time > int(task["deadline"]) for task, time in found)])
    return table(["mode, matched against", "picker", "cycles", "contested", "response", "weight 64", "weight 1", "late"], rows)


def choices(bench):
    rows = []
    for machine, sets in MACHINES:
        for name in ("resnet50", "gpt2_prefill", "contended"):
            row = [machine, name]
            for choice in CHOICES:
                summary = bench.run(os.path.join(EXPERIMENTS, name + ".yaml"), f"{machine}.{name}.{choice}",
                                    f"policies.processor_choice={choice}", *sets)
                row.append(summary["cycles"])
            best = min(row[2:])
            rows.append(row[:2] + [f"{cycles:,} ({cycles / best:.3f})" for cycles in row[2:]])
    return table(["machine", "experiment", *(f"`{choice}`" for choice in CHOICES)], rows)


def main():
    if sys.argv[1:] == ["--workload"]:
        return workload()
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    bench = Bench(sys.argv[1], None, sys.argv[2])
    return write_tables(sys.argv[3:], (("pickers", pickers(bench)), ("choices", choices(bench))))


if __name__ == "__main__":
    main()
