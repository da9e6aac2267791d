#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The picker's oracle: reads a text stimulus, prints one line per round (docs/picker.md).

    weight_delay.py STIMULUS        (- = standard input)

Written from the contract's text alone and on purpose unlike the C++ model: unbounded integers, no incremental state but
the history weights, everything else recomputed from scratch in every round. Slow and plain is its job.
Exit 0, or 2 after the first error, which goes to stderr as file:line: error: ...
"""

import sys

LETTERS = "BCUEX"


class StimulusError(Exception):
    pass


def expected_weight(weight, total):
    """W = clamp((256*S + T/2) / T, 1, 256), all divisions by integers rounding down."""
    return min(256, max(1, (256 * weight + total // 2) // total))


def delay_factor(expected):
    """The table of delay factors: D for an expected weight W of 1..256."""
    for limit, factor in ((1, 256), (2, 128), (4, 64), (8, 32)):
        if expected <= limit:
            return factor
    return 16


class Entry:
    def __init__(self, cls, weight, jobs, frac):
        self.cls = cls
        self.weight = weight
        self.jobs = jobs
        self.history = weight << frac
        self.blocked = False


class Picker:
    def __init__(self, slots=64, classes=3, frac=8, quant=None, tie="expected_weight"):
        self.slots = slots
        self.classes = classes
        self.frac = frac
        self.quant = frac if quant is None else quant
        self.tie = tie
        self.entries = {}

    def class_weights(self):
        """Sum of the configured weights by class, over entries that are present, eligible or not."""
        totals = [0] * self.classes
        for entry in self.entries.values():
            totals[entry.cls] += entry.weight
        return totals

    def round(self):
        """One round: (entry number, class letter, T, W, H_raw) of the winner before the update, or None."""
        totals = self.class_weights()
        expected = {n: expected_weight(e.weight, totals[e.cls]) for n, e in self.entries.items()}

        def target(number):
            return ((expected[number] << self.frac) - self.entries[number].history) >> self.quant

        def urgency(number):
            """Larger is better; unique, because entry numbers are."""
            entry = self.entries[number]
            tie = -entry.history if self.tie == "history_weight" else expected[number]
            return (target(number), tie, -entry.cls, -number)

        candidates = []
        for cls in range(self.classes):
            members = [n for n, e in self.entries.items() if e.cls == cls and not e.blocked]
            if members:
                candidates.append(max(members, key=urgency))
        if not candidates:
            return None
        winner = max(candidates, key=urgency)
        entry = self.entries[winner]
        line = (winner, LETTERS[entry.cls], target(winner), expected[winner], entry.history)

        for number, other in self.entries.items():
            factor = delay_factor(expected[number])
            other.history -= other.history // factor
            if number == winner:
                other.history += (256 // factor) << self.frac
            assert 0 <= other.history <= 256 << self.frac
        entry.jobs -= 1
        if entry.jobs == 0:
            del self.entries[winner]
        return line


def integer(text, name, low, high=None):
    if not (text.isascii() and text.isdigit()):
        raise StimulusError(f"{name} {text!r} is not an integer")
    value = int(text)
    if value < low or (high is not None and value > high):
        raise StimulusError(f"{name} {value} is out of range")
    return value


def configured(words):
    settings = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in settings or key not in ("slots", "classes", "frac", "quant", "tie"):
            raise StimulusError(f"bad setting {word!r}")
        settings[key] = value
    limits = {"slots": (1, 65536), "classes": (1, 5), "frac": (0, 16), "quant": (0, 24)}
    for key, (low, high) in limits.items():
        if key in settings:
            settings[key] = integer(settings[key], key, low, high)
    if settings.get("tie", "expected_weight") not in ("expected_weight", "history_weight"):
        raise StimulusError("bad tie rule")
    picker = Picker(**settings)
    if picker.quant > picker.frac + 8:
        raise StimulusError(f"quant {picker.quant} is out of range")
    return picker


def execute(words, picker, out, rounds):
    """One command; returns the number of rounds so far."""
    verb, values = words[0], words[1:]
    arity = {"add": 4, "drop": 1, "block": 1, "unblock": 1, "pick": 1}.get(verb)
    if arity is None or len(values) != arity:
        raise StimulusError(f"bad command {' '.join(words)!r}")
    if verb == "pick":
        for _ in range(integer(values[0], "rounds", 0)):
            line = picker.round()
            print(rounds, "-" if line is None else " ".join(map(str, line)), file=out)
            rounds += 1
        return rounds
    number = integer(values[0], "entry", 0, picker.slots - 1)
    if (number in picker.entries) == (verb == "add"):
        raise StimulusError(f"entry {number} is {'used' if verb == 'add' else 'empty'}")
    if verb == "add":
        if len(values[1]) != 1 or values[1] not in LETTERS[: picker.classes]:
            raise StimulusError(f"class {values[1]!r} is out of range")
        weight = integer(values[2], "weight", 1, 256)
        jobs = integer(values[3], "jobs", 1)
        picker.entries[number] = Entry(LETTERS.index(values[1]), weight, jobs, picker.frac)
    elif verb == "drop":
        del picker.entries[number]
    else:
        picker.entries[number].blocked = verb == "block"
    return rounds


def run(lines, out):
    """Runs the stimulus; raises StimulusError("LINE: error: ...") at the first mistake."""
    picker = None
    rounds = 0
    for line_number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        try:
            if words[0] == "config":
                if picker is not None:
                    raise StimulusError("config comes first")
                picker = configured(words[1:])
            else:
                picker = picker or Picker()
                rounds = execute(words, picker, out, rounds)
        except StimulusError as error:
            raise StimulusError(f"{line_number}: error: {error}") from None


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    name = sys.argv[1]
    try:
        if name == "-":
            run(sys.stdin, sys.stdout)
        else:
            with open(name, encoding="utf-8") as lines:
                run(lines, sys.stdout)
    except StimulusError as error:
        sys.stdout.flush()
        print(f"{name}:{error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
