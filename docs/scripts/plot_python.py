#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ten lines of docs/python.md: ResNet-50 by the memory's bandwidth and the interconnect's width.

    plot_python.py PICTURE.svg      (PYTHONPATH has the module, the folder is the repository's)
"""

import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "gantry"

# What docs/python.md shows:
import gantry, matplotlib.pyplot as plt
widths, figure = [8, 16, 32, 64, 128, 256], plt.figure(figsize=(7, 4), layout="constrained")
for flit in (8, 16, 32, 64):
    points = [{"architecture.memory.bytes_per_cycle": w, "architecture.interconnect.flit_bytes": flit} for w in widths]
    runs = [gantry.run("sim/experiments/resnet50.yaml", point) for point in points]
    plt.semilogx(widths, [run.cycles / 1e6 for run in runs], base=2, marker="o", label=f"flits of {flit} bytes")
bounds = [run.summary["bounds"] for run in runs]
plt.plot(widths, [bound[bound["binding"]] / 1e6 for bound in bounds], "k--", label="largest lower bound, 64 bytes")
plt.xticks(widths, widths), plt.ylim(0), plt.legend(loc=(0.58, 0.63))
plt.xlabel("memory: bytes per cycle and controller"), plt.ylabel("ResNet-50: million cycles")

plt.savefig(sys.argv[1], metadata={"Date": None})
