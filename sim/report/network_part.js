// SPDX-License-Identifier: Apache-2.0
// The network as a heat map, of the whole run or of a stretch of time.

const kHeat = 6;

/** Smallest of 1, 2 and 5 times a power of ten that is not below. */
function scaleEnd(value) {
  if (!(value > 0)) return 1;
  const power = Math.pow(10, Math.floor(Math.log10(value)));
  return [1, 2, 5, 10].map((f) => f * power).find((end) => end >= value * (1 - 1e-12));
}
const heat = (value, end) => (value > 0 ? Math.min(kHeat, 1 + Math.floor((value / end) * kHeat)) : 0);

function heatScale(letter, end, text) {
  const picture = svg("svg", { width: 190, height: 32, viewBox: "0 0 190 32", role: "img", "aria-label": text });
  for (let level = 0; level <= kHeat; ++level) picture.append(svg("rect", { class: letter + level, x: level * 20 + 0.5, y: 2, width: 20, height: 11, "stroke-width": 0 }));
  picture.append(svg("text", { x: 0, y: 27 }, "0"), svg("text", { x: 140, y: 27, "text-anchor": "end" }, end));
  return el("span", null, text, picture);
}

function networkModel(run) {
  const links = run.links;
  const routers = links.routers.map(([switched, channels, buffered, flits]) => ({ switched, channels, buffered, flits, terminals: new Map() }));
  if (routers.length === 0) return null;
  const terminal = (router, name) => {
    const at = routers[router].terminals;
    if (!at.has(name)) at.set(name, { name, router, sends: 0, gets: 0, sent: [], got: [] });
    return at.get(name);
  };
  for (const [name, router, flits, levels] of links.entries) if (routers[router]) Object.assign(terminal(router, name), { sends: flits, sent: levels });
  for (const [name, router, flits, levels] of links.exits) if (routers[router]) Object.assign(terminal(router, name), { gets: flits, got: levels });
  const columns = Math.ceil(Math.sqrt(routers.length));
  routers.forEach((router, r) => {
    [router.column, router.row] = links.spots[r] || [r % columns, Math.floor(r / columns)];
  });
  const terminals = routers.flatMap((router) => [...router.terminals.values()]);
  return { routers, terminals };
}

