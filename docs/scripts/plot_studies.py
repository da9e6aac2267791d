#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The studies of sim/experiments/studies: sweeps them and draws their fronts for docs/exploration.md.

    plot_studies.py GANTRY WORKDIR IMAGES

What is in WORKDIR already is not simulated again.
"""

import csv
import html
import math
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
COLOURS = ("#1f6f8b", "#c23b22", "#6a8d3a", "#8a6bb1", "#d98c1f", "#2a9d8f", "#d16ba5", "#7a7a7a")
SHAPES = {"circle": "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "triangle": "M0 -5L4.6 3.4H-4.6z", "square": "M-3.6 -3.6h7.2v7.2h-7.2z",
           "diamond": "M0 -5L5 0L0 5L-5 0z"}
CHAT = "streams.list.chat.response_cycles.p99"
# Of each: across and up as (column, factor, title), what colours and shapes (or None) tell, whether across is logarithmic.
STUDIES = {
    "scheduler_size": (("scheduler_um2", 1e-3, "area of the scheduler's blocks, 1000 µm²"), (CHAT, 1e-6, "slowest chat, million cycles"),
                       "architecture.decomposer.slots", "architecture.task_cache.capacity", False),
    "interconnect": (("routers_um2", 1e-3, "area of the routers, 1000 µm²"), ("cycles", 1e-6, "ResNet-50, million cycles"), "topology", "memory", True),
    "picker_load": ((CHAT, 1e-6, "slowest chat, million cycles"), ("streams.fairness.slowdown", 1, "fairness of the slowdowns"),
                    "policies.picker", "matching", False),
    "failures": (("faults.0.mean_cycles", 1e-6, "from hang to hang of a core, million cycles in the mean"), ("cycles", 1e-6, "the whole run, million cycles"),
                 "watch", None, True)}


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def values_in_order(rows, column):
    seen = []
    for row in rows:
        if row[column] not in seen:
            seen.append(row[column])
    return seen


def ticks(low, high, wanted):
    """Round numbers between the ends."""
    rough = (high - low) / wanted
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


class Scale:
    """From values to places, with a margin."""

    def __init__(self, values, begin, end, logarithmic=False):
        self.function = math.log10 if logarithmic else float
        low, high = min(values), max(values)
        if logarithmic:
            self.marks = [d * 10 ** p for p in range(0, 6) for d in (1, 2, 5) if low <= d * 10 ** p <= high]
        else:
            self.marks = ticks(low, high, 5)
        low, high = self.function(low), self.function(high)
        margin = (high - low) * 0.06 or 1
        self.low, self.factor, self.begin = low - margin, (end - begin) / (high - low + 2 * margin), begin

    def __call__(self, value):
        return self.begin + (self.function(value) - self.low) * self.factor


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{html.escape(str(words))}</text>'


def mark(x, y, shape, colour, filled):
    paint = f'fill="{colour}" stroke="white"' if filled else f'fill="none" stroke="{colour}"'
    return f'<path transform="translate({x:.1f} {y:.1f})" d="{SHAPES[shape]}" {paint}/>'


def panel(left, width, rows, front, study, looks, title):
    """Axes, all points by colour and shape, and the front as steps, between `left` and `left` + `width`."""
    across, up, by_colour, by_shape, logarithmic = study
    x_of, y_of = (lambda row, a=axis: float(row[a[0]]) * a[1] for axis in (across, up))
    top, bottom = 26, 300
    x = Scale([x_of(row) for row in rows], left + 46, left + width - 8, logarithmic)
    y = Scale([y_of(row) for row in rows], bottom, top)
    out = [text(left + 46 + (width - 54) / 2, 16, title, more=' font-weight="bold"')] if title else []
    for value in y.marks:
        out.append(f'<path class="grid" d="M{left + 46} {y(value):.1f}H{left + width - 8}"/>' + text(left + 40, y(value) + 4, f"{value:g}", "end"))
    for value in x.marks:
        out.append(f'<path class="axis" d="M{x(value):.1f} {bottom}v4"/>' + text(x(value), bottom + 17, f"{value:g}"))
    out.append(f'<path class="axis" d="M{left + 46} {bottom}H{left + width - 8}"/>')
    out.append(text(left + 46 + (width - 54) / 2, bottom + 36, across[2]))
    if left == 0:
        out.append(text(0, 0, up[2], more=f' transform="translate(12 {(top + bottom) / 2}) rotate(-90)"'))
    looks_of = lambda row: (looks[1][row[by_shape]] if by_shape else "circle", looks[0][row[by_colour]])  # noqa: E731
    if not by_shape:  # what belongs to a colour is a curve
        for colour in looks[0]:
            points = sorted((x(x_of(row)), y(y_of(row))) for row in rows if row[by_colour] == colour)
            out.append(f'<polyline fill="none" stroke="{looks[0][colour]}" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}"/>')
        return out + [mark(x(x_of(row)), y(y_of(row)), *looks_of(row), True) for row in rows]
    out += [mark(x(x_of(row)), y(y_of(row)), *looks_of(row), False) for row in rows]
    steps = sorted(((x_of(row), y_of(row)) for row in front))
    path = "".join(f"M{x(a):.1f} {y(b):.1f}" if n == 0 else f"H{x(a):.1f}V{y(b):.1f}" for n, (a, b) in enumerate(steps))
    out.append(f'<path fill="none" stroke="#444444" d="{path}"/>')
    return out + [mark(x(x_of(row)), y(y_of(row)), *looks_of(row), True) for row in front]


def draw(directory, name, picture):
    study = STUDIES[name]
    by_colour, by_shape = study[2:4]
    rows = [row for row in rows_of(os.path.join(directory, "points.csv")) if row["state"] == "done"]
    front = rows_of(os.path.join(directory, "pareto.csv"))
    colours, shapes = (values_in_order(rows, column) if column else [] for column in (by_colour, by_shape))
    looks = (dict(zip(colours, COLOURS)), dict(zip(shapes, SHAPES)))
    workloads = values_in_order(rows, "workload") if "workload" in rows[0] else [""]
    width = 250 if len(workloads) > 1 else 620
    out = []
    for n, workload in enumerate(workloads):
        of = lambda table, w=workload: [row for row in table if row.get("workload", "") == w]  # noqa: E731
        out += panel(n * width, width, of(rows), of(front), study, looks, workload)
    left, at = len(workloads) * width + 14, 34
    for column, values, shown in ((by_colour, colours, lambda v: ("circle", looks[0][v])), (by_shape, shapes, lambda v: (looks[1][v], "#444444"))):
        if column is None:
            continue
        out.append(text(left, at, column.rsplit(".", 1)[-1].replace("_", " "), "start", ' font-weight="bold"'))
        for n, value in enumerate(values):
            out.append(mark(left + 6, at + 15 + 17 * n, *shown(value), True) + text(left + 17, at + 19 + 17 * n, value.replace("_", " "), "start"))
        at += 17 * len(values) + 34
    if by_shape:
        out.append(text(left, at, "filled: on the front", "start"))
    whole = left + 140
    with open(picture, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} 345" width="{whole}" height="345" font-family="sans-serif" font-size="11">\n'
                   "<style>.grid{stroke:#dddddd}.axis{stroke:#444444;fill:none}</style>\n"
                   f'<rect width="{whole}" height="345" fill="white"/>\n' + "\n".join(out) + "\n</svg>\n")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    gantry, workdir, images = sys.argv[1:]
    for name in STUDIES:
        directory = os.path.join(workdir, name)
        study = os.path.join(ROOT, "sim", "experiments", "studies", name + ".yaml")
        subprocess.run([gantry, "sweep", study, "--out", directory], check=True, stdout=subprocess.DEVNULL)
        draw(directory, name, os.path.join(images, f"study_{name}.svg"))


if __name__ == "__main__":
    main()
