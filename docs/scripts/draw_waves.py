#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the timing diagrams of docs/rtl.md from what the RTL does: each scenario is simulated by Icarus, pin by pin.

    draw_waves.py RTL_DIRECTORY IMAGES_DIRECTORY
"""

import pathlib
import subprocess
import sys
import tempfile

PARAMETERS = {"ENTRIES": 4, "CLASSES": 1, "DIVIDER": 1}
INPUTS = {"rst": 1, "add_i": 1, "add_entry_i": 2, "add_class_i": 1, "add_weight_i": 9, "add_jobs_i": 17, "drop_i": 1,
          "drop_entry_i": 2, "pick_i": 1, "eligible_i": 4, "read_i": 1, "read_entry_i": 2}
OUTPUTS = {"take_o": 1, "busy_o": 1, "grant_o": 1, "grant_entry_o": 2, "grant_expected_o": 9}
# What a vector stands for only together with its bit.
GOES_WITH = {"add_entry_i": "add_i", "add_jobs_i": "add_i", "drop_entry_i": "drop_i", "grant_entry_o": "grant_o",
             "grant_expected_o": "grant_o"}
SHOWN = ["clk", "add_i", "add_entry_i", "add_jobs_i", "drop_i", "drop_entry_i", "pick_i", "eligible_i", "take_o", "busy_o", "grant_o",
         "grant_entry_o", "grant_expected_o"]


def add(entry, jobs=9, weight=64):
    return {"add_i": 1, "add_entry_i": entry, "add_jobs_i": jobs, "add_weight_i": weight}


def drop(entry):
    return {"drop_i": 1, "drop_entry_i": entry}


def pick(eligible=15):
    return {"pick_i": 1, "eligible_i": eligible}


def held(eligible=15):
    return {"eligible_i": eligible}


REWEIGH = 12
# Name, what it shows, inputs of each cycle behind the reset, cycles that are left out as (first, last), remarks at cycles.
SCENARIOS = [
    ("rtl_join_pick_leave", "Join, reweigh, picks, last pick",
     [add(0, jobs=2), *[{}] * REWEIGH, pick(), held(), pick(), *[{}] * REWEIGH, {}],
     [(3, 10), (18, 25)], {0: "join taken", 13: "round", 14: "grant", 15: "round: last job", 16: "grant; reweigh"}),
    ("rtl_waiting", "Commands that wait for a reweigh, and for the round that is owed",
     [add(0), {}, {}, {**add(1), **held()}, *[held()] * 9, held(), {**add(2), **held()}, pick(), *[held()] * REWEIGH, pick(), pick(),
      {}],
     [(5, 11), (18, 26)],
     {3: "join waits", 13: "round owed", 14: "join waits", 15: "round; both taken", 28: "round", 29: "grant; round"}),
    ("rtl_drop", "Drops: in the cycle of a win, and of an entry that waits to join",
     [add(0), *[{}] * REWEIGH, {**pick(), **drop(0)}, add(1), {**add(2), **drop(1)}, *[{}] * 10, pick(), *[{}] * 12, pick(), {}],
     [(3, 10), (17, 23), (28, 36)],
     {13: "win and drop", 14: "grant; join 1 waits", 15: "taken back; join 2 waits", 26: "join 2 taken", 39: "round"}),
]


def simulate(rtl, cycles):
    """The pins of every cycle, just before the edge that ends it."""
    names = {**INPUTS, **OUTPUTS}
    declared = "\n".join(f"  {'reg' if name in INPUTS else 'wire'} [{bits - 1}:0] {name};" for name, bits in names.items())
    driven = "\n".join("    " + " ".join(f"{name} = {values.get(name, 0)};" for name in INPUTS) + " #9 show; #1 clk = 1; #1 clk = 0;"
                       for values in [{"rst": 1}, *cycles])
    connected = ", ".join(f".{name}({name})" for name in names)
    parameters = ", ".join(f".{name}({value})" for name, value in PARAMETERS.items())
    bench = f"""module bench;
  reg clk = 0;
{declared}
  gantry_picker #({parameters}) picker (.clk(clk), {connected});
  task show; $display("{' '.join(['%0d'] * len(names))}", {', '.join(names)}); endtask
  initial begin
{driven}
    $finish;
  end
