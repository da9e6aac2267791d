# SPDX-License-Identifier: Apache-2.0
"""Python's values as the text that the program reads."""
import decimal
import json
import os
import re

from ._errors import InputError, one_problem

_PLAIN = re.compile(r"[A-Za-z_./][A-Za-z0-9_./]*(-[A-Za-z0-9_./]+)*")
_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


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


def path(value):
    """The name of a file or a directory."""
    text = os.fsdecode(value)
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise one_problem(InputError, text, "this is no name of a file (UTF-8 text without a NUL)")
    return text


def value_text(value, indent=""):
    """One value in YAML that is JSON, maps and lists of maps with a line for each key."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError(f"{value} is no number of a configuration")
        digits = format(decimal.Decimal(repr(value)), "f")
        return digits[:-2] if digits.endswith(".0") else digits
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, os.PathLike):
        return value_text(os.fspath(value))
    if hasattr(value, "tolist"):  # of NumPy, one or many
        return value_text(value.tolist(), indent)
    deeper = indent + "  "
    if hasattr(value, "items"):
        rows = [f"{deeper}{value_text(str(key))}: {value_text(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + indent + "}" if rows else "{}"
    if isinstance(value, (list, tuple)):
        nested = any(hasattr(item, "items") for item in value)
        items = [value_text(item, deeper) for item in value]
        if nested:
            return "[\n" + ",\n".join(deeper + item for item in items) + "\n" + indent + "]"
        return "[" + ", ".join(items) + "]"
    raise TypeError(f"{type(value).__name__} is no value of a configuration: {value!r}")


def set_text(key, value):
    """`a.b=value` as on the command line, on one line; plain words without quotes."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return f"{key}={value}"
    return f"{key}={' '.join(line.strip() for line in value_text(value).splitlines())}"


def set_texts(overrides):
    """Overrides as a dict, or as a list of `a.b=value`; None is none."""
    if overrides is None:
        return []
    if isinstance(overrides, str):
        raise TypeError("overrides are a dict, or a list of 'a.b=value'")
    if hasattr(overrides, "items"):
        texts = [set_text(key, value) for key, value in overrides.items()]
    else:
        texts = [str(item) for item in overrides]
    return [sound(text, f"--set {text}") for text in texts]


def engine_texts(engine):
    """Engines as {"picker": "rtl"}, as "picker=rtl", or as a list of such."""
    if engine is None:
        return []
    if isinstance(engine, str):
        texts = [engine]
    elif hasattr(engine, "items"):
        texts = [f"{block}={name}" for block, name in engine.items()]
    else:
        texts = [str(item) for item in engine]
    return [sound(text, f"--engine {text}") for text in texts]
