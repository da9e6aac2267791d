#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area of the whole picker over its parameters, in gate equivalents, and the formula of the cost model that is fitted to it.

    area.py LIBERTY OUTDIR TABLE [--jobs N] [--bars]

Writes the CSV file TABLE: a row per parameter set, `fit` or `held_out`. Prints the coefficients (least squares of the relative
error over the rows `fit` alone), as they stand in the cost file, and how far off the formula is on either kind of row.
Exit 1: a tool is missing or fails, or (--bars) the formula misses a row by more than 10 %.
"""

import argparse
import concurrent.futures
import csv
import os
import re
import sys

import cells
import tools
from cache import cached, digest
from design import Design
from synth import AIM_PS

# Entries, classes, fraction bits, quantisation, tie (0: expected weight, 1: history weight), divider (0: one, 1: per entry, 2: one,
# pipelined).
FIT = [(n, 3, 8, 8, 0, d) for n in (8, 16, 32, 64) for d in (0, 1)] + [
    (16, 1, 8, 8, 0, 0), (16, 5, 8, 8, 0, 0), (16, 1, 8, 8, 0, 1), (16, 5, 8, 8, 0, 1),
    (16, 3, 0, 0, 0, 0), (16, 3, 4, 4, 0, 0), (16, 3, 16, 16, 0, 0),
    (16, 3, 8, 0, 0, 0), (16, 3, 8, 16, 0, 0), (16, 3, 8, 8, 1, 0), (32, 3, 16, 8, 0, 0),
    (8, 3, 8, 8, 0, 2), (16, 3, 8, 8, 0, 2), (32, 3, 8, 8, 0, 2), (64, 3, 8, 8, 0, 2), (16, 1, 8, 8, 0, 2), (16, 5, 8, 8, 0, 2),
]
HELD_OUT = [
    (24, 3, 8, 8, 0, 0), (24, 3, 8, 8, 0, 1), (48, 3, 8, 8, 0, 0), (48, 3, 8, 8, 0, 1),
    (24, 2, 8, 8, 0, 0), (24, 4, 8, 8, 0, 1), (24, 5, 12, 12, 0, 0), (16, 3, 6, 6, 0, 0), (32, 3, 10, 4, 0, 0),
    (16, 3, 8, 4, 0, 0), (16, 3, 8, 12, 0, 1), (48, 5, 6, 10, 0, 0), (24, 3, 12, 8, 1, 0), (12, 4, 14, 12, 1, 1),
    (128, 3, 8, 8, 0, 0), (128, 3, 8, 8, 0, 1),
    (24, 3, 8, 8, 0, 2), (48, 3, 8, 8, 0, 2), (12, 4, 14, 12, 1, 2), (24, 5, 12, 12, 0, 2), (128, 3, 8, 8, 0, 2),
]
COLUMNS = ["use", "entries", "classes", "frac", "quant", "tie", "divider", "gate_equivalents"]
MOST = 0.10
PIPELINED = 2  # of DIVIDER


def gate_area(path):
    """Of the smallest NAND of two inputs, which is one gate equivalent."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    areas = []
    for cell in re.split(r"\n\s*cell\s*\(", text)[1:]:
        area = re.search(r"\barea\s*:\s*([\d.]+)", cell)
        if re.match(r"\s*\"?NAND2", cell, re.IGNORECASE) and area:
            areas.append(float(area.group(1)))
    if not areas:
        raise tools.Failure(f"{path} has no cell NAND2...")
    return min(areas)


def terms(entries, classes, frac, quant, tie, divider):
    """What the coefficients are multiplied by: model/cost/estimators.cpp has the same."""
    class_bits = 1 if classes <= 2 else 2 if classes <= 4 else 3
    each, pipelined = int(divider == 1), int(divider == PIPELINED)
    key_bits = 9 + frac - quant + (8 + frac if tie else 8) + class_bits
    return {
        "picker_base": 1, "picker_entry": entries, "picker_fraction_bit": entries * frac, "picker_key_bit": entries * key_bits,
        "picker_class": entries * classes, "picker_dividers_base": each, "picker_dividers_entry": each * entries,
        "picker_dividers_class": each * entries * classes, "picker_pipelined_base": pipelined,
        "picker_pipelined_class": pipelined * classes, "picker_pipelined_entry": pipelined * entries,
    }


