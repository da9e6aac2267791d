#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which files of tests the sanitizers can do without: those whose lines of model/, sim/ and tb/ others execute as well.

    measure.py TREE COSTS WORK_DIRECTORY [--jobs N] [--lost SHARE] [--only REGEX] [--missed FILE]

TREE is a build with GANTRY_EXECUTED, whose programs note what they execute (executed.cpp). Every test of it is run alone.
COSTS is what ctest keeps of a tree with sanitizers, Testing/Temporary/CTestCostData.txt: the seconds of each test. Files are
then taken by the lines that each adds for its seconds, to run and to compile, until no more than LOST of all lines are
missed. What was run before is not run again: remove WORK_DIRECTORY for that.

The files that remain are written to left_out.txt, beside those of it that were not run."""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
SOURCE = TESTS.parent
LIST = TESTS / "sanitized/left_out.txt"
LOST = 0.003
# Seconds of one line of a test to its compiler, under the sanitizers.
COMPILED = 0.01
# They look for faults by volume, or run what a line more or less says nothing of: kept whatever they add.
KEPT = ["bad_input_test", "wrong_file_test", "large_input_test", "corruption_test", "random_machines_test", "random_data_test"]


def tests_of(tree):
    shown = subprocess.run(["ctest", "--test-dir", tree, "--show-only=json-v1"], stdout=subprocess.PIPE, check=True).stdout
    for test in json.loads(shown)["tests"]:
        properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
        if "command" in test:
            yield test["name"], test["command"], properties


def run(work, test):
    """The folder of what a test has noted."""
    name, command, properties = test
    folder = work / re.sub(r"[^\w.]", "_", name)
    if (folder / "seconds").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, GANTRY_EXECUTED=str(folder))
    environment.update(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", []))
    started = time.monotonic()
    with open(folder / "said", "w", encoding="utf-8") as said:
        status = subprocess.run(command, cwd=properties.get("WORKING_DIRECTORY"), env=environment, stdin=subprocess.DEVNULL,
                                stdout=said, stderr=subprocess.STDOUT, check=False).returncode
    seconds = time.monotonic() - started
    print(f"{seconds:7.1f} s  {name}{f': exit status {status}' if status else ''}", file=sys.stderr, flush=True)
    (folder / "seconds").write_text(f"{seconds}\n", encoding="utf-8")
    return folder


def noted(folder):
    """(program, address of its code) of every place that was reached. Addresses are those of the calls."""
    for file in folder.glob("*@*"):
        program, begin = file.name.rsplit("@", 1)
        for place in re.finditer(rb"[^\0]", file.read_bytes()):
            yield program, int(begin, 16) + 4 * place.start() - 1


def lines_of(tree, places):
    """Of each place its line, `model/base/links.h:20`, where it is ours."""
    programs = {path.name: path for path in tree.rglob("*") if path.is_file() and os.access(path, os.X_OK)}
    by_program = collections.defaultdict(set)
    for program, address in places:
        by_program[program].add(address)
    lines, ours = {}, {}
    for program, addresses in sorted(by_program.items()):
        addresses = sorted(addresses)
        print(f"{len(addresses)} places of {program}", file=sys.stderr, flush=True)
        text = subprocess.run(["addr2line", "-e", programs[program]], input="\n".join(map(hex, addresses)), encoding="utf-8",
                              stdout=subprocess.PIPE, check=True).stdout
        for address, line in zip(addresses, text.splitlines()):
            path, number = line.split(" ")[0].rsplit(":", 1)
            if path not in ours:
                real = pathlib.Path(path).resolve()
                inside = real.is_relative_to(SOURCE) and real.relative_to(SOURCE)
                ours[path] = str(inside) if inside and inside.parts[0] in ("model", "sim", "tb") else None
            if ours[path]:
                lines[program, address] = f"{ours[path]}:{number}"
    return lines


def cover(needed, lines, costs, lost):
    """Names that leave at most a share `lost` of all lines out, `needed` among them; and the lines that are missed."""
    every = set().union(*lines.values())
    chosen = set(needed)
    missed = every - set().union(*(lines[name] for name in chosen))
    while len(missed) > lost * len(every):
        best = max((name for name in lines if name not in chosen), key=lambda name: (len(lines[name] & missed) / costs[name], name))
        chosen.add(best)
        missed -= lines[best]
    # What came early may have become needless; what costs much goes first.
    times = collections.Counter(line for name in chosen for line in lines[name])
    for name in sorted(chosen - set(needed), key=lambda name: (-costs[name], name)):
        alone = {line for line in lines[name] if times[line] == 1}
        if len(missed) + len(alone) <= lost * len(every) and len(alone) <= costs[name]:
            chosen.discard(name)
            missed |= alone
            times.subtract(lines[name])
    return chosen, missed, every


def write_list(path, files):
    """The list's head stays."""
    head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    names = sorted(str(file.relative_to(TESTS).with_suffix("")) for file in files)
    path.write_text("\n".join(head + names) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("costs", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--lost", type=float, default=LOST, help="share of the lines that may be missed")
    parser.add_argument("--only", default="", help="run the tests that this matches; the others are kept")
    parser.add_argument("--missed", type=pathlib.Path, help="where the lines that are missed go")
    arguments = parser.parse_args()
    tree, work = arguments.tree.resolve(), arguments.work.resolve()

    files = {path.stem: path for path in TESTS.glob("*/*_test.cpp")}
    before = set(LIST.read_text(encoding="utf-8").splitlines())
    place = {name: str(path.relative_to(TESTS).with_suffix("")) for name, path in files.items()}
    tests = [test for test in tests_of(tree) if re.search(arguments.only, place.get(test[0], test[0]))]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        folders = list(pool.map(lambda test: run(work, test), tests))
    reached = {name: set(noted(folder)) for (name, _, _), folder in zip(tests, folders)}
    line_of = lines_of(tree, set().union(*reached.values()))
    lines = {name: {line_of[place] for place in places if place in line_of} for name, places in reached.items()}

    costs = {name: float((folder / "seconds").read_text()) for name, folder in zip(lines, folders)}
    for words in map(str.split, arguments.costs.read_text(encoding="utf-8").splitlines()):
        if len(words) == 3 and words[0] in costs:
            costs[words[0]] = float(words[2])
    for name in set(costs) & set(files):
        costs[name] += COMPILED * len(files[name].read_text(encoding="utf-8").splitlines())
    # What feeds readers and models, and what is run by test case, are no files of tests.
    needed = [name for name in lines if name not in files or name in KEPT]
    chosen, missed, every = cover(needed, lines, costs, arguments.lost)
    left_out = set(lines) - chosen
    write_list(LIST, [files[name] for name in files if name in left_out or (name not in lines and place[name] in before)])
    print(f"{len(chosen)} of {len(lines)} tests: {sum(costs[name] for name in chosen):.0f} of {sum(costs.values()):.0f} s, "
          f"{len(missed)} of {len(every)} lines are missed")
    if arguments.missed:
        arguments.missed.write_text("".join(f"{line}\n" for line in sorted(missed)), encoding="utf-8")


if __name__ == "__main__":
    main()
