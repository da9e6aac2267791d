#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What simulations cost: CPU time and memory of whole runs, and their ratios within this one call.

    bench.py GANTRY OUTDIR [EXPERIMENT...]

Without experiments: those beside this file and those that come with the project. Every run is made three times; the
least CPU time counts, since a busy machine only adds to it. Exit status 1 when a run fails.
"""

import json
import os
import subprocess
import sys

RUNS = 3
HERE = os.path.dirname(os.path.abspath(__file__))
SHIPPED = os.path.join(HERE, "..", "..", "sim", "experiments")
STREAMS = ["one_job", "many_jobs", "hundred_thousand", "million", "mostly_idle", "mesh_4x4", "mesh_8x8", "mesh_16x16",
           "failures"]


def run_once(gantry, experiment, directory, picker="model"):
    """CPU seconds and peak resident MiB of one run; None if it failed."""
    child = subprocess.Popen([gantry, "run", experiment, "--out", directory, "--picker", picker], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        return None
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def measure(gantry, experiment, out):
    name = os.path.splitext(os.path.basename(experiment))[0]
    directory = os.path.join(out, name)
    runs = [run_once(gantry, experiment, directory) for _ in range(RUNS)]
    if None in runs:
        return None
    with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
        summary = json.load(file)
    return {
        "cpu": min(cpu for cpu, _ in runs),
        "memory": max(memory for _, memory in runs),
        "tasks": summary["tasks"]["completed"],
        "jobs": summary["jobs"]["completed"],
        "failures": summary["jobs"]["schedule_failures"],
        "cycles": summary["cycles"],
        "hops": summary["interconnect"]["flit_hops"],
    }


def lockstep_ratio(gantry, experiment, out):
    """CPU time in lockstep against the model alone, runs taking turns so that both meet the same machine; None if one failed."""
    cpu = {"model": [], "lockstep": []}
    for _ in range(RUNS):
        for picker, times in cpu.items():
            used = run_once(gantry, experiment, os.path.join(out, picker), picker)
            if used is None:
                return None
            times.append(used[0])
    return min(cpu["lockstep"]) / min(cpu["model"])


def ratios(results):
    def per(name, unit):
        return results[name]["cpu"] / results[name][unit]

    lines = []
    if {"hundred_thousand", "million"} <= results.keys():
        grown = results["million"]["memory"] - results["hundred_thousand"]["memory"]
        lines.append(f"memory from 10^5 to 10^6 tasks: {grown:+.1f} MiB")
        lines.append(f"cost per task, 10^6 against 10^5: {per('million', 'tasks') / per('hundred_thousand', 'tasks'):.2f}")
    for busy, what in (("one_job", "a contended one"), ("hundred_thousand", "one that just keeps up")):
        if {"mostly_idle", busy} <= results.keys():
            ratio = per("mostly_idle", "tasks") / per(busy, "tasks")
            lines.append(f"cost per task, an idle machine against {what}: {ratio:.2f}")
    if {"mesh_4x4", "mesh_16x16"} <= results.keys():
        hops = {n: results[n]["hops"] / results[n]["jobs"] for n in ("mesh_4x4", "mesh_16x16")}
        lines.append(f"cost per job, 16x16 against 4x4: {per('mesh_16x16', 'jobs') / per('mesh_4x4', 'jobs'):.2f}"
                     f" (router traversals per job: {hops['mesh_16x16'] / hops['mesh_4x4']:.2f})")
    return lines


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    gantry, out, experiments = sys.argv[1], sys.argv[2], sys.argv[3:]
    if not experiments:
        experiments = [os.path.join(SHIPPED, e) for e in ("resnet50.yaml", "gpt2_prefill.yaml")]
        experiments += [os.path.join(HERE, s + ".yaml") for s in STREAMS]
    print(f"{'experiment':<18} {'CPU s':>7} {'MiB':>6} {'tasks/s':>9} {'jobs/s':>9} {'failures':>10} {'cycles/s':>12}"
          f" {'flit hops/s':>12}")
    results, failed = {}, False
    for experiment in experiments:
        name = os.path.splitext(os.path.basename(experiment))[0]
        result = measure(gantry, experiment, out)
        if result is None:
            print(f"{name:<18} failed")
            failed = True
            continue
        results[name] = result
        cpu = result["cpu"]
        print(f"{name:<18} {cpu:7.2f} {result['memory']:6.1f} {result['tasks'] / cpu:9.0f} {result['jobs'] / cpu:9.0f}"
              f" {result['failures']:10} {result['cycles'] / cpu:12.0f} {result['hops'] / cpu:12.0f}", flush=True)
        if name == "many_jobs":
            lockstep = lockstep_ratio(gantry, experiment, out)
            failed = failed or lockstep is None
    for line in ratios(results):
        print(line)
    if "many_jobs" in results and lockstep is not None:
        print(f"many_jobs in lockstep with the Verilog against the model alone: {lockstep:.2f}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
