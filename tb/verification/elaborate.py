#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Elaborates the picker, the dispatch core, the decomposer and the state monitor in Verilator, yosys and Icarus: without a warning for legal parameters, not at
all for one that is outside its range.

    elaborate.py RTL_DIRECTORY WORK_DIRECTORY

Exit 0: so it is. 1: not so. 2: a tool is missing.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

# Tool, its Debian package, its command for the file {top} (module elaborated) over {sources}.
TOOLS = [
    ("verilator", "verilator", ["verilator", "--lint-only", "--no-timing", "-Wall", "--top-module", "elaborated", "{top}"]),
    ("yosys", "yosys", ["yosys", "-q", "-p", "read_verilog {sources} {top}; hierarchy -check -top elaborated; proc; check -assert"]),
    # Icarus mentions every always @* that reads a whole array, which is what is meant.
    ("iverilog", "iverilog", ["iverilog", "-g2005", "-Wall", "-Wno-sensitivity-entire-array", "-o", "/dev/null", "-s",
                              "elaborated", "{top}"]),
]

# What Verilator 5.032 of Debian 13 prints of its own work, on success too; 5.006 has neither these lines nor a switch for them.
REPORT = re.compile(r"- (V e r i l a t i o n   R e p o r t|Verilator): ")


class Top:
    """A module, its parameters with their defaults, sets of values that are legal, and values just outside their range."""

    def __init__(self, name, defaults, widths, legal, illegal):
        self.name, self.defaults, self.widths = name, defaults, widths
        self.legal = [dict(zip(defaults, values)) for values in legal]
        self.illegal = [{parameter: value, **BESIDE.get((parameter, value), {})} for parameter, value in illegal]


BESIDE = {("FRAC", -1): {"QUANT": 0}}
# Verilator meets an impossible width before it misses the module that names the parameter.
OTHER_WORDS = {("verilator", "FRAC", -1), ("verilator", "QUANT", -1), ("verilator", "QUANT", 17), ("verilator", "DEPTH_BITS", 0)}

PICKER = Top(
    "gantry_picker",
    {"ENTRIES": 16, "CLASSES": 3, "FRAC": 8, "QUANT": 8, "TIE": 0, "JOB_BITS": 17, "DIVIDER": 0, "PICK_LATENCY": 1},
    ["ENTRIES", "CLASSES", "FRAC", "QUANT", "JOB_BITS"],  # what port widths are made of
    # All dividers, both latencies and tie rules, and the ends of every range but that of ENTRIES, which takes long.
    [(16, 3, 8, 8, 0, 17, 0, 1), (16, 3, 8, 8, 0, 17, 1, 1), (4, 1, 0, 0, 0, 2, 0, 1), (4, 1, 0, 8, 1, 2, 1, 2),
     (5, 5, 16, 24, 1, 32, 0, 2), (17, 4, 16, 0, 0, 32, 1, 2), (33, 2, 8, 9, 1, 17, 0, 1),
     (16, 3, 8, 8, 0, 17, 2, 1), (4, 1, 0, 0, 0, 2, 2, 2), (17, 5, 8, 8, 0, 17, 2, 1)],
    # Beside it the defaults, but for QUANT, whose range ends at FRAC + 8.
    [("ENTRIES", 1), ("ENTRIES", 3), ("ENTRIES", 257), ("CLASSES", 0), ("CLASSES", 6), ("FRAC", -1), ("FRAC", 17), ("QUANT", -1), ("QUANT", 17),
     ("TIE", -1), ("TIE", 2), ("JOB_BITS", 1), ("JOB_BITS", 33), ("DIVIDER", -1), ("DIVIDER", 3), ("PICK_LATENCY", 0),
     ("PICK_LATENCY", 3)])
CORE = Top(
    "gantry_dispatch_core",
    {"ENTRIES": 16, "CLASSES": 3, "FRAC": 8, "QUANT": 8, "TIE": 0, "JOB_BITS": 17, "DIVIDER": 0, "PROCESSORS": 16, "TYPES": 4,
     "DEPTH_BITS": 3, "CHOICE": 0, "PORTS": 1, "PER_JOB": 0},
    ["ENTRIES", "CLASSES", "FRAC", "QUANT", "JOB_BITS", "PROCESSORS", "TYPES", "DEPTH_BITS", "PORTS"],
    # Both choices and modes, and the ends of every range but those of ENTRIES and PROCESSORS.
    [(4, 1, 0, 0, 0, 2, 0, 1, 1, 1, 0, 1, 0), (16, 3, 8, 8, 0, 17, 1, 16, 4, 3, 1, 1, 1), (5, 5, 8, 8, 1, 9, 0, 33, 8, 8, 0, 4, 1)],
    # One end of each is enough to hold that the range is looked at.
    [("PROCESSORS", 257), ("TYPES", 9), ("DEPTH_BITS", 0), ("CHOICE", 2), ("PORTS", 5), ("PER_JOB", -1)])


