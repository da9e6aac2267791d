#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The module as pip installs it: into a fresh virtual environment, without a network.

    wheel_test.py BUILD SOURCE

The wheel is packed from the module that BUILD has, so that nothing is compiled here. What builds it otherwise is what
`make python` calls.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(SOURCE / "sim" / "python"))
import gantry_wheel  # noqa: E402 (its place is an argument)

USE = """
import importlib.metadata, gantry
experiment = {
    "architecture": {"interconnect": {"topology": "mesh", "columns": "auto", "rows": "auto"}, "processors": [{"count": 2}]},
    "workload": {"tasks": [{"id": "a", "cycles": 100}, {"id": "b", "cycles": 50, "after": ["a"]}]},
}
result = gantry.run(experiment)
print(gantry.__file__)
print(result.complete, [str(name) for name in result.tasks["task"]])
print(gantry.__version__ == importlib.metadata.version("gantry"), importlib.metadata.requires("gantry"))
"""


def printed(*command, cwd=None, env=None):
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit {done.returncode}\n{done.stdout}")
    return done.stdout


class Wheel(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(dir=BUILD / "tests")))

    def test_pip_installs_the_module_and_takes_it_away(self):
        python = self.folder / "venv" / "bin" / "python"
        # NumPy and pip are Debian's: nothing comes from a network.
        printed(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", self.folder / "venv")
        pip = [sys.executable, "-m", "pip", "--python", python, "--isolated", "--disable-pip-version-check", "--no-cache-dir"]
        # pip asks whatever rustc and lsb_release a machine has for their versions, to tell servers. It finds none.
        alone = dict(os.environ, PATH=str(self.folder / "no programs"))
        printed(*pip, "install", "--no-index", "--no-build-isolation", f"--config-settings=build-dir={BUILD}", SOURCE, env=alone)
        file, ran, version = printed(python, "-c", USE, cwd=self.folder).splitlines()
        package = pathlib.Path(file).parent
        self.assertTrue(package.is_relative_to(self.folder))
        self.assertEqual(ran, "True ['a', 'b']")
        self.assertEqual(version, "True ['numpy']")
        sources = SOURCE / "sim" / "python" / "gantry"
        expected = {path.name for path in sources.iterdir() if path.name != "__pycache__"} | {gantry_wheel.NATIVE}
        self.assertEqual({path.name for path in package.iterdir() if path.name != "__pycache__"}, expected)
        # By the list of the wheel: what it does not name stays.
        printed(*pip, "uninstall", "--yes", "gantry", env=alone)
        self.assertFalse(package.exists())

    def test_a_wheel_of_the_same_module_has_the_same_bytes(self):
        # In place of a native part of 18 MB a short one.
        shutil.copytree(SOURCE / "sim" / "python" / "gantry", self.folder / "python" / "gantry")
        (self.folder / "python" / "gantry" / gantry_wheel.NATIVE).write_bytes(b"native")
        wheels = []
        for name in ("one", "two"):
            (self.folder / name).mkdir()
            wheel = gantry_wheel.build_wheel(self.folder / name, {"build-dir": self.folder})
            wheels.append((self.folder / name / wheel).read_bytes())
        self.assertEqual(wheels[0], wheels[1])

    def test_a_build_without_the_module_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "has no module for this interpreter"):
            gantry_wheel.build_wheel(self.folder, {"build-dir": self.folder})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
