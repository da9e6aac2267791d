# SPDX-License-Identifier: Apache-2.0
"""Results stay beside their logs, and are taken from there as long as nothing that they depend on has changed."""

import hashlib
import json
import os


def digest(*things):
    """Of texts, and of files where a thing is a list of paths."""
    sum_ = hashlib.sha256()
    for thing in things:
        if isinstance(thing, list):
            for path in thing:
                with open(path, "rb") as file:
                    sum_.update(hashlib.sha256(file.read()).digest())
        else:
            sum_.update(hashlib.sha256(str(thing).encode()).digest())
    return sum_.hexdigest()


def cached(path, key, make):
    """The result in the file `path` if it was made under this key; otherwise what make() returns, kept there."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
        if kept["key"] == key:
            return kept["result"]
    result = make()
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"key": key, "result": result}, file, indent=1)
    return result
