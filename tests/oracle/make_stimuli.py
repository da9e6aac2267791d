#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the picker's golden stimuli and, by the oracle, the rounds they must give.

    make_stimuli.py DIRECTORY           the golden set: NAME.stim and NAME.expected
    make_stimuli.py --random SEED       one random stimulus to standard output

Deterministic: the random ones come from a generator of its own (SplitMix64), not from the platform's.
"""

import io
import os
import sys

import weight_delay

LETTERS = weight_delay.LETTERS


class Random:
    """SplitMix64, reduced to a range by modulo: plain, and the same everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % bound

    def among(self, low, high):
        return low + self.below(high - low + 1)

    def choose(self, items):
        return items[self.below(len(items))]


def random_stimulus(seed, commands=160):
    """A machine's picker at work: entries join with weights of very different size, block, unblock, run dry and leave.

    Few distinct weights and small entry numbers make ties common; nothing eligible happens as well.
    """
    rng = Random(seed)
    frac = rng.choose([0, 1, 2, 4, 8, 8, 8, 12, 16])
    quant = rng.choose([frac, frac, 0, rng.among(0, frac + 8), frac + 8])
    slots = rng.choose([1, 2, 3, 8, 16, 64, 65, 130])
    classes = rng.among(1, 5)
    tie = rng.choose(["expected_weight", "history_weight"])
    few = [rng.among(1, 256) for _ in range(3)]
    weights = rng.choose([few, list(range(1, 257)), [1, 1, 1, 2, 255, 256], few[:1]])
    lines = [f"# random stimulus, seed {seed}"]
    lines.append(f"config slots={slots} classes={classes} frac={frac} quant={quant} tie={tie}")
    picker = weight_delay.Picker(slots, classes, frac, quant, tie)
    for _ in range(commands):
        present = sorted(picker.entries)
        free = [n for n in [*range(min(slots, 40)), slots - 1] if n not in picker.entries]
        verb = rng.choose(["add", "add", "add", "pick", "pick", "pick", "block", "unblock", "drop"])
        if verb == "add" and free:
            jobs = rng.choose([1, 1, 2, 4, 32, 65536])
            line = f"add {rng.choose(free)} {LETTERS[rng.below(classes)]} {rng.choose(weights)} {jobs}"
        elif verb == "pick" or not present:
            line = f"pick {rng.choose([1, 1, 2, 5, 20])}"
        elif verb == "add":
            continue
        else:
            line = f"{verb} {rng.choose(present)}"
        lines.append(line)
        weight_delay.execute(line.split(), picker, io.StringIO(), 0)
    lines.append("pick 40")
    return "\n".join(lines) + "\n"


