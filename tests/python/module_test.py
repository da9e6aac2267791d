#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python module against the program: the same experiments, the same files, the same words.

    module_test.py GANTRY SOURCE      (PYTHONPATH has the module)
"""

import builtins
import csv
import inspect
import json
import os
import pathlib
import pickle
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import typing
import unittest
from concurrent.futures import ThreadPoolExecutor

import gantry
import numpy

GANTRY, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
EXPERIMENTS = SOURCE / "sim" / "experiments"

TASKS = """\
architecture:
  interconnect: {topology: mesh, columns: auto, rows: auto}
  processors:
    - {name: core, count: 4}
    - {name: dsp, count: 2, type: dsp}
workload:
  tasks:
    - {id: load, cycles: 100, input_bytes: 4096}
    - {id: "tiles, left", jobs: 4, cycles: 500, after: [load]}
    - {id: reduce, cycles: 200, after: ["tiles, left"], weight: 9}
    - {id: done, class: event, after: [reduce]}
output: {packets: true}
"""

STREAM = {
    "architecture": {"interconnect": {"topology": "mesh", "columns": "auto", "rows": "auto"},
                     "processors": [{"name": "core", "count": 8}]},
    "workload": {"generator": "poisson", "tasks": 300, "interval_cycles": 40, "cycles": 200},
}


def program(*arguments, stdin=""):
    return subprocess.run([GANTRY, *arguments], input=stdin, text=True, capture_output=True, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})


def sets(overrides):
    return [word for key, value in overrides.items() for word in ("--set", f"{key}={value}")]


def kept(directory):
    """All files of a run that two equal runs have alike."""
    return {path.name: path.read_bytes() for path in pathlib.Path(directory).iterdir() if path.name != "timing.json"}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        pathlib.Path("tasks.yaml").write_text(TASKS, encoding="utf-8")

    def hold_table(self, table, file):
        """Cell by cell."""
        with open(file, encoding="utf-8", newline="") as text:
            rows = list(csv.reader(text))
        self.assertEqual(list(table), rows[0])
        for name, cells in zip(rows[0], zip(*rows[1:])):
            column = table[name]
            if column.dtype == numpy.int64:
                self.assertEqual(column.tolist(), [int(cell) if cell else -1 for cell in cells], name)
            elif column.dtype == numpy.float64:
                self.assertEqual(column.tolist(), [float(cell) for cell in cells], name)
            else:
                self.assertEqual(column.tolist(), list(cells), name)


class Runs(Folder):
    def test_a_run_leaves_the_files_of_the_program(self):
        overrides = {"policies.picker": "stride", "output.waves": True, "architecture.processors.core.count": 3}
        result = gantry.run("tasks.yaml", overrides, seed=7, out="module")
        done = program("run", "tasks.yaml", *sets({**overrides, "output.waves": "true"}), "--seed", "7", "--out", "program")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(kept("module"), kept("program"))
        self.assertIn("waves.vcd", kept("module"))
        self.assertEqual(result.directory, "module")
        self.assertEqual(done.stdout.splitlines()[0], str(result).splitlines()[0])

    def test_a_run_in_memory_writes_nothing_and_has_the_tables_of_the_program(self):
        result = gantry.run(pathlib.Path("tasks.yaml"))
        self.assertEqual(os.listdir("."), ["tasks.yaml"])
        program("run", "tasks.yaml", "--out", "program")
        summary = json.loads(pathlib.Path("program/summary.json").read_text(encoding="utf-8"))
        self.assertEqual(result.summary["outputs"], [file for file in summary["outputs"] if file.endswith((".csv", ".yaml"))])
        self.assertEqual({**result.summary, "outputs": 0}, {**summary, "outputs": 0})
        self.assertEqual((result.cycles, result.complete), (summary["cycles"], True))
        self.assertEqual(len(result.tables), 8)
        for name in result.tables:
            self.hold_table(result.table(name), f"program/{name}.csv")
        self.assertEqual(result.tasks["task"][1], "tiles, left")
        self.assertIn(-1, result.tasks["split"])  # of the event task
        again = gantry.Result.load("program")
        self.assertEqual((again.summary, again.diagnosis), (summary, []))
        self.assertEqual(again.jobs["finished"].tolist(), result.jobs["finished"].tolist())
        self.assertEqual(again.text("tasks.csv"), pathlib.Path("program/tasks.csv").read_text(encoding="utf-8"))
        for other in (result, again):
            sent = pickle.loads(pickle.dumps(other))
            self.assertEqual((sent.summary, sent.directory, str(sent)), (other.summary, other.directory, str(other)))
            self.assertEqual(sent.jobs["finished"].tolist(), result.jobs["finished"].tolist())
        with self.assertRaisesRegex(AttributeError, "the run has no sessions.csv, it has tasks, jobs"):
            result.sessions  # pylint: disable=pointless-statement

    def test_only_outputs_of_the_run_are_read(self):
        gantry.run("tasks.yaml", {"output.pictures": False}, out="module")
        for file in ("../tasks.yaml", "module/../tasks.csv", "beside.txt", os.path.abspath("tasks.yaml")):
            pathlib.Path("module/beside.txt").write_text("of somebody else", encoding="utf-8")
            self.assertIsNone(gantry.Result.load("module").text(file))
        result = gantry.Result.load("module")
        self.assertEqual(json.loads(result.text("summary.json")), result.summary)
        self.assertIn("wall", result.text("timing.json"))
        self.assertEqual(result.text(pathlib.Path("tasks.csv")), pathlib.Path("module/tasks.csv").read_text(encoding="utf-8"))
        result.summary["outputs"].append("../tasks.yaml")
        self.assertIsNone(result.text("../tasks.yaml"))

    def test_a_dict_is_the_experiment_that_its_text_is(self):
        pathlib.Path("experiment").write_text(gantry.text(STREAM), encoding="utf-8")
        done = program("run", "experiment", "--out", "program")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = gantry.run(STREAM)
        self.assertEqual(result.summary["cycles"], json.loads(pathlib.Path("program/summary.json").read_text())["cycles"])
        self.hold_table(result.jobs, "program/jobs.csv")
        odd = {**STREAM, "architecture": {**STREAM["architecture"], "host": {"submit_cycles": numpy.int32(35)}}}
        self.assertEqual(gantry.run(odd).cycles, gantry.run(STREAM, {"architecture.host.submit_cycles": 35}).cycles)
        shown = gantry.show(STREAM, ["architecture.host.submit_cycles=35"])
        self.assertEqual(shown["architecture"]["host"]["submit_cycles"], 35)
        self.assertEqual(gantry.show(STREAM, None), gantry.show(STREAM))
        self.assertEqual(gantry.run(STREAM, overrides=None).cycles, result.cycles)
        self.assertEqual(gantry.run(shown).cycles, gantry.run(odd).cycles)

    def test_inference_nodes_have_tables_of_their_own(self):
        path = EXPERIMENTS / "serving" / "recognisers.yaml"
        overrides = {"serving.sessions.0.count": 20}
        count = gantry.run(path, overrides, out="module")
        result = gantry.run(path, overrides)
        self.assertEqual(result.cycles, count.cycles)
        for name in ("sessions", "batches", "visits"):
            self.hold_table(result.table(name), f"module/{name}.csv")

    def test_what_does_not_end_says_why(self):
        result = gantry.run("tasks.yaml", {"limits.max_cycles": 300}, out="module")
        done = program("run", "tasks.yaml", "--set", "limits.max_cycles=300", "--out", "program")
        self.assertEqual((result.complete, done.returncode), (False, 1))
        self.assertEqual("".join(line + "\n" for line in result.diagnosis), done.stderr)
        self.assertEqual(kept("module"), kept("program"))
        self.assertEqual(result.tasks["completed"].tolist(), gantry.run("tasks.yaml", {"limits.max_cycles": 300}).tasks["completed"].tolist())

    def test_engines_in_lockstep_change_no_number(self):
        usual = gantry.run(STREAM)
        for engine in ("picker=lockstep", {"picker": "rtl"}) if gantry.versions["verilator"] != "none" else ():
            result = gantry.run(STREAM, engine=engine)
            self.assertEqual(result.text("jobs.csv"), usual.text("jobs.csv"))
            self.assertIn(result.summary["provenance"]["engine"]["picker"], ("lockstep", "rtl"))
        with self.assertRaises(gantry.InputError) as caught:
            gantry.run(STREAM, engine="picker=verilog")
        self.assertEqual(str(caught.exception) + "\n", program("run", "tasks.yaml", "--engine", "picker=verilog").stderr)


class Threads(Folder):
    def test_runs_beside_each_other_are_as_they_are_alone(self):
        alone = [gantry.run(STREAM, seed=seed) for seed in range(4)]
        with ThreadPoolExecutor(3) as pool:
            together = list(pool.map(lambda seed: gantry.run(STREAM, seed=seed), range(4)))
        self.assertEqual([result.summary for result in together], [result.summary for result in alone])
        self.assertEqual([result.text("jobs.csv") for result in together], [result.text("jobs.csv") for result in alone])
        self.assertGreater(len({result.cycles for result in alone}), 1)

    def test_an_interrupt_ends_a_run_cleanly_and_others_run_meanwhile(self):
        class Interrupted(Exception):
            pass

        def interrupt(_signal, _frame):
            raise Interrupted

        ticks = []
        ended = threading.Event()

        def tick():
            while not ended.wait(0.005):
                ticks.append(time.monotonic())

        thread = threading.Thread(target=tick)
        endless = {**STREAM, "workload": {**STREAM["workload"], "tasks": 1000000000}, "output": {"trace": False}}
        before = signal.signal(signal.SIGALRM, interrupt)
        thread.start()
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.15)
            with self.assertRaises(Interrupted):
                gantry.run(endless, out="module")
        finally:
            signal.signal(signal.SIGALRM, before)
            ended.set()
            thread.join()
        self.assertGreater(len(ticks), 3)
        result = gantry.Result.load("module")
        self.assertEqual((result.complete, result.summary["end"]), (False, "interrupted"))
        self.assertGreaterEqual(result.tasks.rows, result.summary["tasks"]["completed"])


    def test_two_runs_at_a_time_do_not_share_a_directory(self):
        def interrupt(_signal, _frame):
            gantry.run(STREAM, out="beside")
            gantry.run(STREAM, out="./beside/../module")

        endless = {**STREAM, "workload": {**STREAM["workload"], "tasks": 1000000000}, "output": {"trace": False}}
        before = signal.signal(signal.SIGALRM, interrupt)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.15)
            with self.assertRaisesRegex(gantry.OutputError, "module: error: another run of this process is writing") as caught:
                gantry.run(endless, out="module")
        finally:
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(str(pickle.loads(pickle.dumps(caught.exception))), str(caught.exception))
        self.assertFalse(gantry.Result.load("module").complete)
        self.assertTrue(gantry.run(STREAM, out="module").complete)


class Keys(Folder):
    def test_random_overrides_are_those_of_the_command_line(self):
        numbers = [key for key in gantry.keys() if isinstance(key.default, int) and not isinstance(key.default, bool)
                   and ".N." not in key.name]
        self.assertGreater(len(numbers), 30)
        draw = random.Random(21)
        right = 0
        for _ in range(15):
            overrides = {key.name: draw.choice([key.default, 2 * key.default, key.default + 1, 0, 1 << 40])
                         for key in draw.sample(numbers, 2)}
            done = program("show", "tasks.yaml", *sets(overrides))
            try:
                shown = gantry.show("tasks.yaml", overrides)
            except gantry.InputError as error:
                self.assertEqual((2, str(error) + "\n"), (done.returncode, done.stderr))
                continue
            right += 1
            pathlib.Path("shown.yaml").write_text(done.stdout, encoding="utf-8")
            self.assertEqual(shown, gantry.show("shown.yaml") | {key: shown[key] for key in ("name", "provenance")})
            for name, value in overrides.items():
                at = shown
                for word in name.split("."):
                    at = at.get(word) if at is not None else None
                if at is None:  # a key that is shown only where it is on
                    self.assertEqual(value, gantry.keys(name)[0].default, name)
                else:
                    self.assertEqual(at, value, name)
        self.assertGreater(right, 2)

    def test_keys_and_names_are_the_tables_of_the_program(self):
        table = program("schema", "--tables").stdout
        keys = {key.name: key for key in gantry.keys()}
        entries = keys["architecture.dispatcher.picker.entries"]
        self.assertEqual((entries.unit, entries.range, entries.default), ("tasks", "1 to 4096 tasks", 64))
        for key in keys.values():
            self.assertIn(key.meaning, table)
            self.assertIn(f"{key.name}: {key.meaning}", gantry.keys.__doc__)
        self.assertTrue(all("task_cache" in key.name for key in gantry.keys("task_cache")))
        listed = program("list").stdout
        said = ""
        for kind, names in gantry.list().items():
            width = max(18, *map(len, names))
            said += f"{kind}\n" + "".join(f"  {name:<{width}} {what}\n" for name, what in names.items())
        self.assertEqual(said, listed)
        self.assertEqual(gantry.list("pickers"), gantry.list()["pickers"])
        self.assertIn(gantry.version, program("--version").stdout)
        self.assertEqual(gantry.__version__, gantry.version)

    def test_a_star_import_hides_nothing_of_pythons_own(self):
        names = {}
        exec("from gantry import *", names)  # pylint: disable=exec-used
        self.assertEqual(set(names) & set(dir(builtins)), {"__builtins__"} & set(dir(builtins)))
        self.assertIs(names["run"], gantry.run)

    def test_help_tells_types(self):
        for function in (gantry.run, gantry.show, gantry.text, gantry.list, gantry.keys):
            hints = typing.get_type_hints(function)
            self.assertEqual(set(hints), {*inspect.signature(function).parameters, "return"})

    def test_another_interpreters_module_is_told(self):
        package = pathlib.Path(gantry.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "gantry"
            shutil.copytree(package, other, ignore=shutil.ignore_patterns("_native.*", "__pycache__"))
            (other / "_native.cpython-30-none.so").touch()
            tried = subprocess.run([sys.executable, "-c", "import gantry"], env={**os.environ, "PYTHONPATH": folder},
                                   text=True, capture_output=True, check=False)
        self.assertIn("ImportError: gantry is built for cpython-30-none, and this is cpython-", tried.stderr)


class Errors(Folder):
    def test_an_error_is_what_the_program_says_and_where(self):
        wrong = TASKS.replace("cycles: 500", "cycles: soon").replace("weight: 9", "wieght: 9")
        pathlib.Path("wrong.yaml").write_text(wrong, encoding="utf-8")
        with self.assertRaises(gantry.InputError) as caught:
            gantry.run("wrong.yaml")
        self.assertIsInstance(caught.exception, ValueError)
        self.assertEqual(str(caught.exception) + "\n", program("run", "wrong.yaml").stderr)
        self.assertEqual([problem[:3] for problem in caught.exception.problems], [("wrong.yaml", 10, 57), ("wrong.yaml", 9, 44)])
        self.assertIn("did you mean 'weight'", caught.exception.problems[0].message)

    def test_an_error_in_a_dict_or_an_override_has_its_place(self):
        cases = [(lambda: gantry.run({**STREAM, "limits": {"max_cycle": 4}}), "unknown key 'limits.max_cycle'", "experiment"),
                 (lambda: gantry.run(STREAM, {"policies.picker": "strid"}), "did you mean 'stride'", "--set policies.picker=strid"),
                 (lambda: gantry.run("no.yaml"), "cannot be opened", "no.yaml"),
                 (lambda: gantry.Picker(entries=4).add(9, "B", 1, 1), "entry '9' is out of range", "Picker.add(entry)"),
                 (lambda: gantry.Picker(frac=99), "frac '99' is out of range", "Picker(frac)"),
                 (lambda: gantry.Picker(policy="dice"), "no such picker", "")]
        for call, words, file in cases:
            with self.assertRaises(gantry.InputError) as caught:
                call()
            problem = caught.exception.problems[0]
            self.assertIn(words, problem.message)
            self.assertEqual(problem.file, file)
        limits = {"limits": {"max_cycle": 4}, **STREAM}
        with self.assertRaises(gantry.InputError) as caught:
            gantry.run(limits)
        line, column = caught.exception.problems[0][1:3]
        self.assertTrue(gantry.text(limits).splitlines()[line - 1][column - 1:].startswith('"max_cycle"'))
        with self.assertRaises(gantry.OutputError):
            gantry.run(STREAM, out="tasks.yaml/in")

    def test_what_is_no_argument_is_wrong_input(self):
        itself, items = {**STREAM}, [1]
        itself["output"] = {"deeper": itself}
        items.append(items)
        deep = 0
        for _ in range(2000):
            deep = [deep]
        twice = {"input_bytes": 64}
        experiment, overrides, engine = "a path or a dictionary", 'a dictionary, or a list of "a.b=value"', '{"picker": "rtl"}, '
        cases = [(lambda: gantry.run(5), "experiment", f"this has to be {experiment}, not int 5"),
                 (lambda: gantry.run(None), "experiment", f"this has to be {experiment}, not NoneType None"),
                 (lambda: gantry.show(["a.yaml"]), "experiment", f"this has to be {experiment}, not list ['a.yaml']"),
                 (lambda: gantry.run(dict), "experiment", f"this has to be {experiment}, not type <class 'dict'>"),
                 (lambda: gantry.run(STREAM, 5), "overrides", f"this has to be {overrides}, not int 5"),
                 (lambda: gantry.run(STREAM, "seed=5"), "overrides", f"this has to be {overrides}, not str 'seed=5'"),
                 (lambda: gantry.run(STREAM, b"seed=5"), "overrides", f"this has to be {overrides}, not bytes b'seed=5'"),
                 (lambda: gantry.run(STREAM, engine=3), "engine", f'this has to be {engine}"picker=rtl", or a list of such, not int 3'),
                 (lambda: gantry.run(STREAM, out=3), "out", "this has to be a path, not int 3"),
                 (lambda: gantry.Result.load(3), "directory", "this has to be a path, not int 3"),
                 (lambda: gantry.run(itself), "experiment", "a dict contains itself"),
                 (lambda: gantry.text({"a": items}), "experiment", "a list contains itself"),
                 (lambda: gantry.run(STREAM, {"a.b": items}), "--set a.b", "a list contains itself"),
                 (lambda: gantry.run({"a": deep}), "experiment", "more than 100 maps and lists stand within each other"),
                 (lambda: gantry.run(STREAM, {"seed": {1}}), "--set seed", "this is no value of a configuration: set {1}"),
                 (lambda: gantry.run(STREAM, seed=float("nan")), "--set seed", "nan is no number of a configuration")]
        for call, file, message in cases:
            with self.assertRaises(gantry.InputError) as caught:
                call()
            self.assertEqual(caught.exception.problems, [(file, 0, 0, message)])
            self.assertEqual(str(caught.exception), f"{file}: error: {message}")
        self.assertEqual(gantry.text([twice, twice]).count("64"), 2)  # the same one twice is within neither
        self.assertEqual(os.listdir("."), ["tasks.yaml"])

    def test_half_a_character_is_wrong_input(self):
        half, place = "\ud800", {"name": "n\u00e4\ud800"}
        cases = [(lambda: gantry.run({**STREAM, **place}), "experiment", 21, 15),
                 (lambda: gantry.show({half: 1}), "experiment", 2, 4),
                 (lambda: gantry.run(STREAM, place), '--set name="n\u00e4\\ud800"', 1, 10),
                 (lambda: gantry.run(STREAM, ["seed=" + half]), "--set seed=\\ud800", 1, 6),
                 (lambda: gantry.run(STREAM, engine={"picker": half}), "--engine picker=\\ud800", 1, 8),
                 (lambda: gantry.run(half + ".yaml"), "\\ud800.yaml", 0, 0),
                 (lambda: gantry.run(b"\xff.yaml"), "\\udcff.yaml", 0, 0),
                 (lambda: gantry.run(STREAM, out="a\0b"), "a\0b", 0, 0),
                 (lambda: gantry.Result.load(half), "\\ud800", 0, 0),
                 (lambda: gantry.Picker(policy=half), "policy=\\ud800", 1, 1),
                 (lambda: gantry.Picker().stimulus("pick 1\npick " + half), "stimulus", 2, 6)]
        for call, *where in cases:
            with self.assertRaisesRegex(gantry.InputError, "UTF-8 text") as caught:
                call()
            self.assertEqual(list(caught.exception.problems[0][:3]), where)
            str(caught.exception).encode()
        self.assertEqual(os.listdir("."), ["tasks.yaml"])


class Picker(Folder):
    def test_a_picker_answers_random_stimuli_as_the_program_does(self):
        draw = random.Random(3)
        engines = ["model", "model", "rtl", "lockstep"] if gantry.versions["verilator"] != "none" else ["model"] * 3
        for engine in engines:
            entries, classes = draw.choice([(64, 5), (16, 5)])
            tie = "expected_weight" if entries == 64 else "history_weight"
            picker = gantry.Picker(entries=entries, classes=classes, tie=tie, engine=engine)
            commands = [f"config slots={entries} classes={classes} tie={tie}"]
            answers, used = "", set()
            for _ in range(60):
                entry = draw.randrange(entries)
                if entry not in used:
                    values = (entry, draw.choice("BCUEX"), draw.randint(1, 256), 1000)
                    used.add(entry)
                    picker.add(*values)
                    commands.append("add {} {} {} {}".format(*values))
                else:
                    what = draw.choice(["drop", "block", "unblock"])
                    getattr(picker, what)(entry)
                    commands.append(f"{what} {entry}")
                    if what == "drop":
                        used.remove(entry)
                commands.append(f"pick {draw.randint(1, 5)}")
                answers += picker.stimulus(commands[-1])
            done = program("pick", "--engine", engine, "-", stdin="\n".join(commands) + "\n")
            self.assertEqual((done.returncode, answers), (0, done.stdout), done.stderr)

    def test_threads_may_share_a_picker(self):
        picker = gantry.Picker()
        picker.stimulus("".join(f"add {entry} B 10 1000000\n" for entry in range(64)))
        with ThreadPoolExecutor(4) as pool:
            picks = [pick for some in pool.map(picker.pick, [200] * 8) for pick in some]
        self.assertEqual(sorted(pick.round for pick in picks), list(range(1600)))

    def test_a_picker_goes_on_after_what_was_wrong(self):
        picker = gantry.Picker()
        self.assertIsNone(picker.pick())
        picker.stimulus("add 0 B 10 4\nadd 1 C 20 4")
        with self.assertRaisesRegex(gantry.InputError, r"^Picker.add\(entry\): error: entry 0 is in use"):
            picker.add(0, "B", 1, 1)
        self.assertEqual(picker.pick(), gantry.Pick(1, 0, "B", 246, 256, 2560))
        self.assertEqual([pick.entry for pick in picker.pick(2)], [1, 0])
        self.assertEqual(picker.config["entries"], 64)
        with self.assertRaisesRegex(gantry.InputError, "config comes too late"):
            picker.stimulus("config slots=4")
        picker = gantry.Picker(policy="stride")
        self.assertEqual(picker.stimulus("config slots=4\nadd 3 B 1 1\npick 2")[:6], "0 3 B ")
        self.assertEqual(picker.config["entries"], 4)

    def test_arguments_are_no_commands(self):
        picker = gantry.Picker(entries=4)
        wrong = [(lambda: picker.pick("1\npick 1"), TypeError, r"^Picker.pick: rounds has to be an integer, not '1\\npick 1'$"),
                 (lambda: picker.pick(1.0), TypeError, "rounds has to be an integer"),
                 (lambda: picker.pick(-1), gantry.InputError, r"^Picker.pick\(rounds\): error: the number of rounds is '-1'"),
                 (lambda: picker.add(True, "B", 1, 1), TypeError, "Picker.add: entry has to be an integer, not True"),
                 (lambda: picker.add(0, "B 9 9\nadd 1 B", 1, 1), gantry.InputError, r"^Picker.add\(cls\): error: class 'B 9 9\\nadd"),
                 (lambda: picker.add(0, "#", 1, 1), gantry.InputError, r"^Picker.add\(cls\): error: class '#' is no class"),
                 (lambda: picker.add(0, "E", 1, 1), gantry.InputError, r"^Picker.add\(cls\): error: class 'E' is out of range"),
                 (lambda: picker.add(0, 0, 1, 1), TypeError, "Picker.add: cls has to be a letter, not 0"),
                 (lambda: picker.add(0, "B", 300, 1), gantry.InputError, r"^Picker.add\(weight\): error: weight '300' is out"),
                 (lambda: picker.add(0, "B", 1, 10 ** 5000), gantry.InputError, r"^Picker.add\(jobs\): error: the number has more"),
                 (lambda: picker.drop("0 # "), TypeError, "Picker.drop: entry has to be an integer"),
                 (lambda: picker.block(0), gantry.InputError, r"^Picker.block\(entry\): error: entry 0 is empty"),
                 (lambda: picker.unblock(None), TypeError, "Picker.unblock: entry has to be an integer, not None"),
                 (lambda: picker.stimulus(b"pick 1"), TypeError, "Picker.stimulus: text has to be a str"),
                 (lambda: gantry.Picker(entries=0), gantry.InputError, r"^Picker\(entries\): error: entries '0' is out of range"),
                 (lambda: gantry.Picker(entries="4 frac=2"), TypeError, "Picker: entries has to be an integer"),
                 (lambda: gantry.Picker(frac=8, quant=17), gantry.InputError, r"^Picker\(quant\): error: quant 17 is out"),
                 (lambda: gantry.Picker(tie="a\nadd 0 B 1 1"), gantry.InputError, r"^Picker\(tie\): error: 'a\\nadd 0 B 1 1' is no"),
                 (lambda: gantry.Picker(engine=3), TypeError, "Picker: engine has to be a str, not 3")]
        for call, kind, words in wrong:
            self.assertRaisesRegex(kind, words, call)
        picker.add(numpy.int64(1), "B", numpy.uint8(10), 5)
        self.assertEqual(picker.pick(), gantry.Pick(0, 1, "B", 246, 256, 2560))

    def test_what_was_played_before_an_error_is_told(self):
        picker = gantry.Picker(entries=4)
        with self.assertRaisesRegex(gantry.InputError, "^stimulus:4:6: error: entry '7'") as caught:
            picker.stimulus("pick 1\nadd 0 B 10 4\npick 2\ndrop 7\npick 1")
        error = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((error.answers, str(error)), (caught.exception.answers, str(caught.exception)))
        self.assertEqual([line[:3] for line in error.answers.splitlines()], ["0 -", "1 0", "2 0"])
        self.assertEqual(picker.pick().round, 3)
        with self.assertRaises(gantry.InputError) as caught:
            picker.drop(3)
        self.assertEqual(caught.exception.answers, "")
        if gantry.versions["verilator"] != "none":
            picker = gantry.Picker(engine="lockstep")
            self.assertRaisesRegex(gantry.InputError, r"^Picker.add\(jobs\): error: .* do not fit", picker.add, 0, "B", 10, 1 << 63)
            picker.add(0, "B", 10, 1)  # the entry is as free as it was
            self.assertEqual(picker.pick().entry, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
