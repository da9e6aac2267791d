#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/python.md as a reader follows it: what is typed prints what the page shows, and its plot is the one that is drawn.

    page_test.py SOURCE      (PYTHONPATH has the module)
"""

import doctest
import inspect
import pathlib
import re
import sys
import unittest

import gantry

SOURCE = pathlib.Path(sys.argv[1]).resolve()
PAGE = (SOURCE / "docs" / "python.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


class Page(unittest.TestCase):
    def test_what_is_typed_prints_what_the_page_shows(self):
        names, runner = {}, doctest.DocTestRunner()
        self.assertGreater(len(blocks("pycon")), 5)
        for block in blocks("pycon"):
            example = doctest.DocTestParser().get_doctest(block, names, "python.md", "docs/python.md", 0)
            self.assertEqual(runner.run(example, clear_globs=False).failed, 0)
            names = example.globs

    def test_the_plot_is_that_of_make_plots(self):
        self.assertEqual(len(blocks("python")), 1)
        script = (SOURCE / "docs" / "scripts" / "plot_python.py").read_text(encoding="utf-8")
        self.assertIn(blocks("python")[0], script)

    def test_everything_is_on_the_page_and_has_its_type(self):
        stubs = pathlib.Path(gantry.__file__).with_name("__init__.pyi").read_text(encoding="utf-8")
        self.assertTrue(pathlib.Path(gantry.__file__).with_name("py.typed").exists())
        for name in gantry.__all__:
            self.assertRegex(PAGE, rf"\b{name}\b")
            self.assertRegex(stubs, rf"(?m)^((class|def) )?{name}\b")
            self.assertTrue(inspect.getdoc(getattr(gantry, name)), name)
        for name in (name for name in dir(gantry.Result) if not name.startswith("_")):
            self.assertIn(f"{name}", PAGE)
            self.assertIn(f"def {name}(", stubs)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
