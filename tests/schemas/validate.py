#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the schemas of `gantry schema` against an independent validator: every experiment and architecture that is shipped,
what `gantry show` makes of them, the native workloads and the summary of a run are valid, and wrong ones are not.

    validate.py GANTRY EXPERIMENTS_DIRECTORY WORK_DIRECTORY
"""

import copy
import json
import pathlib
import subprocess
import sys

import jsonschema
import yaml


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout


def main():
    gantry, experiments, work = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    work.mkdir(parents=True, exist_ok=True)
    validators = {}
    for kind in ("experiment", "network", "serving", "architecture", "workload", "summary"):
        schema = json.loads(output(gantry, "schema", kind))
        jsonschema.Draft7Validator.check_schema(schema)
        validators[kind] = jsonschema.Draft7Validator(schema)
    wrong = []

    def valid(kind, what, document):
        for error in validators[kind].iter_errors(document):
            wrong.append(f"{what}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")

    def invalid(kind, what, document):
        if validators[kind].is_valid(document):
            wrong.append(f"{what}: the schema takes it")

    counts = {kind: 0 for kind in validators}
    for file in sorted(experiments.rglob("*.yaml")):
        document = yaml.safe_load(file.read_text(encoding="utf-8"))
        kind = ("experiment" if "workload" in document and "architecture" in document else
                "network" if "traffic" in document else "serving" if "serving" in document else
                "workload" if "tasks" in document else "architecture" if "processors" in document else None)
        if kind is None:
            continue  # a question for `gantry select`
        counts[kind] += 1
        valid(kind, file.name, document)
        if kind in ("experiment", "network", "serving"):
            valid(kind, f"show {file.name}", yaml.safe_load(output(gantry, "show", str(file))))

    chosen = experiments / "resnet50.yaml"
    output(gantry, "run", str(chosen), "--out", str(work / "out"))
    summary = json.loads((work / "out" / "summary.json").read_text(encoding="utf-8"))
    valid("summary", "summary.json", summary)
    counts["summary"] += 1

    shown = yaml.safe_load(output(gantry, "show", str(chosen)))
    for path, value in (("seed", -1), ("limits/max_cycles", "many"), ("policies/picker", "nobody"),
                        ("architecture/host/ring_entries", 0), ("architecture/dispatcher/mode", "ganged"),
                        ("architecture/memory/controlers", 1), ("architecture/processors", [])):
        document = copy.deepcopy(shown)
        *way, last = path.split("/")
        place = document
        for step in way:
            place = place[step]
        place[last] = value
        invalid("experiment", f"{path}: {value}", document)
    less = dict(summary)
    del less["cycles"]
    invalid("summary", "a summary without cycles", less)

    for line in wrong:
        print(line)
    print(", ".join(f"{number} of kind {kind}" for kind, number in counts.items()) + f": {len(wrong)} wrong")
    return 1 if wrong or min(counts.values()) == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