endmodule
"""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "bench.v")
        file.write_text(bench, encoding="utf-8")
        subprocess.run(["iverilog", "-g2005", "-o", f"{folder}/bench", "-s", "bench", str(file), *map(str, sorted(rtl.glob("*.v")))],
                       check=True)
        said = subprocess.run(["vvp", "-n", f"{folder}/bench"], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    rows = [dict(zip(names, line.split())) for line in said.splitlines() if line[:1].isdigit()]
    return rows[1:]  # without the reset


WIDTH, GAP, ROW, LEFT, TOP, HIGH = 46, 24, 30, 130, 78, 18


def draw(title, rows, gaps, remarks):
    """An SVG of the rows; a gap stands for its cycles."""
    places = []  # (x, cycle), cycle None for a gap
    x = LEFT
    for cycle in range(len(rows)):
        gap = next((g for g in gaps if g[0] <= cycle <= g[1]), None)
        if gap is None:
            places.append((x, cycle))
            x += WIDTH
        elif cycle == gap[0]:
            places.append((x, None))
            x += GAP
    width, height = x + 10, TOP + ROW * len(SHOWN) + 6
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif" font-size="11" stroke-linejoin="round">',
           f"<title>{title}</title>", f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for place, cycle in places:
        if cycle is None:
            continue
        out.append(f'<text x="{place + WIDTH / 2}" y="{TOP - 8}" text-anchor="middle" fill="#666">{cycle}</text>')
        out.append(f'<line x1="{place}" y1="{TOP - 4}" x2="{place}" y2="{height}" stroke="#ddd"/>')
    # Remarks on three lines in turn, so that neighbours have room.
    for number, (cycle, text) in enumerate(sorted(remarks.items())):
        place = next(p for p, c in places if c == cycle) + WIDTH / 2
        y = 14 + 15 * (number % 3)
        out.append(f'<line x1="{place}" y1="{y + 3}" x2="{place}" y2="{TOP - 19}" stroke="#bbb"/>')
        out.append(f'<text x="{place}" y="{y}" text-anchor="middle" fill="#a40">{text}</text>')
    for line, name in enumerate(SHOWN):
        top = TOP + ROW * line + 6
        low, middle = top + HIGH, top + HIGH / 2
        out.append(f'<text x="{LEFT - 8}" y="{middle + 4}" text-anchor="end">{name}</text>')
        colour = "#06c" if name.endswith("_o") else "#222"
        path, before = [], None
        for place, cycle in places:
            if cycle is None:
                if before is not None and name != "clk" and name not in GOES_WITH:
                    path.append(f"L{place + GAP},{before}")
                elif name == "clk":
                    path.append(f"M{place + GAP},{low}")
                out.append(f'<text x="{place + GAP / 2}" y="{middle + 4}" text-anchor="middle" fill="#999">…</text>')
                continue
            row = rows[cycle]
            if name == "clk":
                path.append(f"M{place},{low} V{top} H{place + WIDTH / 2} V{low} H{place + WIDTH}")
                continue
            if INPUTS.get(name, OUTPUTS.get(name)) == 1:
                level = top if row[name] == "1" else low
                path.append(f"{'M' if before is None else 'L'}{place},{level if before is None else before} V{level} H{place + WIDTH}")
                before = level
                continue
            with_bit = GOES_WITH.get(name)
            stands = row[with_bit] == "1" if with_bit else row[name] != "0"
            text = row[name] if name != "eligible_i" else "all" if row[name] == "15" else format(int(row[name]), "04b")
            if stands:
                path.append(f"M{place + 3},{top} H{place + WIDTH - 3} L{place + WIDTH},{middle} L{place + WIDTH - 3},{low} "
                            f"H{place + 3} L{place},{middle} Z")
                out.append(f'<text x="{place + WIDTH / 2}" y="{middle + 4}" text-anchor="middle">{text}</text>')
            else:
                path.append(f"M{place},{middle} H{place + WIDTH}")
        out.append(f'<path d="{" ".join(path)}" fill="none" stroke="{colour}" stroke-width="1.4"/>')
    return "\n".join(out) + "\n</svg>\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rtl, images = map(pathlib.Path, sys.argv[1:])
    for name, title, cycles, gaps, remarks in SCENARIOS:
        rows = simulate(rtl, cycles)
        (images / f"{name}.svg").write_text(draw(title, rows, gaps, remarks), encoding="utf-8")


if __name__ == "__main__":
    main()
