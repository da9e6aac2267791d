# SPDX-License-Identifier: Apache-2.0
"""The picker alone."""
import operator
from typing import NamedTuple

from . import _native, _text
from ._errors import InputError, one_problem


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
        numbers = {"entries": entries, "classes": classes, "frac": frac, "quant": quant}
        words = {key: _number("Picker", key, value) for key, value in numbers.items() if value is not None}
        if tie is not None:
            words["tie"] = _tie(tie)
        policy = _name("policy", policy or "weight_delay")
        engine = _name("engine", engine)
        settings = {key: f"{'slots' if key == 'entries' else key}={word}" for key, word in words.items()}
        _say(lambda config: setattr(self, "_picker", _native.Picker(config, policy, engine)),
             "Picker", "config" if settings else "", settings)

    @property
    def config(self):
        """What it is configured to: entries, classes, frac, quant, tie."""
        return self._picker.config

    def stimulus(self, text):
        """Feeds commands as text, and answers the rounds as text: what `gantry pick` prints.

        A picker goes on where it was. A config line may be the first command of all. The commands before one that is
        wrong have been played: the exception's `answers` are their rounds.
        """
        if not isinstance(text, str):
            raise TypeError(f"Picker.stimulus: text has to be a str, not {_shown(text)}")
        return self._picker.stimulus(_text.sound(text, "stimulus"), "stimulus")

    def add(self, entry, cls, weight, jobs):
        """A task of class B, C, U, E or X with so many jobs takes an entry."""
        self._command("add", entry=entry, cls=cls, weight=weight, jobs=jobs)

    def drop(self, entry):
        """The entry leaves, with what jobs it has."""
        self._command("drop", entry=entry)

    def block(self, entry):
        """The entry cannot be picked until it is unblocked."""
        self._command("block", entry=entry)

    def unblock(self, entry):
        """The entry can be picked again."""
        self._command("unblock", entry=entry)

    def pick(self, rounds=None):
        """One round: a Pick, or None when nothing is eligible. With `rounds` a list of as many."""
        lines = self._command("pick", rounds=1 if rounds is None else rounds).splitlines()
        picks = [_pick(line.split()) for line in lines]
        return picks[0] if rounds is None else picks

    def _command(self, verb, **arguments):
        call = f"Picker.{verb}"
        words = {name: _letter(call, value) if name == "cls" else _number(call, name, value)
                 for name, value in arguments.items()}
        return _say(lambda text: self._picker.stimulus(text, call), call, verb, words)


def _say(feed, call, verb, words):
    """Feeds one command; a problem names the argument that stands where it is."""
    try:
        return feed(" ".join([verb, *words.values()]))
    except InputError as error:
        file, _, column, message = error.problems[0]
        if file != call:
            raise
        start, found = len(verb) + 2, None
        for name, word in words.items():
            if column >= start:
                found = name
            start += len(word) + 1
        if found == "entries" and message.startswith("slots "):
            message = found + message[len("slots"):]
        where = f"{call}({found})" if found else call
        raise one_problem(InputError, where, message, answers=error.answers) from None


def _shown(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _number(call, name, value):
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{call}: {name} has to be an integer, not {_shown(value)}") from None
    if number.bit_length() > 64:
        raise one_problem(InputError, f"{call}({name})", "the number has more than 64 bits")
    return str(number)


def _letter(call, value):
    if not isinstance(value, str):
        raise TypeError(f"{call}: cls has to be a letter, not {_shown(value)}")
    if len(value) != 1 or not value.isascii() or not value.isalpha():
        raise one_problem(InputError, f"{call}(cls)", f"class {_shown(value)} is no class (one letter of B C U E X)")
    return value


def _tie(value):
    if value not in ("expected_weight", "history_weight"):
        raise one_problem(InputError, "Picker(tie)",
                          f"{_shown(value)} is no tie rule (expected_weight or history_weight)")
    return value


def _name(name, value):
    if not isinstance(value, str):
        raise TypeError(f"Picker: {name} has to be a str, not {_shown(value)}")
    return _text.sound(value, f"{name}={value}")


def _pick(words):
    if words[1] == "-":
        return None
    return Pick(int(words[0]), int(words[1]), words[2], *(int(word) for word in words[3:]))
