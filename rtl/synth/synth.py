#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area and clock of the RTL, on a cell library and on an FPGA.

    synth.py LIBERTY OUTDIR [--jobs N] [--entries N,...] [--only PART] [--no-cells] [--no-ice40]

Writes OUTDIR/results.json and, per design, every tool's input and output. A design whose sources, tools and library are
those of the last run is not run again. A tool that is missing or fails ends the flow with exit status 1.
"""

import argparse
import concurrent.futures
import json
import os
import re
import sys

import cells
import ice40
import tools
from cache import cached, digest
from design import Design

# Part, what it is, top module, its parameters (N: the size), the frame that stands in for it on an FPGA.
PARTS = [
    ("core", "selection core", "gantry_select_core", {"ENTRIES": "N"}, "gantry_core_frame"),
    ("shared", "whole picker, one divider for all", "gantry_picker", {"ENTRIES": "N", "DIVIDER": 0}, None),
    ("pipelined", "whole picker, one divider, pipelined", "gantry_picker", {"ENTRIES": "N", "DIVIDER": 2}, None),
    ("parallel", "whole picker, a divider per entry", "gantry_picker", {"ENTRIES": "N", "DIVIDER": 1}, None),
    ("first_free", "dispatch core, first_free", "gantry_dispatch_core", {"ENTRIES": "N", "PROCESSORS": "N", "CHOICE": 0},
     "gantry_dispatch_frame"),
    ("least_loaded", "dispatch core, least_loaded", "gantry_dispatch_core", {"ENTRIES": "N", "PROCESSORS": "N", "CHOICE": 1},
     "gantry_dispatch_frame"),
    ("monitor", "state monitor", "gantry_state_monitor",
     {"QUERIES": "N", "IDS": "N", "WINDOW": "N", "RETIRE": 2, "MOST": 8, "LOOKS": 2, "QUEUE_BITS": 5, "TASK_BITS": 12, "JOB_BITS": 17,
      "NUMBER_BITS": 32, "POSITION_BITS": 32, "PROCESSOR_BITS": 8}, "gantry_monitor_frame"),
]
ENTRIES = "8,16,32,64"
MOST = {"monitor": 8}  # most of N; what its queries name alone is 2,112 flip-flops then
# What the tools aim at: beyond reach, since what they reach is measured. ABC's recipe hardly depends on it.
AIM_PS = 4000
AIM_MHZ = 60


def of_part(part, sizes):
    return [size for size in sizes if size <= MOST.get(part[0], size)]


def sized(parameters, size):
    return {name: size if value == "N" else value for name, value in parameters.items()}


def on_cells(part, entries, library, versions, out):
    name, what, top, parameters, _ = part
    design = Design(f"{what}, N = {entries}", top, sized(parameters, entries))
    folder = os.path.join(out, f"{name}_{entries}")
    key = digest(design.files(), design.constraints(), design.read_commands(), [library.path, cells.__file__], versions["yosys"],
                 versions["sta"], AIM_PS)
    return cached(os.path.join(folder, "cells.json"), key, lambda: cells.synthesize(design, library, AIM_PS, folder))


def on_ice40(part, sizes, versions, out):
    """The sizes that fit, in order; behind the first one that does not fit nothing is tried."""
    name, what, top, parameters, frame = part
    results = {}
    for entries in sizes:
        design = Design(f"{what}, N = {entries}", frame or top, sized(parameters, entries))
        folder = os.path.join(out, f"{name}_{entries}")
        key = digest(design.files(), design.read_commands(), [ice40.__file__], versions["yosys"], versions["nextpnr"], AIM_MHZ)
        results[entries] = cached(os.path.join(folder, "ice40_result.json"), key, lambda: ice40.place(design, AIM_MHZ, folder))
        if results[entries]["mhz"] is None:
            break
    return results


def main():
    parser = argparse.ArgumentParser(description="Area and clock of the picker's RTL.")
    parser.add_argument("liberty")
    parser.add_argument("out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--entries", default=ENTRIES, help=f"sizes, default {ENTRIES}")
    parser.add_argument("--only", choices=[part[0] for part in PARTS], help="one part alone")
    parser.add_argument("--no-cells", action="store_true", help="the FPGA alone; LIBERTY may be -")
    parser.add_argument("--no-ice40", action="store_true", help="the cell library alone")
    arguments = parser.parse_args()
    sizes = sorted(int(entries) for entries in arguments.entries.split(","))
    parts = [part for part in PARTS if arguments.only in (None, part[0])]
    try:
        os.makedirs(arguments.out, exist_ok=True)
        versions = {"yosys": tools.first_line(["yosys", "-V"]).split(" (")[0]}
        library = None
        if not arguments.no_cells:
            library = cells.Library(arguments.liberty)
            versions["sta"] = "OpenSTA " + tools.first_line(["sta", "-version"])
        if not arguments.no_ice40:
            versions["nextpnr"] = re.sub(r".*Version (\S+?)\).*", r"nextpnr-ice40 \1", tools.first_line(["nextpnr-ice40", "--version"]))
        # The longest first, so that no worker ends alone.
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            placed = {} if arguments.no_ice40 else {
                part[0]: pool.submit(on_ice40, part, of_part(part, sizes), versions, arguments.out) for part in parts}
            mapped = {} if arguments.no_cells else {
                (part[0], entries): pool.submit(on_cells, part, entries, library, versions, arguments.out)
                for entries in reversed(sizes) for part in reversed(parts) if entries in of_part(part, sizes)}
            try:
                for future in concurrent.futures.as_completed([*placed.values(), *mapped.values()]):
                    future.result()
            except tools.Failure:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    except tools.Failure as failure:
        print(f"synth: error: {failure}", file=sys.stderr)
        return 1
    results = {"library": library.name if library else None, "versions": versions, "parts": []}
    for part in parts:
        rows = []
        for entries in of_part(part, sizes):
            row = {"entries": entries}
            said = []
            if mapped:
                row.update(mapped[part[0], entries].result())
                said.append(f"{1000 / row['delay_ns']:.0f} MHz, {row['area'] / entries:.0f} um^2 per entry")
            if placed:
                row["ice40"] = placed[part[0]].result().get(entries)
                if row["ice40"]:
                    said.append(f"HX8K: {row['ice40']['cells']} cells, {row['ice40']['mhz'] or 'too many, no'} MHz")
            rows.append(row)
            print(f"{part[1]}, N = {entries}: {'; '.join(said) or 'does not fit the HX8K'}")
        results["parts"].append({"name": part[0], "what": part[1], "rows": rows})
    with open(os.path.join(arguments.out, "results.json"), "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
        file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
