# SPDX-License-Identifier: Apache-2.0
"""The picture of the figures: clock and area per entry over the number of entries, as SVG."""

import math

# Of the parts that are shown: the picker's.
COLOURS = {"core": "#2f6fbf", "shared": "#c4560e", "pipelined": "#8250a8", "parallel": "#4d7c3a"}
WIDTH, HEIGHT = 920, 400
TOP, BOTTOM = 92, 344


def steps(limit):
    """Round numbers from 0 to at least the limit, some five of them."""
    size = 10 ** math.floor(math.log10(limit / 4))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor * 5 >= limit)
    return [step * i for i in range(math.ceil(limit / step) + 1)]


class Panel:
    """One set of axes; x is logarithmic, y begins at 0."""

    def __init__(self, left, right, sizes, limit, title):
        self.left, self.right, self.sizes = left, right, sizes
        self.ticks = steps(limit)
        self.lines = [f'<text class="title" x="{left}" y="{TOP - 18}">{title}</text>']
        for tick in self.ticks:
            self.lines.append(f'<path class="grid" d="M{left} {self.y(tick):.1f}H{right}"/>')
            self.lines.append(f'<text class="tick" x="{left - 8}" y="{self.y(tick) + 4:.1f}" text-anchor="end">{tick:,}</text>')
        for size in sizes:
            self.lines.append(f'<text class="tick" x="{self.x(size):.1f}" y="{BOTTOM + 20}" text-anchor="middle">{size}</text>')
        self.lines.append(f'<text class="tick" x="{(left + right) / 2}" y="{BOTTOM + 40}" text-anchor="middle">entries (N)</text>')

    def x(self, size):
        first, last = math.log2(self.sizes[0]), math.log2(self.sizes[-1])
        share = (math.log2(size) - first) / (last - first) if last > first else 0.5
        return self.left + 24 + share * (self.right - self.left - 48)

    def y(self, value):
        return BOTTOM - value / self.ticks[-1] * (BOTTOM - TOP)

    def sides(self, curves):
        """By name and size: a number stands above its point (-1), or below it (1) where another one's is in the way."""
        sides = {name: {} for name in curves}
        for size in self.sizes:
            highest = None
            for name in sorted(curves, key=lambda n: -curves[n][size]):
                y = self.y(curves[name][size])
                sides[name][size] = 1 if highest is not None and y - 9 - highest < 24 else -1
                highest = y + (18 if sides[name][size] > 0 else -9)
        return sides

    def curve(self, name, values, sides):
        """Values by size, each with its number, on the side that `sides` has for it; without any if that is None."""
        colour = COLOURS[name]
        points = [(self.x(size), self.y(value)) for size, value in values.items()]
        path = " ".join(f"{'L' if i else 'M'}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(points))
        self.lines.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, y), (size, value) in zip(points, values.items()):
            self.lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>')
            if sides is not None:
                self.lines.append(f'<text class="value" x="{x:.1f}" y="{y + (-9 if sides[size] < 0 else 18):.1f}" '
                                  f'text-anchor="middle" fill="{colour}">{value:,.0f}</text>')


def picture(results):
    parts = [part for part in results["parts"] if part["name"] in COLOURS]
    sizes = [row["entries"] for row in parts[0]["rows"]]
    clock = {part["name"]: {row["entries"]: 1000 / row["delay_ns"] for row in part["rows"]} for part in parts}
    area = {part["name"]: {row["entries"]: row["area"] / row["entries"] for row in part["rows"]} for part in parts}
    panels = [
        Panel(64, 448, sizes, 1.1 * max(value for curve in clock.values() for value in curve.values()), "clock, MHz"),
        Panel(536, 904, sizes, 1.1 * max(value for curve in area.values() for value in curve.values()), "area per entry, µm²"),
    ]
    # The curves of the clock lie close together: numbers at the highest and the lowest only.
    order = sorted(clock, key=lambda name: -sum(clock[name].values()) / len(clock[name]))
    sides = panels[1].sides(area)
    for place, name in enumerate(order):
        side = -1 if place == 0 else 1 if place == len(order) - 1 else None
        panels[0].curve(name, clock[name], None if side is None else dict.fromkeys(sizes, side))
        panels[1].curve(name, area[name], sides[name])
    legend = []
    for place, part in enumerate(parts):
        x, y = (64, 536)[place % 2], 20 + 20 * (place // 2)
        legend.append(f'<path d="M{x} {y}h26" stroke="{COLOURS[part["name"]]}" stroke-width="3"/>')
        legend.append(f'<text class="tick" x="{x + 34}" y="{y + 4}">{part["what"]}</text>')
    body = "\n".join(legend + panels[0].lines + panels[1].lines)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="title desc"
     font-family="Helvetica, Arial, 'Liberation Sans', sans-serif">
<!-- SPDX-License-Identifier: Apache-2.0 -->
<!-- made by rtl/synth/report.py -->
<title id="title">Clock and area of the picker on {results["library"]}</title>
<desc id="desc">Two plots over the number of entries: clock in MHz and area per entry in square micrometres, for the
selection core and for the whole picker with each of its reweigh units. The table beside the plot has the numbers.</desc>
<style>
.title {{ fill: #1f2328; font-size: 15px; font-weight: bold; }}
.tick {{ fill: #424a53; font-size: 13px; }}
.value {{ font-size: 12px; stroke: #ffffff; stroke-width: 4px; paint-order: stroke; }}
.grid {{ stroke: #d0d7de; stroke-width: 1; }}
</style>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>
{body}
</svg>
"""
