# SPDX-License-Identifier: Apache-2.0
"""Logic cells and clock on an iCE40 HX8K: yosys maps, nextpnr places, routes and times, wires included."""

import os
import re

from tools import Failure, run

CELLS = 7680
# Where the placer starts is chance: of so many tries the fastest counts, as a user would take it.
SEEDS = (1, 2, 3)


def place(design, aim_mhz, folder):
    """Places a design; returns its logic cells and, if it fits, the clock it reaches."""
    os.makedirs(folder, exist_ok=True)

    def at(name):
        return os.path.join(folder, name)

    with open(at("ice40.ys"), "w", encoding="utf-8") as file:
        file.write(f"{design.read_commands()}\nsynth_ice40 -abc9 -device hx -top {design.top} -json {at('ice40.json')}\n")
    run(["yosys", "-q", "-l", at("ice40_yosys.log"), at("ice40.ys")], at("ice40_yosys.out"))
    clocks = []
    for seed in SEEDS:
        # A missed clock is a result, not a failure.
        command = ["nextpnr-ice40", "--hx8k", "--package", "ct256", "--json", at("ice40.json"), "--seed", str(seed),
                   "--freq", str(aim_mhz), "--timing-allow-fail", "--pcf-allow-unconstrained"]
        log = at(f"nextpnr_{seed}.log")
        refused = None
        try:
            run(command, log)
        except Failure as failure:
            refused = failure
        with open(log, encoding="utf-8") as file:
            said = file.read()
        counted = re.findall(r"ICESTORM_LC:\s*(\d+)/", said)
        if not counted:
            raise refused or Failure(f"{design.name}: nextpnr counts no logic cells, see {log}")
        cells = int(counted[-1])
        if cells > CELLS:
            return {"cells": cells, "mhz": None}
        if refused:
            raise refused
        clocks.append(float(re.findall(r"Max frequency for clock[^:]*: ([\d.]+) MHz", said)[-1]))
    return {"cells": cells, "mhz": max(clocks)}
