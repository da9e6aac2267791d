#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the periodic planner reaches, planned and on the machine: the tables of docs/planners/periodic.md.

    measure_periodic.py GANTRY WORKLOADS SCRATCH [PAGE.md]

WORKLOADS has the files of other projects (wfcommons/, kernels/), SCRATCH takes plans and runs. The tables are printed, or
take the place of those between the marks of PAGE.md.
"""

import csv
import json
import os
import sys

from measuring import CYCLES_PER_BYTE, DEEP, EXPERIMENT, PATH, PROCESSORS, STORES, Bench, table, write_tables

PERIODS = 100

# name, file, cycles per unit of time, our bytes per byte; the last column: also run on the machine
WORKLOADS = [
    ("montage", "wfcommons/montage-chameleon-2mass-005d-001.json", "10000", "0.001", True),
    ("epigenomics", "wfcommons/epigenomics-chameleon-hep-1seq-100k-001.json", "10000", "0.001", True),
    ("rnaseq", "wfcommons/rnaseq-dirt02-001.json", "1000", "0.0001", True),
    ("cholesky_16", "kernels/cholesky_16.stg", "1000", "1", True),
    ("qr_10", "kernels/qr_10.stg", "1000", "1", True),
    ("cholesky_40", "kernels/cholesky_40.stg", "1000", "1", False),
    ("resnet50", None, "1", "1", False),
    ("gpt2_prefill", None, "1", "1", False),
]
# for the exact model: name, file, cycles per unit, processors
SMALL = [
    ("cholesky_04", "kernels/cholesky_04.stg", "1000", 2),
    ("cholesky_04", "kernels/cholesky_04.stg", "1000", 4),
    ("helloworld_forkjoin", "wfcommons/helloworld-forkjoin-10-chameleon.json", "100", 4),
    ("methylseq", "wfcommons/methylseq-dirt02-001.json", "100", 4),
    ("qr_05", "kernels/qr_05.stg", "1000", 8),
]


class PeriodicBench(Bench):
    def plan(self, workload, out, *more):
        if "--processors" not in more:
            more += ("--processors", str(PROCESSORS))
        metrics = json.loads(self.call("plan", "periodic", workload, "--cycles-per-byte", CYCLES_PER_BYTE, "--json",
                                       "-o", out, *more))["metrics"]
        self.call("plan", "check", out, workload)
        return metrics

    def repeat(self, plan, workload, name):
        """The experiment that replays 100 periods, and the plan's metrics."""
        many, plan_many = self.path(name + ".many.yaml"), self.path(name + ".many.json")
        metrics = json.loads(self.call("plan", "repeat", plan, workload, "--periods", str(PERIODS), "--workload-out",
                                       many, "-o", plan_many, "--json"))["metrics"]
        with open(self.path(name + ".replay.yaml"), "w", encoding="utf-8") as out:
            out.write(EXPERIMENT.format(architecture=self.architecture(), workload=many, choice=""))
            out.write(f"plan: {plan_many}\n")
        return self.path(name + ".replay.yaml"), metrics

    def steady_period(self, name, executions_per_period):
        """Mean distance of the ends of periods 20 to 80."""
        ends = [0] * PERIODS
        with open(os.path.join(self.path(name), "tasks.csv"), encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                period = int(row["task"].rpartition("@")[2]) // executions_per_period
                ends[period] = max(ends[period], int(row["completed"]))
        return (ends[80] - ends[20]) / 60


def planning(bench):
    rows = []
    for name, file, cycles, scale, _ in WORKLOADS:
        workload = bench.workload(name, file, cycles, scale)
        plan = bench.plan(workload, bench.path(name + ".json"))
        reassigned = bench.plan(workload, bench.path(name + ".reassigned.json"), "--reassign")
        tasks = json.loads(bench.call("workload", "info", workload))["tasks"]
        rows.append([name, f"{tasks:,}", plan["unroll"], f"{plan['period']:,}", f"{plan['utilization']:.4f}",
                     f"{100 * plan['period_gap']:.2f} %", plan["max_retiming_before"], plan["max_retiming_source"],
                     plan["max_retiming"], reassigned["max_retiming"], plan["least_retiming"]])
    return table(["workload", "tasks", "unroll", "period", "utilization", "above least period", "retiming as stacked",
                  "source's adjustment", "found", "with `--reassign`", "no smaller than"], rows)


def proven(bench):
    rows = []
    for name, file, cycles, processors in SMALL:
        workload = bench.workload(name, file, cycles, "0.0001")
        plan = bench.plan(workload, bench.path(name + ".exact.json"), "--processors", str(processors), "--exact",
                          "--nodes", "500")
        tasks = json.loads(bench.call("workload", "info", workload))["tasks"]
        rows.append([name, processors, tasks * plan["unroll"], f"{plan['period']:,}", plan["max_retiming_before"],
                     plan["max_retiming_source"], plan["max_retiming"], plan["exact_bound"], plan["exact_stopped"]])
    return table(["workload", "processors", "copies", "period", "as stacked", "source's adjustment", "found",
                  "no smaller than", "solver ended by"], rows)


def on_the_machine(bench):
    periods, causes, measured = [], [], []
    for name, file, cycles, scale, runs in WORKLOADS:
        if not runs:
            continue
        workload = bench.workload(name, file, cycles, scale)
        plan = bench.plan(workload, bench.path(name + ".json"))
        experiment, repeated = bench.repeat(bench.path(name + ".json"), workload, name)
        single = bench.path(name + ".single.yaml")
        with open(single, "w", encoding="utf-8") as out:
            out.write(EXPERIMENT.format(architecture=bench.architecture(), workload=workload,
                                        choice=", processor_choice: least_loaded"))
        alone = bench.run(single, name + ".single")["cycles"]

        row = [name, f"{plan['period']:,}", f"{repeated['makespan']:,}"]
        for label, sets in (("ideal", ["timing=ideal"]), ("2", []), ("8", [DEEP]), ("8, stores", [STORES])):
            out = f"{name}.{label.replace(', ', '.')}"
            summary = bench.run(experiment, out, *sets)
            period = bench.steady_period(out, plan["unroll"])
            row += [f"{summary['cycles']:,}", f"{period:,.0f}"]
            if label == "8":
                deep = period
            if label != "ideal":
                path = summary["plan"]["path"]
                causes.append([name, label, f"{summary['plan']['ratio']:.4f}",
                               f"{summary['cycles'] - repeated['makespan']:,}"] + [f"{path[key]:,}" for key in PATH])
        row.append(f"{alone * plan['unroll'] / deep:.2f}")
        periods.append(row)

        known = bench.path(name + ".measured.json")
        again = bench.plan(workload, known, "--times", "from:" + bench.path(name + ".single"))
        experiment, repeated = bench.repeat(known, workload, name + ".measured")
        summary = bench.run(experiment, name + ".measured.deep", DEEP)
        measured.append([name, again["unroll"], f"{plan['period']:,}", f"{again['period']:,}",
                         f"{bench.steady_period(name + '.measured.deep', again['unroll']):,.0f}",
                         f"{summary['cycles'] / repeated['makespan']:.4f}"])
    return (table(["workload", "period", "planned", "ideal", "its period", "2 places", "its period", "8 places",
                   "its period", "8, stores", "its period", "against one by one"], periods),
            table(["workload", "places", "simulated / planned", "cycles more", *PATH], causes),
            table(["workload", "unroll", "period of the workload's times", "period of measured times", "simulated period",
                   "simulated / planned"], measured))


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    bench = PeriodicBench(*sys.argv[1:4])
    planned = planning(bench)
    exact = proven(bench)
    periods, causes, measured = on_the_machine(bench)
    write_tables(sys.argv[4:], (("planned", planned), ("proven", exact), ("periods", periods), ("causes", causes),
                                ("measured", measured)))


if __name__ == "__main__":
    main()
