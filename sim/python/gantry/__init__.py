# SPDX-License-Identifier: Apache-2.0
"""Gantry, the cycle-accurate simulator of hardware task schedulers, in Python.

    import gantry
    result = gantry.run("experiment.yaml", {"architecture.dispatcher.picker.entries": 16})
    print(result.cycles, result.tasks["completed"].max())

docs/python.md has examples; `help(gantry.keys)` lists every key.
"""
import contextlib as _contextlib
import os as _os

import sysconfig as _sysconfig
import typing as _t

try:
    from . import _native
except ImportError as _error:
    _built = sorted(name.split(".")[1] for name in _os.listdir(_os.path.dirname(__file__))
                    if name.startswith("_native.") and name.endswith(".so"))
    _own = _sysconfig.get_config_var("SOABI")
    if _own in _built:
        raise
    raise ImportError(f"gantry is built for {', '.join(_built) or 'no interpreter'}, and this is {_own}") from _error
from . import _text
from ._errors import InputError, LockstepError, OutputError, Problem, one_problem as _one_problem
from ._keys import Key, keys
from ._picker import Pick, Picker
from ._result import Result, Table

__all__ = ["InputError", "Key", "LockstepError", "OutputError", "Pick", "Picker", "Problem", "Result", "Table", "keys",
           "run", "show", "text", "version", "versions"]  # not `list`, which would hide Python's own

#: Of the program and of what it was built with.
versions: _t.Dict[str, str] = dict(_native.versions())
version: str = versions["gantry"]
__version__ = version

Experiment = _t.Union[str, bytes, _os.PathLike, _t.Mapping[str, _t.Any]]
Overrides = _t.Union[_t.Mapping[str, _t.Any], _t.Iterable[str], None]
Engines = _t.Union[_t.Mapping[str, str], str, _t.Iterable[str], None]


def _experiment(experiment):
    if _text.is_map(experiment):
        return _native.Experiment("experiment", _text.sound(text(experiment), "experiment"))
    return _native.Experiment(_text.path(experiment, "experiment", "a path or a dictionary"), None)


#: Directories that runs write, beside the process: one that is forked does none of them.
_written = {}


@_contextlib.contextmanager
def _alone_in(directory):
    """Two runs of this process that write one directory at a time would mix their files."""
    place, me = (_os.getpid(), _os.path.realpath(directory)), object()
    try:
        if directory and _written.setdefault(place, me) is not me:
            raise _one_problem(OutputError, directory, "another run of this process is writing this directory")
        yield
    finally:
        if _written.get(place) is me:
            del _written[place]


def run(experiment: Experiment, overrides: Overrides = None, seed: _t.Optional[int] = None,
        out: _t.Union[str, bytes, _os.PathLike, None] = None, engine: Engines = None) -> Result:
    """Simulates an experiment once and answers a Result.

    experiment: a path, or a dict with the keys of the YAML file (paths in it start in the current directory).
    overrides: {"a.b": value} in order, or ["a.b=value"]: as `--set`. None is none.
    seed: of everything random, if not the experiment's.
    out: a directory that gets all the files of `gantry run`; without it nothing is written, and traces and pictures are
    not made. Of several runs at a time each has its own.
    engine: {"picker": "rtl"}, or "picker=rtl", as `--engine`.

    A run that ends early (a deadlock, limits.max_cycles) has `complete == False` and says why in `diagnosis`. Wrong
    input is an InputError. Others may run meanwhile: the interpreter's lock is let go. Ctrl-C ends the run cleanly, and
    then is a KeyboardInterrupt as ever.
    """
    sets = _text.set_texts(overrides)
    if seed is not None:
        sets.append(_text.set_text("seed", seed))
    out = "" if out is None or out == "" else _text.path(out, "out")
    with _alone_in(out):
        done = _native.run(_experiment(experiment), sets, _text.engine_texts(engine), out)
    return Result(done.outputs, done.directory or None, done.notes, done.table, done.diagnosis)


def show(experiment: Experiment, overrides: Overrides = None) -> _t.Dict[str, _t.Any]:
    """The experiment fully resolved, as a dict that `run` takes: every key with the value that a run would use.

    The machine's size is resolved, too: to change how many nodes it has, give `overrides` here.
    """
    return _native.show(_experiment(experiment), _text.set_texts(overrides))


def text(experiment: _t.Mapping[str, _t.Any]) -> str:
    """An experiment as the program reads it: of a dict its text, in which InputError counts lines and columns."""
    return _text.value_text(experiment) + "\n"


def list(kind: _t.Optional[str] = None) -> _t.Dict[str, _t.Any]:  # noqa: A001 (named as the program's command)
    """What can be named in a configuration: {name: summary} of a kind ("pickers"), or all kinds."""
    kinds = _native.kinds()
    if kind is None:
        return kinds
    if kind not in kinds:
        raise ValueError(f"no kind {kind!r}: {', '.join(kinds)}")
    return kinds[kind]


for _class in (InputError, LockstepError, OutputError, Problem, Key, Pick, Picker, Result, Table):
    _class.__module__ = __name__  # where users find it
