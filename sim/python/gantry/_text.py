# SPDX-License-Identifier: Apache-2.0
"""Python's values as the text that the program reads."""
import decimal
import json
import os
import re
import reprlib

from ._errors import InputError, one_problem

_PLAIN = re.compile(r"[A-Za-z_./][A-Za-z0-9_./]*(-[A-Za-z0-9_./]+)*")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_DEEPEST = 100  # maps and lists within each other


def is_map(value):
    return hasattr(value, "items") and not isinstance(value, type)


def _shown(value):
    """For a message, on one line and not long."""
    return " ".join(f"{type(value).__name__} {reprlib.repr(value)}".split())


def _wrong(file, message):
    return one_problem(InputError, file, message)


def sound(text, file):
    """The text, if it can be UTF-8; `file` is what a message calls it."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        before = text[:error.start].encode()
        message = f"this is not UTF-8 text (a lone surrogate, {text[error.start]!r})"
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        raise one_problem(InputError, file, message, line, column) from None
    return text


def path(value, argument, wanted="a path"):
    """The name of a file or a directory; a message says what was `wanted`."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise _wrong(argument, f"this has to be {wanted}, not {_shown(value)}")
    text = os.fsdecode(value)
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise one_problem(InputError, text, "this is no name of a file (UTF-8 text without a NUL)")
    return text


def value_text(value, indent="", file="experiment", around=()):
    """One value in YAML that is JSON, maps and lists of maps with a line for each key.

    `file` is what a message calls it; `around` are the maps and lists that it is in.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise _wrong(file, f"{value} is no number of a configuration")
        digits = format(decimal.Decimal(repr(value)), "f")
        return digits[:-2] if digits.endswith(".0") else digits
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, os.PathLike):
        return value_text(os.fspath(value), indent, file, around)
    if hasattr(value, "tolist") and not isinstance(value, type):  # of NumPy, one or many
        return value_text(value.tolist(), indent, file, around)
    deeper = indent + "  "
    if any(value is one for one in around):
        raise _wrong(file, f"a {type(value).__name__} contains itself")
    if len(around) == _DEEPEST:
        raise _wrong(file, f"more than {_DEEPEST} maps and lists stand within each other")
    around = (*around, value)
    if is_map(value):
        rows = [f"{deeper}{value_text(str(key))}: {value_text(item, deeper, file, around)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + indent + "}" if rows else "{}"
    if isinstance(value, (list, tuple)):
        nested = any(is_map(item) for item in value)
        items = [value_text(item, deeper, file, around) for item in value]
        if nested:
            return "[\n" + ",\n".join(deeper + item for item in items) + "\n" + indent + "]"
        return "[" + ", ".join(items) + "]"
    raise _wrong(file, f"this is no value of a configuration: {_shown(value)}")


def set_text(key, value):
    """`a.b=value` as on the command line, on one line; plain words without quotes."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return f"{key}={value}"
    lines = value_text(value, file=f"--set {key}").splitlines()
    return f"{key}={' '.join(line.strip() for line in lines)}"


def _listed(value, argument, wanted):
    """What stands in a list, a tuple or the like, as texts."""
    if isinstance(value, (bytes, bytearray)) or not hasattr(value, "__iter__") or isinstance(value, type):
        raise _wrong(argument, f"this has to be {wanted}, not {_shown(value)}")
    return [str(item) for item in value]


def set_texts(overrides):
    """Overrides as a dict, or as a list of `a.b=value`; None is none."""
    if overrides is None:
        return []
    wanted = 'a dictionary, or a list of "a.b=value"'
    if isinstance(overrides, str):
        raise _wrong("overrides", f"this has to be {wanted}, not {_shown(overrides)}")
    if is_map(overrides):
        texts = [set_text(key, value) for key, value in overrides.items()]
    else:
        texts = _listed(overrides, "overrides", wanted)
    return [sound(text, f"--set {text}") for text in texts]


def engine_texts(engine):
    """Engines as {"picker": "rtl"}, as "picker=rtl", or as a list of such."""
    if engine is None:
        return []
    if isinstance(engine, str):
        texts = [engine]
    elif is_map(engine):
        texts = [f"{block}={name}" for block, name in engine.items()]
    else:
        texts = _listed(engine, "engine", '{"picker": "rtl"}, "picker=rtl", or a list of such')
    return [sound(text, f"--engine {text}") for text in texts]
