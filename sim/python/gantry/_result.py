# SPDX-License-Identifier: Apache-2.0
"""A finished run."""
import json
import os

from . import _native, _text

_TABLES = ("tasks", "jobs", "picks", "residency", "faults", "network_faults", "edges", "critical_path", "slack", "links", "link_load", "packets",
           "sessions", "batches", "visits")


class Table(dict):
    """The columns of a table by their names, as NumPy arrays of one length, so that `pandas.DataFrame(table)` is one, too.

    Whole numbers are int64, and -1 where the cell of the file is empty (nothing that is counted is below 0); decimals
    are float64; names and words are str in an array of objects.
    """

    @property
    def rows(self):
        """How many rows it has."""
        return len(next(iter(self.values()))) if self else 0

    def __repr__(self):
        return f"<gantry.Table of {self.rows} rows: {', '.join(self)}>"


class Result:
    """What a run left behind: `summary` and the tables, each read when it is first asked for.

    `tasks`, `jobs`, `picks`, `residency`, `faults`, `network_faults`, `edges`, `critical_path`, `slack`, `links`, `link_load`, `packets`, and of
    inference nodes
    `sessions`, `batches`, `visits` are Tables of the files of that name (docs/outputs.md). A table that the run did not
    write is an AttributeError.
    """

    def __init__(self, outputs, directory=None, notes=(), text="", diagnosis=()):
        self._outputs = outputs
        self._tables = {}
        self._text = text
        #: Where the files are, None if they are in memory.
        self.directory = directory
        #: What the program says as `note: ...`.
        self.notes = list(notes)
        summary = outputs.text("summary.json")
        if summary is None:
            raise FileNotFoundError(f"{directory}: no summary.json, so no finished run")
        #: summary.json as a dict.
        self.summary = json.loads(summary)
        #: Why not all is done: what the program prints when a run ends early.
        self.diagnosis = list(diagnosis) or list(self.summary.get("diagnosis") or [])

    @classmethod
    def load(cls, directory):
        """A run that is in a directory: of `out=`, or of `gantry run`."""
        directory = _text.path(directory, "directory")
        return cls(_native.Outputs(directory), directory)

    @property
    def cycles(self):
        """The run's length, the makespan."""
        return self.summary["cycles"]

    @property
    def complete(self):
        """Whether every task (of inference nodes: every session) was done."""
        return self.summary["complete"]

    @property
    def tables(self):
        """Names of the tables that there are."""
        files = self.summary["outputs"]
        return [name for name in _TABLES if name + ".csv" in files]

    def table(self, name):
        """The table of that name."""
        if name not in self._tables:
            if name not in self.tables:
                raise AttributeError(f"the run has no {name}.csv, it has {', '.join(self.tables) or 'no tables'}")
            self._tables[name] = Table(self._outputs.columns(name + ".csv"))
        return self._tables[name]

    def text(self, file):
        """An output of the run as it is in its file (`experiment.yaml`), None if there is none.

        Only what the run wrote: summary.json, timing.json and the files that the summary names.
        """
        file = os.fspath(file)
        known = file in ("summary.json", "timing.json", *self.summary["outputs"])
        # Whoever wrote the summary may name a file of another directory.
        return self._outputs.text(file) if known and os.path.basename(file) == file else None

    def __str__(self):
        return self._text or repr(self)

    def __repr__(self):
        ended = "complete" if self.complete else "not complete"
        return f"<gantry.Result of {self.summary.get('experiment', '?')}: {self.cycles} cycles, {ended}>"


def _table_property(name):
    return property(lambda self: self.table(name), doc=f"{name}.csv")


for _name in _TABLES:
    setattr(Result, _name, _table_property(_name))
