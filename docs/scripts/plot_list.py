#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plans of several list schedulers as Gantt charts, one below the other: one row per processor, colours run through the file.

    plot_list.py PICTURE.svg PLAN.json...
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of the backend)


def draw(axes, plan, longest):
    colours = matplotlib.colormaps["viridis"]
    order = {place["task"]: i for i, place in enumerate(sorted(plan["placement"], key=lambda p: int(p["task"])))}
    for place in plan["placement"]:
        length = place["finish"] - place["start"]
        axes.broken_barh([(place["start"], length)], (place["processors"][0] - 0.42, 0.84),
                         facecolors=colours(order[place["task"]] / len(order)), edgecolor="white", linewidth=0.4)
    makespan = plan["metrics"]["makespan"]
    axes.axvline(makespan, color="#c23b22", linewidth=1.2)
    axes.set_title(f"{plan['method']}: {makespan:,} cycles", loc="left", fontsize=10)
    axes.set_xlim(0, longest * 1.01)
    processors = plan["parameters"]["processors"]
    axes.set_ylim(processors - 0.5, -0.5)
    axes.set_yticks(range(processors))
    axes.set_ylabel("processor")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    plans = []
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            plans.append(json.load(file))
    plt.rcParams.update({"svg.hashsalt": "gantry", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
    figure, rows = plt.subplots(len(plans), figsize=(10, 1.9 * len(plans)), sharex=True, constrained_layout=True)
    longest = max(plan["metrics"]["makespan"] for plan in plans)
    for axes, plan in zip(rows, plans):
        draw(axes, plan, longest)
    rows[-1].xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    rows[-1].set_xlabel("cycles")
    figure.savefig(sys.argv[1], metadata={"Date": None})


if __name__ == "__main__":
    main()
