#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gantry sweep --slurm on a real Slurm: a node is lost in the middle of a study, what got lost is submitted again, and the
result is that of a study on one machine, to the byte.

    slurm_test.py GANTRY WORK_DIRECTORY
"""

import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from cluster import Cluster

# Each run takes a second or so, one is never built, one never ends.
STUDY = """base:
  name: b
  architecture: {processors: [{name: c, count: 2}]}
  workload: {generator: poisson, tasks: 2000, interval_cycles: 900, cycles: {exponential: 500}}
vary:
  architecture.processors.c.count: [1, 2, 4, 0]
  architecture.monitor.task_ids: [2, 8]
  policies.picker: [fifo, stride, weight_delay]
  load:
    short: {}
    long: {workload.tasks: 300000}
objectives:
  - minimise: architecture.processors.c.count
  - minimise: cycles
constraints: [cycles < 1000000000000]
point: {timeout_seconds: 100}
"""


class Test:
    def __init__(self, gantry, work, cluster):
        self.gantry, self.work, self.cluster = gantry, work, cluster
        self.failures = 0

    def check(self, what, right, seen=""):
        print(f"{'ok  ' if right else 'FAIL'}  {what}", flush=True)
        if not right:
            self.failures += 1
            print(seen, flush=True)

    def sweep(self, *words, status=0):
        run = subprocess.run([self.gantry, "sweep", *words], cwd=self.work, env=self.cluster.environment, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        print("".join(f"      | {line}\n" for line in run.stdout.splitlines()), end="", flush=True)
        if run.returncode != status:
            self.check(f"sweep {' '.join(words)} ends with {status}", False, f"exit status {run.returncode}")
        return run.stdout

    def queued(self):
        return self.cluster.call("squeue", "-h", "-r", "-o", "%i %T").splitlines()

    def whole_points(self, directory):
        folder = self.work / directory / "points"
        return {one.name for one in folder.iterdir() if not one.name.startswith(".")} if folder.exists() else set()

    def wait_for(self, what, done, seconds=180):
        self.cluster.wait(what, done, lambda: "\n".join(self.queued()), seconds)


def contents(directory):
    """Every file of a study but the times, and what it was submitted with."""
    return {str(one.relative_to(directory)): one.read_bytes() for one in sorted(directory.rglob("*"))
            if one.is_file() and one.name != "timing.json" and one.relative_to(directory).parts[0] != "slurm"}


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


def run(test):
    (test.work / "s.yaml").write_text(STUDY, encoding="utf-8")
    local = test.sweep("s.yaml", "--out", "local")
    runs = number(r"computed (\d+)", local)
    cluster = ["s.yaml", "--out", "cluster", "--slurm", "--slurm-points", "3", "--slurm-args", "--no-requeue --time=10"]

    first = test.sweep(*cluster)
    test.check("all runs are submitted, and gantry has left", f"slurm: {runs} runs submitted as job" in first, first)
    test.wait_for("a few points", lambda: len(test.whole_points("cluster")) >= 4)
    again = test.sweep(*cluster)
    test.check("what is queued or running is not submitted again",
               "submitted" not in again and number(r"slurm: (\d+) runs? queued or running", again) > 0, again)
    test.check("the status tells of the job", "queued or running" in test.sweep("status", "cluster"))

    test.cluster.lose_node()
    there = test.whole_points("cluster")
    test.check("points that were done are there", 4 <= len(there) < runs, str(len(there)))
    local_points = contents(test.work / "local")
    same = all(local_points[f"points/{one}/summary.json"] == (test.work / "cluster/points" / one / "summary.json").read_bytes()
               for one in there)
    test.check("none of them is half there", same)
    test.cluster.start_node()
    test.wait_for("the rest of the queue", lambda: not test.queued())
    kept = len(test.whole_points("cluster"))
    test.check("runs of the lost node are missing", len(there) <= kept < runs, str(kept))
    test.check("the status tells what is missing", "submits again" in test.sweep("status", "cluster"))

    rest = test.sweep(*cluster)
    test.check("they are submitted again, and no other one",
               f"slurm: {runs - kept} runs submitted" in rest and f"slurm: {runs - kept} of them again" in rest, rest)
    test.wait_for("these", lambda: not test.queued())
    end = test.sweep(*cluster)
    test.check("then the study is whole", f"computed 0, reused {runs}" in end, end)
    a, b = contents(test.work / "local"), contents(test.work / "cluster")
    differ = sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))
    test.check(f"its {len(a)} files are those of the local study, to the byte", not differ, "\n".join(differ[:10]))

    # Slurm itself starts tasks of a lost node again unless it is told not to; and a point without an end is a row.
    (test.work / "t.yaml").write_text(STUDY.replace("timeout_seconds: 100", "timeout_seconds: 1")
                                      .replace("[1, 2, 4, 0]", "[1]").replace("tasks: 300000", "tasks: 30000000"), encoding="utf-8")
    requeued = ["t.yaml", "--out", "requeued", "--slurm"]
    test.sweep(*requeued)
    test.wait_for("a task", lambda: any("RUNNING" in line for line in test.queued()))
    test.cluster.lose_node()
    test.cluster.start_node()
    test.wait_for("all tasks", lambda: not test.queued(), 300)
    ended = test.sweep(*requeued, status=1)
    test.check("tasks of a lost node are started again by Slurm, and runs that take too long are told",
               "6 done, 6 timeout" in ended, ended)
    table = (test.work / "requeued/points.csv").read_text(encoding="utf-8")
    test.check("with their message", table.count("it took longer than 1 s and was ended") == 6, table)
    refused = test.sweep("t.yaml", "--out", "refused", "--slurm", "--slurm-args", "--partition=none", status=2)
    test.check("what sbatch says is told", "--slurm: error: sbatch: " in refused, refused)


def main():
    gantry, work = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    begin = time.monotonic()
    # Munge's socket has a short path and folders that nobody else may write to.
    with tempfile.TemporaryDirectory(prefix="gantry-slurm-") as folder:
        try:
            with Cluster(pathlib.Path(folder)) as cluster:
                test = Test(gantry, work, cluster)
                run(test)
        finally:
            shutil.copytree(folder, work / "daemons", ignore=lambda _, names: [one for one in names if not one.endswith(".log")],
                            dirs_exist_ok=True)
    print(f"{'FAILED' if test.failures else 'passed'} in {time.monotonic() - begin:.0f} s, daemons' logs in {work}/daemons")
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
