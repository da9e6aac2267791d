#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Streams against the closed forms of queueing theory: M/M/c (Erlang C), M/D/1 and M/G/1 (Pollaczek-Khinchine).

    queueing.py GANTRY OUTDIR [--seed N] [--jobs N] [--only TEXT]

A case holds when the 95 % intervals of the mean response time and of the mean wait contain the closed form, and the
half-width of the response time's is at most 1 % of it. "serving" cases are one inference node with batches of one
request (docs/serving.md), whose summary has an interval for the response time only. Exit status 1 when a case does not hold. Where the file
sched/queueing.json lies in $GANTRY_SHARED_REFERENCE or in shared/reference beside the checkout, the closed forms are
compared with it.
"""

import argparse
import json
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
EXPERIMENT = os.path.join(ROOT, "sim", "experiments", "queueing", "mm1.yaml")
SERVING = os.path.join(ROOT, "sim", "experiments", "serving", "mm1.yaml")
SERVICE = 100_000_000  # cycles: what a job costs beside its service (less than 100 cycles) is a millionth of it
WIDEST = 0.01

# name, processors, coefficient of variation of the service time (1: exponential), utilisation, tasks
CASES = [(f"M/M/{c}", c, 1.0, rho, tasks)
         for rho, counts in ((0.5, {1: 2, 2: 2, 3: 2, 4: 2, 8: 2, 16: 2}), (0.8, {1: 8, 2: 4, 3: 4, 4: 4, 8: 2, 16: 2}))
         for c, tasks in ((c, millions * 1_000_000) for c, millions in counts.items())]
CASES += [("M/D/1", 1, 0.0, rho, 2_000_000) for rho in (0.5, 0.8)]
CASES += [(f"M/G/1 cv {cv}", 1, cv, rho, 2_000_000) for cv in (0.01, 0.1) for rho in (0.5, 0.8)]
CASES += [(f"serving {model}", 1, cv, rho, tasks) for model, cv in (("M/M/1", 1.0), ("M/D/1", 0.0))
          for rho, tasks in ((0.5, 2_000_000), (0.8, 8_000_000))]


def erlang_c(servers, rho):
    """Probability that an arrival has to wait, from Erlang's loss formula by its recursion."""
    load = servers * rho
    loss = 1.0
    for k in range(1, servers + 1):
        loss = load * loss / (k + load * loss)
    return loss / (1 - rho * (1 - loss))


def mean_wait(servers, cv, rho):
    """In mean services; general service times with one server only."""
    if cv == 1.0:
        return erlang_c(servers, rho) / (servers * (1 - rho))
    assert servers == 1
    return rho * (1 + cv * cv) / (2 * (1 - rho))


def compare_with_reference():
    folder = os.environ.get("GANTRY_SHARED_REFERENCE") or os.path.join(ROOT, "..", "shared", "reference")
    path = os.path.join(folder, "sched", "queueing.json")
    if not os.path.exists(path):
        print("closed forms not compared: there is no shared/reference/sched/queueing.json (GANTRY_SHARED_REFERENCE)")
        return True
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    rows = next(value for value in document.values() if isinstance(value, list) and value and "rho" in value[0])
    worst = 0.0
    for row in rows:
        cv = {"M/M": 1.0, "M/D": 0.0}.get(row["model"][:3], row.get("cv_service"))
        wait = mean_wait(row["servers"], cv, row["rho"])
        pairs = [(row["mean_wait"], wait), (row.get("mean_response", 1 + wait), 1 + wait)]
        if "prob_wait" in row:
            pairs.append((row["prob_wait"], erlang_c(row["servers"], row["rho"])))
        worst = max([worst] + [abs(ours - theirs) for theirs, ours in pairs])
    good = len(rows) > 0 and worst < 1e-8
    print(f"closed forms {'agree' if good else 'DISAGREE'} with {len(rows)} rows of the reference file (most {worst:.1e})")
    return good


def service_text(cv):
    if cv == 1.0:
        return f"{{exponential: {SERVICE}}}"
    if cv == 0.0:
        return f"{{constant: {SERVICE}}}"
    spread = round(math.sqrt(3) * cv * SERVICE)
    return f"{{uniform: [{SERVICE - spread}, {SERVICE + spread}]}}"


def run(options, case):
    name, servers, cv, rho, tasks = case
    folder = os.path.join(options.out, f"{name}_{rho}".replace("/", "").replace(" ", "_"))
    changes = {"seed": options.seed, "architecture.processors.0.count": servers, "workload.tasks": tasks,
               "workload.interval_cycles": round(SERVICE / (rho * servers)), "workload.cycles": service_text(cv)}
    experiment = EXPERIMENT
    if name.startswith("serving"):
        experiment = SERVING
        changes = {"seed": options.seed, "serving.sessions.0.count": tasks,
                   "serving.sessions.0.arrivals.interval_cycles": round(SERVICE / rho),
                   "serving.nodes.0.cycles": service_text(cv)}
    command = [options.gantry, "run", experiment, "--kernel", "cycle", "--out", folder]
    for key, value in changes.items():
        command += ["--set", f"{key}={value}"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if done.returncode != 0:
        return None
    with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    return summary["stream"] if "stream" in summary else {"response_cycles": summary["latency_cycles"]}


def judge(estimate, exact):
    """Mean and half-width in services, and whether the interval contains the closed form."""
    if estimate["half_width"] is None:
        return estimate["mean"] / SERVICE, math.inf, False
    mean, half = estimate["mean"] / SERVICE, estimate["half_width"] / SERVICE
    return mean, half, abs(mean - exact) <= half


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gantry")
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="runs at the same time")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    options = parser.parse_args()

    good = compare_with_reference()
    cases = [case for case in CASES if options.only in case[0]]
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda case: run(options, case), cases))
    print("mean response and wait in mean services, 95 % intervals")
    print(f"{'':15} {'rho':>3} {'tasks':>10} {'response':>9} {'measured':>9} {'+-':>8} {'':>7}     "
          f"{'wait':>8} {'measured':>9} {'+-':>8}")
    for (name, servers, cv, rho, tasks), stream in zip(cases, results):
        if stream is None:
            print(f"{name:15} {rho:3} failed to run")
            good = False
            continue
        wait = mean_wait(servers, cv, rho)
        mean, half, held = judge(stream["response_cycles"], 1 + wait)
        waits = ""
        wait_held = True
        if "wait_cycles" in stream:
            waited, wait_half, wait_held = judge(stream["wait_cycles"], wait)
            waits = f"{wait:8.5f} {waited:9.5f} {wait_half:8.5f} {'in' if wait_held else 'OUT'}"
        narrow = half <= WIDEST * (1 + wait)
        good = good and held and wait_held and narrow
        print(f"{name:15} {rho:3} {tasks:10,} {1 + wait:9.5f} {mean:9.5f} {half:8.5f} {100 * half / (1 + wait):5.2f} %"
              f" {'in ' if held else 'OUT'} {waits}"
              f"{'' if narrow else '  TOO WIDE'}")
    print("every interval contains its closed form" if good else "NOT every case holds")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
