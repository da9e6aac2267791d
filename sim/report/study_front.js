// SPDX-License-Identifier: Apache-2.0
// Points by two numbers, the front among them, and all that is known of the point under the cursor.

/** Of the points that are shown, those that no other one betters in both. */
function bestOfTwo(list, x, y) {
  const cost = (one, i) => (one.maximise ? -1 : 1) * one.column.value(i);
  const sorted = list.slice().sort((a, b) => cost(x, a) - cost(x, b) || cost(y, a) - cost(y, b));
  const best = [];
  for (const i of sorted) {
    const last = best[best.length - 1];
    if (last === undefined || cost(y, i) < cost(y, last)) best.push(i);
  }
  return best;
}

/** Numbers of the points that have the same objectives. */
function sameAs(i) {
  const list = [];
  for (let j = 0; j < pointCount; j++) if (j !== i && points.workload[j] === points.workload[i] && stateOf(j) === "done" && objectives.every((one) => one.column.value(j) === one.column.value(i))) list.push(points.number[j]);
  return list;
}

function pointPanel(host) {
  const show = () => {
    const i = view.chosen;
    if (i < 0) {
      host.replaceChildren(paragraph("note", "Point at a dot, a line or a row, or focus the picture and press ← →, to see what it is."));
      return;
    }
    const rows = [];
    for (const column of columns) {
      const half = column.metric !== undefined && data.repeats > 1 ? points.width[column.metric][i] : null;
      rows.push(el("dt", { title: column.name }, column.label), el("dd", null, (column.text(i) || "–") + (half ? " ± " + exact(half) : "")));
    }
    const command = commandOf(i);
    const same = stateOf(i) === "done" ? sameAs(i) : [];
    const message = points.words[points.message[i]];
    host.replaceChildren();
    append(host, [
      el("h3", { id: "point", "data-number": points.number[i] }, "Point " + points.number[i] + (isFront(i) ? ", on the front" : "") + (view.pinned ? ", held" : "")),
      paragraph("note", stateOf(i) + (data.workloads.length > 1 ? ", workload " + data.workloads[points.workload[i]] : "") + (points.broken[i] > 0 ? ", " + plural(points.broken[i], "constraint does", "constraints do") + " not hold" : "") + (message ? ": " + message : "")),
      el("dl", null, rows),
      same.length > 0 ? paragraph("note", "The same objectives " + (same.length === 1 ? "has point " : "have points ") + same.slice(0, 8).join(", ") + (same.length > 8 ? " and " + count(same.length - 8) + " more" : "") + " (N and P go there).") : null, causesOf(i).map((line) => paragraph("", line)),
      command ? el("h4", null, "Run it again") : "", command ? el("code", { class: "command", id: "command", tabindex: "0" }, command) : ""]);
  };
  watchers.push(show);
  show();
}

