// SPDX-License-Identifier: Apache-2.0
// Parallel coordinates: a line for each point through all that it has, and brushes that keep those within.

const kMostParallel = 14;

function parallelPart(host) {
  const all = columns.filter((column) => (column.kind === "axis" && column.choices > 1) || column.kind === "metric" || objectives.some((one) => one.column === column));
  const shown = all.slice(0, kMostParallel);
  const readout = paragraph("readout", "");
  const first = objectives[0].column;
  let list = [];
  let ranges = [];
  let size = { width: 0, height: 340, top: 46, bottom: 34, side: 50 };
  const brushes = new Map();  // column -> [low, high], from 0 at the bottom to 1
  const groups = [];

  const shareOf = (c, i) => {
    const column = shown[c];
    if (column.kind === "axis") return column.choices > 1 ? points.choice[column.axis][i] / (column.choices - 1) : 0.5;
    const [low, high, log] = ranges[c];
    const v = column.value(i);
    if (v === null) return null;
    if (!(high > low)) return 0.5;
    return log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low);
  };
  const atX = (c) => size.side + ((size.width - 2 * size.side) * c) / Math.max(shown.length - 1, 1);
  const atY = (s) => size.top + (size.height - size.top - size.bottom) * (1 - s);

  const gather = () => {
    list = [];
    for (let i = 0; i < pointCount; i++) if (ofWorkload(i) && stateOf(i) === "done") list.push(i);
    ranges = shown.map((column) => {
      let range = [Infinity, -Infinity];
      for (const i of list) {
        const v = column.value(i);
        if (v !== null) range = [Math.min(range[0], v), Math.max(range[1], v)];
      }
      return [...range, range[0] > 0 && range[1] / range[0] >= 20];
    });
  };
  const lineOf = (i) => {
    let path = "";
    let pen = "M";
    for (let c = 0; c < shown.length; c++) {
      const s = shareOf(c, i);
      if (s === null) { pen = "M"; continue; }
      path += pen + atX(c).toFixed(1) + " " + atY(s).toFixed(1);
      pen = "L";
    }
    return path;
  };

  const lines = svg("g");
  const held = svg("path", { class: "line held" });
  const hold = () => held.setAttribute("d", view.chosen >= 0 && ofWorkload(view.chosen) && stateOf(view.chosen) === "done" ? lineOf(view.chosen) : "");
  const paint = () => {
    // Seven colours, each of as many points.
    const cost = (i) => (first.value(i) === null ? Infinity : (objectives[0].maximise ? -1 : 1) * first.value(i));
    const inside = list.filter(passes).sort((a, b) => cost(b) - cost(a));
    const outside = list.filter((i) => !passes(i)).map(lineOf);
    const paths = [[], [], [], [], [], [], []];
    const within = inside.length;
    inside.forEach((i, rank) => paths[Math.floor((rank * 7) / within)].push(lineOf(i)));
    lines.replaceChildren(svg("path", { class: "line outside", d: outside.join("") }), ...paths.map((part, level) => svg("path", { class: "line s" + level, d: part.join("") })));
    lines.setAttribute("class", list.length > 800 ? "many" : "few");
    hold();
    readout.replaceChildren(figure("span", "within", within, plural(within, "point", "points")), " of " + count(list.length) + " within the brushes and the filters of the table.");
  };

  /** Sets or takes away the brush of a column. */
  const brush = (c, range) => {
    if (range === null) brushes.delete(c);
    else brushes.set(c, [Math.max(Math.min(...range), 0), Math.min(Math.max(...range), 1)]);
    if (brushes.has(c)) {
      const [low, high] = brushes.get(c);
      view.brushes.set("brush " + c, (i) => { const s = shareOf(c, i); return s !== null && s >= low - 1e-9 && s <= high + 1e-9; });
    } else {
      view.brushes.delete("brush " + c);
    }
    groups[c].brush();
    changed("brush");
  };

  const axisGroup = (c) => {
    const column = shown[c];
    const zone = svg("rect", { class: "zone", x: atX(c) - 14, y: size.top - 8, width: 28, height: size.height - size.top - size.bottom + 16, "data-axis": c });
    const kept = svg("rect", { class: "brush", x: atX(c) - 9, width: 18, visibility: "hidden" });
    const group = svg("g", { tabindex: "0", class: "coordinate", "aria-label": column.name + ": ↑ and ↓ move its brush, + and − widen and narrow it, Escape takes it away" },
                      svg("line", { class: "axis", x1: atX(c), x2: atX(c), y1: atY(0), y2: atY(1) }), kept);
    const most = Math.max(Math.floor(((size.width - 2 * size.side) / Math.max(shown.length - 1, 1) / 6.4) * 1.9), 6);
    const label = svg("text", { class: "name halo", x: atX(c), y: c % 2 === 0 ? 12 : 27, "text-anchor": c === 0 ? "start" : c === shown.length - 1 ? "end" : "middle" }, column.label.length > most ? "…" + column.label.slice(-most) : column.label);
    label.append(svg("title", null, column.name));
    if (c === 0) label.setAttribute("x", 4);
    if (c === shown.length - 1) label.setAttribute("x", size.width - 4);
    const values = column.kind === "axis" ? data.axes[column.axis].choices.map((_, at) => [at / (column.choices - 1), choiceText(data.axes[column.axis], at)]) : list.length > 0 ? [[0, tickText(ranges[c][0])], [1, tickText(ranges[c][1])]] : [];
    const every = Math.ceil(values.length / 14);
    values.forEach(([s, text], at) => {
      if (at % every !== 0 && at + 1 !== values.length) return;
      const under = column.kind === "axis" ? atY(s) + 4 : s === 0 ? atY(0) + 16 : atY(1) - 8;
      const cut = text.length > 18 ? text.slice(0, 17) + "…" : text;
      group.append(svg("text", { class: "halo", x: column.kind === "axis" ? atX(c) + (c === shown.length - 1 ? -6 : 6) : atX(c), y: under, "text-anchor": column.kind !== "axis" ? "middle" : c === shown.length - 1 ? "end" : "start" }, cut));
    });
    group.append(label, zone);
    let from = null;
    const place = (event) => 1 - (event.clientY - zone.ownerSVGElement.getBoundingClientRect().top - size.top) / (size.height - size.top - size.bottom);
    zone.addEventListener("pointerdown", (event) => { from = place(event); zone.setPointerCapture(event.pointerId); });
    zone.addEventListener("pointermove", (event) => { if (from !== null && Math.abs(place(event) - from) > 0.01) brush(c, [from, place(event)]); });
    zone.addEventListener("pointerup", (event) => { if (from !== null && Math.abs(place(event) - from) <= 0.01) brush(c, null); from = null; });
    group.addEventListener("keydown", (event) => {
      const now = brushes.get(c);
      const wide = now ? now[1] - now[0] : 0.2;
      const next = { ArrowUp: () => (now ? [Math.min(now[0] + 0.05, 1 - wide), Math.min(now[1] + 0.05, 1)] : [0.8, 1]), ArrowDown: () => (now ? [Math.max(now[0] - 0.05, 0), Math.max(now[1] - 0.05, wide)] : [0, 0.2]),
                     "+": () => (now ? [now[0] - 0.05, now[1] + 0.05] : [0.4, 0.6]), "-": () => (now && wide > 0.1 ? [now[0] + 0.05, now[1] - 0.05] : now || null), Escape: () => null }[event.key];
      if (!next) return;
      event.preventDefault();
      brush(c, next());
    });
    groups[c] = {
      brush() {
        const range = brushes.get(c);
        withAttributes(kept, range ? { visibility: "visible", y: atY(range[1]), height: Math.max(atY(range[0]) - atY(range[1]), 3) } : { visibility: "hidden" });
      },
    };
    groups[c].brush();
    return group;
  };

  const redraw = drawn(host, (place) => {
    const width = Math.max(place, shown.length * 84);  // on narrow screens it is moved along
    size = Object.assign({}, size, { width });
    gather();
    const picture = svg("svg", { width, height: size.height, viewBox: "0 0 " + width + " " + size.height, id: "parallel_picture", class: "as-wide", role: "group", "aria-label": "Parallel coordinates" });
    picture.append(lines, held, ...shown.map((_, c) => axisGroup(c)));
    paint();
    return el("div", { class: "scroll" }, picture);
  });
  const clear = el("button", { type: "button" }, "Take all brushes away");
  clear.addEventListener("click", () => {
    for (const c of [...brushes.keys()]) brush(c, null);
  });
  host.append(el("div", { class: "tools" }, clear), readout,
              paragraph("note", "A line is a point; the farther its colour is from that of the paper, the better it is in " + first.name + ". Drag along a coordinate to keep the points that pass there, click it to take the brush away; with the keyboard ↑ ↓ + − and Escape." +
                (all.length > shown.length ? " Of " + all.length + " coordinates the first " + shown.length + " are drawn." : "")));
  watchers.push((what) => {
    if (what === "workload") redraw();
    else if (what === "chosen") hold();
    else paint();
  });
}
