// SPDX-License-Identifier: Apache-2.0
// Scales and axes of a study's pictures.

const sides = { left: 78, right: 18, top: 14, bottom: 42 };

/** From the values of a column: linear, or by powers of ten where they span many. */
function scaleOf(values, log) {
  let from = Infinity;
  let to = -Infinity;
  for (const v of values) {
    from = Math.min(from, v);
    to = Math.max(to, v);
  }
  if (from > to) [from, to] = [0, 1];
  if (from === to) [from, to] = [from - Math.abs(from) * 0.1 - 1e-9, to + Math.abs(to) * 0.1 + 1e-9];
  if (log && from > 0) return { log: true, from: Math.log10(from) - 0.03 * Math.log10(to / from), to: Math.log10(to) + 0.03 * Math.log10(to / from), place: Math.log10 };
  const pad = (to - from) * 0.04;
  return { log: false, from: from >= 0 && from < pad ? 0 : from - pad, to: to + pad, place: (v) => v };
}

const spansMany = (values) => values.length > 0 && Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) >= 20;

function ticksOf(scale, wanted) {
  if (!scale.log) return ticks(scale.from, scale.to, wanted).filter((t) => t >= scale.from);
  const list = [];
  for (let power = Math.floor(scale.from); power <= scale.to; power++) {
    for (const digit of scale.to - scale.from > 2.5 ? [1] : [1, 2, 5]) {
      const t = digit * Math.pow(10, power);
      if (Math.log10(t) >= scale.from && Math.log10(t) <= scale.to) list.push(t);
    }
  }
  return list;
}

/** Small numbers keep their digits. */
const tickText = (t) => (Math.abs(t) >= 1000 ? brief(t) : String(Number(t.toPrecision(6))));

/** An svg with grid and numbers; `names` stand at bottom and top left. `labels`: of categories, by position. */
function plotted(width, height, x, y, names, labels) {
  // Names that do not fit beside each other are turned.
  const longest = labels ? Math.max(...labels.map((text) => text.length)) * 6.4 : 0;
  const turned = labels && labels.length <= 30 && longest * labels.length > width - sides.left - sides.right;
  const room = turned ? Object.assign({}, sides, { bottom: sides.bottom + longest * 0.5 }) : sides;
  height += room.bottom - sides.bottom;
  const atX = (v) => room.left + ((width - room.left - room.right) * (x.place(v) - x.from)) / (x.to - x.from);
  const atY = (v) => room.top + (height - room.top - room.bottom) * (1 - (y.place(v) - y.from) / (y.to - y.from));
  const picture = svg("svg", { width, height, viewBox: "0 0 " + width + " " + height, role: "img" });
  for (const t of ticksOf(y, 5)) {
    picture.append(svg("line", { class: "grid", x1: room.left, x2: width - room.right, y1: atY(t), y2: atY(t) }), svg("text", { x: room.left - 8, y: atY(t) + 4, "text-anchor": "end" }, tickText(t)));
  }
  const marks = labels ? labels.map((text, at) => [at, text]) : ticksOf(x, Math.max(width / 110, 2)).map((t) => [t, tickText(t)]);
  let end = -Infinity;
  for (const [t, text] of marks) {
    picture.append(svg("line", { class: "axis", x1: atX(t), x2: atX(t), y1: height - room.bottom, y2: height - room.bottom + 4 }));
    if (turned) {
      picture.append(svg("text", { x: atX(t) + 4, y: height - room.bottom + 14, "text-anchor": "end", transform: "rotate(-32 " + (atX(t) + 4) + " " + (height - room.bottom + 14) + ")" }, text));
      continue;
    }
    const wide = text.length * 6.2;
    if (atX(t) - wide / 2 < end + 4) continue;
    end = atX(t) + wide / 2;
    picture.append(svg("text", { x: atX(t), y: height - room.bottom + 17, "text-anchor": atX(t) + wide / 2 > width ? "end" : "middle" }, text));
  }
  picture.append(svg("line", { class: "axis", x1: room.left, x2: width - room.right, y1: height - room.bottom, y2: height - room.bottom }));
  if (names.x) picture.append(svg("text", { class: "name", x: width - room.right, y: height - 6, "text-anchor": "end" }, names.x));
  if (names.y) picture.append(svg("text", { class: "name", x: 12, y: (height - room.bottom + room.top) / 2, "text-anchor": "middle", transform: "rotate(-90 12 " + (height - room.bottom + room.top) / 2 + ")" }, names.y));
  return { picture, atX, atY };
}

/** A path of dots, one for each place. */
const dots = (places) => places.map(([x, y]) => "M" + x.toFixed(1) + " " + y.toFixed(1) + "h0").join("");

function tick(label, on, chosen) {
  const box = el("input", { type: "checkbox", checked: on ? "" : null });
  box.addEventListener("change", () => chosen(box.checked));
  return el("label", null, box, " " + label);
}

/** As `responsive`, and whenever `redraw` is called. */
function drawn(host, draw) {
  const place = el("div");
  host.append(place);
  let width = 0;
  const redraw = () => {
    if (width > 0) place.replaceChildren(draw(width));
  };
  const fit = () => {
    const now = Math.floor(place.clientWidth);
    if (now === width || now === 0) return;
    width = now;
    redraw();
  };
  fit();
  new ResizeObserver(fit).observe(place);
  return redraw;
}
