#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the schemas of `gantry schema` against an independent validator: every input that is shipped and every kind of output
that the program writes is valid, and damaged ones are not.

    validate.py GANTRY EXPERIMENTS_DIRECTORY WORK_DIRECTORY
"""

import contextlib
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import jsonschema
import yaml

TESTS = pathlib.Path(__file__).resolve().parent.parent

# Of documents that the program writes: maps whose keys are names, and keys that need not be there. `*` is any name.
OPEN = {
    "summary": ["blocks", "blocks/*/stalls", "blocks/*/queues", "blocks/*/counters",
                "response_path/behind"],
    "serving_summary": ["blocks", "blocks/*/stalls", "blocks/*/queues", "blocks/*/counters"],
    "resources": ["durations", "durations/*", "inputs"],
    "stored": ["cases", "cases/*/metrics", "cases/*/tables"],
    "explain": ["critical_path", "critical_path_held", "critical_path_without", "bounds"],
}
OPTIONAL = {
    "summary": ["background", "stream", "streams", "streams/list/*/response_cycles/half_width",
                "streams/list/*/requests", "streams/list/*/requests/ttft_cycles", "streams/list/*/requests/tpot_cycles",
                "streams/list/*/requests/e2e_cycles", "streams/list/*/requests/goodput",
                "streams/list/*/requests/goodput/ttft_cycles", "streams/list/*/requests/goodput/tpot_cycles",
                "streams/list/*/requests/goodput/e2e_cycles", "data", "plan", "critical_path",
                "critical_path_held", "critical_path_without", "response_path", "verdict", "bounds", "overhead", "stages",
                "stages/*/percentiles"],
    "network_result": ["packet_flits", "packet_lengths", "bursts", "urgent", "reply", "bounds", "bounds/round_trip", "points", "saturation",
                       "saturation/unstable_from", "saturation/interval",
                       *(load + key for load in ("", "points/*/", "saturation/") for key in ("reason", "priorities", "round_trip"))],
    "plan": ["schema", "workload", "parameters", "parameters/*", "metrics", "metrics/*", "provenance", "placement/*/copy"],
    "plan_comparison": ["parameters/architecture", "parameters/experiment", "parameters/releases", "parameters/improve",
                        "parameters/seed", "plans/*/metrics/gap", "plans/*/metrics/speedup", "plans/*/metrics/listed",
                        "plans/*/metrics/moves"],
    "resources": ["durations", "parameters", "inputs", "delays", "subtasks", "resources/*/count", "resources/*/memory", "resources/*/speed"],
    "workload": ["name", "unit", "tasks/*/cycles"],
    "stored": ["cases/*/exit", "cases/*/metrics", "cases/*/tables"],
}
MISSING = object()
# Of inputs, whose keys have defaults: values that a key must not have.
WRONG_INPUTS = {
    "experiment": [("seed", -1), ("limits/max_cycles", "many"), ("policies/picker", "nobody"), ("workload", MISSING),
                   ("architecture/host/ring_entries", 0), ("architecture/dispatcher/mode", "ganged"),
                   ("architecture/memory/controlers", 1), ("architecture/processors", [])],
    "architecture": [("clock_mhz", 0), ("processors", MISSING), ("processors/0/kind", "cpu"), ("host", 3)],
    "network": [("traffic", MISSING), ("traffic/pattern", "trce"), ("saturation", 1), ("flits", 1)],
    "cost": [("node_nm", 3), ("figures/gate_area/unit", "mW"), ("figures/gate_area/range", [1]), ("figures/gate_area/source", MISSING),
             ("figures/gate", {}), ("sram/0/bits", 0), ("sram", []), ("processors", {"core": {"areas": {}}})],
    "serving": [("serving", MISSING), ("serving/nodes/0/name", MISSING), ("serving/nodes/0/weight", 0),
                ("serving/scheduler/rated", {"count": "auto"}), ("serving/sessions", {}), ("output/visit", True)],
    "study": [("base", MISSING), ("vary", []), ("vary/a.b", 3), ("vary/a.b", {"to": 3}), ("objectives", []),
              ("objectives/0", {"least": "cycles"}), ("search", "nobody"), ("search", {"count": 0}), ("repeats", "many"),
              ("keep", ["task"]), ("budget", {"hours": 1})],
    "suite": [("cases", MISSING), ("cases", []), ("cases/0/experiment", MISSING), ("cases/0/study", "s.yaml"), ("cases/0/exit", 3),
              ("cases/0/metrics", ["cycles", {"cycles": "+2%"}]), ("cases/0/tables", "tasks.csv"), ("defaults/invariant", True),
              ("defaults/limits", {"seconds": 3})],
    "selection": [("rated", MISSING), ("rated", {}), ("rated", {"count": 0}), ("rated", {"count": "auto"}),
                  ("rated", {"compute": 1, "power": 2}), ("nodes", []), ("nodes/0/pending", MISSING), ("nodes/0/pending", -1),
                  ("nodes/0/weight", 0), ("nodes/0/prio", 1), ("nodes/0/busy", 1), ("priority", "none")],
}
SMALL = """name: small
tasks:
  - {id: a, cycles: 100}
  - {id: b, cycles: 200, after: [{task: a, bytes: 8, critical: true}]}
  - {id: c, cycles: 300, after: [{task: a, bytes: 16}]}
  - {id: d, cycles: 50, jobs: 2, after: [b, c]}
