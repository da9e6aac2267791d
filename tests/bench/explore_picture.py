# SPDX-License-Identifier: Apache-2.0
"""The picture of explore_bench.py: the share of the whole hypervolume over the points tried, a panel for each space."""

import statistics

WIDTH, HEIGHT = 920, 380
PANEL, LEFT, GAP, TOP, BOTTOM = 392, 56, 68, 76, 324
LONGEST = 400  # points on the axis
LEAST = 0.4    # share at the bottom
COLOURS = {"guided": "#c4560e", "evolution": "#2f6fbf", "random": "#5b6570"}

HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title desc"
     font-family="Helvetica, Arial, 'Liberation Sans', sans-serif">
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- made by tests/bench/explore_bench.py -->
<title id="title">Hypervolume of three searches over the points tried</title>
<desc id="desc">Two plots, one for each space: the share of the whole front's hypervolume over the number of points tried,
for guided, evolution and random: the median of the seeds, with the range of the middle half. The table has the numbers.</desc>
<style>
.title {{ fill: #1f2328; font-size: 15px; font-weight: bold; }}
.tick {{ fill: #424a53; font-size: 13px; }}
.grid {{ stroke: #d0d7de; stroke-width: 1; }}
</style>
<rect width="{width}" height="{height}" fill="#ffffff"/>
"""


def quartiles(runs, at):
    """Of the workload that is behind, after so many points."""
    values = sorted(min(shares[at - 1] for shares in run.values()) for run in runs)
    if len(values) == 1:
        return values * 3
    return statistics.quantiles(values, n=4, method="inclusive")


def panel(left, study, points, found, wanted):
    def x(count):
        return left + PANEL * count / LONGEST

    def y(share):
        return BOTTOM - (BOTTOM - TOP) * (max(share, LEAST) - LEAST) / (1 - LEAST)

    lines = [f'<text class="title" x="{left}" y="60">{study}: {points:,} points</text>']
    for share in (0.4, 0.6, 0.8, 1.0):
        lines.append(f'<path class="grid" d="M{left} {y(share):.1f}h{PANEL}"/>')
        lines.append(f'<text class="tick" x="{left - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    lines.append(f'<path d="M{left} {y(wanted):.1f}h{PANEL}" stroke="#1f2328" stroke-dasharray="4 4"/>')
    for count in range(0, LONGEST + 1, 100):
        lines.append(f'<text class="tick" x="{x(count):.1f}" y="{BOTTOM + 20}" text-anchor="middle">{count}</text>')
    for search, runs in found.items():
        counts = range(1, min(LONGEST, len(next(iter(runs[0].values())))) + 1)
        values = [quartiles(runs, count) for count in counts]
        above = [f"{x(c):.1f} {y(of[2]):.1f}" for c, of in zip(counts, values)]
        below = [f"{x(c):.1f} {y(of[0]):.1f}" for c, of in zip(counts, values)]
        middle = [f"{x(c):.1f} {y(of[1]):.1f}" for c, of in zip(counts, values)]
        lines.append(f'<path d="M{"L".join(above + below[::-1])}Z" fill="{COLOURS[search]}" fill-opacity="0.15"/>')
        lines.append(f'<path d="M{"L".join(middle)}" fill="none" stroke="{COLOURS[search]}" stroke-width="2"/>')
    lines.append(f'<text class="tick" x="{left + PANEL / 2}" y="{BOTTOM + 42}" text-anchor="middle">points tried</text>')
    return lines


def picture(panels, wanted):
    lines = []
    at = LEFT
    for search, colour in COLOURS.items():
        lines.append(f'<path d="M{at} 26h26" stroke="{colour}" stroke-width="3"/>')
        lines.append(f'<text class="tick" x="{at + 34}" y="30">{search}</text>')
        at += 120
    lines.append(f'<text class="tick" x="{at}" y="30">median of the seeds and the middle half of them; dashes: {wanted:.0%}</text>')
    for i, (study, points, found) in enumerate(panels):
        lines += panel(LEFT + i * (PANEL + GAP), study, points, found, wanted)
    return HEAD.format(width=WIDTH, height=HEIGHT) + "\n".join(lines) + "\n</svg>\n"
