#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes workloads/cholesky.yaml: the graph that `generator: cholesky` makes, as a file that planners read.

    make_cholesky.py [FILE]

Work is counted in b^3/3 flops for tiles of b x b (potrf 1, trsm and syrk 3, gemm 6); a task reads a tile from memory for each
task that it waits for, and writes one.
"""

import os
import sys

TILES = 12
TILE_BYTES = 8192       # a tile of 64 x 64 half-precision numbers
CYCLES_PER_UNIT = 4000


def tasks():
    """Name, work, and names of the tasks that last wrote the tiles it touches."""
    writer = {}
    for k in range(TILES):
        calls = [(f"potrf_{k}", 1, [], (k, k))]
        calls += [(f"trsm_{i}_{k}", 3, [(k, k)], (i, k)) for i in range(k + 1, TILES)]
        for i in range(k + 1, TILES):
            calls.append((f"syrk_{i}_{k}", 3, [(i, k)], (i, i)))
            calls += [(f"gemm_{i}_{j}_{k}", 6, [(i, k), (j, k)], (i, j)) for j in range(k + 1, i)]
        for name, work, read, written in calls:
            yield name, work, [writer[tile] for tile in read + [written] if tile in writer]
            writer[written] = name


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "workloads", "cholesky.yaml")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("# SPDX-License-Identifier: Apache-2.0\n")
        file.write(f"# Cholesky factorisation of {TILES} x {TILES} tiles; written by make_cholesky.py.\n")
        file.write("tasks:\n")
        for name, work, after in tasks():
            fields = [f"id: {name}", f"cycles: {work * CYCLES_PER_UNIT}"]
            if after:
                edges = ", ".join(f"{{task: {task}, bytes: {TILE_BYTES}}}" for task in after)
                fields += [f"input_bytes: {len(after) * TILE_BYTES}"]
            fields.append(f"output_bytes: {TILE_BYTES}")
            if after:
                fields.append(f"after: [{edges}]")
            file.write("  - {" + ", ".join(fields) + "}\n")


if __name__ == "__main__":
    main()
