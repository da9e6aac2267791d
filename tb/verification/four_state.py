#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The picker in four states, by Icarus: random legal traffic whose inputs are x where they do not matter, with resets in the
middle, against the reference model's outputs. First the RTL, then the gates that yosys makes of it. Also: the file list
names every module that its files use.

    four_state.py VECTORS_PROGRAM RTL_DIRECTORY WORK_DIRECTORY

Exit 0: all equal, and no x where the model has a value. 1: not so. 2: a tool is missing.
"""

import pathlib
import re
import shutil
import subprocess
import sys

NAMES = ["ENTRIES", "CLASSES", "FRAC", "QUANT", "TIE", "JOB_BITS", "DIVIDER", "PICK_LATENCY"]
# Each divider, both latencies and ties; cycles, and whether its gates are simulated, too.
CASES = [((5, 3, 8, 8, 0, 8, 0, 1), 2000, False), ((4, 2, 4, 6, 1, 8, 1, 2), 2000, False), ((4, 2, 8, 8, 0, 8, 0, 1), 1000, True)]


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, encoding="utf-8", **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


def listed(rtl):
    """Files of the file list."""
    lines = (rtl / "gantry_picker.f").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("//")]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    vectors = str(pathlib.Path(sys.argv[1]).resolve())
    rtl, work = (pathlib.Path(path).resolve() for path in sys.argv[2:])
    bench = pathlib.Path(__file__).resolve().with_name("vectors_bench.v")
    for tool in ("iverilog", "yosys"):
        if shutil.which(tool) is None:
            print(f"four_state: error: {tool} is not installed; Debian package: {tool}", file=sys.stderr)
            return 2
    simcells = pathlib.Path(shutil.which("yosys")).resolve().parent.parent / "share/yosys/simcells.v"
    work.mkdir(parents=True, exist_ok=True)
    files = listed(rtl)
    wrong = 0
    for file in files:
        for module in re.findall(r"^ *(gantry_\w+) *#?\(", (rtl / file).read_text(encoding="utf-8"), re.M):
            if module + ".v" not in files:
                print(f"gantry_picker.f does not list {module}.v, which {file} uses")
                wrong += 1

    def simulate(what, sources, options, cycles, folder):
        program = str(work / "bench")
        run(["iverilog", "-g2005", *options, "-P", f"vectors_bench.CYCLES={cycles}", "-o", program, "-s", "vectors_bench", str(bench),
             *sources], cwd=folder)
        said = run(["vvp", "-n", program, f"+vectors={work / 'vectors.txt'}"])
        print(f"{what}: {said.splitlines()[-1]}")
        result = re.search(rf"^{cycles} cycles, (\d+) grants, 0 differences$", said, re.M)
        if result and int(result.group(1)) > cycles // 40:
            return 0
        print(said)
        return 1

    for values, cycles, gates in CASES:
        (work / "vectors.txt").write_text(run([vectors, *map(str, values), str(cycles)]), encoding="utf-8")
        parameters = [word for name, value in zip(NAMES, values) for word in ("-P", f"vectors_bench.{name}={value}")]
        wrong += simulate(f"RTL {values}", ["-f", "gantry_picker.f"], parameters, cycles, rtl)
        if gates:
            # ABC is left out: what it restructures may turn an x that does not matter into one that spreads.
            settings = " ".join(f"-set {name} {value}" for name, value in zip(NAMES, values))
            netlist = work / "gates.v"
            run(["yosys", "-q", "-p", f"read_verilog {' '.join(files)}; chparam {settings} gantry_picker; "
                 f"hierarchy -check -top gantry_picker; synth -flatten -noabc; write_verilog -noattr -noexpr {netlist}"], cwd=rtl)
            wrong += simulate(f"gates {values}", [str(netlist), str(simcells)], [*parameters, "-DNETLIST"], cycles, work)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
