#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the proofs that proofs.txt lists: yosys reads the Verilog, ABC (which Debian's yosys brings) decides.

A proof of mode `sweep` or `search` unrolls its design a fixed number of cycles from an unknown state: it is complete, since
its property file says why that many show everything. `sweep` merges equal signals until nothing is left (SAT sweeping),
`search` looks for a counterexample cycle by cycle and finds none. Mode `always` starts at the registers' initial values
and finds an inductive invariant (property directed reachability). Every `cover` of a property file must be reached by a bounded
search, or the proof counts as failed. A counterexample is written as VCD.

Exit 0: all proved and covered. 1: a proof, a cover or a mutant failed. 2: a tool or a file is missing, or wrong use.
"""

import argparse
import functools
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
RTL = HERE.parent.parent / "rtl"
PACKAGE = {"yosys": "yosys", "yosys-abc": "berkeley-abc on Debian 12, yosys-abc on Debian 13 (yosys depends on it)"}


class Problem(Exception):
    """Something that is neither proved nor disproved."""


def read_table(path, columns):
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split("#", 1)[0].split(None, columns - 1)
        if not words:
            continue
        if len(words) < columns:
            raise Problem(f"{path}:{number}: {columns} columns expected")
        rows.append(words)
    return rows


class Proof:
    def __init__(self, words):
        self.name, self.top, self.mode, cycles, self.tier, parameters = words
        if self.mode not in ("sweep", "search", "always") or self.tier not in ("short", "long"):
            raise Problem(f"proofs.txt: {self.name}: mode is sweep, search or always, tier is short or long")
        self.cycles = int(cycles)
        self.parameters = [p for p in parameters.split() if p != "-"]


@functools.lru_cache(maxsize=None)
def yosys_version():
    """(0, 23) on Debian 12, (0, 52) on Debian 13."""
    said = subprocess.run(["yosys", "-V"], stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout
    found = re.search(r"Yosys (\d+)\.(\d+)", said)
    if not found:
        raise Problem(f"yosys -V says no version: {said.strip()}")
    return int(found[1]), int(found[2])


def yosys_script(proof, rtl, work):
    """One design, written twice: its assertions, and its covers turned into assertions of their opposite."""
    # From 0.37 on `assert` and `cover` are read as $check, which only these two passes turn into the gates of old.
    lower_checks = "async2sync\n      chformal -lower" if yosys_version() >= (0, 37) else ""
    source = HERE / f"{proof.top}.v"
    chparam = " ".join("-chparam {} {}".format(*p.split("=")) for p in proof.parameters)
    taps = []
    for target, path, only in re.findall(r"^ *// tap (\S+) = (\S+)(?: if (\S+))?$", source.read_text(), re.M):
        # A wire of the property file without a driver is joined to one inside the design.
        if not only or only in proof.parameters:
            taps.append(f"connect -nounset -set {target} {path}")
    # Once there are gates, ABC is as good at making them fewer as `opt`, and several times as fast.
    to_gates = """
      opt -full
      memory_map
      setundef -undriven -anyseq
      opt -fast
      techmap
      dffunmap
      abc -g AND -fast
      opt_clean
    """
    files = " ".join(str(f) for f in sorted(rtl.glob("*.v")))
    return f"""
      read_verilog {files}
      read_verilog -formal {source}
      hierarchy -check -top {proof.top} {chparam}
      proc
      flatten
      {lower_checks}
      {os.linesep.join(taps)}
      opt_clean
      design -save whole
      chformal -cover -remove
      {to_gates}
      write_aiger -I -B -L -zinit -map {work}/proof.aim {work}/proof.aig
      design -load whole
      chformal -assert -remove
      techmap -map {HERE}/cover_as_assert.v
      {to_gates}
      write_aiger -I -B -L -zinit -map {work}/cover.aim {work}/cover.aig
      design -load whole
      memory_map
      write_rtlil {work}/proof.il
    """


def run(command, log, limit):
    """Output of a program; None if it needed more CPU time than `limit` seconds."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    with open(log, "w") as out:
        status = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False, preexec_fn=bound).returncode
    text = re.sub(r"\x1b\[[0-9;]*m", "", pathlib.Path(log).read_text())
    if status < 0:
        return None
    if status != 0:
        raise Problem(f"{command[0]} failed, see {log}\n{text[-600:]}")
    return text


def abc(commands, log, limit):
    return run(["yosys-abc", "-q", "; ".join(commands)], log, limit)


def write_vcd(work, name):
    vcd = work / f"{name}.vcd"
    run(["yosys", "-q", "-p", f"read_rtlil {work}/proof.il; "
         f"sim -q -r {work}/proof.aiw -map {work}/proof.aim -clock clk -vcd {vcd}"], work / "vcd.log", 120)
    return vcd


