#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Published schedulers rebuilt as Gantry machines: the tables and the picture of docs/published.md.

    measure_published.py GANTRY SCRATCH [PAGE.md PICTURE.svg]
    measure_published.py --workload > sim/experiments/published/decode_layer.yaml

SCRATCH takes runs. The tables are printed, or take the place of those between the marks of PAGE.md.
"""

import collections
import csv
import heapq
import json
import math
import os
import random
import sys

from measuring import EXPERIMENTS, Bench, table, write_tables

PUBLISHED = os.path.join(EXPERIMENTS, "published")
CORES, TASKS = 256, 16384
OVERHEADS = [("Task Superscalar", 60, "#c23b22"), ("software runtime", 30000, "#1f6f8b"), ("Gantry's own blocks", 1, "#6a8d3a")]
GRAINS = [mantissa * 10**power for power in range(2, 7) for mantissa in (1, 2, 5)] + [10**7]
MEAN_GRAIN = 20000  # of a task of the graphs: name, tasks, units of work, keys
GRAPHS = [("Cholesky, 64 x 64 tiles", 45760, 64**3, "generator: cholesky, tiles: 64"),
          ("LU, 50 x 50 tiles", 42925, 2 * 50**3, "generator: lu, tiles: 50"),
          ("QR, 50 x 50 tiles", 42925, 4 * 50**3, "generator: qr, tiles: 50"),
          ("stencil, 512 points, 80 steps", 40960, 40960, "generator: task_bench, pattern: stencil_1d, width: 512, steps: 80"),
          ("FFT, 512 points, 80 steps", 40960, 40960, "generator: task_bench, pattern: fft, width: 512, steps: 80")]
# Microseconds that one scheduler thread takes to dispatch and to complete a task, and the threads.
COSTS = [(0.3, 0.2, 3), (0.6, 0.4, 3), (1.2, 0.8, 3), (1.8, 1.2, 3), (2.4, 1.6, 3), (3, 2, 3), (4.5, 3, 3), (6, 4, 3),
         (3, 2, 1), (6, 4, 1)]
SEEN_US = 0.47  # how much later a thread sees that a core is done than a message takes
ENGINES = ("aic", "aiv")


def workload():
    """A decode layer of the shape of Qwen3-14B, 16 rows of 3,500 tokens: 542 tasks, times in units of 10 ns."""
    draw = random.Random(1)
    count = 0

    def add(name, engine, microseconds, after):
        nonlocal count
        count += 1
        cycles = round(100 * microseconds * draw.uniform(0.9, 1.1))
        waits = f", after: [{', '.join(after)}]" if after else ""
        print(f"  - {{id: {name}, processor: {engine}, cycles: {cycles}{waits}}}")
        return name

    def streamed(megabytes):  # at 50 GB/s a core
        return megabytes * 20

    print("# SPDX-License-Identifier: Apache-2.0")
    print("# A decode layer of a language model, 542 tasks: docs/scripts/measure_published.py --workload writes it.")
    print("tasks:")
    norms = [add(f"norm{i}", "aiv", 5, []) for i in range(4)]
    tiles = [add(f"qkv{i}", "aic", streamed(1.31), norms) for i in range(56)]
    ropes = [add(f"rope{i}", "aiv", 10, tiles) for i in range(16)]
    merged = []
    for i in range(32):
        scores = add(f"qk{i}", "aic", streamed(3.58), [ropes[i // 2]])
        soft = add(f"softmax{i}", "aiv", 10, [scores])
        merged.append(add(f"merge{i}", "aiv", 5, [add(f"pv{i}", "aic", streamed(3.58), [soft])]))
    tiles = [add(f"out{i}", "aic", streamed(1.31), merged) for i in range(40)]
    sums = [add(f"residual{i}", "aiv", 5, tiles[4 * i:4 * i + 4]) for i in range(10)]
    norms = [add(f"post_norm{i}", "aiv", 5, sums) for i in range(4)]
    active = []
    for i in range(68):
        gate = add(f"gate{i}", "aic", streamed(2.62), norms)
        active.append(add(f"silu{i}", "aiv", 8, [gate, add(f"up{i}", "aic", streamed(2.62), norms)]))
    for i in range(40):
        add(f"sum{i}", "aiv", 5, [add(f"down{i}", "aic", streamed(4.46), active)])
    assert count == 542, count



def grain_runs(bench):
    """Speed-ups over one core without a scheduler, by overhead, in the order of GRAINS; then the cycles a task of the least one."""
    experiment = os.path.join(PUBLISHED, "task_superscalar.yaml")
    found, least = {}, 0
    for _, overhead, _ in OVERHEADS:
        found[overhead] = []
        for grain in GRAINS:
            summary = bench.run(experiment, "grain", f"architecture.host.submit_cycles={overhead}", f"workload.cycles={grain}")
            found[overhead].append(TASKS * grain / summary["cycles"])
            if overhead == 1 and grain == GRAINS[0]:
                least = summary["cycles"] / TASKS
    return found, least


def bound(grain, overhead):
    return min(CORES, grain / overhead)


def short(value):
    return f"{value:.3g}" if value < 100 else f"{value:.0f}"


def grains(found):
    rows = []
    for place, grain in enumerate(GRAINS):
        row = [f"{grain:,}"]
        for _, overhead, _ in OVERHEADS:
            row.append(short(found[overhead][place]))
            if overhead > 1:
                row.append(short(bound(grain, overhead)))
        rows.append(row)
    head = ["grain in cycles"]
    for name, overhead, _ in OVERHEADS:
        head += [name] + (["bound"] if overhead > 1 else [])
    return table(head, rows)


def list_schedule(directory, look):
    """Makespan of a run's tasks on a machine without latencies: one is decoded every 60 cycles, at most `look` from the oldest
    unfinished one on, and whatever is decoded and ready starts in order of readiness as soon as a core is free."""
    with open(os.path.join(directory, "jobs.csv"), encoding="utf-8", newline="") as file:
        length = {row["task"]: int(row["finished"]) - int(row["started"]) for row in csv.DictReader(file)}
    with open(os.path.join(directory, "tasks.csv"), encoding="utf-8", newline="") as file:
        names = [row["task"] for row in sorted(csv.DictReader(file), key=lambda row: int(row["submitted"]))]
    number = {name: place for place, name in enumerate(names)}
    successors, waits = [[] for _ in names], [0] * len(names)
    with open(os.path.join(directory, "edges.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            successors[number[row["predecessor"]]].append(number[row["task"]])
            waits[number[row["task"]]] += 1
    done, oldest, decoded, next_decode = [False] * len(names), 0, 0, 0
    now, free, ready, running = 0, CORES, collections.deque(), []
    while oldest < len(names):
        may_decode = decoded < min(len(names), oldest + look)
        if may_decode and (not running or max(next_decode, now) <= running[0][0]):
            now = max(next_decode, now)
            if waits[decoded] == 0:
                ready.append(decoded)
            decoded, next_decode = decoded + 1, now + OVERHEADS[0][1]
        else:
            now, task = heapq.heappop(running)
            free += 1
            done[task] = True
            while oldest < len(names) and done[oldest]:
                oldest += 1
            for successor in successors[task]:
                waits[successor] -= 1
                if waits[successor] == 0 and successor < decoded:
                    ready.append(successor)
        while free and ready:
            task = ready.popleft()
            free -= 1
            heapq.heappush(running, (now + length[names[task]], task))
    return now


def graphs(bench):
    """Speed-ups of task graphs on the same machine, by how far it looks ahead and what a task costs."""
    experiment = os.path.join(PUBLISHED, "task_superscalar_graph.yaml")
    rows = []
    for name, tasks, units, keys in GRAPHS:
        unit = round(MEAN_GRAIN * tasks / units)
        row = [name]
        for sets in (["architecture.monitor.completion_window=256"], [], ["workload.order=rank"],
                     ["architecture.host.submit_cycles=30000", "output.tasks=true", "output.jobs=true"]):
            summary = bench.run(experiment, "graph", f"workload={{{keys}, mapping: {{cycles_per_unit: {unit}}}}}", *sets)
            row.append(short(units * unit / summary["cycles"]))
        row[2:2] = [short(units * unit / list_schedule(bench.path("graph"), 256))]
        row[4:4] = [short(units * unit / list_schedule(bench.path("graph"), 50000))]
        rows.append([row[0], f"{tasks:,}", *row[1:]])
    return table(["graph", "tasks", "256 in flight", "list scheduler", "50,000 in flight", "list scheduler", "longest way first",
                  "30,000 cycles a task"], rows)


def overheads(directory):
    """The makespan, and its shares in which a core is idle and a task that it could run is ready and not dispatched, as the
    source counts: by engine, of all engines at once, and of all that have such tasks."""
    with open(os.path.join(directory, "jobs.csv"), encoding="utf-8", newline="") as file:
        jobs = {row["task"]: row for row in csv.DictReader(file)}
    ready = {}
    with open(os.path.join(directory, "edges.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            ready[row["task"]] = max(ready.get(row["task"], 0), int(jobs[row["predecessor"]]["finished"]))
    steps = []
    for name, job in jobs.items():
        engine = ENGINES.index(job["processor"][:3])
        steps += [(int(job["started"]), engine, "running", 1), (int(job["finished"]), engine, "running", -1)]
        if ready.get(name, math.inf) < int(job["issued"]):
            steps += [(ready[name], engine, "waiting", 1), (int(job["issued"]), engine, "waiting", -1)]
    begin, end = min(int(job["started"]) for job in jobs.values()), max(int(job["finished"]) for job in jobs.values())
    cores = (24, 48)
    levels = {"running": [0, 0], "waiting": [0, 0]}
    shares = dict.fromkeys([*ENGINES, "all", "has"], 0)
    steps.sort()
    for place, (time, engine, what, change) in enumerate(steps[:-1]):
        levels[what][engine] += change
        length = steps[place + 1][0] - time
        wasted = [levels["waiting"][e] > 0 and levels["running"][e] < cores[e] for e in (0, 1)]
        working = [levels["waiting"][e] > 0 for e in (0, 1)]
        for e in (0, 1):
            shares[ENGINES[e]] += length * wasted[e]
        shares["all"] += length * all(wasted)
        shares["has"] += length * (any(working) and all(w for w, has in zip(wasted, working) if has))
    return end - begin, {key: 100 * value / (end - begin) for key, value in shares.items()}


def decode_runs(bench):
    """Rows of (name, microseconds a task and thread, threads, makespan in ms, shares)."""
    found = []
    for dispatch, complete, threads in COSTS:
        bench.run(os.path.join(PUBLISHED, "decode_polling.yaml"), "decode",
                  f"architecture.dispatcher.picker.pick_interval_cycles={round(100 * (dispatch + complete) / threads)}",
                  f"architecture.dispatcher.picker.pick_latency_cycles={round(100 * dispatch) - 1}",
                  f"architecture.monitor.query_cycles={round(100 * (SEEN_US + complete))}")
        makespan, shares = overheads(bench.path("decode"))
        found.append((f"{threads} thread{'s' * (threads > 1)}", dispatch + complete, threads, makespan / 1e5, shares))
    for name, sets in (("hardware", []), ("hardware, submitted at once", ["architecture.host.submit_cycles=1"]),
                       ("hardware, window 1", ["architecture.task_cache.window=1"]),
                       ("hardware, window 1, longest way first", ["architecture.task_cache.window=1", "workload.order=rank"])):
        bench.run(os.path.join(PUBLISHED, "decode_hardware.yaml"), "decode", *sets)
        makespan, shares = overheads(bench.path("decode"))
        found.append((name, None, 0, makespan / 1e6, shares))
    return found


def decode(found):
    rows = [[name, "" if cost is None else f"{cost:g}", f"{makespan:.3f}",
             *(f"{shares[key]:.1f} %" for key in (*ENGINES, "all", "has"))] for name, cost, _, makespan, shares in found]
    return table(["scheduler", "µs a task and thread", "makespan in ms", "AIC", "AIV", "all", "has"], rows)


class Panel:
    """A plot in a box of 400 x 260 at (left, 30); functions take data."""

    def __init__(self, left, across, up, logarithmic):
        self.left, self.across, self.up, self.logarithmic = left, across, up, logarithmic
        self.parts = []

    def place(self, value, limits, length):
        scale = math.log10 if self.logarithmic else float
        low, high = (scale(limit) for limit in limits)
        return length * (min(max(scale(value), low), high) - low) / (high - low)

    def at(self, x, y):
        return self.left + self.place(x, self.across, 400), 290 - self.place(y, self.up, 260)

    def text(self, x, y, words, anchor="middle", turn=""):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turn}>{words}</text>')

    def axes(self, ticks_x, ticks_y, words_x, words_y):
        self.parts.append(f'<rect x="{self.left}" y="30" width="400" height="260" fill="none" stroke="#888888"/>')
        for value, label in ticks_x:
            x, _ = self.at(value, self.up[0])
            self.parts.append(f'<path d="M{x:.1f} 290v5" stroke="#888888"/>')
            self.text(x, 308, label)
        for value, label in ticks_y:
            _, y = self.at(self.across[0], value)
            self.parts.append(f'<path d="M{self.left} {y:.1f}h-5" stroke="#888888"/>')
            self.text(self.left - 8, y + 4, label, "end")
        self.text(self.left + 200, 328, words_x)
        self.text(self.left - 42, 160, words_y, turn=f' transform="rotate(-90 {self.left - 42} 160)"')

    def line(self, points, colour, dashed=False, dots=False):
        places = [self.at(x, y) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.4"{dash}/>')
        if dots:
            self.parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]

    def legend(self, right, y, colour, words, dashed=False):
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        x = self.left + right
        self.parts.append(f'<path d="M{x} {y - 4}h24" stroke="{colour}" stroke-width="1.4"{dash}/>')
        self.text(x + 30, y, words, "start")


def draw(picture, speedups, layers):
    left = Panel(60, (100, 10**7), (0.003, 1000), True)
    left.axes([(10**p, label) for p, label in zip(range(2, 8), ("100", "1,000", "10⁴", "10⁵", "10⁶", "10⁷"))],
              [(10**p, f"{10**p:g}") for p in range(-2, 4)], "grain of a task in cycles", "speed-up over one core")
    for place, (name, overhead, colour) in enumerate(OVERHEADS):
        left.line(list(zip(GRAINS, speedups[overhead])), colour, dots=True)
        if overhead > 1:
            corner = [100, CORES * overhead, 10**7]
            left.line([(grain, bound(grain, overhead)) for grain in corner], "#777777", dashed=True)
            name += f": {overhead:,} cycles"
        left.legend(150, 222 + 17 * place, colour, name)
    left.legend(150, 273, "#777777", "min(256, grain / overhead)", dashed=True)
    hardware = next(layer for layer in layers if layer[0] == "hardware")
    right = Panel(540, (0, 10), (0, 100), False)
    right.axes([(value, value) for value in range(0, 11, 2)], [(value, value) for value in range(0, 101, 20)],
               "what a task takes one of three polling threads, in µs", "% of the makespan")
    polled = [layer for layer in layers if layer[2] == 3]
    right.line([(layer[1], layer[4]["has"]) for layer in polled], "#1f6f8b", dots=True)
    longer = [(layer[1], 100 * (layer[3] / hardware[3] - 1)) for layer in polled]
    right.line(longer, "#c23b22", dots=True)
    right.line([(0, 20.2), (10, 20.2)], "#777777", dashed=True)
    right.legend(10, 50, "#1f6f8b", "cores idle while tasks are ready")
    right.legend(10, 67, "#c23b22", "longer than with the hardware scheduler")
    right.legend(10, 84, "#777777", "measured on silicon: 20.2 %", dashed=True)
    with open(picture, "w", encoding="utf-8") as file:
        file.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 340" font-family="sans-serif" '
                   'font-size="12" fill="#222222">\n'
                   '<rect width="960" height="340" fill="#ffffff"/>\n')
        file.write("\n".join(left.parts + right.parts) + "\n")
        file.write("</svg>\n")


LOADER = "architecture.dispatcher.loader."
DISPATCH = ["calibrate", os.path.join(PUBLISHED, "wormhole.csv"), "--experiment", os.path.join(PUBLISHED, "wormhole.yaml"), "--on",
            "use=fit", "--metric", "cycles / 100", "--json"]
DISPATCH_KEYS = [LOADER + key for key in ("task_cycles", "write_cycles", "barrier_cycles", "unicast_cycles",
                                          "bytes_per_cycle", "unicast_bytes_per_cycle")]


def percent(errors, part):
    """The error without sign that this part of the rows does not exceed."""
    sizes = sorted(abs(error) for error in errors)
    return f"{100 * sizes[math.ceil(part * len(sizes)) - 1]:.1f} %"


def dispatch(bench):
    """Measured dispatch of programs: the keys that were fitted, and the errors of the rows that were not."""
    found = json.loads(bench.call(*DISPATCH, *(word for key in DISPATCH_KEYS for word in ("--fit", key))))
    with open(os.path.join(PUBLISHED, "wormhole.csv"), encoding="utf-8", newline="") as file:
        families = [row["family"] for row in csv.DictReader(file)]
    errors = collections.defaultdict(list)
    for family, row in zip(families, found["rows"]):
        if not row["fitted"]:
            errors[family].append(row["error"])
    rows = [[f"`{family}`", len(of), percent(of, 0.5), f"{100 * min(of):+.1f} to {100 * max(of):+.1f} %"] for family, of in errors.items()]
    every = [error for of in errors.values() for error in of]
    within = sum(abs(error) <= 0.08 for error in every)
    rows.append(["all", len(every), percent(every, 0.5), f"{percent(every, 0.95)} for 95 % of them; {within} within 8 %"])
    return (table(["key", "value"], [[f"`{key['key'].replace('architecture.', '')}`", key["found"]] for key in found["keys"]]),
            table(["family", "rows held out", "median error", "errors"], rows))


def main():
    if sys.argv[1:] == ["--workload"]:
        return workload()
    if len(sys.argv) not in (3, 5):
        sys.exit(__doc__)
    bench = Bench(sys.argv[1], None, sys.argv[2])
    speedups, least = grain_runs(bench)
    layers = decode_runs(bench)
    keys, errors = dispatch(bench)
    write_tables(sys.argv[3:4], (("grains", grains(speedups)), ("graphs", graphs(bench)), ("decode", decode(layers)),
                                 ("dispatch keys", keys), ("dispatch", errors)))
    print(f"Gantry's own blocks need {least:.1f} cycles a task")
    if len(sys.argv) == 5:
        draw(sys.argv[4], speedups, layers)
    return None


if __name__ == "__main__":
    main()