def solve(matrix, right):
    """Gauss, with pivots."""
    size = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def least_squares(names, points, target, measured):
    """Name to coefficient, for the least squares of the error in relation to what was measured."""
    lines = [[terms(*point)[name] / measured[point] for name in names] for point in points]
    right = [target(point) / measured[point] for point in points]
    matrix = [[sum(line[i] * line[j] for line in lines) for j in range(len(names))] for i in range(len(names))]
    return dict(zip(names, solve(matrix, [sum(line[i] * value for line, value in zip(lines, right)) for i in range(len(names))])))


def formula(coefficients, point):
    return sum(coefficients.get(name, 0) * value for name, value in terms(*point).items())


def fitted(measured):
    """Name to coefficient; what the pipelined unit adds is fitted to what the others leave of its pickers."""
    added = [name for name in terms(*FIT[0]) if name.startswith("picker_pipelined")]
    others = [name for name in terms(*FIT[0]) if name not in added]
    found = least_squares(others, [point for point in FIT if point[-1] != PIPELINED], lambda point: measured[point], measured)
    found.update(least_squares(added, [point for point in FIT if point[-1] == PIPELINED],
                               lambda point: measured[point] - formula(found, point), measured))
    return found


def synthesize(point, library, gate, version, out):
    entries, classes, frac, quant, tie, divider = point
    design = Design(f"whole picker, {point}", "gantry_picker", {
        "ENTRIES": entries, "CLASSES": classes, "FRAC": frac, "QUANT": quant, "TIE": tie, "DIVIDER": divider})
    folder = os.path.join(out, "picker_" + "_".join(str(value) for value in point))
    key = digest(design.files(), design.read_commands(), [library.path, cells.__file__], version, AIM_PS)
    area = cached(os.path.join(folder, "area.json"), key, lambda: cells.map_area(design, library, AIM_PS, folder))
    print(f"area: {design.name}: {area / gate:.0f} gate equivalents", file=sys.stderr, flush=True)
    return area / gate


def main():
    parser = argparse.ArgumentParser(description="Area of the whole picker over its parameters.")
    parser.add_argument("liberty")
    parser.add_argument("out")
    parser.add_argument("table")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bars", action="store_true", help="fail when the formula misses a row by more than 10 %%")
    arguments = parser.parse_args()
    points = FIT + HELD_OUT
    try:
        os.makedirs(arguments.out, exist_ok=True)
        version = tools.first_line(["yosys", "-V"]).split(" (")[0]
        library = cells.Library(arguments.liberty)
        gate = gate_area(arguments.liberty)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            areas = list(pool.map(lambda point: synthesize(point, library, gate, version, arguments.out), points))
    except tools.Failure as failure:
        print(f"area: error: {failure}", file=sys.stderr)
        return 1
    measured = {point: round(area) for point, area in zip(points, areas)}
    with open(arguments.table, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for point in points:
            rows.writerow(["fit" if point in FIT else "held_out", *point, measured[point]])
    coefficients = {name: float(f"{value:.5g}") for name, value in fitted(measured).items()}
    for name, value in coefficients.items():
        print(f"  {name}: {value:g} GE")
    missed = False
    for use, of in (("fit", FIT), ("held out", HELD_OUT)):
        errors = {point: formula(coefficients, point) / measured[point] - 1 for point in of}
        worst = max(errors, key=lambda point: abs(errors[point]))
        print(f"{use}: worst error {100 * errors[worst]:+.1f} % at {worst}")
        missed = missed or abs(errors[worst]) > MOST
    if missed:
        print(f"area: the formula misses a row by more than {100 * MOST:.0f} %", file=sys.stderr)
    return 1 if missed and arguments.bars else 0


if __name__ == "__main__":
    sys.exit(main())
