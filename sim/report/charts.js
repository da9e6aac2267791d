// SPDX-License-Identifier: Apache-2.0
// Bars and curves that several parts draw.

function bar(part, whole, name) {
  const filled = el("div", { class: "bar" });
  filled.style.width = (whole > 0 ? Math.min((100 * part) / whole, 100) : 0) + "%";
  if (name) filled.style.background = "var(--" + name + ")";
  if (part === 0) filled.style.minWidth = "0";
  const track = el("div", { class: "track", "aria-hidden": "true" }, filled);
  track.wide = true;
  return track;
}

/** How full a queue is: its mean as a bar, its highest level as a mark. */
function gauge(level, highest, capacity) {
  const track = bar(level, capacity);
  const peak = el("div", { class: "peak" });
  peak.style.left = "calc(" + Math.min((100 * highest) / capacity, 100) + "% - 2px)";
  track.append(peak);
  return track;
}

function swatch(name, text) {
  const square = el("span", { class: "swatch", "aria-hidden": "true" });
  square.style.background = "var(--" + name + ")";
  return el("span", null, square, text);
}

/** [{name, value, title}] side by side, as wide as their values. */
function stack(parts, whole) {
  const row = el("div", { class: "stack", "aria-hidden": "true" });
  for (const part of parts) {
    if (part.value === 0) continue;
    const piece = el("div", { title: part.title });
    piece.style.width = (100 * part.value) / whole + "%";
    piece.style.background = "var(--" + part.name + ")";
    row.append(piece);
  }
  return row;
}

const chart = { left: 56, right: 12, top: 10, bottom: 24 };

/** Axes of a chart: scales, and an svg that holds grid and numbers. */
function axes(width, height, x, y) {
  const inner = { w: width - chart.left - chart.right, h: height - chart.top - chart.bottom };
  const atX = (v) => chart.left + (inner.w * (v - x.from)) / (x.to - x.from || 1);
  const low = y.from || 0;
  const atY = (v) => chart.top + inner.h * (1 - (v - low) / (y.to - low || 1));
  const picture = svg("svg", { width, height, viewBox: "0 0 " + width + " " + height, role: "img" });
  for (const t of ticks(low, y.to, 4)) {
    picture.append(svg("line", { class: "grid", x1: chart.left, x2: width - chart.right, y1: atY(t), y2: atY(t) }),
                   svg("text", { x: chart.left - 7, y: atY(t) + 4, "text-anchor": "end" }, brief(t)));
  }
  const marks = ticks(x.from, x.to, Math.max(width / 130, 2));
  for (const t of marks) {
    picture.append(svg("line", { class: "axis", x1: atX(t), x2: atX(t), y1: height - chart.bottom, y2: height - chart.bottom + 4 }),
                   svg("text", { x: atX(t), y: height - 7, "text-anchor": atX(t) > width - 40 ? "end" : "middle" }, brief(t)));
  }
  picture.append(svg("line", { class: "axis", x1: chart.left, x2: width - chart.right, y1: height - chart.bottom, y2: height - chart.bottom }));
  return { picture, atX, atY };
}

/**
 * Curves over the cycles of a run, one below the other, with one reading line through all of them.
 * curves: [{title, unit, values (means per stretch), most}]
 */
function stepCurves(host, cycles, stretch, curves) {
  const whole = runs.reduce((most, run) => Math.max(most, run.cycles), 0);  // of two runs the same scale
  const readout = paragraph("readout", "");
  const lines = [];
  let at = -1;
  const bins = curves[0].values.length;
  const show = () => {
    for (const line of lines) line.mark();
    if (at < 0) {
      readout.replaceChildren("Point at a curve, or focus one and press ← →, to read it.");
      return;
    }
    const from = at * stretch;
    const values = curves.map((c) => decimal(c.values[at], 2) + " " + c.unit);
    readout.replaceChildren("Cycles " + count(from) + " to " + count(Math.min(from + stretch, cycles)) + ", mean: " + values.join(", ") + ".");
  };
  curves.forEach((curve, number) => {
    host.append(el("h3", null, curve.title));
    responsive(host, (width) => {
      const height = 150;
      const most = Math.max(curve.most || 0, ...curve.values, 1e-9);
      const { picture, atX, atY } = axes(width, height, { from: 0, to: whole }, { to: most });
      let path = "";
      curve.values.forEach((value, b) => {
        const y = atY(value).toFixed(1);
        path += (b === 0 ? "M" : "L") + atX(b * stretch).toFixed(1) + " " + y + "H" + atX(Math.min((b + 1) * stretch, cycles)).toFixed(1);
      });
      picture.append(svg("path", { class: "curve", d: path + "V" + atY(0) + "H" + atX(0) + "Z" }), svg("path", { class: "curve-line", d: path }));
      const cross = svg("line", { class: "cross", y1: chart.top, y2: height - chart.bottom, visibility: "hidden" });
      picture.append(cross);
      withAttributes(picture, { tabindex: "0", "aria-label": curve.title + ", over the cycles of the run; ← and → read it" });
      lines[number] = {
        mark() {
          const x = at < 0 ? 0 : atX(Math.min((at + 0.5) * stretch, cycles));
          withAttributes(cross, { x1: x, x2: x, visibility: at < 0 ? "hidden" : "visible" });
        },
      };
      picture.addEventListener("pointermove", (event) => {
        const x = event.clientX - picture.getBoundingClientRect().left;
        const cycle = ((x - chart.left) / (width - chart.left - chart.right)) * whole;
        at = Math.min(Math.max(Math.floor(cycle / stretch), 0), bins - 1);
        show();
      });
      picture.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        at = Math.min(Math.max(at + step * (event.shiftKey ? 20 : 1), 0), bins - 1);
        show();
      });
      return picture;
    });
  });
  readout.setAttribute("aria-live", "polite");
  host.append(readout);
  show();
}

/** Bars [from, to, number] over cycles; what is beyond `end` is one bar apart. */
function histogram(host, bars, end, unit) {
  responsive(host, (width) => {
    const inside = bars.filter((b) => b[1] <= end);
    const beyond = bars.filter((b) => b[1] > end);
    const apart = beyond.length > 0 ? 84 : 0;
    const most = bars.reduce((all, b) => Math.max(all, b[2]), 0);
    const { picture, atX, atY } = axes(width - apart, 190, { from: inside[0][0], to: end }, { to: most });
    withAttributes(picture, { width, viewBox: "0 0 " + width + " 190", "aria-label": "Histogram of latencies" });
    const draw = (x, wide, number, text) => picture.append(svg("rect", { class: "hist", x, width: wide, y: atY(number), height: Math.max(atY(0) - atY(number), number > 0 ? 0.7 : 0) }, svg("title", null, text + ": " + count(number) + " " + unit)));
    for (const [from, to, number] of inside) {
      const wide = atX(to) - atX(from);
      draw(atX(from), Math.max(wide - (wide > 3 ? 1 : 0), 0.5), number, count(from) + (to - from > 1 ? " to " + count(to - 1) : "") + " cycles");
    }
    for (const [from, to, number] of beyond) {
      draw(width - 56, 24, number, count(from) + " to " + count(to - 1) + " cycles");
      picture.append(svg("line", { class: "axis", x1: width - 76, x2: width - 12, y1: atY(0), y2: atY(0) }), svg("text", { x: width - 44, y: 183, "text-anchor": "middle" }, "≥ " + brief(from)));
    }
    return picture;
  });
}