function networkPart(run, host) {
  if (run.links.missing) return host.append(missing(run.links.missing));
  const model = networkModel(run);
  if (!model || run.cycles === 0) return host.append(missing("The network's routers are not in this page."));
  const cycles = run.cycles;
  const of = (flits) => share(flits, cycles);
  const nameOf = (t) => run.names[t.name];
  const links = run.links.links.filter(([from, to]) => model.routers[from] && model.routers[to]).sort((a, b) => busyCycles(a) - busyCycles(b));
  const mostFlits = links.reduce((most, link) => Math.max(most, busyCycles(link)), model.terminals.reduce((most, t) => Math.max(most, t.sends, t.gets), 0));
  const end = Math.min(scaleEnd(Math.max(mostFlits / cycles, mostOverTime(run))), 1);
  const fullest = scaleEnd(model.routers.reduce((most, r) => Math.max(most, r.buffered), 0) / cycles);
  const single = model.routers.length === 1;
  const readout = paragraph("readout", "");
  const hint = single ? "Point at a terminal to read it." : "Point at a router, or focus the picture and press the arrow keys, to read it.";
  readout.setAttribute("aria-live", "polite");
  readout.replaceChildren(hint);
  // Flits per cycle, of which a narrow link is busy for several: of the whole run, or of the stretch of time that the slider is at.
  let stretch = -1;
  const perCycle = (flits, over) => stretch < 0 ? flits / cycles : (over[stretch] || 0) / Math.min(run.links.stretch, cycles + 1 - stretch * run.links.stretch);
  const levels = (t) => [perCycle(t.sends, t.sent), perCycle(t.gets, t.got)];
  const recolour = [];

  const describe = (r) => {
    const router = model.routers[r];
    const names = [...router.terminals.values()].map((t) => nameOf(t) + " (sends " + of(t.sends) + ", gets " + of(t.gets) + ")");
    return "Router " + r + (names.length > 0 ? ": " + names.slice(0, 12).join(", ") + (names.length > 12 ? ", and " + (names.length - 12) + " more" : "") : ", no terminals") +
           ". " + decimal(router.buffered / cycles, 3) + " flits in its buffers (mean), " + count(router.flits) + " flits have left; lost the switch " + count(router.switched) + ", a channel " + count(router.channels) + " times.";
  };
  const bars = (picture, t, x, y, size) => {
    const boxes = [0, 1].map((side) => svg("rect", { x: x + size * (side === 0 ? 0.06 : 0.52), y, width: size * 0.42, height: Math.max(size * 0.16, 2), "stroke-width": 0 }));
    picture.append(boxes[0], boxes[1]);
    recolour.push(() => {
      const level = (Array.isArray(t) ? t : [t]).map(levels).reduce((a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1])], [0, 0]);
      boxes.forEach((box, side) => box.setAttribute("class", "s" + heat(level[side], end)));
    });
  };

  const drawTerminals = (width) => {
    const cell = 118;
    const columns = Math.max(Math.min(Math.floor(width / cell), model.terminals.length), 1);
    const rows = Math.ceil(model.terminals.length / columns);
    const picture = svg("svg", { width: columns * cell, height: rows * 44, role: "img", "aria-label": "Terminals by what they send and get" });
    model.terminals.forEach((t, i) => {
      const x = (i % columns) * cell;
      const y = Math.floor(i / columns) * 44;
      const name = nameOf(t);
      const group = svg("g", null, svg("text", { class: "name", x, y: y + 14 }, name.length > 16 ? name.slice(0, 15) + "…" : name), svg("title", null, name + ": sends " + of(t.sends) + ", gets " + of(t.gets) + " of the cycles"));
      const boxes = [0, 1].map((side) => svg("rect", { x: x + side * 50, y: y + 19, width: 46, height: 12, "stroke-width": 0 }));
      append(group, boxes);
      recolour.push(() => boxes.forEach((box, side) => box.setAttribute("class", "s" + heat(levels(t)[side], end))));
      group.addEventListener("pointerenter", () => readout.replaceChildren(name + ": sends " + of(t.sends) + ", gets " + of(t.gets) + " of the cycles."));
      picture.append(group);
    });
    return picture;
  };

  const drawRouters = (width) => {
    const columns = Math.max(...model.routers.map((r) => r.column)) + 1;
    const rows = Math.max(...model.routers.map((r) => r.row)) + 1;
    const slants = links.some(([a, b]) => model.routers[a].column !== model.routers[b].column && model.routers[a].row !== model.routers[b].row);
    const cell = Math.min(Math.max((width - 8) / columns, 9), 118);
    // Rows that are levels stand further apart, so that links between them are told from each other.
    const levels = model.routers.every((r) => Number.isInteger(r.row));
    const pitch = slants && levels ? Math.max(cell, 60) * 1.2 : cell;
    const half = Math.min(cell * 0.25, 19);
    const centre = (r) => ({ x: 4 + (model.routers[r].column + 0.5) * cell, y: 6 + (model.routers[r].row + 0.5) * pitch });
    const picture = svg("svg", { width: columns * cell + 8, height: rows * pitch + 12, tabindex: "0", role: "application", "aria-label": "Network: links by how busy they are, routers by flits in their buffers. Arrow keys go from router to router." });
    const wide = slants ? Math.max(half * 0.22, 1) : Math.max(cell * 0.09, 1.2);
    const stroke = (a, b, dx, dy, rate, title) => {
      const side = slants ? half * 0.2 : cell * 0.075;
      const line = svg("line", { x1: a.x - dy * side, y1: a.y + dx * side, x2: b.x - dy * side, y2: b.y + dx * side }, svg("title", null, title));
      recolour.push(() => {
        const level = heat(rate(), end);
        line.setAttribute("class", "s" + level);
        line.setAttribute("stroke-width", level === 0 ? wide / 2 : wide);
      });
      picture.append(line);
    };
    // Whether a straight line along a row or column would run over a router. Where several of a router's links in one
    // direction are so, they bend round what is in their way.
    const lines = (at, along) => {
      const found = new Map(model.routers.map((r) => [r[at], []]));
      for (const r of model.routers) found.get(r[at]).push(r[along]);
      return [...found];
    };
    const [inRows, inColumns] = [lines("row", "column"), lines("column", "row")];
    const crossed = (across, at, from, to) => across.some(([line, routers]) =>
      Math.abs(line - at) < 0.3 && routers.some((r) => Math.min(from, to) < r && r < Math.max(from, to)));
    const barred = ([from, to]) => {
      const [a, b] = [model.routers[from], model.routers[to]];
      if ((a.column !== b.column) === (a.row !== b.row) || Math.abs(a.column - b.column) + Math.abs(a.row - b.row) <= 1.01) return false;
      return a.row === b.row ? crossed(inRows, a.row, a.column, b.column) : crossed(inColumns, a.column, a.row, b.row);
    };
    const inTheWay = links.map(barred);
    const ways = new Set();
    let arcs = false;
    links.forEach(([from, to], i) => {
      if (!inTheWay[i]) return;
      const [a, b] = [model.routers[from], model.routers[to]];
      const way = from + " " + Math.sign(b.column - a.column) + " " + Math.sign(b.row - a.row);
      arcs = arcs || ways.has(way);
      ways.add(way);
    });
    const bend = (a, b, dx, dy, distance, rate, title) => {
      const out = cell * Math.min(0.5 + (0.1 * distance) / cell, 0.95);
      const from = { x: a.x + (dx - dy) * half * 0.9, y: a.y + (dy + dx) * half * 0.9 };
      const to = { x: b.x - (dx + dy) * half * 0.9, y: b.y - (dy - dx) * half * 0.9 };
      const by = { x: (a.x + b.x) / 2 - dy * out, y: (a.y + b.y) / 2 + dx * out };
      const arc = svg("path", { d: "M" + from.x + " " + from.y + "Q" + by.x + " " + by.y + " " + to.x + " " + to.y }, svg("title", null, title));
      recolour.push(() => {
        const level = heat(rate(), end);
        arc.setAttribute("class", "bend s" + level);
        arc.setAttribute("stroke-width", level === 0 ? wide / 4 : wide / 2);
      });
      picture.append(arc);
    };
    for (const [i, [from, to, flits, over, flitCycles]] of links.entries()) {
      const a = centre(from);
      const b = centre(to);
      const distance = Math.hypot(b.x - a.x, b.y - a.y);
      if (distance === 0) continue;
      let dx = (b.x - a.x) / distance;
      let dy = (b.y - a.y) / distance;
      const title = "router " + from + " to " + to + ": " + count(flits) + " flits, " + of(busyCycles(links[i])) + " of the cycles";
      const rate = () => perCycle(flits, over) * flitCycles;
      const along = (p, length) => ({ x: p.x + dx * length, y: p.y + dy * length });
      if (!inTheWay[i]) {
        stroke(along(a, half), along(b, -half), dx, dy, rate, title);
        continue;
      }
      if (arcs) {
        bend(a, b, dx, dy, distance, rate, title);
        continue;
      }
      // Its two ends are drawn, on the far sides.
      [dx, dy] = [-dx, -dy];
      stroke(along(a, half), along(a, cell * 0.47), dx, dy, rate, title);
      stroke(along(b, -cell * 0.47), along(b, -half), dx, dy, rate, title);
    }
    const squares = model.routers.map((router, r) => {
      const at = centre(r);
      const square = svg("rect", { class: "edge f" + heat(router.buffered / cycles, fullest), x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half, rx: 2 }, svg("title", null, describe(r)));
      picture.append(square);
      if (router.terminals.size > 0) bars(picture, [...router.terminals.values()], at.x - half, at.y + half * 0.55, 2 * half);
      if (half >= 12) picture.append(svg("text", { class: heat(router.buffered / cycles, fullest) >= 4 ? "on" : "name", x: at.x, y: at.y + 3, "text-anchor": "middle", "pointer-events": "none" }, String(r)));
      if (cell >= 44 && router.terminals.size > 0) {
        const names = [...router.terminals.values()].map(nameOf);
        const most = Math.floor(cell / 7);
        const first = names.find((name) => !/^(node|background)/.test(name)) || names[0];
        const more = names.length > 1 ? " +" + (names.length - 1) : "";
        const room = most - more.length;
        picture.append(svg("text", { class: "halo name", x: at.x, y: at.y - half - 4, "text-anchor": "middle", "pointer-events": "none" }, (first.length > room ? first.slice(0, Math.max(room - 1, 1)) + "…" : first) + more));
      }
      square.addEventListener("pointerenter", () => choose(r));
      return square;
    });
    let chosen = -1;
    const choose = (r) => {
      if (chosen >= 0) squares[chosen].classList.remove("chosen");
      chosen = r;
      squares[r].classList.add("chosen");
      readout.replaceChildren(describe(r));
    };
    picture.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!way) return;
      event.preventDefault();
      if (chosen < 0) return choose(0);
      const from = centre(chosen);
      let best = -1;
      let least = Infinity;
      model.routers.forEach((_, r) => {
        const at = centre(r);
        const ahead = (at.x - from.x) * way[0] + (at.y - from.y) * way[1];
        const aside = Math.abs((at.x - from.x) * way[1]) + Math.abs((at.y - from.y) * way[0]);
        if (ahead > 0.5 && ahead + 2 * aside < least) {
          least = ahead + 2 * aside;
          best = r;
        }
      });
      if (best >= 0) choose(best);
    });
    return picture;
  };

  const place = el("div", { class: "scroll" });
  const scales = el("div", { class: "legend" });
  append(scales, [heatScale("s", brief(end), single ? "sends and gets, flits per cycle" : "links and terminals, share of the time that they are busy"), single ? null : heatScale("f", brief(fullest), "routers, flits in their buffers")]);
  const slider = networkSlider(run, (at) => {
    stretch = at;
    for (const act of recolour) act();
  });
  host.append(slider, place, readout, scales);
  responsive(place, (width) => {
    recolour.length = 0;
    const picture = single ? drawTerminals(width) : drawRouters(width);
    for (const act of recolour) act();
    return picture;
  });
  host.append(paragraph("note", single ? "A crossbar or a single router: the left box is what a terminal sends, the right one what it gets." :
    "Each link is drawn on the right-hand side of its direction; one that would run over other routers as its two ends, or bent round them where routers have several of those in one direction. Bars in a router: what its terminals send (left) and get (right), the busiest one."));
  const top = links.slice(-10).reverse();
  const at = (r) => {
    const names = [...model.routers[r].terminals.values()].map(nameOf);
    return "router " + r + (names.length > 0 ? " (" + names.slice(0, 3).join(", ") + (names.length > 3 ? ", …" : "") + ")" : "");
  };
  if (top.length > 0 && top[0][2] > 0) {
    host.append(el("h3", null, "Busiest links, of " + count(run.links.all_links)), table(["From", "To", { wide: "" }, { n: "Of the cycles" }, { n: "Flits" }],
      top.map((link) => [at(link[0]), at(link[1]), bar(busyCycles(link), cycles), { n: of(busyCycles(link)) }, { n: count(link[2]) }])));
  }
  host.append(el("details", null, el("summary", null, "Terminals as a table (" + count(run.links.terminals) + ")"), table(["Terminal", { n: "Router" }, { n: "Sends, flits" }, { n: "Of the cycles" }, { n: "Gets, flits" }, { n: "Of the cycles" }],
    model.terminals.map((t) => [nameOf(t), { n: String(t.router) }, { n: count(t.sends), key: "sends." + nameOf(t), value: t.sends }, { n: of(t.sends) }, { n: count(t.gets) }, { n: of(t.gets) }]))));
}