DECOMPOSER = Top(
    "gantry_decomposer",
    {"QUEUES": 5, "WINDOW": 1, "SLOTS": 16, "UPDATES": 64, "TASK_BITS": 32, "JOB_BITS": 32, "TIME_BITS": 24},
    ["QUEUES", "SLOTS", "TASK_BITS", "JOB_BITS", "TIME_BITS"],
    # The ends of every range but that of QUEUES, which takes minutes.
    [(5, 1, 4, 4, 1, 1, 22), (5, 1, 16, 64, 32, 32, 24), (20, 3, 9, 128, 17, 5, 64),
     (5, 1, 4096, 65536, 32, 32, 24), (5, 256, 4, 4, 1, 1, 22)],
    [("QUEUES", 4), ("WINDOW", 0), ("SLOTS", 3), ("UPDATES", 48), ("TIME_BITS", 21)])

MONITOR = Top(
    "gantry_state_monitor",
    {"QUERIES": 20, "IDS": 64, "WINDOW": 64, "RETIRE": 4, "MOST": 64, "LOOKS": 4, "QUEUE_BITS": 10, "TASK_BITS": 32, "JOB_BITS": 32, "NUMBER_BITS": 64,
     "POSITION_BITS": 64, "PROCESSOR_BITS": 32, "TIME_BITS": 24, "JOBS": 0, "ATTEMPT_BITS": 8},
    ["IDS", "MOST", "QUEUE_BITS", "TASK_BITS", "JOB_BITS", "NUMBER_BITS", "POSITION_BITS", "PROCESSOR_BITS", "TIME_BITS", "JOBS", "ATTEMPT_BITS"],
    # The lower ends of every range, and sizes in the middle; upper ends of QUERIES, IDS, WINDOW, MOST and JOBS take minutes.
    [(5, 2, 2, 1, 1, 1, 1, 1, 1, 14, 1, 1, 22, 0, 1), (20, 16, 64, 64, 8, 4, 10, 32, 32, 64, 64, 32, 24, 33, 8),
     (6, 3, 128, 3, 3, 3, 3, 5, 2, 33, 9, 6, 64, 3, 2), (5, 2, 2, 2, 1, 1, 1, 1, 1, 14, 1, 1, 22, 2, 1)],
    [("QUERIES", 4), ("IDS", 1), ("WINDOW", 48), ("RETIRE", 0), ("RETIRE", 65), ("MOST", 65), ("LOOKS", 0), ("NUMBER_BITS", 13), ("TIME_BITS", 21), ("JOBS", 1)])


def ports(text):
    """(direction, name) of the ports of a module."""
    head = text[:text.index(");\n")]
    return re.findall(r"^ *(input|output) +wire.*? (\w+),?(?: *//.*)?$", head, re.M)


def around(top, parameters, text):
    """A module around the top with every port connected, so that nothing is left to warn about. Its ports are the top's,
    whose widths follow from the same parameters."""
    head = text[text.index(") (\n") + 4:text.index(");\n")]
    names = ", ".join(f".{name}({value})" for name, value in parameters.items())
    values = {**top.defaults, **parameters}
    widths = "\n".join(f"  parameter {name} = {values[name]}," for name in top.widths).rstrip(",")
    connected = ", ".join(f".{name}({name})" for _, name in ports(text))
    return (f"`default_nettype none\nmodule elaborated #(\n{widths}\n) (\n{head});\n"
            f"  {top.name} #({names}) top ({connected});\nendmodule\n")


def run(tool, command, file, sources):
    text = [word.format(top=file, sources=" ".join(sources)) for word in command]
    if tool != "yosys":
        text += sources
    done = subprocess.run(text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, encoding="utf-8")
    return done.returncode, "".join(line for line in done.stdout.splitlines(True) if not REPORT.match(line))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rtl, work = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for tool, package, _ in TOOLS:
        if shutil.which(tool) is None:
            print(f"elaborate: error: {tool} is not installed; Debian package: {package}", file=sys.stderr)
            return 2
    work.mkdir(parents=True, exist_ok=True)
    sources = sorted(str(path) for path in rtl.glob("*.v"))
    cases = [(top, parameters, None) for top in (PICKER, CORE, DECOMPOSER, MONITOR) for parameters in top.legal]
    legal = len(cases)
    cases += [(top, parameters, next(iter(parameters))) for top in (PICKER, CORE, DECOMPOSER, MONITOR) for parameters in top.illegal]

    def judge(case):
        number, (top, parameters, illegal) = case
        # Named like its module, as Verilator wants it.
        file = work / str(number) / "elaborated.v"
        file.parent.mkdir(exist_ok=True)
        text = (rtl / f"{top.name}.v").read_text(encoding="utf-8")
        file.write_text(around(top, parameters, text), encoding="utf-8")
        wrong = []
        for tool, _, command in TOOLS:
            status, said = run(tool, command, str(file), sources)
            if illegal is None:
                if status != 0 or said.strip():
                    wrong.append(f"{tool} on {top.name} {parameters}: exit {status}\n{said}")
            elif status == 0:
                wrong.append(f"{tool} accepts {top.name} {parameters}")
            elif f"{illegal}_is_not_" not in said and (tool, illegal, parameters[illegal]) not in OTHER_WORDS:
                wrong.append(f"{tool} refuses {top.name} {parameters} without naming the parameter:\n{said}")
        return wrong

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [text for texts in pool.map(judge, enumerate(cases)) for text in texts]
    for text in wrong:
        print(text)
    print(f"{legal} legal and {len(cases) - legal} illegal sets of parameters in {len(TOOLS)} tools: "
          f"{len(wrong)} surprises")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