function frontPart(host) {
  const numeric = columns.filter((column) => column.numeric || column.kind === "axis");
  let x = objectives.length > 1 ? objectives[0].column : strongestAxis();
  let y = objectives[objectives.length > 1 ? 1 : 0].column;
  const shownOf = (column) => columns.includes(column) && numeric.includes(column);
  if (!shownOf(x)) x = numeric[0];
  if (!shownOf(y)) y = numeric[numeric.length - 1];
  let list = [];
  let places = [];
  const values = (column) => list.map((i) => column.value(i));
  const auto = (column) => column.numeric && spansMany(allOf(column));
  const allOf = (column) => { const found = []; for (let i = 0; i < pointCount; i++) if (ofWorkload(i) && column.value(i) !== null && stateOf(i) === "done") found.push(column.value(i)); return found; };
  const log = { x: auto(x), y: auto(y) };

  const tools = el("div", { class: "tools" });
  const beside = el("div", { class: "gantt explained" });
  const left = el("div");
  const panel = el("div", { class: "panel", id: "panel", "aria-live": "polite" });
  beside.append(left, panel);
  const readout = paragraph("readout", "");
  host.append(tools, beside, readout);

  const objectiveOf = (column) => objectives.find((one) => one.column === column);
  const titleOf = (column) => { const one = objectiveOf(column); return (one ? (one.maximise ? "maximise " : "minimise ") : "") + column.label; };
  let marks = null;

  /** The 95 % intervals of a point's means, as lines through it. */
  const bars = (i, scaleX, scaleY, atX, atY) => {
    const halfOf = (column) => (column.metric === undefined ? 0 : points.width[column.metric][i] || 0);
    const ends = (scale, column) => {
      const [value, half] = [column.value(i), halfOf(column)];
      const least = scale.log ? Math.pow(10, scale.from) : scale.from;
      return [Math.max(value - half, least), value + half];
    };
    const [[left, right], [low, high]] = [ends(scaleX, x), ends(scaleY, y)];
    const at = (value, place) => place(value).toFixed(1);
    return (halfOf(x) > 0 ? "M" + at(left, atX) + " " + at(y.value(i), atY) + "H" + at(right, atX) : "") + (halfOf(y) > 0 ? "M" + at(x.value(i), atX) + " " + at(low, atY) + "V" + at(high, atY) : "");
  };

  const draw = (width) => {
    list = [];
    for (let i = 0; i < pointCount; i++) if (ofWorkload(i) && stateOf(i) === "done" && x.value(i) !== null && y.value(i) !== null) list.push(i);
    const height = Math.max(Math.min(width * 0.62, 520), 260);
    const scaleX = scaleOf(values(x), log.x);
    const scaleY = scaleOf(values(y), log.y);
    const labelsX = x.kind === "axis" && !x.numeric ? data.axes[x.axis].choices.map((_, at) => choiceText(data.axes[x.axis], at)) : null;
    const { picture, atX, atY } = plotted(width, height, scaleX, scaleY, { x: titleOf(x) + (scaleX.log ? ", logarithmic" : ""), y: titleOf(y) + (scaleY.log ? ", logarithmic" : "") }, labelsX);
    withAttributes(picture, { id: "front_picture", tabindex: "0", "aria-label": "Points by " + x.label + " and " + y.label + "; ← and → go along the front, N and P from point to point, Enter holds the point" });
    places = list.map((i) => [atX(x.value(i)), atY(y.value(i))]);
    const [within, without] = [[], []];
    list.forEach((i, at) => { if (!isFront(i)) (passes(i) ? within : without).push(places[at]); });
    picture.append(svg("path", { class: "dots out", d: dots(without) }), svg("path", { class: "dots", d: dots(within) }));
    if (data.repeats > 1) picture.append(svg("path", { class: "bars", id: "front_bars", d: list.filter(isFront).map((i) => bars(i, scaleX, scaleY, atX, atY)).join("") }));
    const [ox, oy] = [objectiveOf(x), objectiveOf(y)];
    if (ox && oy && x !== y) {
      const best = bestOfTwo(list.filter(isAdmitted), ox, oy);
      picture.append(svg("path", { class: "front-line", id: "front_line", d: best.map((i, at) => (at === 0 ? "M" + atX(x.value(i)).toFixed(1) + " " + atY(y.value(i)).toFixed(1) : "H" + atX(x.value(i)).toFixed(1) + "V" + atY(y.value(i)).toFixed(1))).join("") }));
    }
    list.forEach((i, at) => {
      if (isFront(i)) picture.append(svg("circle", { class: "front-dot" + (passes(i) ? "" : " out"), "data-front": points.number[i], cx: places[at][0].toFixed(1), cy: places[at][1].toFixed(1), r: 4.5 }));
    });
    marks = svg("circle", { class: "ring", r: 8, visibility: "hidden" });
    picture.append(marks);
    const nearest = (event) => {
      const box = picture.getBoundingClientRect();
      const [px, py] = [event.clientX - box.left, event.clientY - box.top];
      let best = -1;
      let least = 28 * 28;
      places.forEach(([cx, cy], at) => {
        // Of dots on one place that of the front.
        const far = (cx - px) ** 2 + (cy - py) ** 2 - (isFront(list[at]) ? 9 : 0);
        if (far < least) [least, best] = [far, at];
      });
      return best < 0 ? -1 : list[best];
    };
    picture.addEventListener("pointermove", (event) => {
      const i = nearest(event);
      if (i >= 0 && !view.pinned) choose(i);
    });
    picture.addEventListener("click", (event) => {
      const i = nearest(event);
      view.pinned = i >= 0 && !(view.pinned && i === view.chosen);
      if (i >= 0) view.chosen = i;
      changed("chosen");
    });
    picture.addEventListener("keydown", keys);
    mark();
    return picture;
  };
  const keys = (event) => {
    const along = list.filter(isFront).sort((a, b) => x.value(a) - x.value(b) || y.value(a) - y.value(b));
    const step = { ArrowLeft: [along, -1], ArrowRight: [along, 1], n: [list, 1], p: [list, -1], N: [list, 1], P: [list, -1] }[event.key];
    if (event.key === "Enter") {
      view.pinned = !view.pinned && view.chosen >= 0;
      changed("chosen");
    }
    if (!step || step[0].length === 0) return;
    event.preventDefault();
    const at = step[0].indexOf(view.chosen);
    view.pinned = false;
    choose(step[0][at < 0 ? (step[1] > 0 ? 0 : step[0].length - 1) : Math.min(Math.max(at + step[1], 0), step[0].length - 1)]);
  };
  const mark = () => {
    const at = list.indexOf(view.chosen);
    if (marks) withAttributes(marks, at < 0 ? { visibility: "hidden" } : { visibility: "visible", cx: places[at][0], cy: places[at][1] });
  };
  const redraw = drawn(left, draw);
  const texts = numeric.map((column) => column.name);
  const choices = () => tools.replaceChildren(
    chooser("Across", texts, numeric.indexOf(x), (at) => { x = numeric[at]; log.x = auto(x); choices(); redraw(); }), tick("logarithmic", log.x, (on) => { log.x = on; redraw(); }),
    chooser("Up", texts, numeric.indexOf(y), (at) => { y = numeric[at]; log.y = auto(y); choices(); redraw(); }), tick("logarithmic", log.y, (on) => { log.y = on; redraw(); }));
  choices();
  const tell = () => {
    let front = 0;
    for (let i = 0; i < pointCount; i++) if (ofWorkload(i) && isFront(i)) front++;
    readout.replaceChildren(figure("span", "front." + view.workload, data.fronts[view.workload], plural(data.fronts[view.workload], "point", "points")), " on the front" +
      (data.has_front ? "" : ": the study was interrupted and has none yet") + "; " + plural(list.length, "point", "points") + " drawn" + (objectives.length > 2 ? ". The line joins those that are best in these two objectives; the front is of all " + objectives.length : "") + ".");
  };
  tell();
  watchers.push((what) => {
    if (what === "workload") [log.x, log.y] = [auto(x), auto(y)];
    if (what !== "chosen") redraw();
    mark();
    tell();
  });
  pointPanel(panel);
  host.append(paragraph("note keys", "← → go along the front, N and P from point to point, Enter or a click holds a point; so its command can be copied."));
}

/** Column of the axis whose values move the first objective most. */
function strongestAxis() {
  const effects = data.effects[view.workload].objectives[0].axes;
  let best = 0;
  effects.forEach((one, at) => { if ((one.share || 0) > (effects[best].share || 0)) best = at; });
  return columns.find((column) => column.axis === best) || columns[0];
}
