#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the measurements of program dispatch on a Wormhole chip into a table for `gantry calibrate`.

    convert_wormhole.py MEASURED.csv [CORES] > sim/experiments/published/wormhole.csv

MEASURED.csv has the columns family, args and iteration_ns: pgm_dispatch_golden.json of tenstorrent/tt-metal, row by row. What a
family's program consists of is in the source of that benchmark; docs/published.md says how it becomes a load.
"""

import csv
import re
import sys

CORES = int(sys.argv[2]) if len(sys.argv) > 2 else 56
KERNELS = {"brisc_only": 1, "ncrisc_only": 1, "trisc_only": 3, "brisc_trisc_only": 4, "one_proc": 1, "sems": 1, "BM_pgm": 1}
BUFFER, SEMAPHORE, ARGUMENT = 16, 16, 4  # bytes of configuration
ARGUMENT_SETS = 3  # of a core with all its kernels: the three of the compute processors are one kernel in that
SET_UP = 172  # cycles of a core for each kernel beyond its first
TASK = "workload.streams.0.workload.tasks.0."
LOAD = ["writes", "barriers", "unicasts", "bytes", "unicast_bytes", "entry_bytes", "set_up_cycles"]
COLUMNS = ["family", "args", "use", *(TASK + "load." + key for key in LOAD), TASK + "cycles", "iteration_ns"]
# What the keys are fitted on: a row of each of these families, each of which has a cost that others do not have. Kernels of middle,
# small and large size take turns.
FITTED = ["brisc_only_trace", "trisc_only_trace", "all_processors_all_cores_trace", "all_processors_all_cores_32cb",
          "all_processors_all_cores_1cb_8g", "one_processors_all_cores_1_rta", "one_processor_all_cores_128_rta",
          "all_processors_all_cores_128_rta", "kernel_groups_trace", "kernel_groups_1_rta_trace"]
SIZES = [2048, 256, 8192]


def count(family, what):
    found = re.search(r"_(\d+)_?" + what, family)
    return int(found[1]) if found else 0


def load(family, args):
    """Writes, barriers, cores written alone, bytes for all, bytes for one after another, bytes in a core, set-up; cycles."""
    groups = 8 if family.startswith("kernel_groups") else 1  # with kernels of their own
    launches = 8 if groups == 8 or "_8g" in family else 1
    kernels = next((n for name, n in KERNELS.items() if family.startswith(name)), 5)
    cores = 14 if groups == 8 else CORES if "all_cores" in family or family.startswith("maxed") else 1
    slow = family.startswith("BM_pgm")
    size = 256 if slow else args
    buffers, semaphores = (32 if "32_cbs" in family else count(family, "cb")), 4 * family.startswith("sems")
    own, common = count(family, "rta"), count(family, "crta")
    if family.startswith("maxed"):
        buffers, semaphores, own = 32, 4, 128
    own_bytes = own * ARGUMENT * min(kernels, ARGUMENT_SETS)  # of a core
    settings = buffers * BUFFER + semaphores * SEMAPHORE + common * ARGUMENT * min(kernels, ARGUMENT_SETS)
    setting_barriers = 0 if settings + own == 0 else 8 if "_8g" in family else 1
    argument_writes = groups if own > 0 else 0
    cycles = args if slow else int(family.split("_")[0]) if "_kernel_all" in family else 0
    return (kernels * groups + argument_writes + (settings > 0), groups + launches - 1 + setting_barriers,
            cores if own > 0 else 0, kernels * groups * size + settings,
            cores * own_bytes, kernels * size + own_bytes + settings, SET_UP * (kernels - 1), cycles)


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(COLUMNS)
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            family, args = row["family"], int(row["args"])
            if "eth" in family or "shadow" in family:
                continue
            fitted = family in FITTED and args == SIZES[FITTED.index(family) % len(SIZES)]
            use = "fit" if fitted else ""
            out.writerow([family, args, use, *load(family, args), row["iteration_ns"]])


if __name__ == "__main__":
    main()
