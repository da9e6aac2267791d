# SPDX-License-Identifier: Apache-2.0
"""Sets of parameters at the boundaries of the RTL's width expressions, read from the Verilog itself: the values between which a
$clog2, a condition of ?: or one of a generate `if` turns over, anywhere below a top module. A width that is a bit short
shows there, and nowhere else.

    boundaries.py RTL_DIRECTORY TOP [PARAMETER=VALUE...]     prints PARAMETER, the two values, and what turns over
    boundaries.py RTL_DIRECTORY TOP --models                 prints sets for the campaign of TOP, as tb/CMakeLists.txt has them
"""

import pathlib
import re
import sys

TOKEN = re.compile(r"\s*(\$clog2|\d+'[bdh][0-9a-fA-F]+|\d+|\w+|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>!?:()~])")
LEVELS = [["||"], ["&&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
APPLY = {"||": lambda a, b: int(bool(a or b)), "&&": lambda a, b: int(bool(a and b)), "==": lambda a, b: int(a == b),
         "!=": lambda a, b: int(a != b), "<": lambda a, b: int(a < b), ">": lambda a, b: int(a > b),
         "<=": lambda a, b: int(a <= b), ">=": lambda a, b: int(a >= b), "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b,
         "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a // b, "%": lambda a, b: a % b}


class Unknown(Exception):
    """Not an expression of parameters alone."""


class Expression:
    """Evaluates the constant expression at the begin of a text. `turns` collects the values that make a boundary."""

    def __init__(self, text, values, turns):
        self.text, self.at, self.values, self.turns = text, 0, values, turns

    def peek(self):
        found = TOKEN.match(self.text, self.at)
        return found.group(1) if found else ""

    def take(self, expected=None):
        found = TOKEN.match(self.text, self.at)
        if not found or (expected and found.group(1) != expected):
            raise Unknown(self.text)
        self.at = found.end()
        return found.group(1)

    def choice(self):
        begin = self.at
        condition = self.binary(0)
        if self.peek() != "?":
            return condition
        self.turns.append((self.text[begin:self.at].strip(), int(bool(condition))))
        self.take("?")
        # What is not chosen makes no boundary, and need not make sense.
        kept = len(self.turns)
        yes = self.choice()
        after_yes = len(self.turns)
        self.take(":")
        no = self.choice()
        if condition:
            del self.turns[after_yes:]
        else:
            del self.turns[kept:after_yes]
        return yes if condition else no

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in LEVELS[level]:
            operator = self.take()
            left = APPLY[operator](left, self.binary(level + 1))
        return left

    def unary(self):
        token = self.take()
        if token == "-":
            return -self.unary()
        if token == "!":
            return int(not self.unary())
        if token == "(":
            value = self.choice()
            self.take(")")
            return value
        if token == "$clog2":
            begin = self.at
            self.take("(")
            of = self.choice()
            self.take(")")
            value = (of - 1).bit_length() if of > 0 else 0
            self.turns.append(("$clog2" + self.text[begin:self.at], value))
            return value
        if token[0].isdigit():
            return int(token.split("'d")[-1]) if "'" not in token or "'d" in token else self.fail()
        if token in self.values:
            return self.values[token]
        return self.fail()

    def fail(self):
        raise Unknown(self.text)


class Module:
    def __init__(self, path):
        # Comments of parameters hold their ranges; all others go.
        text = path.read_text(encoding="utf-8")
        self.ranges = dict(re.findall(r"^  parameter (\w+) = [^/]*?,?\s*// (\d+\.\.[\w+]+)", text, re.M))
        text = re.sub(r"//.*", "", text)
        self.name = path.stem
        self.parameters = dict(re.findall(r"^  parameter (\w+) = ([^,\n]+),?", text, re.M))
        self.constants = re.findall(r"^ *localparam (?:\[[^\]]*\] )?(\w+) = ([^;]+);", text, re.M)
        # Whatever else is a constant: widths of ports, conditions of generate.
        self.widths = [text[found.start():] for found in re.finditer(r"\$clog2\(", text)]
        self.conditions = re.findall(r"^ *(?:end else )?if \((.+)\) begin : \w+$", text, re.M)
        self.instances = [(name, re.findall(r"\.(\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)", given))
                          for name, given in re.findall(r"^ *(gantry_\w+) #\(((?:[^;]|\n)*?)\) \w+ \(", text, re.M)]


def load(rtl):
    return {path.stem: Module(path) for path in rtl.glob("*.v")}


def turns_of(modules, name, given, seen=None):
    """{(module, depth of its recursion, expression): value} of a module and of all below."""
    seen = {} if seen is None else seen
    module = modules[name]
    values, turns = {}, []
    for parameter, default in module.parameters.items():
        values[parameter] = given[parameter] if parameter in given else Expression(default, values, []).choice()
    for constant, text in module.constants:
        try:
            values[constant] = Expression(text, values, turns).choice()
        except (Unknown, ZeroDivisionError):
            pass
    for text in [*module.widths, *module.conditions]:
        try:
            found = []
            condition = Expression(text, values, found).choice()
            turns += found if text.startswith("$clog2") else found + [(text, int(bool(condition)))]
        except Unknown:
            pass
    result = {(name, text): value for text, value in turns}
    for child, settings in module.instances:
        try:
            inner = {key: Expression(text, values, []).choice() for key, text in settings}
        except Unknown:
            continue
        if child == name and all(inner[key] >= values[key] for key in inner):
            continue  # the recursion has ended
        mark = (child, tuple(sorted(inner.items())))
        if mark in seen:
            continue
        seen[mark] = True
        for (where, text), value in turns_of(modules, child, inner, seen).items():
            # A tree of trees: each level by itself.
            key = (where if child != name else where + "'", text)
            result[key] = value
    return result


def span(modules, top, parameter, fixed=None):
    """(least, most) of a documented range of numbers; None if it has none."""
    found = re.match(r"(\d+)\.\.(.+)$", modules[top].ranges.get(parameter, ""))
    defaults = {name: int(value) for name, value in modules[top].parameters.items()}
    return (int(found.group(1)), Expression(found.group(2), {**defaults, **(fixed or {})}, []).choice()) if found else None


def boundaries(modules, top, parameter, fixed=None):
    """[(last value before, first value behind, what turns over)] of one parameter, with the others as `fixed` or as by default."""
    least, most = span(modules, top, parameter, fixed)
    at = {}

    def turns(value):
        if value not in at:
            at[value] = turns_of(modules, top, {**(fixed or {}), parameter: value})
        return at[value]

    found = []

    def search(low, high):
        if turns(low) == turns(high):
            return
        middle = (low + high) // 2
        if low == middle:
            changed = sorted({f"{where}: {text}" for (where, text), value in (turns(low).items() ^ turns(high).items())})
            found.append((low, high, changed))
            return
        search(low, middle)
        search(middle, high)

    search(least, most)
    return found


# Parameters of a set in their order, with the values of those that are not at a boundary. The divider is the one with most widths.
SETS = {
    "gantry_picker": {"ENTRIES": 5, "CLASSES": 3, "FRAC": 8, "QUANT": 8, "TIE": 0, "JOB_BITS": 17, "DIVIDER": 2, "PICK_LATENCY": 1},
    "gantry_dispatch_core": {"ENTRIES": 5, "PROCESSORS": 5, "TYPES": 3, "CHOICE": 1, "PER_JOB": 1, "CLASSES": 3, "FRAC": 8, "QUANT": 8,
                             "TIE": 0, "DEPTH_BITS": 2, "PORTS": 2, "JOB_BITS": 17, "DIVIDER": 2},
    "gantry_decomposer": {"QUEUES": 5, "WINDOW": 2, "SLOTS": 5, "UPDATES": 32},
}


def model_sets(modules, top, only=None):
    """The sets of a campaign: both sides of each boundary, the ends of each range; of `only` one parameter, if named."""
    sets = []
    for parameter in SETS[top] if only is None else [only]:
        ends = span(modules, top, parameter, SETS[top])
        if not ends or parameter == "UPDATES":
            continue
        turned = boundaries(modules, top, parameter, SETS[top])
        for value in sorted({*ends, *(side for low, high, _ in turned for side in (low, high))}):
            one = {**SETS[top], parameter: value}
            if top == "gantry_dispatch_core":
                one["TYPES"] = min(one["TYPES"], one["PROCESSORS"]) if parameter == "PROCESSORS" else one["TYPES"]
                one["PROCESSORS"] = max(one["PROCESSORS"], one["TYPES"]) if parameter == "TYPES" else one["PROCESSORS"]
            if top == "gantry_decomposer":
                # Queues are as many of each of five classes; each has a place in the cache.
                one["QUEUES"] = min((one["QUEUES"] + 4) // 5 * 5, 1024)
                one["UPDATES"] = 1 << (one["QUEUES"] * (one["WINDOW"] + 2) - 1).bit_length()
            if one["FRAC"] + 8 >= one["QUANT"] if "FRAC" in one else True:
                sets.append(":".join(map(str, one.values())))
    return list(dict.fromkeys(sets))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    modules = load(pathlib.Path(sys.argv[1]))
    top = sys.argv[2]
    if sys.argv[3:] == ["--models"]:
        print(" ".join(model_sets(modules, top)))
        return 0
    fixed = {word.split("=")[0]: int(word.split("=")[1]) for word in sys.argv[3:]}
    for parameter in modules[top].parameters:
        if parameter not in fixed and span(modules, top, parameter, fixed):
            for low, high, changed in boundaries(modules, top, parameter, fixed):
                print(f"{parameter} {low} {high}  {'; '.join(changed)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
