#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A periodic plan as a Gantt chart: the prologue, then periods of the steady state.

    plot_periodic.py PLAN.json PICTURE.svg [PERIODS]

PLAN.json is of `gantry plan periodic`. One row per processor; all copies that run for the same repetition have one colour,
so that a colour that comes again further right is an execution that waits for nobody. PERIODS (default 3) after the prologue.
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of the backend)

COLOURS = ["#1f6f8b", "#e0a03a", "#c23b22", "#5b8c5a", "#7a5c99", "#8a8a8a"]


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        plan = json.load(file)
    steady = int(sys.argv[3]) if len(sys.argv) == 4 else 3
    metrics = plan["metrics"]
    period, prologue = metrics["period"], metrics["max_retiming"]
    shown = prologue + steady
    processors = plan["parameters"]["processors"]

    plt.rcParams.update({"svg.hashsalt": "gantry", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
    figure, axes = plt.subplots(figsize=(10, 1.6 + 0.3 * processors), constrained_layout=True)
    for repetition in range(shown):
        bars = {}
        for place in plan["placement"]:
            at = repetition + prologue - place["retiming"]
            length = place["finish"] - place["start"]
            if at < shown and length > 0:
                bars.setdefault(place["processors"][0], []).append((at * period + place["start"], length))
        for processor, spans in bars.items():
            axes.broken_barh(spans, (processor - 0.42, 0.84), facecolors=COLOURS[repetition % len(COLOURS)],
                             edgecolor="white", linewidth=0.4)
    for border in range(shown + 1):
        axes.axvline(border * period, color="black", linewidth=1.4 if border == prologue else 0.5,
                     linestyle="-" if border == prologue else ":")
    axes.set_xlim(0, shown * period)
    axes.set_ylim(processors - 0.5, -0.5)
    axes.set_yticks(range(processors))
    axes.set_ylabel("processor")
    axes.set_xticks([n * period for n in range(shown + 1)], [f"{n * period:,}" for n in range(shown + 1)])
    axes.set_xlabel("cycles; a period between two lines, each repetition of the period's executions in a colour of its own")
    if prologue > 0:
        axes.text(prologue * period / 2, -0.6, "prologue", ha="center", va="bottom")
    axes.text((prologue + steady / 2) * period, -0.6, "steady state", ha="center", va="bottom")
    figure.savefig(sys.argv[2], metadata={"Date": None})


if __name__ == "__main__":
    main()
