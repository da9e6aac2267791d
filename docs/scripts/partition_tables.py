#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rewrites the measured tables of docs/planners/partition.md: python3 partition_tables.py GANTRY WORKLOADS PAGE [TABLE ...]

WORKLOADS is a folder with partition/*.graph, partition/known_cuts.csv and wfcommons/*.json. A table stands between
`<!-- table NAME -->` and `<!-- end -->`; TABLE names some of them. Exit status 1 if a result cuts more than METIS alone of what its objective counts."""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

from measuring import EXPERIMENTS, ROOT, table

NETWORKS = os.path.join(EXPERIMENTS, "workloads")
GRAPHS = ("data", "uk", "fe_4elt2", "delaunay_n15")
METIS = {"plain": ["--metis-weights", "plain", "--until", "start"],
         "critical": ["--metis-weights", "critical", "--until", "start"],
         "objective": ["--metis-weights", "objective", "--until", "start"]}
BOTH = ("plain", "critical")
OURS = {"source": ["--until", "source"], "metis": [], "cluster": ["--initial", "cluster"]}


class Gantry:
    def __init__(self, program):
        self.program = program
        self.worse = []

    def call(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(words)}: {done.stderr}")
        return done.stdout

    def partition(self, workload, *words):
        return json.loads(self.call("plan", "partition", workload, "--json", *words))["metrics"]

    def columns(self, workload, words, metis, ours, counted="critical_cut"):
        """Metrics by column; notes where a result from METIS is worse than METIS alone."""
        found = {name: self.partition(workload, *words, *METIS[name]) for name in metis}
        alone = min(m[counted] for m in found.values())
        for name in ours:
            found[name] = self.partition(workload, *words, *OURS[name])
            if name != "cluster" and found[name][counted] > alone:
                self.worse.append(f"{workload} {' '.join(words)}")
        return found


def known_cuts(folder):
    with open(os.path.join(folder, "known_cuts.csv"), encoding="utf-8") as file:
        return {(row["graph"], int(row["k"])): int(row["cut"]) for row in csv.DictReader(file)
                if row["allowed_imbalance_percent"] == "3"}


def graphs(gantry, folder):
    """Every edge critical: the cut that the field counts, at the balance of the published ones."""
    known = known_cuts(folder)
    rows = []
    for graph in GRAPHS:
        for parts in (2, 4, 8, 16):
            words = ["--parts", str(parts), "--critical", "bytes:1", "--imbalance", "0.03"]
            found = gantry.columns(os.path.join(folder, graph + ".graph"), words, ("plain",), ("metis", "cluster"))
            rows.append([graph, parts] + [found[name]["cut"] for name in ("plain", "metis", "cluster")] +
                        [known[graph, parts]])
    return table(["graph", "K", "METIS alone", "from METIS", "from clusters", "published"], rows)


def cuts(metrics):
    return f"{metrics['critical_cut']} / {metrics['cut']}"


def slack(gantry, folder):
    rows = []
    for graph in GRAPHS + ("example_weighted",):
        words = ["--parts", "8", "--critical", "slack"]
        found = gantry.columns(os.path.join(folder, graph + ".graph"), words, BOTH, OURS)
        rows.append([graph, found["plain"]["critical_edges"]] + [cuts(found[name]) for name in (*BOTH, *OURS)])
    return table(["graph", "critical edges", "METIS", "METIS, critical weights", "source's rounds", "from METIS",
                  "from clusters"], rows)


def weights(gantry, folder):
    """Edges by their weights, beside the published cuts at the same balance."""
    known = known_cuts(folder)
    rows = []
    for parts in (2, 4, 8, 16):
        words = ["--parts", str(parts), "--objective", "bytes", "--imbalance", "0.03"]
        path = os.path.join(folder, "example_weighted.graph")
        found = gantry.columns(path, words, ("objective",), ("metis", "cluster"), "cut_bytes")
        rows.append(["example_weighted", parts] +
                    [found[name]["cut_bytes"] for name in ("objective", "metis", "cluster")] +
                    [known["example_weighted", parts]])
    return table(["graph", "K", "METIS alone", "from METIS", "from clusters", "published"], rows)


def workflows(gantry, folder):
    rows = []
    files = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    paths = [os.path.join(NETWORKS, name) for name in ("gpt2_prefill.yaml", "resnet50.yaml")]
    for path in paths + [os.path.join(folder, name) for name in files]:
        words = ["--parts", "4", "--critical", "bytes:0.2"]
        found = gantry.columns(path, words, BOTH, OURS)
        over = "" if found["metis"]["initial_largest_load"] <= found["metis"]["load_limit"] else " *"
        name = os.path.basename(path).rsplit(".", 1)[0] + over
        rows.append([name, found["plain"]["critical_edges"]] + [cuts(found[name]) for name in (*BOTH, *OURS)])
    return table(["workload", "critical edges", "METIS", "METIS, critical weights", "source's rounds", "from METIS",
                  "from clusters"], rows)


# A byte per cycle, as in the plans.
STORE = "{bytes: 268435456, bytes_per_cycle: 1, per: cluster}"
EXAMPLE_MACHINE = "interconnect: {columns: 3, rows: 2}\ntask_cache: {window: 8}\nprocessors:\n"
CLUSTERS = """interconnect: {topology: mesh, columns: 5, rows: 4}
dispatcher: {mode: per_job}
processors:
"""
ON_MACHINE = ("montage-chameleon-2mass-015d-001", "epigenomics-chameleon-ilmn-3seq-100k-001",
              "soykb-chameleon-10fastq-10ch-001", "srasearch-chameleon-10a-001")
MACHINE = """
architecture: {architecture}
workload: {{path: {workload}, edges: {edges}, mapping: {{cycles_per_unit: 1000, bytes_scale: 0.0001}}}}
plan: {plan}
timing: {timing}
output: {{trace: false}}
"""


def run(gantry, folder, workload, plan, timing, processors, edges="data"):
    """Makespan of a plan of four parts on four clusters of so many processors, with a store each."""
    path = os.path.join(folder, "e.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(MACHINE.format(architecture=clusters(folder, processors), workload=workload, plan=plan,
                                  timing=timing, edges=edges))
    gantry.call("run", path, "--out", os.path.join(folder, "out"))
    with open(os.path.join(folder, "out", "summary.json"), encoding="utf-8") as file:
        return json.load(file)["cycles"]


def clusters(folder, processors):
    """The file of a machine with four clusters of so many processors."""
    path = os.path.join(folder, "clusters.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CLUSTERS)
        file.writelines(f"  - {{name: part{p}, count: {processors}, cluster: {p}, local: {STORE}}}\n" for p in range(4))
    return path


def example(gantry, golden):
    """The source's 14 tasks in three parts, at two scales: planned, without data, and with data in three stores."""
    rows = []
    for scale in (1, 100):
        with tempfile.TemporaryDirectory() as room:
            path = lambda name, at=room: os.path.join(at, name)
            with open(path("w.yaml"), "w", encoding="utf-8") as file:
                file.write(example_tasks(golden, scale))
            with open(path("start.yaml"), "w", encoding="utf-8") as file:
                json.dump(golden["initial_parts"], file)
            with open(path("m.yaml"), "w", encoding="utf-8") as file:
                file.write(EXAMPLE_MACHINE)
                file.writelines(f"  - {{name: c{p}, cluster: {p}, queue_depth: 4, local: {STORE}}}\n" for p in range(3))
            for when, until in (("start", "start"), ("source's rounds", "source"), ("passes", "stable")):
                found = gantry.partition(path("w.yaml"), "--format", "native", "--parts", "3", "--initial",
                                         path("start.yaml"), "--imbalance", "0.6", "--until", until, "-o",
                                         path("plan.json"))
                cycles = []
                for sets in (["timing=ideal", "output={links: false, pictures: false, critical_path: false}"],
                             ["workload.edges=none"], []):
                    with open(path("e.yaml"), "w", encoding="utf-8") as file:
                        file.write("architecture: m.yaml\nworkload: {path: w.yaml, format: native}\nplan: plan.json\n")
                    gantry.call("run", path("e.yaml"), "--out", path("out"),
                                *(word for one in sets for word in ("--set", one)))
                    with open(path("out/summary.json"), encoding="utf-8") as file:
                        cycles.append(json.load(file))
                ideal, none, data = (summary["cycles"] for summary in cycles)
                rows.append([f"{100 * scale:,} / {640 * scale:,}", when, found["critical_cut"], f"{ideal:,}", f"{none:,}",
                             f"{data:,}", f"{data / ideal:.3f}", f"{cycles[2]['plan']['path']['input']:,}"])
    return table(["cycles / bytes", "plan", "critical cut", "ideal", "machine, no data", "machine", "times ideal",
                  "`input` on its path"], rows)


def example_tasks(golden, scale):
    after = {task: [] for task in golden["tasks"]}
    for source, reader in golden["critical_edges"]:
        after[reader].append(f"{{task: {source}, bytes: {640 * scale}, critical: true}}")
    for source, reader in golden["other_edges"]:
        after[reader].append(f"{{task: {source}}}")
    return "tasks:\n" + "".join(f"- {{id: {task}, cycles: {100 * scale}, after: [{', '.join(edges)}]}}\n"
                                for task, edges in after.items())


def on_processors(gantry, folder):
    """Partitions whose tasks have a processor of their cluster, planned by bytes and with the machine's costs."""
    rows = []
    mapping = ["--set", "mapping.cycles_per_unit=1000", "--set", "mapping.bytes_scale=0.0001"]
    for name in ON_MACHINE:
        workload = os.path.abspath(os.path.join(folder, name + ".json"))
        with tempfile.TemporaryDirectory() as room:
            plan = os.path.join(room, "plan.json")
            row = [name.split("-chameleon")[0]]
            for costs in ([], ["--costs", "machine"]):
                found = gantry.partition(workload, *mapping, "--architecture", clusters(room, 4), "--critical",
                                         "bytes:0.2", "--initial", "cluster", *costs, "-o", plan)
                planned = found.get("predicted_cycles", found["makespan"])
                simulated = run(gantry, room, workload, plan, "machine", 4)
                row += [f"{planned:,}", f"{simulated:,}", f"{simulated / planned:.4f}"]
            rows.append(row)
    return table(["workload", "planned by bytes", "simulated", "ratio", "planned with costs", "simulated", "ratio"],
                 rows)


def machine(gantry, folder):
    """The clusters' partition before and after: spread at random, as the source begins, then refined."""
    rows = []
    mapping = ["--set", "mapping.cycles_per_unit=1000", "--set", "mapping.bytes_scale=0.0001"]
    for name in ON_MACHINE:
        workload = os.path.abspath(os.path.join(folder, name + ".json"))
        with tempfile.TemporaryDirectory() as room:
            for when, until in (("before", "start"), ("source", "source"), ("after", "stable")):
                plan = os.path.join(room, "plan.json")
                found = gantry.partition(workload, *mapping, "--parts", "4", "--critical", "bytes:0.2", "--initial",
                                         "cluster", "--until", until, "-o", plan)
                cycles = [run(gantry, room, workload, plan, timing, processors, edges)
                          for timing, processors, edges in (("ideal", 1, "none"), ("ideal", 4, "none"),
                                                            ("machine", 4, "none"), ("machine", 4, "data"))]
                rows.append([name.split("-chameleon")[0], when, cuts(found), f"{found['critical_cut_bytes']:,}",
                             f"{found['cut_bytes']:,}", f"{found['makespan']:,}"] + [f"{c:,}" for c in cycles])
    return table(["workload", "", "critical / all cut edges", "critical bytes across", "all bytes across",
                  "planned", "ideal, 4 x 1", "ideal, 4 x 4", "no data, 4 x 4", "machine, 4 x 4"], rows)


def main():
    program, workloads, page = sys.argv[1:4]
    gantry = Gantry(program)
    with open(os.path.join(ROOT, "tests", "golden", "planners", "critical_partition_14.json"), encoding="utf-8") as file:
        golden = json.load(file)
    partition, workflow = (os.path.join(workloads, name) for name in ("partition", "wfcommons"))
    makers = {"example": lambda: example(gantry, golden), "graphs": lambda: graphs(gantry, partition),
              "weights": lambda: weights(gantry, partition), "slack": lambda: slack(gantry, partition),
              "workflows": lambda: workflows(gantry, workflow), "processors": lambda: on_processors(gantry, workflow),
              "machine": lambda: machine(gantry, workflow)}
    made = {name: makers[name]() for name in sys.argv[4:] or makers}
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for name, lines in made.items():
        text = re.sub(rf"(<!-- table {name} -->\n).*?(<!-- end -->)", lambda m, t=lines: m[1] + t + "\n" + m[2], text,
                      flags=re.S)
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)
    for what in gantry.worse:
        print(f"cuts more than METIS alone: {what}", file=sys.stderr)
    sys.exit(1 if gantry.worse else 0)


if __name__ == "__main__":
    main()
