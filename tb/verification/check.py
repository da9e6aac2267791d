#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the verification kit's bench: nothing may fail under legal traffic, and every assertion has to fail, by its name, in
the case that is made for it. The page of the kit names every assertion.

    check.py BENCH ASSERTIONS PAGE [CYCLES]

Exit 0: so it is. 1: not so.
"""

import re
import subprocess
import sys

# Verilator has two states. What fails on an X alone is for simulators that have four.
NEED_FOUR_STATES = {"legal_reset_known", "legal_controls_known", "legal_eligible_known", "outputs_known", "grant_known"}

# The pin that is wrong in a case, which the scoreboard names.
PINS = {"busy_exactly": "busy_o", "take_exactly": "take_o", "grant_exactly": "grant_o", "win_exactly": "win_o",
        "grant_candidate": "grant_entry_o", "grant_ranges": "grant_expected_o", "read_member": "read_valid_o", "read_jobs": "read_jobs_o"}


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, encoding="utf-8")
    return done.returncode, done.stdout


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    bench, assertions, page = sys.argv[1:4]
    wrong = []

    status, said = run(bench, f"+cycles={sys.argv[4] if len(sys.argv) == 5 else 20000}")
    grants = [int(number) for number in re.findall(r"\d+ cycles, (\d+) grants", said)]
    if status != 0 or "Error" in said or len(grants) != 4 or min(grants) < 1000:
        wrong.append(f"legal traffic: exit {status}\n{said[:4000]}")

    status, said = run(bench, "+illegal")
    if status != 1:
        wrong.append(f"illegal inputs: exit {status}")
    met = set()
    for case in said.split("case ")[1:]:
        name = case.split(maxsplit=1)[0]
        if not re.search(rf"Assertion failed in \S*\.{name}:", case):
            wrong.append(f"{name} does not fail in its case:\n{case[:2000]}")
        if name in PINS and f"scoreboard: {PINS[name]}: model" not in case:
            wrong.append(f"the scoreboard does not see {PINS[name]} in {name}:\n{case[:2000]}")
        met.add(name)

    with open(assertions, encoding="utf-8") as file:
        text = file.read()
    names = set(re.findall(r"^ *(\w+): assert property", text, re.M))
    without = names - met - NEED_FOUR_STATES
    if without:
        wrong.append(f"assertions without a case: {', '.join(sorted(without))}")
    with open(page, encoding="utf-8") as file:
        told = file.read()
    untold = [name for name in sorted(names | set(re.findall(r"^ *(\w+): cover property", text, re.M))) if f"`{name}`" not in told]
    if untold:
        wrong.append(f"{page} does not name {', '.join(untold)}")

    for what in wrong:
        print(what)
    print(f"{sum(grants)} grants equal; {len(met)} of {len(names)} assertions made to fail; {len(wrong)} surprises")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
