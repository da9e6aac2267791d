#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the list schedulers reach, planned and on the machine: the tables of docs/planners.md.

    measure_list.py GANTRY WORKLOADS SCRATCH [PAGE.md]

WORKLOADS has the files of other projects (wfcommons/, kernels/), SCRATCH takes plans and runs. The tables are printed, or
take the place of those between the marks of PAGE.md.
"""

import json
import sys

from measuring import CYCLES_PER_BYTE, DEEP, EXPERIMENT, PROCESSORS, Bench, replays, table, write_tables

METHODS = ("heft", "heft_lookahead", "cpop", "peft", "ippts", "dls", "etf", "critical_path", "workload_order")
MOVES = "2000"
# name, file, cycles per unit of time, our bytes per byte; the last column: also run on the machine
WORKLOADS = [
    ("cholesky_16", "kernels/cholesky_16.stg", "1000", "1", True),
    ("qr_10", "kernels/qr_10.stg", "1000", "1", True),
    ("montage", "wfcommons/montage-chameleon-2mass-005d-001.json", "10000", "0.001", True),
    ("epigenomics", "wfcommons/epigenomics-chameleon-hep-1seq-100k-001.json", "10000", "0.001", True),
    ("rnaseq", "wfcommons/rnaseq-dirt02-001.json", "1000", "0.0001", True),
    ("resnet50", None, "1", "1", False),
    ("gpt2_prefill", None, "1", "1", False),
]


def plan(bench, method, workload, out, processors=str(PROCESSORS), more=()):
    metrics = json.loads(bench.call("plan", method, workload, "--processors", processors, "--cycles-per-byte",
                                    CYCLES_PER_BYTE, "--json", "-o", out, *more))["metrics"]
    bench.call("plan", "check", out, workload)
    return metrics


def planning(bench):
    rows = []
    for name, file, cycles, scale, _ in WORKLOADS:
        workload = bench.workload(name, file, cycles, scale)
        found = {method: plan(bench, method, workload, bench.path(f"{name}.{method}.json")) for method in METHODS}
        improved = plan(bench, "heft", workload, bench.path(f"{name}.improved.json"), more=("--improve", MOVES))
        tasks = json.loads(bench.call("workload", "info", workload))["tasks"]
        rows.append([name, f"{tasks:,}", *(f"{found[method]['makespan']:,}" for method in METHODS),
                     f"{improved['makespan']:,}", f"{found['heft']['lower_bound']:,}"])
    return table(["workload", "tasks", *(f"`{method}`" for method in METHODS), "improved", "no smaller than"], rows)


def on_the_machine(bench):
    """Replays the plans that planning() made."""
    return replays(bench, ["workload"], [([name], bench.path(name + ".yaml"), bench.path(name + ".heft.json"))
                                         for name, _, _, _, runs_too in WORKLOADS if runs_too])


def with_costs(bench):
    """HEFT on the processors of the machine, by bytes and with the machine's costs: what it says, and what comes."""
    rows = []
    for name, _, _, _, runs_too in WORKLOADS:
        if not runs_too:
            continue
        workload = bench.path(name + ".yaml")
        for label, sets in (("2", []), ("8", [DEEP])):
            row = [name, label]
            for costs in (["--cycles-per-byte", CYCLES_PER_BYTE], ["--costs", "machine"]):
                out = bench.path(f"{name}.costs.json")
                bench.call("plan", "heft", workload, "--architecture", bench.deep() if sets else bench.architecture(),
                           *costs, "-o", out)
                bench.call("plan", "check", out, workload)
                experiment = bench.path(name + ".costs.yaml")
                with open(experiment, "w", encoding="utf-8") as file:
                    file.write(EXPERIMENT.format(architecture=bench.architecture(), workload=workload, choice=""))
                    file.write(f"plan: {out}\n")
                summary = bench.run(experiment, f"{name}.costs", *sets)
                row += [f"{summary['plan']['predicted_cycles']:,}", f"{summary['cycles']:,}",
                        f"{summary['plan']['ratio']:.4f}"]
            rows.append(row)
    return table(["workload", "places", "planned by bytes", "simulated", "ratio", "planned with costs", "simulated",
                  "ratio"], rows)


def shown(bench):
    """What `gantry run` prints of the first replay that on_the_machine() made."""
    name = WORKLOADS[0][0]
    printed = bench.call("run", bench.path(name + ".replay.yaml"), "--out", bench.path(name + ".2"))
    return "```\n" + printed[printed.index("  plan "):].split("\n\n  processors ")[0].rstrip() + "\n```"


def compared(bench):
    """What `gantry plan compare` prints of the first workload, and its picture, as listed."""
    call = ("plan", "compare", bench.path(WORKLOADS[0][0] + ".yaml"), "--architecture", bench.architecture())
    bench.call(*call, "--svg", bench.path("plan_compare.svg"))
    return "```\n" + bench.call(*call, "--improve", MOVES).rstrip() + "\n```"


def pictured(bench):
    """Plans of one graph on four processors, which plot_list.py draws."""
    workload = bench.workload("qr_05", "kernels/qr_05.stg", "1000", "1")
    for method in ("heft", "cpop", "workload_order"):
        plan(bench, method, workload, bench.path(f"picture.{method}.json"), "4")


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    bench = Bench(*sys.argv[1:4])
    planned = planning(bench)
    runs, causes = on_the_machine(bench)
    costs = with_costs(bench)
    pictured(bench)
    write_tables(sys.argv[4:], (("costs", costs), ("shown", shown(bench)), ("planned", planned), ("runs", runs),
                               ("causes", causes), ("compared", compared(bench))))


if __name__ == "__main__":
    main()
