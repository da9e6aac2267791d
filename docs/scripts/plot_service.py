#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Who gets what under which picker: a plot of `gantry pick --report-csv`.

    plot_service.py GANTRY PICTURE.svg

32 backlogged entries of one class with weights 1..32, under the source's rule and under stride: the share of the picks
against what the weight promises, and the longest wait.
"""

import csv
import io
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of the backend)

ENTRIES = 32
ROUNDS = 20000
POLICIES = {"weight_delay": ("o", "#c23b22"), "stride": ("s", "#1f6f8b")}


def report(gantry, policy):
    stimulus = "".join(f"add {e} U {e + 1} 1000000\n" for e in range(ENTRIES)) + f"pick {ROUNDS}\n"
    done = subprocess.run([gantry, "pick", "--report-csv", "--policy", policy, "-"], input=stimulus, text=True,
                          capture_output=True, check=True)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    gantry, picture = sys.argv[1:]
    plt.rcParams.update({"svg.hashsalt": "gantry", "font.size": 10, "axes.spines.top": False, "axes.spines.right": False})
    figure, (shares, waits) = plt.subplots(1, 2, figsize=(9, 3.6), constrained_layout=True)
    for policy, (marker, colour) in POLICIES.items():
        rows = report(gantry, policy)
        weights = [int(row["weight"]) for row in rows]
        style = {"marker": marker, "color": colour, "markersize": 4, "linestyle": "none", "label": policy}
        shares.plot(weights, [100 * float(row["measured_share"]) for row in rows], **style)
        waits.plot(weights, [int(row["longest_wait"]) for row in rows], **style)
        if policy == "stride":
            shares.plot(weights, [100 * float(row["expected_share"]) for row in rows], color="#999999", linewidth=1,
                        label="promised by the weight", zorder=0)
    shares.set(xlabel="configured weight", ylabel="share of the picks in %", ylim=(-0.2, None))
    waits.set(xlabel="configured weight", ylabel="longest wait in rounds", yscale="log")
    shares.legend(frameon=False)
    figure.suptitle(f"{ENTRIES} backlogged entries of one class, {ROUNDS:,} rounds", fontsize=11)
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
