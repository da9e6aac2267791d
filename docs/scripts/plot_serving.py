#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Batch serving under four selection policies: a picture, and the tables of docs/serving.md on standard output.

    plot_serving.py GANTRY WORKDIR PICTURE.svg

Left: the recognisers of sim/experiments/serving under Poisson arrivals of rising rate. Right: its assistants under
recorded arrivals, replayed up to three times as fast. The records are read from $GANTRY_SHARED_WORKLOADS or from
shared/workloads beside the checkout (arrivals/azure_llm_2023_*.csv and mooncake_*.jsonl); without them there is no
picture.
"""

import json
import os
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of the backend)

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
EXPERIMENTS = os.path.join(ROOT, "sim", "experiments", "serving")
SHARED = os.environ.get("GANTRY_SHARED_WORKLOADS") or os.path.join(ROOT, "..", "shared", "workloads")
CODE, CONVERSATION, MOONCAKE = (os.path.join(os.path.abspath(SHARED), "arrivals", name) for name in (
    "azure_llm_2023_code_first2000.csv", "azure_llm_2023_conv_first2000.csv", "mooncake_conversation_first600.jsonl"))
POLICIES = {"inference_priority": ("o", "#c23b22"), "fifo": ("s", "#1f6f8b"), "largest_batch": ("^", "#6a8d3a"),
            "round_robin": ("D", "#8a6bb1")}
LOADS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
SPEEDS = (1, 2, 3)


class Runs:
    def __init__(self, gantry, workdir):
        self.gantry = gantry
        self.workdir = workdir

    def run(self, experiment, policy, sets):
        sets = sets + [f"serving.scheduler.policy={policy}",
                       "output={sessions: false, batches: false, visits: false, trace: false}"]
        command = [self.gantry, "run", os.path.join(EXPERIMENTS, experiment), "--kernel", "cycle", "--out", self.workdir]
        for change in sets:
            command += ["--set", change]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(self.workdir, "summary.json"), encoding="utf-8") as file:
            return json.load(file)

    def poisson(self, policy, load):
        """`load` times the arrivals that the experiment has."""
        return self.run("recognisers.yaml", policy,
                        [f"serving.sessions.{k}.arrivals.interval_cycles={interval / load:.6f}"
                         for k, interval in enumerate((20000, 10000))])

    def recorded(self, policy, speed, conversation, unit, counts):
        sets = [f"serving.nodes.{n}.passes=work" for n in (1, 2)]
        for k, (path, time_unit) in enumerate(((CODE, "s"), (conversation, unit))):
            mapping = f"{{time_unit: {time_unit}, cycles_per_second: {round(1e6 / speed)}}}"
            sets += [f"serving.sessions.{k}.arrivals={{generator: trace, path: {path}, mapping: {mapping}}}",
                     f"serving.sessions.{k}.count={counts[k]}"]
        return self.run("assistants.yaml", policy, sets)


def latencies(summary, unit):
    """p50 and p99 of both kinds of sessions, in `unit` cycles."""
    return [kind["latency_cycles"][p] / unit for kind in summary["kinds"] for p in ("p50", "p99")]


def table(title, kinds, rows):
    print(f"\n{title}\n")
    print(f"| | policy | sessions per second | {kinds[0]} p50 / p99 | longest wait | {kinds[1]} p50 / p99 | "
          "longest wait | mean batches | rated compute used |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for label, policy, summary, unit, digits in rows:
        rate, low, high = (summary["throughput"][key] for key in ("per_second", "low", "high"))
        half = "" if low is None else f" ± {(high - low) / 2:,.{2 if rate < 1000 else 0}f}"
        cells = []
        for kind in summary["kinds"]:
            latency = kind["latency_cycles"]
            cells += [f"{latency['p50'] / unit:,.{digits}f} / {latency['p99'] / unit:,.{digits}f}",
                      f"{kind['wait_cycles']['longest'] / unit:,.{digits}f}"]
        batches = ", ".join(f"{node['batch_mean']:.1f}" for node in summary["nodes"])
        fill = 100 * summary["rated"]["compute"]["fill"]
        print(f"| {label} | `{policy}` | {rate:,.{2 if rate < 1000 else 0}f}{half} | {' | '.join(cells)} | {batches} | "
              f"{fill:.0f} % |")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    gantry, workdir, picture = sys.argv[1:]
    missing = [path for path in (CODE, CONVERSATION, MOONCAKE) if not os.path.exists(path)]
    if missing:
        print(f"{picture} is left as it is: there is no {missing[0]} (GANTRY_SHARED_WORKLOADS names the folder)")
        return
    runs = Runs(gantry, workdir)
    poisson = {(policy, load): runs.poisson(policy, load) for policy in POLICIES for load in LOADS}
    recorded = {(policy, speed): runs.recorded(policy, speed, CONVERSATION, "s", (1000, 2000))
                for policy in POLICIES for speed in SPEEDS}
    mooncake = {policy: runs.recorded(policy, 2, MOONCAKE, "ms", (500, 600)) for policy in POLICIES}

    table("Poisson, latencies in microseconds:", ("spoken", "written"),
          [(f"{150 * load:.0f},000 offered", policy, poisson[policy, load], 1000, 0)
           for load in (1.0, 2.0, 3.0) for policy in POLICIES])
    table("Recorded, latencies in seconds:", ("code", "conversation"),
          [(f"Azure, speed {speed}", policy, recorded[policy, speed], 1e6, 2) for speed in SPEEDS for policy in POLICIES] +
          [("Mooncake, speed 2", policy, mooncake[policy], 1e6, 2) for policy in POLICIES])

    plt.rcParams.update({"svg.hashsalt": "gantry", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False})
    figure, axes = plt.subplots(3, 2, figsize=(9, 8), constrained_layout=True)
    columns = ((poisson, LOADS, lambda load: 150 * load, 1000, ("spoken (priority)", "written"),
                "thousand sessions per second offered, Poisson", "latency in µs", 1000),
               (recorded, SPEEDS, lambda speed: speed, 1e6, ("code (priority)", "conversation"),
                "speed of replay, Azure traces", "latency in s", 1))
    for column, (results, steps, place, unit, kinds, along, up, many) in enumerate(columns):
        for policy, (marker, colour) in POLICIES.items():
            done = [results[policy, step]["throughput"] for step in steps]
            axes[2][column].errorbar([place(step) for step in steps], [rate["per_second"] / many for rate in done],
                                     yerr=[[(rate["per_second"] - rate["low"]) / many for rate in done],
                                           [(rate["high"] - rate["per_second"]) / many for rate in done]],
                                     marker=marker, color=colour, markersize=4, linewidth=1, capsize=2)
        axes[2][column].set(title="throughput, with 95 % intervals", xlabel=along, ylim=(0, None),
                            ylabel=("thousand " if many > 1 else "") + "sessions per second")
        axes[2][column].title.set_fontsize(9)
        for row, kind in enumerate(kinds):
            plot = axes[row][column]
            for policy, (marker, colour) in POLICIES.items():
                values = [latencies(results[policy, step], unit)[2 * row:2 * row + 2] for step in steps]
                xs = [place(step) for step in steps]
                style = {"marker": marker, "color": colour, "markersize": 4, "linewidth": 1}
                plot.plot(xs, [v[1] for v in values], label=policy, **style)
                plot.plot(xs, [v[0] for v in values], linestyle=":", **style)
            plot.set(title=kind, ylabel=up, yscale="log")
            plot.title.set_fontsize(9)
            plot.yaxis.set_major_formatter("{x:g}")
            plot.yaxis.set_minor_formatter(lambda x, _: f"{x:g}" if f"{x:e}"[0] in "25" else "")
        if column == 1:
            for plot in axes[:, column]:
                plot.set_xticks(steps)
    axes[0][0].legend(frameon=False, fontsize=8)
    figure.suptitle("p99 (lines) and p50 (dotted) of whole sessions", fontsize=10)
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    main()
