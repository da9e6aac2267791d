# SPDX-License-Identifier: Apache-2.0
"""The picker alone."""
from typing import NamedTuple

from . import _native


class Pick(NamedTuple):
    """One round: who won, and the winner's values before the update (docs/picker.md)."""

    round: int
    entry: int
    cls: str
    target: int
    expected_weight: int
    history: int


class Picker:
    """The picker alone, as `gantry pick` has it (docs/picker.md).

    entries, classes, frac, quant, tie: its configuration, what is left out as in a stimulus without a config line.
    policy: which discipline (`gantry.list("pickers")`). engine: "model", "rtl" or "lockstep", as far as the Verilog is
    built for this configuration.
    """

    def __init__(self, *, entries=None, classes=None, frac=None, quant=None, tie=None, policy=None, engine="model"):
        settings = {"slots": entries, "classes": classes, "frac": frac, "quant": quant, "tie": tie}
        given = " ".join(f"{key}={value}" for key, value in settings.items() if value is not None)
        self._picker = _native.Picker("config " + given if given else "", policy or "weight_delay", engine)

    @property
    def config(self):
        """What it is configured to: entries, classes, frac, quant, tie."""
        return self._picker.config

    def stimulus(self, text):
        """Feeds commands as text, and answers the rounds as text: what `gantry pick` prints.

        A picker goes on where it was. A config line may be the first command of all.
        """
        return self._picker.stimulus(text, "stimulus")

    def add(self, entry, cls, weight, jobs):
        """A task of class B, C, U, E or X with so many jobs takes an entry."""
        self.stimulus(f"add {entry} {cls} {weight} {jobs}")

    def drop(self, entry):
        """The entry leaves, with what jobs it has."""
        self.stimulus(f"drop {entry}")

    def block(self, entry):
        """The entry cannot be picked until it is unblocked."""
        self.stimulus(f"block {entry}")

    def unblock(self, entry):
        """The entry can be picked again."""
        self.stimulus(f"unblock {entry}")

    def pick(self, rounds=None):
        """One round: a Pick, or None when nothing is eligible. With `rounds` a list of as many."""
        lines = self.stimulus(f"pick {1 if rounds is None else rounds}").splitlines()
        picks = [_pick(line.split()) for line in lines]
        return picks[0] if rounds is None else picks


def _pick(words):
    if words[1] == "-":
        return None
    return Pick(int(words[0]), int(words[1]), words[2], *(int(word) for word in words[3:]))
