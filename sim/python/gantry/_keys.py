# SPDX-License-Identifier: Apache-2.0
"""The keys of an experiment and its architecture, from the table that the program reads them by."""
from typing import List, NamedTuple

from . import _native


class Key(NamedTuple):
    """One key: its path as an override has it, and what docs/configuration.md says of it.

    `default` is a value, or words that say what stands for one; None: the key has to be given. `N` in a name is an
    item's number.
    """

    name: str
    unit: str
    range: str
    default: object
    meaning: str


def _value(usual):
    if usual == "*required*":
        return None
    word = usual.strip("`") if usual.count("`") == 2 and usual[0] == usual[-1] == "`" else usual
    if word in ("true", "false"):
        return word == "true"
    try:
        return int(word) if word.isdigit() else float(word)
    except ValueError:
        return word


def keys(containing: str = "") -> List[Key]:
    """All keys of an experiment but those of its workload, or those whose name contains a text.

    A Key has name, unit, range, default and meaning. They are:
    """
    rows = (Key(name, unit, allowed.replace("`", ""), _value(usual), meaning)
            for name, usual, allowed, unit, meaning in _native.key_rows())
    return [key for key in rows if containing in key.name]


keys.__doc__ += "\n" + "\n".join(
    f"    {key.name}: {key.meaning} ({key.range}; default {key.default})" for key in keys()) + "\n"
