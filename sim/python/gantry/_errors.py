# SPDX-License-Identifier: Apache-2.0
"""What Gantry raises."""
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with the input; line and column are 0 where there is no place in a text."""

    file: str
    line: int
    column: int
    message: str


class _Problems(Exception):
    answers = ""

    def __init__(self, lines, problems):
        super().__init__(lines, problems)
        self.problems = [Problem(*problem) for problem in problems]
        self._lines = lines

    def __str__(self):
        return "\n".join(self._lines)


class InputError(_Problems, ValueError):
    """An experiment, an override or a stimulus is wrong.

    `problems` are all that were found, as (file, line, column, message); as text it is what the program prints. Of an
    experiment that is a dict the file is `experiment`, and line and column are those of `gantry.text(experiment)`.
    `answers`: of a stimulus the rounds before what is wrong, which have been played.
    """


class OutputError(_Problems, OSError):
    """A file of the output directory cannot be written; `problems` as of InputError."""


class LockstepError(RuntimeError):
    """Two engines in lockstep differ; the text says where, and with `out` which files show it. `answers` as of InputError."""

    answers = ""


def one_problem(kind, file, message, line=0, column=0, answers=""):
    """An InputError or OutputError that Python finds itself, in the program's words."""
    file = file.encode(errors="backslashreplace").decode()
    name = "".join(c if c.isprintable() else "?" for c in file)
    place = f":{line}:{column}" if line else ""
    error = kind([f"{name}{place}: error: {message}"], [(file, line, column, message)])
    error.answers = answers
    return error
