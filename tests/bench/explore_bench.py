#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many points a search needs: `guided`, `evolution` and `random` on two spaces that are tried in full.

    explore_bench.py GANTRY OUTDIR [--seeds N] [--jobs N] [--page PAGE.md --picture PICTURE.svg]

Every point of both spaces is simulated once; points that are in OUTDIR already are not. The searches then work in the
same directory, so that they find all of their points there. After each point the hypervolume of the front is taken, for
each workload by itself, as a share of that of the front of the whole space. The reference point lies a tenth of the
whole front's range beyond its worst value in each objective. The tables are printed, or written into the page.
"""

import argparse
import collections
import csv
import os
import re
import statistics
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
STUDIES = os.path.join(ROOT, "sim", "experiments", "studies")
sys.path.insert(0, os.path.join(ROOT, "docs", "scripts"))
from measuring import table, write_tables  # noqa: E402  (found by the line above)

from explore_picture import picture  # noqa: E402

SPACES = {"chip_space": "chip_mm2", "scheduler_space": "cost.area_mm2"}  # area beside `cycles`
SEARCHES = {"guided": 160, "evolution": 400, "random": 600}  # with the points that each may try
HALVED = [60, 200]  # points that halving draws
WANTED = 0.95
BEYOND = 0.1


def sweep(gantry, study, text, directory, jobs):
    """The whole points of points.csv, by workload, how many runs were computed, and how many whole points all is worth."""
    path = os.path.join(directory, "study.yaml")
    os.makedirs(directory, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    command = [gantry, "sweep", path, "--out", directory, "--jobs", str(jobs)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{study}: gantry sweep ended with {run.returncode}")
    computed = int(re.search(r"computed ([\d,]+), reused", run.stdout)[1].replace(",", ""))
    rows, worth = {}, collections.Counter()
    with open(os.path.join(directory, "points.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            done = row["state"] == "done"
            costs = (float(row[SPACES[study]]), float(row["cycles"])) if done else None
            if float(row.get("part", 1)) < 1:
                worth[row["workload"]] += float(row["part"])
                continue
            worth[row["workload"]] += 1
            rows.setdefault(row["workload"], []).append(costs)
    return rows, computed, max(worth.values())


def front_of(points):
    front = []
    for area, cycles in sorted(set(points)):
        if not front or cycles < front[-1][1]:
            front.append((area, cycles))
    return front


class Whole:
    """The front of all points with one workload."""

    def __init__(self, points):
        self.front = front_of(point for point in points if point)
        areas, times = zip(*self.front)
        self.reference = tuple(max(of) + BEYOND * (max(of) - min(of)) for of in (areas, times))
        self.volume = self.volume_of(self.front)

    def volume_of(self, front):
        volume, below = 0.0, self.reference[1]
        for area, cycles in front:
            if area < self.reference[0] and cycles < below:
                volume += (self.reference[0] - area) * (below - cycles)
                below = cycles
        return volume

    def shares(self, points):
        """After each point."""
        front, shares, share = [], [], 0.0
        for point in points:
            if point and not any(a <= point[0] and c <= point[1] for a, c in front):
                front = front_of([*front, point])
                share = self.volume_of(front) / self.volume
            shares.append(share)
        return shares


def first_at(shares, count):
    """Points until the share that is wanted; one more than were tried if they did not suffice."""
    return next((i + 1 for i, share in enumerate(shares) if share >= WANTED), count + 1)


def curves(gantry, study, whole, directory, seeds, jobs):
    """By search, for each seed the shares by workload, each filled up to the points that the search may try."""
    with open(os.path.join(STUDIES, study + ".yaml"), encoding="utf-8") as file:
        text = file.read()
    found = {}
    for search, count in SEARCHES.items():
        found[search] = []
        for seed in range(1, seeds + 1):
            asked = text + f"search: {{method: {search}, count: {count}, seed: {seed}}}\n"
            rows, _, _ = sweep(gantry, study, asked, directory, jobs)
            shares = {name: whole[name].shares(points) for name, points in rows.items()}
            found[search].append({name: of + [of[-1]] * (count - len(of)) for name, of in shares.items()})
        print(f"{study}: {search} done", file=sys.stderr, flush=True)
    return found


def halving(gantry, study, whole, directory, seeds, jobs, found):
    """What halving reaches, beside the searches that try as many whole points as its work is worth."""
    rows = []
    for count in HALVED:
        reached, worth = [], []
        for seed in range(1, seeds + 1):
            with open(os.path.join(STUDIES, study + ".yaml"), encoding="utf-8") as file:
                asked = file.read() + f"search: {{method: halving, count: {count}, seed: {seed}}}\n"
            points, _, cost = sweep(gantry, study, asked, directory, jobs)
            reached.append(min(whole[name].shares(of)[-1] for name, of in points.items()))
            worth.append(cost)
        work = statistics.median(worth)
        beside = []
        for search in SEARCHES:
            at = min(round(work), SEARCHES[search])
            beside.append(statistics.median(min(shares[at - 1] for shares in run.values()) for run in found[search]))
        rows.append([f"`{study}`", str(count), f"{work:.0f}", f"{100 * statistics.median(reached):.1f} %",
                     f"{100 * min(reached):.1f} to {100 * max(reached):.1f} %", *(f"{100 * share:.1f} %" for share in beside)])
    print(f"{study}: halving done", file=sys.stderr, flush=True)
    return rows


def words(values, count):
    """The median; of values beyond what was tried only that is known."""
    middle = statistics.median(values)
    return f"more than {count}" if middle > count else f"{middle:g}"


def rows_of(study, points, found):
    rows = []
    for search, runs in found.items():
        count = SEARCHES[search]
        by_workload = {name: [first_at(run[name], count) for run in runs] for name in runs[0]}
        both = [max(of[i] for of in by_workload.values()) for i in range(len(runs))]
        middle = statistics.median(both)
        needed = "" if middle > count else f"{100 * middle / points:.1f} %"
        most = f"more than {count}" if max(both) > count else str(max(both))
        rows.append([f"`{study}`", f"`{search}`", *(words(of, count) for of in by_workload.values()),
                     words(both, count), f"{min(both)} to {most}", needed])
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("gantry")
    parser.add_argument("outdir")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--page")
    parser.add_argument("--picture")
    arguments = parser.parse_args()
    tables, panels, halved = [], [], []
    for study in SPACES:
        directory = os.path.join(arguments.outdir, study)
        with open(os.path.join(STUDIES, study + ".yaml"), encoding="utf-8") as file:
            rows, computed, _ = sweep(arguments.gantry, study, file.read(), directory, arguments.jobs)
        points = len(next(iter(rows.values())))
        print(f"{study}: {points} points, {computed} runs computed", file=sys.stderr, flush=True)
        whole = {name: Whole(of) for name, of in rows.items()}
        found = curves(arguments.gantry, study, whole, directory, arguments.seeds, arguments.jobs)
        tables += rows_of(study, points, found)
        panels.append((study, points, found))
        halved += halving(arguments.gantry, study, whole, directory, arguments.seeds, arguments.jobs, found)
    head = ["space", "search", "one workload", "the other", "both", "of the seeds", "of the space"]
    write_tables([arguments.page] if arguments.page else [], [
        ("searches", table(head, tables)),
        ("halving", table(["space", "points drawn", "worth of whole points", "`halving`", "of the seeds", *(f"`{name}`" for name in SEARCHES)], halved))])
    if arguments.picture:
        with open(arguments.picture, "w", encoding="utf-8") as file:
            file.write(picture(panels, WANTED))


if __name__ == "__main__":
    main()