/** In which flits set out over a link; each takes several over a narrow one. */
function busyCycles(link) {
  return link[2] * link[4];
}

/** Share of its time that the busiest link was busy in the stretch of time in which it was busiest. */
function mostOverTime(run) {
  const { entries, links, exits, stretch } = run.links;
  return [entries, links, exits].flat().reduce((most, row) => row[3].reduce((a, b) => Math.max(a, b * (row[4] || 1)), most), 0) / stretch;
}

/** Calls `show` with the number of a stretch of time, or -1 for the whole run. */
function networkSlider(run, show) {
  if (run.links.no_levels) return paragraph("note", "Of the whole run. " + run.links.no_levels);
  const { stretch } = run.links;
  const text = el("span", { class: "grow" });
  const range = el("input", { type: "range", min: 0, max: Math.ceil((run.cycles + 1) / stretch), value: 0, "aria-label": "Stretch of time; at the left end the whole run" });
  const tell = () => {
    const at = Number(range.value) - 1;
    const from = at * stretch;
    text.replaceChildren(at < 0 ? "the whole run" : "cycles " + count(from) + " to " + count(Math.min(from + stretch, run.cycles)) + ": links and terminals (buffers are those of the whole run)");
    show(at);
  };
  range.addEventListener("input", tell);
  text.replaceChildren("the whole run");
  return el("div", { class: "tools" }, el("label", null, "Time ", range), text);
}
