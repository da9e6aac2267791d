# SPDX-License-Identifier: Apache-2.0
"""What the scripts that measure planners share: calls of the program, runs of plans on a machine, tables of a page."""

import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXPERIMENTS = os.path.join(ROOT, "sim", "experiments")
CYCLES_PER_BYTE = "0.03125"
PROCESSORS = 16
PATH = ["compute", "delivery", "input", "completion", "schedule", "register", "submit", "host"]

EXPERIMENT = """architecture: {architecture}
workload: {{path: {workload}, format: native}}
policies: {{picker: fifo{choice}}}
output: {{trace: false}}
"""
DEEP_CORES = ("architecture.processors=[{{name: core, type: core, count: 16, queue_depth: 8, word_bytes: 64, "
              "max_job_bytes: 524288{local}}}, {{name: dma, type: dma, count: 2, queue_depth: 4}}]")
DEEP = DEEP_CORES.format(local="")
# Stores as fast as the plans say: 32 bytes per cycle.
STORES = DEEP_CORES.format(local=", local: {bytes: 67108864, bytes_per_cycle: 32}")


class Bench:
    def __init__(self, gantry, workloads, scratch):
        self.gantry = os.path.abspath(gantry)
        self.workloads = workloads
        self.scratch = os.path.abspath(scratch)
        os.makedirs(scratch, exist_ok=True)

    def path(self, name):
        return os.path.join(self.scratch, name)

    def call(self, *arguments, ok=(0,)):
        done = subprocess.run([self.gantry, *arguments], capture_output=True, text=True, check=False)
        if done.returncode not in ok:
            sys.exit(f"gantry {' '.join(arguments)}\n{done.stderr}")
        return done.stdout

    def workload(self, name, file, cycles, bytes_scale):
        if file is None:
            return os.path.join(EXPERIMENTS, "workloads", name + ".yaml")
        text = self.call("workload", "convert", os.path.join(self.workloads, file), "--to", "native", "--set",
                         f"mapping.cycles_per_unit={cycles}", "--set", f"mapping.bytes_scale={bytes_scale}", "--set", "edges=data")
        with open(self.path(name + ".yaml"), "w", encoding="utf-8") as out:
            out.write(text)
        return self.path(name + ".yaml")

    def architecture(self):
        return os.path.join(EXPERIMENTS, "architectures", "mesh16.yaml")

    def deep(self):
        """The same machine with eight places per core, as a file."""
        with open(self.architecture(), encoding="utf-8") as file:
            text = file.read()
        head, rest = text.split("processors:\n  - name: core", 1)
        with open(self.path("deep.yaml"), "w", encoding="utf-8") as out:
            out.write(head + "processors:\n  - name: core" + rest.replace("queue_depth: 2", "queue_depth: 8", 1))
        return self.path("deep.yaml")

    def run(self, experiment, name, *sets):
        options = [word for one in sets for word in ("--set", one)]
        self.call("run", experiment, "--out", self.path(name), *options)
        self.call("check", self.path(name))
        with open(os.path.join(self.path(name), "summary.json"), encoding="utf-8") as file:
            return json.load(file)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " --: |" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def replays(bench, head, cases):
    """Replays plans with ideal timing and on the machine: what they take, and what it is made of.

    The machine has two places per core, eight, or eight and local stores. Edges carry data objects. A case is its columns (`head` names them; the first is its name), a native workload and a plan."""
    runs, causes = [], []
    for columns, workload, plan in cases:
        name = columns[0]
        experiment = bench.path(name + ".replay.yaml")
        with open(experiment, "w", encoding="utf-8") as out:
            out.write(EXPERIMENT.format(architecture=bench.architecture(), workload=workload, choice=""))
            out.write(f"plan: {plan}\n")
        row = list(columns)
        for label, sets in (("ideal", ["timing=ideal"]), ("2", []), ("8", [DEEP]), ("8, stores", [STORES])):
            summary = bench.run(experiment, f"{name}.{label.replace(', ', '.')}", *sets)
            planned = summary["plan"]["predicted_cycles"]
            if label == "ideal":
                row += [f"{planned:,}", f"{summary['cycles']:,}"]
                continue
            row += [f"{summary['cycles']:,}", f"{summary['plan']['ratio']:.4f}"]
            path = summary["plan"]["path"]
            causes.append([name, label, f"{summary['cycles'] - planned:,}"] + [f"{path[key]:,}" for key in PATH])
        runs.append(row)
    return (table([*head, "planned", "ideal", "2 places", "times planned", "8 places", "times planned", "8, stores",
                   "times planned"], runs),
            table([head[0], "places", "cycles more", *PATH], causes))


def replace(text, mark, content):
    begin, end = f"<!-- {mark} -->\n", "<!-- end -->\n"
    at = text.index(begin) + len(begin)
    return text[:at] + content + "\n" + text[text.index(end, at):]


def write_tables(page, tables):
    """Pairs of a mark and a table: printed, or into the page, a list of one path or none."""
    if not page:
        print(*(content for _, content in tables), sep="\n\n")
        return
    with open(page[0], encoding="utf-8") as file:
        text = file.read()
    for mark, content in tables:
        text = replace(text, mark, content)
    with open(page[0], "w", encoding="utf-8") as file:
        file.write(text)
