#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A task graph in parts, before and after: python3 plot_partition.py GANTRY WORKLOAD PICTURE.svg [OPTION...]

Options go to `gantry plan partition`. Tasks stand by their depth from left to right, coloured by part; critical edges
between parts are red, other edges between parts dark, edges within a part light."""
import json
import os
import subprocess
import sys
import tempfile

COLOURS = ["#4878a8", "#e49444", "#6a9f58", "#967662", "#a87c9f", "#e7ca60", "#85b6b2", "#d1615d"]
STEP_X, STEP_Y, MARGIN, RADIUS = 74, 19, 26, 6.5


def gantry(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def load(program, workload):
    """Ids, edges by index with their bytes, and depths."""
    tasks = json.loads(gantry(program, "workload", "convert", workload, "--to", "native"))["tasks"]
    number = {str(task["id"]): t for t, task in enumerate(tasks)}
    edges = []
    for t, task in enumerate(tasks):
        for item in task.get("after", []):
            name, data = (item["task"], item.get("bytes", 0)) if isinstance(item, dict) else (item, 0)
            edges.append((number[str(name)], t, data))
    depth = [0] * len(tasks)
    for _ in tasks:
        longer = [(to, depth[of] + 1) for of, to, _ in edges if depth[to] <= depth[of]]
        if not longer:
            break
        for to, level in longer:
            depth[to] = max(depth[to], level)
    return [str(task["id"]) for task in tasks], edges, depth


def places(edges, depth):
    """Levels as columns, the tasks of each ordered by the mean of their predecessors'."""
    rows = {}
    for level in range(max(depth) + 1):
        members = [t for t, d in enumerate(depth) if d == level]
        def mean(t):
            before = [rows[of] for of, to, _ in edges if to == t and of in rows]
            return sum(before) / len(before) if before else 0
        members.sort(key=lambda t: (mean(t), t))
        for i, t in enumerate(members):
            rows[t] = i - (len(members) - 1) / 2
    lowest = min(rows.values())
    return {t: (MARGIN + depth[t] * STEP_X, MARGIN + 22 + (row - lowest) * STEP_Y) for t, row in rows.items()}


def draw(at, edges, critical, part, title, left):
    out = [f'<g transform="translate({left},0)"><text x="{MARGIN}" y="20" font-size="13">{title}</text>']
    for kind in ("within", "cut", "critical"):
        for edge in edges:
            of, to, _ = edge
            is_cut = part[of] != part[to]
            if kind != ("within" if not is_cut else "critical" if edge in critical else "cut"):
                continue
            style = {"within": 'stroke="#cccccc"', "cut": 'stroke="#555555" stroke-width="0.9"',
                     "critical": 'stroke="#cc0000" stroke-width="2.2"'}[kind]
            out.append(f'<line x1="{at[of][0]:.1f}" y1="{at[of][1]:.1f}" x2="{at[to][0]:.1f}" y2="{at[to][1]:.1f}" {style}/>')
    for t, (x, y) in sorted(at.items()):
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{COLOURS[part[t] % len(COLOURS)]}" stroke="#333333" stroke-width="0.7"/>')
    return out + ["</g>"]


def planned(program, workload, options):
    with tempfile.TemporaryDirectory() as room:
        path = os.path.join(room, "plan.json")
        gantry(program, "plan", "partition", workload, "-o", path, *options)
        with open(path, encoding="utf-8") as file:
            plan = json.load(file)
    return {str(p["task"]): p["part"] for p in plan["placement"]}, plan["metrics"]


def main():
    program, workload, picture, *options = sys.argv[1:]
    ids, edges, depth = load(program, workload)
    at = places(edges, depth)
    width = MARGIN * 2 + max(depth) * STEP_X
    height = max(y for _, y in at.values()) + MARGIN
    out = []
    critical = set()
    for n, (name, extra) in enumerate((("before", ["--until", "start"]), ("after", []))):
        part_of, metrics = planned(program, workload, options + extra)
        if not critical:
            # The edges with the most bytes, ties by the task that waits, as many as the plan says.
            order = sorted(range(len(edges)), key=lambda e: (-edges[e][2], e))
            critical = {edges[e] for e in order[:metrics["critical_edges"]]}
        part = [part_of[i] for i in ids]
        counted = sum(1 for e in critical if part[e[0]] != part[e[1]])
        if counted != metrics["critical_cut"]:
            sys.exit(f"the picture has {counted} critical edges cut, the plan {metrics['critical_cut']}")
        title = f"{name}: {metrics['critical_cut']} critical of {metrics['cut']} cut edges"
        out += draw(at, edges, critical, part, title, n * width)
    with open(picture, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * width} {height:.0f}" '
                   f'font-family="sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n')
        file.write("\n".join(out) + "\n</svg>\n")


if __name__ == "__main__":
    main()