def decide(proof, work, limit):
    """True: proved. False: a counterexample is in proof.aiw. None: not within the time limit."""
    read = [f"read_aiger {work}/proof.aig", "fold", "strash", "orpos"]
    search = read + [f"bmc3 -F {proof.cycles}", f"write_cex -a {work}/proof.aiw"]
    if proof.mode == "sweep":
        text = abc(read + [f"frames -i -F {proof.cycles}", "strash", "&get -n", "&fraig -x", "&put", "iprove"],
                   work / "proof.log", limit)
        if text is not None and re.search(r"^UNSATISFIABLE", text, re.M):
            return True
    elif proof.mode == "always":
        text = abc(read + ["scorr", "pdr"], work / "proof.log", limit)
        if text is not None and "Property proved" in text:
            return True
        search[-2] = f"bmc3 -F {10 * proof.cycles}"
    text = abc(search, work / "search.log", limit)
    if text is not None and re.search(r"was asserted in frame", text):
        return False
    if proof.mode == "search" and text is not None and f"No output asserted in {proof.cycles} frames" in text:
        return True
    return None


@functools.lru_cache(maxsize=None)
def sequential_cone():
    """ABC's command for one output with the registers behind it: Debian 12 has an option for it, on Debian 13 it is the only way."""
    said = subprocess.run(["yosys-abc", "-q", "cone -h"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          encoding="utf-8").stdout
    return "cone -s" if re.search(r"^\s*-s ", said, re.M) else "cone"


def uncovered(proof, work, limit):
    """(number of covers, numbers of those that no trace reaches)."""
    info = (work / "cover.aig").read_bytes().split(b"\n", 1)[0].split()
    count = int(info[6])
    missing = []
    for n in range(count):
        # One by one: ABC crashes when it has found the last of several.
        text = abc([f"read_aiger {work}/cover.aig", "fold", "strash", f"{sequential_cone()} -O {n}", f"bmc3 -F {proof.cycles}"],
                   work / f"cover{n}.log", limit)
        if text is None or "was asserted in frame" not in text:
            missing.append(n)
    return count, missing


def prove(proof, rtl, work, limit, with_covers=True):
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    (work / "proof.ys").write_text(yosys_script(proof, rtl, work))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(["yosys", "-q", "-s", str(work / "proof.ys")], work / "yosys.log", limit)
    verdict = decide(proof, work, limit)
    count, missing = uncovered(proof, work, limit) if with_covers and verdict else (0, [])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return verdict, count, missing, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(proof, work, limit):
    start = time.monotonic()
    verdict, count, missing, cpu = prove(proof, RTL, work, limit)
    parameters = " ".join(proof.parameters)
    ok = verdict and not missing and count > 0
    state = "proved" if verdict else "no answer" if verdict is None else "WRONG"
    print(f"{proof.name:24} {state:9} {count - len(missing)}/{count} covers "
          f"{cpu:7.1f} s CPU {time.monotonic() - start:7.1f} s  {parameters}", flush=True)
    if verdict is False:
        try:
            print(f"  counterexample: {write_vcd(work, proof.name)}")
        except Problem as problem:
            print(f"  counterexample: {work}/proof.aiw (as VCD: {problem})")
    if verdict is None:
        print(f"  neither proved nor disproved within {limit} s of CPU time, see {work}")
    if missing:
        print(f"  covers never reached (counted from 0): {' '.join(map(str, missing))}, see {work}")
    return ok


def mutate(proofs, work, limit, names):
    """Every line of mutants.txt puts one fault into a copy of the RTL; its proof has to find it."""
    survivors = 0
    for number, (name, file, change) in enumerate(read_table(HERE / "mutants.txt", 3), 1):
        if names and name not in names:
            continue
        copy = work / f"mutant{number}"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(RTL, copy / "rtl")
        old, new = change.split(" => ")
        text = (RTL / file).read_text()
        if text.count(old) != 1:
            raise Problem(f"mutants.txt: mutant {number}: {file} has {text.count(old)} times: {old}")
        (copy / "rtl" / file).write_text(text.replace(old, new))
        verdict, _, _, cpu = prove(proofs[name], copy / "rtl", copy / "proof", limit, with_covers=False)
        caught = verdict is False
        survivors += not caught
        print(f"{number:3} {'caught' if caught else 'SURVIVED'} by {name:20} {cpu:6.1f} s CPU  {file}: {change}", flush=True)
    print(f"{survivors} mutants survived")
    return survivors == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="PROOF", help="default: all of the tier")
    parser.add_argument("--tier", choices=["short", "long", "all"], default="all")
    parser.add_argument("--mutants", action="store_true", help="put known faults into the RTL instead")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/formal"), help="folder for logs and traces")
    parser.add_argument("--limit", type=int, default=1800, help="CPU seconds for one step of a proof")
    options = parser.parse_args()
    try:
        for tool, package in PACKAGE.items():
            if shutil.which(tool) is None:
                raise Problem(f"{tool} is not installed; Debian package: {package}")
        proofs = {p.name: p for p in map(Proof, read_table(HERE / "proofs.txt", 6))}
        unknown = [n for n in options.names if n not in proofs]
        if unknown:
            raise Problem(f"no such proof: {' '.join(unknown)}; there are: {' '.join(proofs)}")
        work = options.work.resolve()
        if options.mutants:
            return 0 if mutate(proofs, work, options.limit, options.names) else 1
        chosen = [p for p in proofs.values()
                  if (p.name in options.names if options.names else options.tier in ("all", p.tier))]
        return 0 if all([report(p, work / p.name, options.limit) for p in chosen]) else 1
    except Problem as problem:
        print(f"prove: error: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