"""
RESOURCES = """resources:
  - {name: npu, count: 2, memory: 1000000, speed: 4.5}
  - {name: cpu}
durations: {b: {npu: null, cpu: 300}}
parameters: [{bytes: 4000, operations: [a, c]}]
inputs: {a: 500}
delays: [{from: npu, to: cpu, cycles: 25}]
subtasks: [{operations: [a, b, c, d]}, {operations: [a, c]}]
"""
RIGHT_STIMULI = ["", "\n", "# nothing", "pick 0", "add 0 B 1 1 job_cycles=7", "add 0 B 1 1\tdeadline=9 job_cycles=0 #", "cycle 77\npick 1", "pick 3#three\r\n", "\n\n config\nadd 0 B 256 1", "\tunblock\v007\f\n",
                 "config tie=history_weight slots=1048576 quant=24 frac=16 classes=5\n\nadd 1048575 X 1 99999999999999999999"]
WRONG_STIMULI = ["pick", "pick 1 2", "pick -1", "pick 0x1", "Pick 1", "pick 1;", "draw 1", "drop", "drop 1048576", "block B",
                 "add 0 B 1", "add 0 B 1 1 1", "add 0 A 1 1", "add 0 b 1 1", "add 0 B 0 1", "add 0 B 257 1", "add 0 B 1 0",
                 "pick 1\nconfig", "config\nconfig", "config slots=0", "config slots=1048577", "config classes=6",
                 "config frac=17", "config quant=25", "config tie=none", "config frac=1 tie=history_weight frac=1",
                 "config frac = 1", "add 0 B 1 1 deadline=x", "add 0 B 1 1 deadline=1 deadline=2", "cycle", "cycle 1 2", "config entries=3", "configfrac=1", "add0 B 1 1", "pick 1\n\nblock 1 2\npick 1"]


def output(*command, text=None, status=(0,)):
    run = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    if run.returncode not in status:
        sys.exit(f"{' '.join(command)}: exit status {run.returncode}: {run.stderr}")
    return run.stdout


@contextlib.contextmanager
def changed(document, path, value):
    """The document with another value in this place, for as long as it is looked at; MISSING takes the key away."""
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place = document
    for step in way:
        place = place[step]
    before = dict(place) if isinstance(place, dict) else place[last]
    if value is MISSING:
        del place[last]
    else:
        place[last] = value
    yield document
    if isinstance(place, dict):
        place.clear()
        place.update(before)
    else:
        place[last] = before


def places(node, names, path=(), told=()):
    """Paths of all maps and values, as they are and with `*` for names and numbers. Of a list, and of a map whose keys are
    names, only the first item counts."""
    if path:
        yield "/".join(path), "/".join(told), node
    if isinstance(node, dict):
        is_open = "/".join(told) in names
        for key in list(node)[:1] if is_open else list(node):
            yield from places(node[key], names, path + (key,), told + ("*" if is_open else key,))
    elif isinstance(node, list) and node:
        yield from places(node[0], names, path + ("0",), told + ("*",))


def fits(path, patterns):
    steps = path.split("/")
    return any(len(pattern) == len(steps) and all(p in ("*", s) for p, s in zip(pattern, steps))
               for pattern in (pattern.split("/") for pattern in patterns))


class Judge:
    """The schemas, and what was found to be wrong with them."""

    def __init__(self, gantry):
        self.gantry = gantry
        kinds = output(gantry, "schema", "--help").split("Kinds:\n")[1].split("\n\n")[0]
        self.validators = {}
        for kind in (line.split()[0] for line in kinds.splitlines()):
            schema = json.loads(output(gantry, "schema", kind))
            jsonschema.Draft7Validator.check_schema(schema)
            self.validators[kind] = jsonschema.Draft7Validator(schema)
        self.wrong = []
        self.valid_ones = {kind: 0 for kind in self.validators}
        self.refused = {kind: 0 for kind in self.validators}
        self.damaged = set()

    def valid(self, kind, what, document):
        self.valid_ones[kind] += 1
        for error in self.validators[kind].iter_errors(document):
            self.wrong.append(f"{what}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")

    def invalid(self, kind, what, document):
        self.refused[kind] += 1
        if self.validators[kind].is_valid(document):
            self.wrong.append(f"{what}: the schema {kind} takes it")

    def closed(self, kind, what, document):
        """Valid, and not any more if a key is missing, is not known, or has a value of another type. What has been tried with
        a document of the same form is not tried again."""
        self.valid(kind, what, document)
        form = (kind, document.get("method"), document.get("status"), document.get("complete"), "points" in document)
        self.damage(form + ("",), kind, f"{what} with an unknown key", document, "unknown", 1)
        names = OPEN.get(kind, [])
        for path, told, value in list(places(document, names)):
            is_name = told.endswith("*")
            if not is_name and not fits(told, OPTIONAL.get(kind, [])):
                self.damage(form + (told, "less"), kind, f"{what} without {path}", document, path, MISSING)
            self.damage(form + (told, "other"), kind, f"{what} with a list of lists as {path}", document, path, [[[]]])
            if isinstance(value, dict) and told not in names:
                self.damage(form + (told, "more"), kind, f"{what} with an unknown key in {path}", document, path + "/unknown", 1)

    def damage(self, form, kind, what, document, path, value):
        if form in self.damaged:
            return
        self.damaged.add(form)
        with changed(document, path, value) as damaged:
            self.invalid(kind, what, damaged)


def judge_inputs(judge, experiments):
    """The experiments that are shipped, what `gantry show` makes of them, and seeds of the fuzzer."""
    for file in sorted(experiments.rglob("*.yaml")) + sorted((TESTS / "fuzz/seeds/select").iterdir()):
        document = yaml.safe_load(file.read_text(encoding="utf-8"))
        kind = ("suite" if "cases" in document else "study" if "base" in document else "experiment" if "workload" in document and "architecture" in document else
                "network" if "traffic" in document else "serving" if "serving" in document else
                "workload" if "tasks" in document else "cost" if "figures" in document else "selection" if "rated" in document else
                "resources" if "resources" in document else "architecture")
        judge.valid(kind, file.name, document)
        if kind in ("experiment", "network", "serving"):
            document = yaml.safe_load(output(judge.gantry, "show", str(file)))
            judge.valid(kind, f"show {file.name}", document)
        if judge.refused[kind] == 0:
            for path, value in WRONG_INPUTS.get(kind, []):
                with changed(document, path, value) as damaged:
                    judge.invalid(kind, f"{path}: {'missing' if value is MISSING else value}", damaged)


def judge_stored(judge, experiments):
    """Values that are shipped, and that of a point, which has an exit status."""
    for file in sorted((experiments / "suites").glob("*.stored.json")):
        judge.closed("stored", file.name, json.loads(file.read_text(encoding="utf-8")))
    judge.valid("stored", "a point", {"schema": "gantry-stored-1", "cases": {"a/b=1": {"exit": 2}}})


def judge_runs(judge, experiments, work):
    """Summaries: of a graph, of a stream beside a background, of a replay; of runs that do not come to their end."""
    (work / "small.yaml").write_text(SMALL, encoding="utf-8")
    judge.closed("workload", "small.yaml", yaml.safe_load(SMALL))
    machine = str(experiments / "architectures/mesh16.yaml")
    plan = work / "heft.json"
    output(judge.gantry, "plan", "heft", str(work / "small.yaml"), "--architecture", machine, "-o", str(plan))
    small = {"architecture": machine, "workload": "small.yaml"}
    stream = {"generator": "poisson", "tasks": 3000, "interval_cycles": 800, "cycles": {"exponential": 5000},
              "weight": {1: 3, 8: 1}}
    tenants = {"streams": [{"name": "s", "workload": "small.yaml", "count": 100,
                            "arrivals": {"process": "periodic", "interval_cycles": 3000}}]}
    loop = {"streams": [{"name": "s", "workload": "small.yaml", "count": 3, "repeat": 4, "merge": {"up_to": 2},
                         "arrivals": {"process": "periodic", "interval_cycles": 3000}, "limits": {"ttft_cycles": 9000}},
                        {"name": "t", "workload": "small.yaml", "after": {"stream": "s"}, "tokens": 2}]}
    cases = {
        "loop": {"architecture": machine, "workload": loop},
        "graph": small,
        "generated": {"architecture": machine, "workload": {"generator": "cholesky", "tiles": 3}},
        "stream": {"architecture": machine, "workload": stream,
                   "background": {"pattern": "uniform", "packets_per_cycle": 0.001, "packet_flits": 2}},
        "replay": {**small, "plan": "heft.json"},
        "tenants_a": {"architecture": machine, "workload": tenants},
        "tenants_b": {"architecture": machine, "workload": tenants, "policies": {"picker": "round_robin"}},
        "ideal": {**small, "plan": "heft.json", "timing": "ideal"},
        "given_up": {**small, "limits": {"max_cycles": 300}, "output": {"jobs": False}},
        "replay_given_up": {**small, "plan": "heft.json", "limits": {"max_cycles": 300}},
        "at_once": {**small, "limits": {"max_cycles": 1}},
    }
    for name, experiment in cases.items():
        judge.valid("experiment", name, json.loads(json.dumps(experiment)))
        (work / f"{name}.yaml").write_text(yaml.safe_dump(experiment), encoding="utf-8")
        out = work / name
        output(judge.gantry, "run", str(work / f"{name}.yaml"), "--out", str(out), "--seed", "3", status=(0, 1))
        judge_run(judge, "summary", "experiment", name, out)
        judge.closed("explain", f"explain {name}", json.loads(output(judge.gantry, "explain", str(out), "--json")))


def judge_whatif(judge, work):
    """Turns of a machine beside a graph, beside a stream, and without pairs."""
    for name in ("graph", "stream", "given_up"):
        words = {"stream": ["--pairs", "1", "--repeats", "2", "--set", "workload.tasks=60"], "given_up": ["--pairs", "0", "--set", "limits.max_cycles=0"]}
        out = work / f"{name}_whatif"
        made = json.loads(output(judge.gantry, "whatif", str(work / f"{name}.yaml"), "--json", "--out", str(out), *words.get(name, [])))
        if "--repeats" in words.get(name, []):  # whose keys are in no other answer
            judge.valid("whatif", f"whatif {name}", made)
        else:
            judge.closed("whatif", f"whatif {name}", made)
        judge.valid("whatif", f"{name}_whatif/whatif.json", json.loads((out / "whatif.json").read_text(encoding="utf-8")))


def judge_calibrations(judge, work):
    """Of a machine whose one key is fitted on one row, with a row that has no value."""
    (work / "measured.csv").write_text("limits.max_cycles,measured\n0,900\n0,700\n1,700\n", encoding="utf-8")
    out = work / "calibrated"
    made = json.loads(output(judge.gantry, "calibrate", str(work / "measured.csv"), "--experiment", str(work / "graph.yaml"), "--json",
                             "--out", str(out), "--fit", "architecture.host.interrupt_cycles", "--on", "1", status=(0, 1)))
    judge.closed("calibration", "calibrate", made)
    judge.valid("calibration", "calibrated/calibration.json", json.loads((out / "calibration.json").read_text(encoding="utf-8")))


def judge_studies(judge, work):
    """What a sweep leaves for who reads its tables: of all parts of a study, with a point that is given up."""
    study = {
        "base": {"architecture": {"processors": [{"count": 1}]}, "workload": "small.yaml"},
        "vary": {"limits.max_cycles": [0, 20], "policies.picker": ["fifo", "stride"]}, "exclude": ["policies.picker == 'fifo'"],
        "derive": {"architecture.decomposer.slots": "2 * 2"}, "workloads": ["small.yaml"], "repeats": 2,
        "objectives": [{"minimise": "cycles"}, {"maximise": "processors.0.utilization"}],
        "metrics": [{"twice": "2 * cycles"}], "constraints": ["cycles > 1"],
    }
    judge.valid("study", "study.yaml", study)
    (work / "study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    out = work / "study"
    output(judge.gantry, "sweep", str(work / "study.yaml"), "--out", str(out), status=(1,))
    judge.closed("study_tables", "study/study.json", json.loads((out / "study.json").read_text(encoding="utf-8")))
    points = [json.loads((one / "point.json").read_text(encoding="utf-8")) for one in sorted((out / "points").iterdir())]
    for point in points:
        judge.closed("point", f"study/points/{point['id']}/point.json", point)
    if {point["state"] for point in points} != {"done", "failed"}:
        judge.wrong.append("no point of the study failed, or none is done")


def judge_comparisons(judge, work):
    """Answers of `gantry compare` about the runs above: with all parts, and without those that a run does not have."""
    conditions = [word for text in ("cycles > +2%", "processors.0.utilization < -0.01") for word in ("--fail-if", text)]
    for a, b in (("graph", "replay"), ("stream", "stream"), ("graph", "given_up"), ("replay", "ideal"), ("tenants_a", "tenants_b")):
        answer = output(judge.gantry, "compare", str(work / a), str(work / b), "--json", *conditions, status=(0, 1))
        judge.closed("compare", f"compare {a} {b}", json.loads(answer))


def judge_serving(judge, experiments, work):
    for file in sorted((experiments / "serving").glob("*.yaml")):
        serving = yaml.safe_load(file.read_text(encoding="utf-8")).get("serving")
        if serving is None:
            continue
        few = [word for k in range(len(serving["sessions"])) for word in ("--set", f"serving.sessions.{k}.count=40")]
        for cycles in (0, 1, 2000):
            name = f"{file.stem}_{cycles}"
            output(judge.gantry, "run", str(file), "--out", str(work / name), *few, "--set", f"limits.max_cycles={cycles}",
                   status=(0, 1))
            judge_run(judge, "serving_summary", "serving", name, work / name)


def judge_run(judge, summary, experiment, name, out):
    judge.closed(summary, f"{name}/summary.json", json.loads((out / "summary.json").read_text(encoding="utf-8")))
    judge.closed("timing", f"{name}/timing.json", json.loads((out / "timing.json").read_text(encoding="utf-8")))
    judge.valid(experiment, f"{name}/experiment.yaml", yaml.safe_load((out / "experiment.yaml").read_text(encoding="utf-8")))


def judge_networks(judge, work):
    """Answers of `gantry network`: all patterns, several loads, saturation, a trace, and one that is interrupted."""
    seeds = {file.stem: file for file in sorted((TESTS / "fuzz/seeds/network").iterdir())}

    def answer(file, *words):
        sets = [word for setting in words for word in ("--set", setting)]
        return json.loads(output(judge.gantry, "network", str(file), "--set", "measured_cycles=500", *sets))

    shutil.copytree(TESTS / "fuzz/files", work / "seeds", dirs_exist_ok=True)  # that some of them name
    for name, file in seeds.items():
        judge.closed("network_result", name, answer(shutil.copy(file, work / "seeds")))
    small = work / "network.yaml"
    small.write_text("nodes: 4\ninterconnect: {topology: ring, virtual_channels: 4}\n"
                     "traffic: {pattern: uniform, packet_flits: 2, packets_per_cycle: 0.1}\n", encoding="utf-8")
    cases = {
        "no packets": ["traffic.packets_per_cycle=0.000001"],
        "unstable": ["traffic.packets_per_cycle=1"],
        "several loads": ["traffic.packets_per_cycle=[0.01, 0.1, 1]", "interconnect.router=pipelined"],
        "saturation": ["saturation=true"],
        "lengths and bursts": ["traffic={packet_lengths: [{flits: 1, share: 0.5}, {flits: 3, share: 0.5}], "
                               "packets_per_cycle: 0.1, bursts: {cycles: 9, share: 0.3}}"],
        "replies": ["traffic.reply={flits: 3, cycles: 7}"],
        "replies, unstable": ["traffic.reply={flits: 3, cycles: 7}", "traffic.packets_per_cycle=1"],
        "replies, saturation": ["traffic.reply={flits: 3, cycles: 7}", "saturation=true"],
        "priorities": ["interconnect.arbitration=age", "interconnect.virtual_channels=4", "traffic.urgent={share: 0.2, flits: 1}"],
        "priorities, several loads": ["interconnect.arbitration=age", "interconnect.virtual_channels=4", "saturation=true",
                                      "traffic.urgent={share: 0.2, flits: 1}", "traffic.packets_per_cycle=[0.1, 1]"],
        "loads and saturation": ["saturation=true", "traffic.packets_per_cycle=[0.01, 0.1]"],
    }
    for name, sets in cases.items():
        judge.closed("network_result", name, answer(small, *sets))
    judge.valid("network_result", "nothing stable", {
        **{key: value for key, value in answer(small).items()},
        "saturation": {"packets_per_cycle": 0.0, "offered": 0.0, "accepted": 0.0, "unstable_from": 0.000001,
                       "interval": None, "searches": [{"stable": 0.0, "unstable": 0.000001}], "tried": []}})

    endless = work / "endless"
    (endless / "experiment.yaml").unlink(missing_ok=True)
    run = subprocess.Popen([judge.gantry, "network", str(small), "--out", str(endless), "--set", "measured_cycles=1000000000"],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
    while run.poll() is None and not (endless / "experiment.yaml").exists():
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    interrupted = json.loads(run.communicate()[0])
    judge.closed("network_result", "interrupted", interrupted)
    cut = {key: value for key, value in interrupted.items() if key not in ("packet_flits", "bounds")}
    judge.valid("network_result", "interrupted trace", {**cut, "pattern": "trace"})
    judge.closed("timing", "endless/timing.json", json.loads((endless / "timing.json").read_text(encoding="utf-8")))
    judge.valid("network", "endless/experiment.yaml",
                yaml.safe_load((endless / "experiment.yaml").read_text(encoding="utf-8")))


def judge_inner_keys(judge, work):
    """Schema and program say the same of the maps within an interconnect's and a traffic's keys, at the ends of their ranges."""
    judged = {
        "interconnect.links": {
            True: ["[]", "[{between: [0, 1], cycles: 1}]", "[{between: [1, 0], cycles: 256, bytes: 32}]", "[{between: [1, 3], bytes: 1}]"],
            False: ["{}", "[[0, 1]]", "[{between: [0, 1]}]", "[{cycles: 3, bytes: 8}]", "[{between: [0], cycles: 3}]",
                    "[{between: [0, 1, 2], cycles: 3}]", "[{between: [0, -1], cycles: 3}]", "[{between: [0, 8192], cycles: 3}]",
                    "[{between: [0, 1], cycles: 0}]", "[{between: [0, 1], cycles: 257}]", "[{between: [0, 1], bytes: 0}]",
                    "[{between: [0, 1], bytes: 4097}]", "[{between: [0, 1], cycle: 3}]", "[{between: [0, 1], cycles: 1.5}]"]},
        "traffic.urgent": {
            True: ["{share: 0.000001, flits: 1}", "{share: 0.999999, flits: 65536}"],
            False: ["[]", "0.5", "{share: 0.5}", "{flits: 3}", "{share: 0, flits: 3}", "{share: 1.1, flits: 3}", "{share: 0.5, flits: 0}",
                    "{share: 0.5, flits: 65537}", "{share: 0.5, flits: 3, cycles: 1}"]},
        "traffic.reply": {
            True: ["{flits: 1, cycles: 1}", "{flits: 65536, cycles: 1000000}"],
            False: ["[]", "{flits: 3}", "{cycles: 3}", "{flits: 0, cycles: 3}", "{flits: 3, cycles: 0}", "{flits: 3, cycles: 1000001}",
                    "{flits: 3, cycles: 3, share: 0.5}"]},
        "traffic.bursts": {
            True: ["{cycles: 1, share: 0.5}", "{cycles: 1000000, share: 0.01}"],
            False: ["[]", "{cycles: 3}", "{share: 0.5}", "{cycles: 0, share: 0.5}", "{cycles: 1000001, share: 0.5}", "{cycles: 3, share: 0}",
                    "{cycles: 3, share: 1.5}", "{cycles: 3, share: 0.5, flits: 1}"]},
        "traffic.packet_lengths": {
            True: ["[{flits: 1, share: 1}]", "[{flits: 2, share: 0.25}, {flits: 65536, share: 0.75}]"],
            False: ["{}", "[3]", "[{flits: 3}]", "[{share: 1}]", "[{flits: 0, share: 1}]", "[{flits: 65537, share: 1}]",
                    "[{flits: 3, share: 1, cycles: 1}]", "[{flits: 3, share: 2}]"]},
        "traffic.hotspot": {
            True: ["{node: 0, fraction: 1}", "[{node: 3, fraction: 0.5}, {node: 1, fraction: 0.25}]"],
            False: ["3", "{node: 0}", "{fraction: 0.5}", "{node: -1, fraction: 0.5}", "{node: 0, fraction: 0}", "{node: 0, fraction: 2}",
                    "[{node: 0}]", "{node: 0, fraction: 0.5, flits: 1}"]},
    }
    file = work / "inner.yaml"
    for name, verdicts in judged.items():
        section, key = name.split(".")
        for right, texts in verdicts.items():
            for text in texts:
                document = {"interconnect": {"columns": 2, "rows": 2, "arbitration": "age", "virtual_channels": 4},
                            "traffic": {"packets_per_cycle": 0.01, "pattern": "uniform"}}
                if key == "hotspot":
                    document["traffic"]["pattern"] = "hotspot"
                document[section][key] = yaml.safe_load(text)
                file.write_text(yaml.safe_dump(document), encoding="utf-8")
                output(judge.gantry, "show", str(file), status=(0 if right else 2,))
                (judge.valid if right else judge.invalid)("network", f"{name}: {text}", document)


def judge_plans(judge, work):
    """Plans of all methods that `gantry list planners` names, and of `repeat`."""
    tasks, chips = str(work / "small.yaml"), str(work / "chips.yaml")
    (work / "chips.yaml").write_text(RESOURCES, encoding="utf-8")
    judge.closed("resources", "chips.yaml", yaml.safe_load(RESOURCES))
    profile, problem = (str(TESTS / "fuzz/seeds" / name) for name in ("pipedream/chain.txt", "dnn-placement/three.json"))
    special = {
        "partition": [[tasks, "--parts", "2"],
                      [tasks, "--parts", "2", "--initial", "cluster", "--critical", "bytes:0.5", "--until", "source", "--mode", "together"]],
        "periodic": [[tasks, "--processors", "2", "--exact"], [tasks, "--processors", "2", "--until", "source"], [tasks, "--processors", "2", "--times", f"from:{work / 'graph'}"]],
        "pipeline": [[tasks, "--resources", chips],
                     [tasks, "--resources", "2", "--objective", "throughput", "--solver", "anneal"],
                     [profile, "--resources", "2", "--drop-input", "--bandwidth", "8", "--set", "mapping.cycles_per_unit=1000"],
                     [problem, "--objective", "throughput", "--subtasks", "3"]],
    }
    names = [line.split()[0] for line in output(judge.gantry, "list", "planners").splitlines() if line.startswith("  ")]
    for method in names:
        for words in special.get(method, [[tasks, "--processors", "3", "--latency", "2.5"]]):
            made = work / f"{method}.json"
            metrics = json.loads(output(judge.gantry, "plan", method, *words, "-o", str(made), "--json"))
            judge.closed("plan", f"{method} {' '.join(words)}", json.loads(made.read_text(encoding="utf-8")))
            judge.valid("plan", f"{method} --json", {**metrics, "placement": []})
    output(judge.gantry, "plan", "repeat", str(work / "periodic.json"), tasks, "--periods", "3", "-o", str(work / "repeat.json"),
           "--workload-out", str(work / "repeated.yaml"))
    judge.valid("workload", "repeated.yaml", yaml.safe_load((work / "repeated.yaml").read_text(encoding="utf-8")))
    judge.closed("plan", "repeat", json.loads((work / "repeat.json").read_text(encoding="utf-8")))
    for words in (["--processors", "3", "--improve", "20"], ["--experiment", str(work / "graph.yaml"), "--methods", "heft,dls"]):
        judge.closed("plan_comparison", " ".join(words),
                     json.loads(output(judge.gantry, "plan", "compare", tasks, *words, "--json")))
    own = {"method": "own", "metrics": {"beauty": 0.9}, "placement": [{"task": "a", "processors": [0]}]}
    judge.valid("plan", "a plan of another program", own)


def judge_stimuli(judge, work):
    """The pattern takes what the program takes; what depends on earlier lines is not in it."""
    for file in sorted((TESTS / "golden/picker").glob("*.stim")):
        judge.valid("stimulus", file.name, file.read_bytes().decode())
    out = work / "picks"
    output(judge.gantry, "pick", str(TESTS / "golden/picker/starvation.stim"), "--out", str(out))
    judge.closed("pick_summary", "picks/summary.json", json.loads((out / "summary.json").read_text(encoding="utf-8")))
    judge.closed("timing", "picks/timing.json", json.loads((out / "timing.json").read_text(encoding="utf-8")))
    for text in RIGHT_STIMULI:
        judge.valid("stimulus", repr(text), text)
        output(judge.gantry, "pick", "-", text=text.replace("unblock", "#"))
    for text in WRONG_STIMULI:
        judge.invalid("stimulus", repr(text), text)
        output(judge.gantry, "pick", "-", text=text, status=(2,))


def main():
    gantry, experiments, work = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    judge = Judge(gantry)
    judge_inputs(judge, experiments)
    judge_stored(judge, experiments)
    judge_runs(judge, experiments, work)
    judge_whatif(judge, work)
    judge_calibrations(judge, work)
    judge_studies(judge, work)
    judge_comparisons(judge, work)
    judge_serving(judge, experiments, work)
    judge_networks(judge, work)
    judge_inner_keys(judge, work)
    judge_plans(judge, work)
    judge_stimuli(judge, work)
    for line in judge.wrong:
        print(line)
    for kind, number in judge.valid_ones.items():
        print(f"{kind}: {number} of them, {judge.refused[kind]} damaged ones")
    missed = [kind for kind in judge.validators if judge.valid_ones[kind] == 0 or judge.refused[kind] == 0]
    if missed:
        print(f"without an example: {', '.join(missed)}")
    return 1 if judge.wrong or missed else 0


if __name__ == "__main__":
    sys.exit(main())
