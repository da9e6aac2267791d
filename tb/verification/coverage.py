#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Coverage of the picker's RTL: lines and branches, toggles of every bit of every signal, cover points of the assertions.

    coverage.py CAMPAIGN WORK_DIRECTORY EXPLAINED ROUNDS

Runs the campaign whose models count, adds up what all of its sets of parameters have met, and writes an annotated listing
and every point that is left into WORK_DIRECTORY. EXPLAINED names points that may be left, each with its reason:
    FILE POINT: reason        POINT as in the list of what is left, * for anything
Exit 0: nothing else is left, and all that is named is. 1: not so.
"""

import collections
import fnmatch
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


def explained(path):
    rules = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        found = re.match(r"(\S+) ([^:]+): (\S.*)$", line)
        if not found:
            sys.exit(f"{path}:{number}: error: not FILE POINT: reason")
        rules.append((number, found.group(1), found.group(2)))
    return rules


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
    rules = explained(reasons)
    used = set()
    left = []
    unexplained = 0
    for (file, point), count in sorted(counts.items()):
        fitting = [number for number, of, pattern in rules if of == file and fnmatch.fnmatchcase(point, pattern.replace("[", "[[]"))]
        if count == 0:
            used.update(fitting)
            unexplained += not fitting
            left.append(f"{file} {point}{'' if fitting else ' (not explained)'}")
    (work / "left.txt").write_text("".join(line + "\n" for line in left), encoding="utf-8")
    for line in left:
        if line.endswith("(not explained)"):
            print(line)
    met_now = [number for number, _, _ in rules if number not in used]
    for number in met_now:
        print(f"{reasons}:{number}: everything that this line explains is met")
    by_file = collections.Counter(file for file, _ in counts)
    missed = collections.Counter(line.split()[0] for line in left)
    for file in sorted(by_file):
        print(f"{file}: {by_file[file] - missed[file]} of {by_file[file]} points")
    print(f"{len(counts) - len(left)} of {len(counts)} points met over {len(data)} sets of parameters; {len(left)} left, "
          f"{unexplained} of them not explained; listing: {work / 'annotated'}")
    return 1 if unexplained or met_now else 0


if __name__ == "__main__":
    sys.exit(main())
