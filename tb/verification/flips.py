#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of the hardware itself: one bit of one register of the RTL is flipped at a random time, and what becomes of it. Icarus
plays legal traffic to the picker, to the dispatch core and to the decomposer, from a reset to the next, as four_state.py does.

    flips.py PICKER_VECTORS CORE_CAMPAIGN BLOCK_BENCH RTL_DIRECTORY WORK_DIRECTORY PAGE [RUNS [JOBS [WORD...]]]

The table goes into PAGE, between its marks. With WORDs, only blocks whose row has one of them are measured, and other rows stay.
Exit 0: done. 2: a tool is missing.
"""

import concurrent.futures
import math
import pathlib
import random
import re
import subprocess
import sys

import four_state as four

PARAMETERS = {"gantry_picker": (16, 3, 8, 8, 0, 17, 2, 1), "decomposer_shell": (10, 2, 8, 64),
              "gantry_dispatch_core": four.CORE_CASES[0][0]}
CYCLES = 2500
MARKS = ("<!-- flips: written by make flips -->\n", "<!-- end of flips -->\n")


def registers(bench, rtl, work, compiled):
    """[(path, width)]: what a waveform names `..._q`, and each word of the memories, which it does not show."""
    (work / "flip.vh").write_text("task change(input integer r, input integer b); begin $dumpfile(\"names.vcd\"); $dumpvars; end "
                                  "endtask\n", encoding="utf-8")
    compiled()
    four.run(["vvp", "-n", str(work / "bench"), "+vectors=life_0.txt", "+flip=0", "+register=0", "+bit=0"], cwd=work)
    found, scopes = {}, []
    for line in (work / "names.vcd").read_text(encoding="latin-1").splitlines():
        words = line.split()
        if words[:1] == ["$scope"]:
            scopes.append(words[2].replace("\\", ""))
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:2] == ["$var", "reg"] and len(scopes) > 1 and words[4].endswith("_q"):
            found[".".join([*scopes, words[4]])] = int(words[2])
        elif words[:1] == ["$enddefinitions"]:
            break
    if bench is four.DECOMPOSER:
        queues, _, slots, updates = PARAMETERS[bench.module]
        inside = "decomposer_bench.shell.decomposer"
        bits = (queues - 1).bit_length() + 32
        for path, words, width in ((f"{inside}.registers.data_q", slots, 2 + bits), (f"{inside}.registers.jobs_q", slots, 32),
                                   (f"{inside}.splits.ring_q", slots, (slots - 1).bit_length() + 24),
                                   (f"{inside}.retries.ring_q", slots, (slots - 1).bit_length() + 24),
                                   (f"{inside}.updates.ring_q", updates, 1 + bits)):
            found.update({f"{path}[{word}]": width for word in range(words)})
    return sorted(found.items())


def split_lives(vectors, work):
    """Writes the cycles from each reset to the next into a file, if they are enough. Answers how many each file has."""
    resets = [cycle for cycle, line in enumerate(vectors) if line[0] == "1"] + [len(vectors)]
    lives = [vectors[begin:end] for begin, end in zip(resets, resets[1:]) if end - begin > 200]
    for number, life in enumerate(lives):
        (work / f"life_{number}.txt").write_text("".join(life), encoding="utf-8")
    return [len(life) for life in lives]


def interval(count, of):
    """95 % of Wilson, in percent."""
    z, share = 1.96, count / of
    middle, half = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return f"{100 * max(0, middle - half) / (1 + z * z / of):.1f} to {100 * (middle + half) / (1 + z * z / of):.1f}"


def measure(bench, names, vectors, rtl, work, runs, jobs, seldom=10):
    """(register bits, [(what became of it, register)]). In a life that counts, one cycle of `seldom` or more has a message."""
    work.mkdir(parents=True, exist_ok=True)
    lives = split_lives(four.run(vectors).splitlines(True), work)
    parameters = [word for name, value in zip(names, PARAMETERS[bench.module]) for word in ("-P", f"{bench.top}.{name}={value}")]

    def compiled():
        four.run(["iverilog", "-g2012", "-DFLIPS", f"-I{work}", *bench.include, *parameters, "-P", f"{bench.top}.CYCLES={max(lives)}",
                  "-o", str(work / "bench"), "-s", bench.top, str(bench.file), *four.listed(rtl, bench.listing), *bench.wrapper], cwd=rtl)

    all_registers = registers(bench, rtl, work, compiled)
    cases = "\n".join(f"    {number}: {path} = {path} ^ ({width}'d1 << b);" for number, (path, width) in enumerate(all_registers))
    (work / "flip.vh").write_text(f"task change(input integer r, input integer b);\n  case (r)\n{cases}\n  endcase\nendtask\n",
                                  encoding="utf-8")
    compiled()

    def play(life, register, bit, cycle):
        """(differs, detected, got, wanted)"""
        said = four.run(["vvp", "-n", str(work / "bench"), f"+vectors=life_{life}.txt", f"+flip={cycle}", f"+register={register}",
                         f"+bit={bit}"], cwd=work)
        return tuple(map(int, re.search(r"differs (\d+) detected (\d+) got (\d+) wanted (\d+)", said).groups()))

    # Lives in which something goes on; without a flip nothing differs.
    busy = [life for life, cycles in enumerate(lives) if play(life, len(all_registers), 0, 0)[3] * seldom > cycles]
    if any(play(life, len(all_registers), 0, 0)[0] for life in busy):
        sys.exit(f"{bench.module}: the sound RTL differs")
    bits = [(number, bit) for number, (_, width) in enumerate(all_registers) for bit in range(width)]
    draw = random.Random(1)

    def one(flip):
        (number, bit), life, cycle = flip
        differs, detected, got, wanted = play(life, number, bit, cycle)
        return ("masked" if differs == 0 else "detected" if detected else "hung" if got == 0 and wanted >= 5 else "wrong",
                all_registers[number][0])

    flips = []
    for _ in range(runs):
        life = draw.choice(busy)
        # In the first two thirds of a life, so that there is time for it to show.
        flips.append((draw.choice(bits), life, draw.randrange(20, lives[life] * 2 // 3)))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(one, flips))
    return len(bits), results


def main():
    if len(sys.argv) < 7:
        sys.exit(__doc__)
    picker_vectors, core_campaign, block_bench = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
    rtl, work, page = (pathlib.Path(path).resolve() for path in sys.argv[4:7])
    runs = int(sys.argv[7]) if len(sys.argv) > 7 else 1000
    jobs = int(sys.argv[8]) if len(sys.argv) > 8 else 2
    four.need_tools()
    queues, window, slots, updates = PARAMETERS["decomposer_shell"]
    limits = f"5*queues_per_class={queues} window={window} slots={slots} 5*queues_per_class*window+capacity={updates}"
    blocks = [
        ("picker, 16 entries, pipelined divider", lambda: measure(
            four.PICKER, four.NAMES, [picker_vectors, *map(str, PARAMETERS["gantry_picker"]), str(CYCLES)], rtl, work / "picker", runs, jobs)),
        ("dispatch core, 5 entries, 7 processors", lambda: measure(
            four.CORE, four.CORE_NAMES, [core_campaign, "--vectors", "0", "--cycles", str(CYCLES), "--seed", "4"], rtl, work / "core", runs, jobs,
            seldom=40)),
        ("decomposer, 10 queues, 8 slots", lambda: measure(
            four.DECOMPOSER, four.BLOCK_NAMES, [block_bench, "--vectors", "decomposer", "--limits", limits, "--cycles", str(CYCLES),
                                                "--seed", "8"], rtl, work / "decomposer", runs, jobs)),
    ]
    text = page.read_text(encoding="utf-8")
    before, behind = text.split(MARKS[0])[0], text.split(MARKS[1])[1]
    kept = {line.split(" | ")[0].lstrip("| "): line for line in text.split(MARKS[0])[1].split(MARKS[1])[0].splitlines()[2:]}
    words = sys.argv[9:]
    rows = ["| block | register bits | flips | masked | detected | wrong | hung |", "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for name, measured in blocks:
        if words and not any(word in name for word in words):
            rows += [kept[name]] if name in kept else []
            continue
        bits, results = measured()
        cells = []
        for kind in ("masked", "detected", "wrong", "hung"):
            count = sum(1 for what, _ in results if what == kind)
            cells.append(f"{100 * count / len(results):.1f} ({interval(count, len(results))})")
        rows.append(f"| {name} | {bits} | {len(results)} | {' | '.join(cells)} |")
    print("\n".join(rows))
    page.write_text(before + MARKS[0] + "\n".join(rows) + "\n" + MARKS[1] + behind, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
