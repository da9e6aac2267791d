#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The picker, the dispatch core, the decomposer and the state monitor in four states, by Icarus: random legal traffic whose inputs are x where they do not matter,
with resets in the middle, against the reference model's outputs. First the RTL, then the gates that yosys makes of it.
Also: a file list names every module that its files use.

    four_state.py PICKER_VECTORS CORE_CAMPAIGN BLOCK_BENCH RTL_DIRECTORY WORK_DIRECTORY

Exit 0: all equal, and no x where the model has a value. 1: not so. 2: a tool is missing.
"""

import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
WRAPPERS = HERE.parent / "verilated"

NAMES = ["ENTRIES", "CLASSES", "FRAC", "QUANT", "TIE", "JOB_BITS", "DIVIDER", "PICK_LATENCY"]
# Each divider, both latencies and ties; cycles, and whether its gates are simulated, too.
CASES = [((5, 3, 8, 8, 0, 8, 0, 1), 2000, False), ((4, 2, 4, 6, 1, 8, 1, 2), 2000, False), ((5, 2, 8, 8, 0, 8, 2, 1), 2000, False),
         ((4, 2, 8, 8, 0, 8, 0, 1), 1000, True)]

CORE_NAMES = ["ENTRIES", "PROCESSORS", "TYPES", "CHOICE", "PER_JOB", "CLASSES", "FRAC", "QUANT", "TIE", "DEPTH_BITS", "PORTS", "JOB_BITS",
              "DIVIDER"]
# The first set of the core's campaign.
CORE_CASES = [((5, 7, 3, 1, 1, 3, 8, 8, 0, 2, 2, 17, 1), 2000, False)]

BLOCK_NAMES = ["QUEUES", "WINDOW", "SLOTS", "UPDATES"]
BLOCK_CASES = [((10, 3, 7, 64), 2000, False), ((5, 2, 5, 16), 1000, True)]

MONITOR_NAMES = ["QUERIES", "IDS", "WINDOW", "LOOKS", "RETIRE", "JOBS"]
# Its gates are left out: 64 tasks that a query can name make many of them.
MONITOR_CASES = [((10, 5, 16, 2, 2, 6), 2000, False)]


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, encoding="utf-8", **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


class Bench:
    """One of vectors_bench.v, decomposer_bench.sv and their like: what it simulates, in the folder of the RTL, and as gates."""

    def __init__(self, top, file, module, listing, wrapper, include):
        self.top, self.file, self.module, self.listing, self.wrapper, self.include = top, file, module, listing, wrapper, include


PICKER = Bench("vectors_bench", HERE / "vectors_bench.v", "gantry_picker", "gantry_picker.f", [], [])
CORE = Bench("core_bench", HERE / "core_bench.v", "gantry_dispatch_core", "gantry_dispatch_core.f", [], [])
DECOMPOSER = Bench("decomposer_bench", HERE / "decomposer_bench.sv", "decomposer_shell", "gantry_decomposer.f",
                   [str(WRAPPERS / "decomposer_shell.sv")], [f"-I{WRAPPERS}"])
MONITOR = Bench("monitor_bench", HERE / "monitor_bench.sv", "monitor_shell", "gantry_state_monitor.f",
                [str(WRAPPERS / "monitor_shell.sv")], [f"-I{WRAPPERS}"])


def listed(rtl, listing):
    """Files of a file list."""
    lines = (rtl / listing).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("//")]


def unlisted(rtl, listing):
    """How many modules are used and not listed."""
    files = listed(rtl, listing)
    wrong = 0
    for file in files:
        for module in re.findall(r"^ *(gantry_\w+) *#?\(", (rtl / file).read_text(encoding="utf-8"), re.M):
            if module + ".v" not in files:
                print(f"{listing} does not list {module}.v, which {file} uses")
                wrong += 1
    return wrong


def simulate(bench, what, sources, options, cycles, work, folder):
    """0, or 1 if there is a difference or next to nothing happens."""
    program = str(work / "bench")
    run(["iverilog", "-g2012" if bench.wrapper else "-g2005", *bench.include, *options, "-P", f"{bench.top}.CYCLES={cycles}",
         "-o", program, "-s", bench.top, str(bench.file), *sources], cwd=folder)
    said = run(["vvp", "-n", program, f"+vectors={work / 'vectors.txt'}"])
    print(f"{what}: {said.splitlines()[-1]}")
    result = re.search(rf"^{cycles} cycles, (\d+) (?:grants|messages), 0 differences$", said, re.M)
    if result and int(result.group(1)) > cycles // 40:
        return 0
    print(said)
    return 1


def need_tools():
    """Ends with exit status 2 if one is missing."""
    for tool in ("iverilog", "yosys"):
        if shutil.which(tool) is None:
            print(f"{pathlib.Path(sys.argv[0]).stem}: error: {tool} is not installed; Debian package: {tool}", file=sys.stderr)
            sys.exit(2)


def judge(bench, names, case, vectors, rtl, work):
    values, cycles, gates = case
    # A campaign ends with a phase, perhaps a few cycles later.
    lines = run(vectors).splitlines(True)[:cycles]
    (work / "vectors.txt").write_text("".join(lines), encoding="utf-8")
    parameters = [word for name, value in zip(names, values) for word in ("-P", f"{bench.top}.{name}={value}")]
    files = listed(rtl, bench.listing)
    wrong = simulate(bench, f"{bench.module}, RTL {values}", [*files, *bench.wrapper], parameters, cycles, work, rtl)
    if gates:
        # ABC is left out: what it restructures may turn an x that does not matter into one that spreads.
        settings = " ".join(f"-set {name} {value}" for name, value in zip(names, values))
        netlist = work / "gates.v"
        simcells = pathlib.Path(shutil.which("yosys")).resolve().parent.parent / "share/yosys/simcells.v"
        reads = " ".join([*bench.include, *files, *bench.wrapper])
        run(["yosys", "-q", "-p", f"read_verilog {'-sv' if bench.wrapper else ''} {reads}; chparam {settings} {bench.module}; "
             f"hierarchy -check -top {bench.module}; synth -flatten -noabc; write_verilog -noattr -noexpr {netlist}"], cwd=rtl)
        wrong += simulate(bench, f"{bench.module}, gates {values}", [str(netlist), str(simcells)], [*parameters, "-DNETLIST"],
                          cycles, work, work)
    return wrong


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    picker_vectors, core_campaign, block_bench = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
    rtl, work = (pathlib.Path(path).resolve() for path in sys.argv[4:])
    need_tools()
    work.mkdir(parents=True, exist_ok=True)
    wrong = sum(unlisted(rtl, bench.listing) for bench in (PICKER, CORE, DECOMPOSER, MONITOR))
    for case in CASES:
        wrong += judge(PICKER, NAMES, case, [picker_vectors, *map(str, case[0]), str(case[1])], rtl, work)
    for case in CORE_CASES:
        wrong += judge(CORE, CORE_NAMES, case, [core_campaign, "--vectors", "0", "--cycles", str(case[1]), "--seed", "4"], rtl, work)
    for case in BLOCK_CASES:
        queues, window, slots, updates = case[0]
        limits = (f"5*queues_per_class={queues} window={window} slots={slots} "
                  f"5*queues_per_class*window+capacity={updates}")
        wrong += judge(DECOMPOSER, BLOCK_NAMES, case,
                       [block_bench, "--vectors", "decomposer", "--limits", limits, "--cycles", str(case[1]), "--seed", "3"], rtl, work)
    for case in MONITOR_CASES:
        queries, ids, window, looks, retire, jobs = case[0]
        limits = (f"5*queues_per_class*window={queries} task_ids={ids} "
                  f"completion_window={window} predecessors_per_cycle={looks} retire_per_cycle=1..{retire} query_wakeups_per_cycle=1..1 "
                  f"watched_jobs={jobs} timers_per_cycle=1")
        wrong += judge(MONITOR, MONITOR_NAMES, case,
                       [block_bench, "--vectors", "monitor", "--limits", limits, "--cycles", str(case[1]), "--seed", "3"], rtl, work)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
