#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a first `make build` costs, as a ratio to compiling one small program, so that machines can be compared.

    build_bench.py COMPILER TREE JOBS

TREE is made anew. Both are CPU seconds, without a compiler cache; the small program is compiled three times and its least
time counts. Prints the ratio and the modules that cost most. Exit status 1 when something does not compile.
"""

import os
import resource
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.join(HERE, "..", "..")


def cpu_seconds(command, log):
    """Of a command and its children; None if it failed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, "CCACHE_DISABLE": "1"}, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        return None
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def module_seconds(tree):
    """Wall seconds of the compiler's calls by module, the most first."""
    seconds = {}
    with open(os.path.join(tree, ".ninja_log"), encoding="utf-8") as log:
        for line in log:
            fields = line.rstrip("\n").split("\t")
            if len(fields) < 4 or ".dir/" not in fields[3]:
                continue
            module = fields[3].split(".dir/")[0].split("/")[-1].replace("gantry_", "")
            seconds[module] = seconds.get(module, 0.0) + (int(fields[1]) - int(fields[0])) / 1000
    return sorted(seconds.items(), key=lambda item: -item[1])


def main():
    compiler, tree, jobs = sys.argv[1:]
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(tree)
    with open(os.path.join(tree, "build.txt"), "w", encoding="utf-8") as log:
        small = [compiler, "-std=c++17", "-O2", os.path.join(HERE, "small_program.cpp"), "-o", os.path.join(tree, "small_program")]
        times = [cpu_seconds(small, log) for _ in range(3)]
        whole = cpu_seconds(["cmake", "-S", PROJECT, "-B", tree, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DGANTRY_UNITY=ON",
                             "-DGANTRY_TESTS=OFF", "-DCMAKE_CXX_COMPILER=" + compiler], log)
        whole = whole and cpu_seconds(["cmake", "--build", tree, "--target", "gantry", "-j", jobs], log)
    if None in times or whole is None:
        print(f"build_bench: error: something did not compile: {os.path.join(tree, 'build.txt')}", file=sys.stderr)
        return 1
    print(f"\nmake build, without a compiler cache: {whole:.0f} CPU s, {whole / min(times):.0f} times a small program ({min(times):.1f} s)")
    print("most of it: " + ", ".join(f"{module} {seconds:.0f} s" for module, seconds in module_seconds(tree)[:8]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
