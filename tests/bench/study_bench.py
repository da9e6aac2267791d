#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a study costs beside its simulations, and how much of two workers it uses.

    study_bench.py GANTRY ONE_PROCESS WORK_DIRECTORY [ROUNDS]

Overhead is what a sweep of points that do next to nothing takes beside what the program ONE_PROCESS takes to read, simulate
and write the same points one after another: checking and naming them, a process for each, the tables, and the start of the
program. The least of the rounds counts, since a busy machine only adds to it. What two workers win is told as the share of
their time in which they simulate, which other work on the machine hardly changes.
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TINY = """base:
  architecture: {processors: [{name: c, count: 2}]}
  workload: {tasks: [{id: a, cycles: 5}]}
vary:
  architecture.monitor.task_ids: {from: 40, to: 89, step: 1}
  architecture.decomposer.slots: {from: 1, to: 40, step: 1}
"""
LONG = """base:
  architecture: {processors: [{name: c, count: 4}]}
  workload: {generator: poisson, tasks: 60000, interval_cycles: 900, cycles: {exponential: 500}}
vary:
  architecture.monitor.task_ids: {from: 8, to: 31, step: 1}
"""


def sweep(gantry, study, out, jobs):
    """Wall and CPU seconds, and of its simulations, and their number."""
    begin = time.monotonic()
    process = os.posix_spawn(gantry, [gantry, "sweep", str(study), "--jobs", str(jobs), "--out", str(out)], os.environ,
                             file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, used = os.wait4(process, 0)
    wall = time.monotonic() - begin
    if status != 0:
        sys.exit(f"gantry sweep {study} fails")
    points = [json.loads(file.read_text(encoding="utf-8")) for file in out.glob("points/*/timing.json")]
    return {"wall": wall, "cpu": used.ru_utime + used.ru_stime, "points": len(points),
            "of_points_cpu": sum(one["cpu_seconds"] for one in points), "of_points_wall": sum(one["wall_seconds"] for one in points)}


def main():
    gantry, one_process, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
    os.makedirs(work, exist_ok=True)
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    # Of its own for each call: a file system takes longer where files were deleted a moment ago.
    work = pathlib.Path(tempfile.mkdtemp(dir=work))
    made, alone = {}, []
    for name, text in (("tiny", TINY), ("long", LONG)):
        (work / f"{name}.yaml").write_text(text, encoding="utf-8")
        for number in range(rounds):
            for jobs in (1, 2) if number % 2 == 0 else (2, 1):
                made.setdefault((name, jobs), []).append(sweep(gantry, work / f"{name}.yaml", work / f"{name}_{jobs}_{number}", jobs))
    for number in range(rounds):
        told = subprocess.run([one_process, str(work / "tiny.yaml"), str(work / f"alone_{number}")], stdout=subprocess.PIPE, check=True)
        alone.append([float(word) for word in told.stdout.split()])
    shutil.rmtree(work)
    tiny = made["tiny", 1]

    points = tiny[0]["points"]
    cpu, wall = (min(row[key] for row in tiny) / points * 1000 for key in ("cpu", "wall"))
    alone_cpu, alone_wall = (min(row[place] for row in alone) / points * 1000 for place in (1, 2))
    print(f"\nstudies, {rounds} rounds, load of the machine {os.getloadavg()[0]:.1f}")
    print(f"  {points} points that do nothing, one worker, ms a point: {cpu:.2f} of CPU, {wall:.2f} of wall time; in one process "
          f"{alone_cpu:.2f} and {alone_wall:.2f}; overhead {cpu - alone_cpu:.2f} and {wall - alone_wall:.2f}")
    one, two = made["long", 1], made["long", 2]
    print(f"  {one[0]['points']} points of {statistics.median(r['of_points_cpu'] / r['points'] for r in one):.2f} s: two workers simulate "
          f"{statistics.median(r['of_points_wall'] / (2 * r['wall']) for r in two) * 100:.1f} % of their time, with "
          f"{statistics.median(b['cpu'] / a['cpu'] for a, b in zip(one, two)):.3f} times the CPU time of one worker; wall time of one by "
          f"twice that of two {statistics.median(a['wall'] / (2 * b['wall']) for a, b in zip(one, two)) * 100:.0f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
