#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Coverage of the picker's RTL: lines and branches, toggles of every bit of every signal, cover points of the assertions.

    coverage.py CAMPAIGN WORK_DIRECTORY EXPLAINED ROUNDS

Runs the campaign whose models count, adds up what all of its sets of parameters have met, and writes an annotated listing
and every point that is left into WORK_DIRECTORY. EXPLAINED names points that may be left, each with its reason:
    FILE POINT: reason        POINT as in the list of what is left; [4..31] stands for each of these bits
Exit 0: nothing else is left, and all that is named is. 1: not so.
"""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys


def points(files):
    """(file, point) -> how often, over all models: what one set of parameters cannot reach, another may."""
    counts = collections.Counter()
    for path in files:
        for line in path.read_text(encoding="latin-1").splitlines():
            found = re.match(r"C '(.*)' (\d+)$", line)
            if not found:
                continue
            keys = dict(field.split("\x02", 1) for field in found.group(1).split("\x01") if "\x02" in field)
            kind = keys["page"].split("/")[0][2:]
            what = keys.get("o", "")
            # What is bound to the RTL counts with its cover points alone.
            if keys["f"].endswith("_assert.sv") and kind != "user":
                continue
            point = f"toggle {what}" if kind == "toggle" else what if kind == "user" else f"{kind} {keys['l']} {what}"
            counts[os.path.basename(keys["f"]), point] += int(found.group(2))
    return counts


def bits(point):
    """The points that a range of bits stands for."""
    found = re.match(r"(.*)\[(\d+)\.\.(\d+)\]$", point)
    return [f"{found.group(1)}[{bit}]" for bit in range(int(found.group(2)), int(found.group(3)) + 1)] if found else [point]


def explained(path):
    """(file, point) -> line that explains it."""
    lines = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        found = re.match(r"(\S+) ([^:]+): (\S.*)$", line)
        if not found:
            sys.exit(f"{path}:{number}: error: not FILE POINT: reason")
        for point in bits(found.group(2)):
            lines[found.group(1), point] = number
    return lines


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    campaign, rounds = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[4]
    work, reasons = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    done = subprocess.run([campaign, "--rounds", rounds], env={**os.environ, "GANTRY_RTL_COVERAGE": str(work)},
                          stdout=subprocess.PIPE, check=False, encoding="utf-8")
    # Corners that so few rounds miss are the campaign's affair, differences are not.
    if done.returncode not in (0, 3):
        print(done.stdout)
        return 1
    data = sorted(work.glob("*.dat"))
    subprocess.run(["verilator_coverage", "--annotate", str(work / "annotated"), "--annotate-min", "1", *map(str, data)],
                   stdout=subprocess.DEVNULL, check=True)

    counts = points(data)
    reason_of = explained(reasons)
    left = sorted(point for point, count in counts.items() if count == 0)
    unexplained = [point for point in left if point not in reason_of]
    stale = sorted(set(reason_of) - set(left))
    (work / "left.txt").write_text("".join(" ".join(point) + "\n" for point in left), encoding="utf-8")
    for point in unexplained:
        print(f"{' '.join(point)}: not met, and not explained")
    for point in stale:
        print(f"{reasons}:{reason_of[point]}: {' '.join(point)} is {'met' if point in counts else 'not there'}")
    by_file = collections.Counter(file for file, _ in counts)
    missed = collections.Counter(file for file, _ in left)
    for file in sorted(by_file):
        print(f"{file}: {by_file[file] - missed[file]} of {by_file[file]} points")
    print(f"{len(counts) - len(left)} of {len(counts)} points met over {len(data)} sets of parameters; {len(left)} left, "
          f"{len(unexplained)} of them not explained; listing: {work / 'annotated'}")
    return 1 if unexplained or stale else 0


if __name__ == "__main__":
    sys.exit(main())