def golden():
    """Name -> text. Each opens with what it is for."""
    many = 10**6
    stimuli = {}

    def put(name, why, *lines):
        stimuli[name] = f"# {why}\n" + "\n".join(lines) + "\n"

    # --- the shape of a stimulus
    put("defaults", "No config line: 64 slots, classes B C U, frac 8, quant 8, ties to the larger W.",
        "add 0 B 10 4        # a comment behind a command", "add 1 C 20 4", "", "add 63 U 40 4", "pick 14")
    put("config_only", "A config line and nothing to do: no rounds, no output.", "config slots=4")
    put("tabs_and_spaces", "White space is free; numbers may have leading zeros; no rounds are asked for by pick 0.",
        "  config\tslots=2   classes=5", "\tadd 00 X 007   2", "pick 0", "  pick\t3  ")

    # --- one entry, none
    put("one_entry", "Alone in its class an entry has W = 256 whatever its weight, and wins every round.",
        "config slots=1 classes=1", "add 0 B 7 1000", "pick 60")
    put("nothing_eligible", "Rounds with nothing eligible change nothing: the H of the first winner stays as it was.",
        "pick 2", "add 5 U 9 3", "pick 1", "block 5", "pick 3", "unblock 5", "pick 3")

    # --- ties
    put("tie_entry_number", "All alike in one class: the lowest entry first, then each of the others in turn.",
        "config slots=16 classes=1", *[f"add {n} B 16 {many}" for n in (15, 3, 9, 0, 7, 1)], "pick 40")
    put("tie_class_number", "All alike across five classes: the lowest class number wins the tie.",
        "config slots=8 classes=5", *[f"add {n} {c} 32 {many}" for n, c in enumerate("XEUCB")], "pick 40")
    put("tie_class_before_entry", "The class decides before the entry number does.",
        "add 0 U 64 4", "add 1 C 64 4", "add 2 B 64 4", "pick 12")
    for tie in ("expected_weight", "history_weight"):
        rule = "the larger W" if tie == "expected_weight" else "the smaller H"
        put(f"tie_{tie}", f"A coarse quantisation makes most T equal; within a class {rule} wins.",
            f"config classes=1 frac=8 quant=16 tie={tie}", f"add 0 B 1 {many}", f"add 1 B 2 {many}",
            f"add 2 B 3 {many}",
            f"add 3 B 250 {many}", f"add 4 B 3 {many}", "pick 80")
        put(f"tie_between_classes_{tie}", f"Candidates of different classes with equal T: {rule} wins.",
            f"config classes=4 frac=4 quant=12 tie={tie}", f"add 0 B 10 {many}", f"add 1 B 90 {many}",
            f"add 2 C 50 {many}", f"add 3 C 50 {many}", f"add 4 U 200 {many}", f"add 5 E 1 {many}", "pick 80")
        put(f"all_equal_{tie}", "64 entries in three classes, all alike: every kind of tie, round after round.",
            f"config tie={tie}", *[f"add {n} {'BCU'[n % 3]} 100 {many}" for n in range(64)], "pick 200")

    # --- joining and leaving
    put("join_and_leave", "W follows who is there; whoever stays keeps its H, whoever comes back starts with H = S.",
        f"add 0 B 10 {many}", "pick 5", f"add 1 B 30 {many}", "pick 5", f"add 2 B 60 {many}", "pick 5", "drop 1",
        "pick 5",
        f"add 1 B 30 {many}", "pick 5", "drop 0", "drop 1", "drop 2", "pick 1", f"add 2 C 1 {many}", "pick 3")
    put("other_class_untouched", "Joining one class leaves the W of another alone, but its entries compete.",
        f"add 0 B 10 {many}", f"add 1 B 10 {many}", "pick 4", f"add 2 C 10 {many}", "pick 8", "drop 2", "pick 4")
    put("jobs_run_out", "The last job takes the entry out of its class, and the others' W grow in the next round.",
        "add 0 B 1 1", "add 1 B 2 2", "add 2 B 3 3", "add 3 C 250 1", "add 4 C 6 5", "pick 14")
    put("slot_reused", "An emptied entry can be used again at once, in another class and with another weight.",
        "config slots=2", "add 0 B 10 1", "add 1 U 1 9", "pick 2", "add 0 C 256 2", "pick 3", "drop 0",
        "add 0 U 3 1", "pick 8")
    put("jobs_beyond_64_bits", "Any integer from 1 is a number of jobs.",
        "add 0 B 3 18446744073709551616", "add 1 B 3 99999999999999999999999999", "add 2 B 3 4294967296", "pick 9")

    # --- eligibility
    put("blocked_entries_age", "A blocked entry keeps its share of the class and its H goes on falling.",
        f"add 0 B 128 {many}", f"add 1 B 128 {many}", "block 1", "pick 20", "unblock 1", "pick 20", "block 0",
        "pick 5")
    put("block_twice", "Blocking twice is blocking once; a new entry in the same place is eligible.",
        "add 0 B 9 2", "add 1 B 9 9", "block 0", "block 0", "pick 2", "unblock 0", "unblock 0", "pick 3", "block 1",
        "drop 1", "add 1 B 9 9", "pick 3")
    put("flapping", "Eligibility that changes every round.",
        f"add 0 B 40 {many}", f"add 1 C 80 {many}", f"add 2 U 120 {many}",
        *[line for n in range(48) for line in (f"block {n % 3}", "pick 1", f"unblock {n % 3}")])

    # --- bounds of the arithmetic
    put("expected_weight_bounds", "W = 1 by the clamp (256*1/8193 is 0) beside large W, and W = 256 alone.",
        "config slots=64 classes=2", f"add 0 B 1 {many}", *[f"add {n} B 256 {many}" for n in range(1, 33)],
        f"add 40 C 1 {many}", "pick 120")
    put("every_delay_factor", "One class whose W are 1, 2, 4, 8, 9 and more: all five delay factors in one round.",
        "config classes=1",
        *[f"add {n} B {s} {many}" for n, s in enumerate((1, 2, 3, 4, 5, 8, 9, 16, 208))], "pick 160")
    put("rounding_of_w", "Sums that put 256*S/T just above, below and at one half.",
        "config classes=1", f"add 0 B 1 {many}", f"add 1 B 2 {many}", "pick 4", f"add 2 B 4 {many}", "pick 4",
        f"add 3 B 9 {many}", "pick 4", f"add 4 B 240 {many}", "pick 4", f"add 5 B 256 {many}", "pick 8")
    for frac in (0, 8, 16):
        put(f"history_bounds_frac{frac}",
            "H starts at its upper bound 256.0, and another falls until the shift moves it no more.",
            f"config classes=2 frac={frac}", f"add 0 B 256 {many}", f"add 1 B 1 {many}", f"add 2 C 256 {many}",
            f"add 3 C 3 {many}", "block 1", "pick 60", "block 2", "pick 30", "unblock 1", "unblock 2", "pick 30")
    for frac in (0, 8, 16):
        for quant in sorted({0, 1, frac // 2, frac, frac + 1, frac + 7, frac + 8}):
            put(f"quant_{frac:02}_{quant:02}",
                f"frac={frac} quant={quant}: T negative and positive, rounded towards minus infinity.",
                f"config quant={quant} frac={frac} slots=8", f"add 0 B 3 {many}", f"add 1 B 5 {many}",
                f"add 2 C 200 {many}",
                f"add 3 U 17 {many}", f"add 4 U 18 {many}", "pick 24")
    for classes in range(1, 6):
        put(f"classes_{classes}", f"{classes} classes, uneven weights.", f"config classes={classes} slots=20",
            *[f"add {n} {LETTERS[n * 7 % classes]} {1 + n * 13 % 256} {2 + n * 5 % 9}" for n in range(20)], "pick 120")
    put("entries_beyond_a_word", "Entry numbers on both sides of multiples of 64.",
        "config slots=4096",
        *[f"add {n} {'BCU'[n % 3]} {1 + n % 7} 3" for n in (0, 63, 64, 65, 127, 128, 4032, 4095)], "pick 26")

    # --- the documented behaviour of the rule
    put("starvation",
        "32 union entries, S = 1..32, endless jobs: after round 6 those with W <= 4 get nothing (docs/picker.md).",
        "config slots=32", *[f"add {n} U {n + 1} {many}" for n in range(32)], "pick 1200")
    put("two_weights", "10, 20, 30 and 40, endless jobs.", "config slots=4",
        *[f"add {n} B {10 * n + 10} {many}" for n in range(4)],
        "pick 400")

    for seed in range(1, 25):
        stimuli[f"random_{seed:02}"] = random_stimulus(seed)
    return stimuli


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--random" and sys.argv[2].isdigit():
        sys.stdout.write(random_stimulus(int(sys.argv[2])))
        return 0
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    directory = sys.argv[1]
    stimuli = golden()
    for stale in sorted(os.listdir(directory)):
        name, ending = os.path.splitext(stale)
        if ending in (".stim", ".expected") and name not in stimuli:
            os.remove(os.path.join(directory, stale))
    for name, text in stimuli.items():
        rounds = io.StringIO()
        weight_delay.run(text.splitlines(), rounds)
        for ending, content in ((".stim", text), (".expected", rounds.getvalue())):
            with open(os.path.join(directory, name + ending), "w", encoding="utf-8", newline="\n") as file:
                file.write(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
