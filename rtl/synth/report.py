#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the figures of synth.py into the documents: the tables between the markers of a page, and the picture.

    report.py RESULTS PAGE PICTURE [--bars]

--bars: what is asked of the RTL on osu018 and an HX8K; exit status 1 when a figure misses it.
"""

import argparse
import json
import re
import sys

from plot import picture

BEGIN, END = "<!-- figures: made by `make synth` -->", "<!-- end of figures -->"

# Part, N, what, at least (+) or at most (-).
BARS = [
    ("core", 16, "MHz", "+", 165), ("core", 16, "µm² per entry", "-", 22400), ("core", 64, "MHz", "+", 150),
    ("core", 16, "MHz on HX8K", "+", 40),
    ("shared", 16, "MHz", "+", 150), ("shared", 16, "µm² per entry", "-", 34000), ("shared", 16, "MHz on HX8K", "+", 25),
    ("first_free", 16, "MHz", "+", 200), ("first_free", 64, "MHz", "+", 140),
    ("least_loaded", 16, "MHz", "+", 200), ("least_loaded", 64, "MHz", "+", 140),
]


def mhz(row):
    return 1000 / row["delay_ns"]


def per_entry(row):
    return row["area"] / row["entries"]


def fpga(row):
    """Logic cells and clock, as the table shows them; behind the first size that does not fit nothing was tried."""
    if "ice40" not in row:
        return "not run", ""
    placed = row["ice40"]
    if placed is None:
        return "does not fit", ""
    if placed["mhz"] is None:
        return f"{placed['cells']:,}: does not fit", ""
    return f"{placed['cells']:,}", f"{placed['mhz']:.1f}"


def tables(results):
    lines = [f"Library {results['library']}; {', '.join(results['versions'].values())}.", "",
             "| module | N | µm² per entry | longest path, ns | MHz | HX8K logic cells | HX8K MHz |",
             "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for part in results["parts"]:
        for row in part["rows"]:
            logic_cells, clock = fpga(row)
            lines.append(f"| {part['what']} | {row['entries']} | {per_entry(row):,.0f} | {row['delay_ns']:.2f} | {mhz(row):.0f} | "
                         f"{logic_cells} | {clock} |")
    lines += ["", "Longest path on the library:", "", "| module | N | from | to | cells on it |", "| --- | ---: | --- | --- | ---: |"]
    for part in results["parts"]:
        for row in part["rows"]:
            lines.append(f"| {part['what']} | {row['entries']} | `{row['from']}` | `{row['to']}` | {row['gates']} |")
    return "\n".join(lines)


def missed(results):
    rows = {(part["name"], row["entries"]): row for part in results["parts"] for row in part["rows"]}
    found = []
    for name, entries, what, sense, bar in BARS:
        row = rows.get((name, entries))
        if row is None:
            continue
        placed = row.get("ice40") or {"mhz": None}
        value = {"MHz": mhz(row), "µm² per entry": per_entry(row), "MHz on HX8K": placed["mhz"]}[what]
        if value is None or (value < bar if sense == "+" else value > bar):
            found.append(f"{name}, N = {entries}: {'nothing' if value is None else f'{value:.1f}'} {what}, "
                         f"asked for at {'least' if sense == '+' else 'most'} {bar}")
    return found


def main():
    parser = argparse.ArgumentParser(description="Puts the figures of synth.py into the documents.")
    parser.add_argument("results")
    parser.add_argument("page")
    parser.add_argument("picture")
    parser.add_argument("--bars", action="store_true", help="fail when a figure misses what is asked")
    arguments = parser.parse_args()
    with open(arguments.results, encoding="utf-8") as file:
        results = json.load(file)
    with open(arguments.page, encoding="utf-8") as file:
        page = file.read()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        print(f"report: error: {arguments.page} lacks its markers", file=sys.stderr)
        return 1
    page = re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: f"{BEGIN}\n{tables(results)}\n{END}", page, flags=re.DOTALL)
    with open(arguments.page, "w", encoding="utf-8") as file:
        file.write(page)
    with open(arguments.picture, "w", encoding="utf-8") as file:
        file.write(picture(results))
    misses = missed(results) if arguments.bars else []
    for miss in misses:
        print(f"synth: bar missed: {miss}", file=sys.stderr)
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())
