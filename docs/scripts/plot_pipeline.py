#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A pipeline plan as a Gantt chart: one row per resource, one colour per subtask, backward operations hatched.

    plot_pipeline.py PLAN.json PICTURE.svg

PLAN.json is of `gantry plan pipeline` with the objective makespan.
"""

import json
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of the backend)
from matplotlib.patches import Patch  # noqa: E402

COLOURS = ["#1f6f8b", "#e0a03a", "#c23b22", "#5b8c5a", "#7a5c99", "#8a8a8a", "#b5651d", "#4a6fa5"]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        plan = json.load(file)
    resources, subtasks = plan["parameters"]["processors"], plan["parameters"]["subtasks"]
    bars = {}
    for place in plan["placement"]:
        name, _, subtask = place["task"].rpartition("@")
        length = place["finish"] - place["start"]
        if length > 0:
            key = (place["processors"][0], int(subtask), name.endswith(".backward"))
            bars.setdefault(key, []).append((place["start"], length))

    plt.rcParams.update({"svg.hashsalt": "gantry", "font.size": 10, "hatch.linewidth": 0.6, "axes.spines.top": False,
                         "axes.spines.right": False})
    figure, axes = plt.subplots(figsize=(10, 1.7 + 0.5 * resources), constrained_layout=True)
    for (resource, subtask, backward), spans in sorted(bars.items()):
        axes.broken_barh(spans, (resource - 0.42, 0.84), facecolors=COLOURS[subtask % len(COLOURS)],
                         edgecolor="white", linewidth=0.3, hatch="////" if backward else None)
    axes.set_xlim(0, plan["metrics"]["makespan"])
    axes.set_ylim(resources - 0.5, -0.5)
    axes.set_yticks(range(resources), [f"r{r}" for r in range(resources)])
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_xlabel("cycles")
    keys = [Patch(facecolor=COLOURS[s % len(COLOURS)], label=f"subtask {s}") for s in range(subtasks)]
    keys.append(Patch(facecolor="#cccccc", hatch="////", edgecolor="white", label="backward"))
    axes.legend(handles=keys, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=len(keys), frameon=False, fontsize=8,
                handlelength=1.4, columnspacing=1.0)
    figure.savefig(sys.argv[2], metadata={"Date": None})


if __name__ == "__main__":
    main()
