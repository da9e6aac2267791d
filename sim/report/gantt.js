// SPDX-License-Identifier: Apache-2.0
// Processors over time with the critical path in it: from shares of time, where jobs are too narrow to be seen, down to
// single jobs.

const kGantt = { left: 92, axis: 20, track: 14, gap: 8, column: 5, overview: 40 };

/** Jobs and rows as the Gantt needs them. */
function ganttModel(run) {
  const jobs = run.jobs;
  const n = jobs.task.length;
  const model = { cycles: run.cycles, rows: jobs.rows, count: n, started: jobs.started, row: jobs.row, finished: new Array(n), inRow: jobs.rows.map(() => []), critical: new Array(n).fill(false), way: [], complete: jobs.kept === jobs.total };
  const places = new Map();
  for (let j = 0; j < n; ++j) {
    model.finished[j] = jobs.started[j] + jobs.length[j];
    model.inRow[jobs.row[j]].push(j);
    places.set(jobs.task[j] + "/" + jobs.job[j], j);
  }
  for (const list of model.inRow) list.sort((a, b) => jobs.started[a] - jobs.started[b]);
  if (!run.path.missing) {
    let last = -1;
    for (const row of run.path.rows) {
      const step = pathStep(run, row);
      const job = step.cause === "compute" ? places.get(step.taskNumber + "/" + step.job) : undefined;
      if (job === undefined) continue;
      model.critical[job] = true;
      if (job !== last) model.way.push(job);
      last = job;
    }
  }
  return model;
}

/** Shares of the columns of a row in which it computed. */
function busyShares(run, model, row, from, to, columns) {
  const cell = (to - from) / columns;
  const sums = new Float64Array(columns);
  const add = (a, b, weight) => {
    const first = Math.max(Math.floor((a - from) / cell), 0);
    for (let c = first; c < columns && from + c * cell < b; ++c)
      sums[c] += weight * Math.max(Math.min(b, from + (c + 1) * cell) - Math.max(a, from + c * cell), 0);
  };
  if (model.complete) {
    for (const j of model.inRow[row]) if (model.finished[j] > from && model.started[j] < to) add(model.started[j], model.finished[j], 1);
  } else {
    const stretch = run.jobs.busy_stretch;
    const busy = run.jobs.busy[row];
    for (let b = Math.floor(from / stretch); b < busy.length && b * stretch < to; ++b) {
      const end = Math.min((b + 1) * stretch, model.cycles);
      if (busy[b] > 0) add(b * stretch, end, busy[b] / (end - b * stretch));
    }
  }
  return sums.map((s) => Math.min(s / cell, 1));
}

function sizedCanvas(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.height = height + "px";
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = "11px system-ui, sans-serif";
  pen.textBaseline = "middle";
  return pen;
}

function clipped(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  let end = Math.min(text.length, Math.floor(width / 3));
  while (end > 0 && pen.measureText(text.slice(0, end) + "…").width > width) --end;
  return end === 0 ? "" : text.slice(0, end) + "…";
}

const streamNames = (run) => ((run.summary.streams && run.summary.streams.list) || []).map((x) => String(x.name));
const streamRow = (run, stream) => (streamNames(run).length > 0 ? [["Stream", streamNames(run)[stream] || String(stream)]] : []);

/** Colours of groups, by their names in the style sheet. More groups than colours share them in turn. */
const kGroupColours = ["compute", "send", "queue", "network", "id", "input", "slot", "host"];

/** Groups by which jobs can be coloured: the critical path, streams and classes where there are several. */
function ganttGroupings(run) {
  const all = [{ label: "critical path" }];
  if (run.tasks.missing) return all;
  const by = (label, place, nameOf) => {
    const found = new Map();
    const of = run.jobs.task.map((task) => {
      const key = run.tasks.named[task] ? run.tasks.named[task][place] : null;
      if (!found.has(key)) found.set(key, 0);
      return key;
    });
    const keys = [...found.keys()].filter((key) => key !== null).sort((a, b) => (a < b ? -1 : 1));
    if (keys.length < 2) return;
    const number = new Map(keys.map((key, n) => [key, n]));
    all.push({ label, names: keys.map(nameOf), of: of.map((key) => (key === null ? -1 : number.get(key))) });
  };
  const streams = streamNames(run);
  if (streams.length > 1) by("stream", 3, (key) => streams[key] || String(key));
  by("class", 0, String);
  by("weight", 1, (key) => "weight " + count(key));
  return all;
}

/** What is known of a job, for the panel beside the Gantt. */
function jobDetails(run, model, j) {
  const jobs = run.jobs;
  const rows = [["Processor", jobs.rows[jobs.row[j]].name], ["Computes", count(jobs.length[j]) + " cycles"]];
  if (!run.path.missing) rows.push(["On the critical path", model.critical[j] ? "yes" : "no"]);
  const started = jobs.started[j];
  const [matched, picked, issued, arrived, ready, written, completed] = jobs.stations[j];
  const times = [["Matched", matched === null ? null : started - matched], ["Picked", started - picked], ["First flit sent", started - issued], ["Arrived", started - arrived],
                 ["Input there", started - ready], ["Started", started], ["Finished", model.finished[j]], ["Output written", model.finished[j] + written], ["Completed", model.finished[j] + completed]];
  const lists = [["", rows], ["Job, cycle of", times.filter(([, at]) => at !== null).map(([label, at]) => [label, count(at)])]];
  const task = !run.tasks.missing && run.tasks.named[jobs.task[j]];
  if (task) {
    const [cls, weight, number, stream, ...at] = task;
    const labels = ["Submitted", "Cached", "Head of its queue", "Ready", "Registered", "Split", "Admitted", "First job sent", "Last job sent", "Completed"];
    const stations = labels.map((label, i) => [label, at[i]]).filter(([, cycle]) => cycle !== null).map(([label, cycle]) => [label, count(cycle)]);
    const slack = at.length > labels.length ? [["Slack", count(at[labels.length]) + " cycles"]] : [];
    lists.push(["Task, cycle of", stations], ["", [["Class", cls], ...streamRow(run, stream), ["Weight", count(weight)], ["Jobs", count(number)], ...slack]]);
  }
  return el("div", null, lists.map(([title, list]) => [title ? el("div", { class: "dim apart" }, title) : null, el("dl", null, list.map(([label, text]) => [el("dt", null, label), el("dd", null, text)]))]));
}

function ganttPart(run, host) {
  if (run.jobs.missing) {
    host.append(missing(run.jobs.missing));
    if (run.jobs.rows && run.jobs.rows.length > 0) host.append(processorTable(run));
    return;
  }
  if (run.cycles === 0 || run.jobs.rows.length === 0) return host.append(missing("No cycle passed."));
  const model = ganttModel(run);
  const rowHeight = Math.max(Math.min(Math.floor(560 / model.rows.length), 22), 5);
  const top = kGantt.axis + kGantt.track + kGantt.gap;
  const height = top + model.rows.length * rowHeight + 2;
  const whole = runs.reduce((most, other) => Math.max(most, other.cycles), 0);  // of two runs the same scale
  const view = { from: 0, to: whole };
  const groupings = ganttGroupings(run);
  let grouping = groupings[0];
  let chosen = -1;
  let width = 0;

  const overview = el("canvas", { "aria-hidden": "true" });
  const canvas = el("canvas", { class: "map", tabindex: "0", role: "application",
                                "aria-label": "Gantt of the processors. Arrow keys left and right move, up and down zoom; N and P choose the next and previous job of the processor, J and K the processor below and above, C the next job of the critical path; Home shows the whole run." });
  const panel = el("aside", { class: "panel", "aria-live": "polite", "aria-label": "Details of the chosen job" });
  const readout = el("span", { class: "grow" });
  const button = (text, label, act) => {
    const b = el("button", { type: "button", "aria-label": label, title: label }, text);
    b.addEventListener("click", act);
    return b;
  };

  const atX = (cycle) => kGantt.left + ((cycle - view.from) / (view.to - view.from)) * (width - kGantt.left);
  const cycleAt = (x) => view.from + ((x - kGantt.left) / (width - kGantt.left)) * (view.to - view.from);
  const rowTop = (row) => top + row * rowHeight;

  function drawOverview() {
    const pen = sizedCanvas(overview, width, kGantt.overview);
    const { running, stretch } = run.jobs;
    const x = (cycle) => kGantt.left + (cycle / whole) * (width - kGantt.left);
    const high = kGantt.overview - 4;
    pen.fillStyle = colour("faint");
    pen.fillRect(kGantt.left, 0, width - kGantt.left, high);
    pen.fillStyle = colour("job");
    running.forEach((sum, b) => {
      const end = Math.min((b + 1) * stretch, run.cycles);
      const level = sum / (end - b * stretch) / Math.max(run.jobs.processors, 1);
      pen.fillRect(x(b * stretch), high * (1 - level), x(end) - x(b * stretch) + 0.3, high * level);
    });
    pen.fillStyle = colour("soft");
    pen.textAlign = "right";
    pen.fillText("all computing", kGantt.left - 8, high / 2);
    pen.strokeStyle = colour("critical");
    pen.lineWidth = 2;
    const a = x(view.from);
    pen.strokeRect(a + 1, 1, Math.max(x(view.to) - a - 2, 2), high - 2);
  }

  function drawAxis(pen) {
    pen.fillStyle = colour("soft");
    pen.strokeStyle = colour("line");
    pen.lineWidth = 1;
    pen.textAlign = "center";
    for (const t of ticks(view.from, view.to, (width - kGantt.left) / 120)) {
      const x = Math.round(atX(t)) + 0.5;
      pen.beginPath();
      pen.moveTo(x, kGantt.axis - 4);
      pen.lineTo(x, height);
      pen.stroke();
      const text = count(t);
      const half = pen.measureText(text).width / 2;
      pen.fillText(text, Math.min(Math.max(x, kGantt.left + half), width - half), 8);
    }
    pen.textAlign = "right";
    pen.fillText("cycle", kGantt.left - 8, 8);
  }

  function drawTrack(pen) {
    if (run.path.missing) return;
    pen.textAlign = "right";
    pen.fillStyle = colour("ink");
    pen.fillText("critical path", kGantt.left - 8, kGantt.axis + kGantt.track / 2);
    pen.fillStyle = colour("line");
    const begin = Math.max(atX(0), kGantt.left);
    pen.fillRect(begin, kGantt.axis, Math.min(atX(run.cycles), width) - begin, kGantt.track);
    const colours = new Map(data.causes.map(([name]) => [name, colour(name)]));
    for (const row of run.path.rows) {
      const from = row[1];
      const to = row[1] + row[2];
      if (to <= view.from || from >= view.to) continue;
      pen.fillStyle = colours.get(data.causes[row[3]][0]);
      const x = Math.max(atX(from), kGantt.left);
      pen.fillRect(x, kGantt.axis, Math.max(Math.min(atX(to), width) - x, 0.2), kGantt.track);
    }
  }

  const seen = () => {
    const list = [];
    let cycles = 0;
    for (let j = 0; j < model.count; ++j) {
      if (model.finished[j] < view.from || model.started[j] > view.to) continue;
      list.push(j);
      cycles += model.finished[j] - model.started[j];
    }
    const wide = list.length === 0 ? 0 : (cycles / list.length / (view.to - view.from)) * (width - kGantt.left);
    return { list, single: wide >= 3 || (model.complete && list.length < 400) };
  };

  function drawShares(pen, strong) {
    const columns = Math.max(Math.floor((width - kGantt.left) / kGantt.column), 1);
    const each = (width - kGantt.left) / columns;
    pen.fillStyle = colour(strong ? "busy" : "job");
    for (let r = 0; r < model.rows.length; ++r) {
      busyShares(run, model, r, view.from, view.to, columns).forEach((s, c) => {
        if (s === 0) return;
        pen.globalAlpha = strong ? 0.12 + 0.88 * s : 0.35 * s;
        pen.fillRect(kGantt.left + c * each, rowTop(r) + 1, each + 0.3, rowHeight - 2);
      });
    }
    pen.globalAlpha = 1;
  }

  /** A band over the cycles of a fault, and a line at its begin; of a fault of the interconnect over all rows. */
  function drawFaults(pen) {
    pen.fillStyle = colour("warn");
    for (const [row, , begin, end] of run.jobs.faults) {
      if (end < view.from || begin > view.to) continue;
      const x = Math.max(atX(begin), kGantt.left);
      const top = rowTop(row ?? 0);
      const high = row === null ? rowTop(model.rows.length) - top : rowHeight;
      pen.globalAlpha = 0.16;
      pen.fillRect(x, top, Math.max(Math.min(atX(end), width) - x, 0.7), high);
      pen.globalAlpha = 0.9;
      if (begin >= view.from) pen.fillRect(x, top, 1.5, high);
    }
    pen.globalAlpha = 1;
  }

  function drawJobs(pen, list) {
    const paper = colour("paper");
    const ink = colour("ink");
    const fills = [colour("job"), colour("critical")];
    const grouped = grouping.of ? kGroupColours.map(colour) : null;
    const pad = rowHeight >= 12 ? 2 : 0.5;
    for (const critical of [false, true]) {
      for (const j of list) {
        if (model.critical[j] !== critical) continue;
        const x = Math.max(atX(model.started[j]), kGantt.left);
        const w = Math.max(Math.min(atX(model.finished[j]), width) - x, 0.7);
        const y = rowTop(model.row[j]) + pad;
        const group = grouped ? grouping.of[j] : -1;
        pen.fillStyle = group < 0 ? fills[grouped ? 0 : critical ? 1 : 0] : grouped[group % grouped.length];
        pen.fillRect(x, y, w > 4 ? w - 0.8 : w, rowHeight - 2 * pad);
        const name = run.names[run.jobs.task[j]];
        if (w < 24 || rowHeight < 14 || (w < 110 && pen.measureText(name).width > w - 7)) continue;
        pen.fillStyle = critical && !grouped ? paper : ink;
        pen.textAlign = "left";
        pen.fillText(clipped(pen, name, w - 7), x + 4, y + (rowHeight - 2 * pad) / 2 + 0.5);
      }
    }
  }

  /** From the end of each job of the critical path to the start of the next one. */
  function drawWay(pen) {
    pen.strokeStyle = colour("critical");
    pen.lineWidth = 1.2;
    for (let i = 1; i < model.way.length; ++i) {
      const a = model.way[i - 1];
      const b = model.way[i];
      if (model.started[b] < view.from || model.finished[a] > view.to) continue;
      pen.beginPath();
      pen.moveTo(Math.max(atX(model.finished[a]), kGantt.left), rowTop(model.row[a]) + rowHeight / 2);
      pen.lineTo(Math.min(Math.max(atX(model.started[b]), kGantt.left), width), rowTop(model.row[b]) + rowHeight / 2);
      pen.stroke();
    }
  }

  function drawChosen(pen) {
    if (chosen < 0 || model.finished[chosen] < view.from || model.started[chosen] > view.to) return;
    const x = Math.max(atX(model.started[chosen]), kGantt.left);
    const y = rowTop(model.row[chosen]);
    pen.strokeStyle = colour("ink");
    pen.lineWidth = 2;
    pen.strokeRect(x - 1, y, Math.max(Math.min(atX(model.finished[chosen]), width) - x, 2) + 1, rowHeight);
  }

  function draw() {
    if (width === 0) return;
    drawOverview();
    const pen = sizedCanvas(canvas, width, height);
    drawAxis(pen);
    pen.textAlign = "right";
    pen.fillStyle = colour("ink");
    const every = Math.ceil(11 / rowHeight);
    model.rows.forEach((row, r) => {
      if (r % every === 0) pen.fillText(clipped(pen, row.name, kGantt.left - 12), kGantt.left - 8, rowTop(r) + rowHeight / 2);
    });
    const { list, single } = seen();
    pen.save();
    pen.beginPath();
    pen.rect(kGantt.left, 0, width - kGantt.left, height);
    pen.clip();
    if (!single || !model.complete) drawShares(pen, !single);
    if (single) drawJobs(pen, list);
    drawFaults(pen);
    if (single || model.way.length < 300) drawWay(pen);
    drawChosen(pen);
    pen.restore();
    drawTrack(pen);
    const per = ((view.to - view.from) / (width - kGantt.left)) * kGantt.column;
    readout.replaceChildren("Cycles " + count(view.from) + " to " + count(view.to) + ": " +
                            (single ? plural(list.length, "job", "jobs") + (model.complete ? "" : " one by one, of all others the share of time") : "share of time computing, per " + (per >= 10 ? count(per) : decimal(per, 1)) + " cycles; zoom in for single jobs") +
                            (run.jobs.faults.length === 0 ? "" : "; bands are faults"));
    canvas.dataset.mode = single ? "jobs" : "shares";
  }

  function look(from, to) {
    const least = 20;
    const span = Math.min(Math.max(to - from, least), whole);
    const middle = (from + to) / 2;
    view.from = Math.min(Math.max(middle - span / 2, 0), whole - span);
    view.to = view.from + span;
    draw();
  }
  const zoom = (factor, about) => {
    const at = about === undefined ? (view.from + view.to) / 2 : about;
    look(at - (at - view.from) * factor, at + (view.to - at) * factor);
  };
  const move = (part) => look(view.from + (view.to - view.from) * part, view.to + (view.to - view.from) * part);

  function choose(j, bring) {
    chosen = j;
    const length = j >= 0 ? model.finished[j] - model.started[j] : 0;
    const small = (length / (view.to - view.from)) * (width - kGantt.left) < 5;
    if (j >= 0 && bring && (small || model.started[j] < view.from || model.finished[j] > view.to)) {
      const span = small ? length * 16 : Math.max(view.to - view.from, length * 1.5);
      const middle = (model.started[j] + model.finished[j]) / 2;
      look(middle - span / 2, middle + span / 2);
    } else {
      draw();
    }
    showPanel();
  }
  /** The next job of the critical path behind the chosen one, or behind the begin of what is seen. */
  function nextCritical() {
    const after = chosen >= 0 ? model.started[chosen] : view.from - 1;
    const next = model.way.filter((j) => model.started[j] > after).sort((a, b) => model.started[a] - model.started[b])[0];
    choose(next === undefined ? model.way[0] : next, true);
  }
  function sibling(step) {
    if (chosen < 0) return choose(model.inRow.flat()[0], true);
    const list = model.inRow[model.row[chosen]];
    const next = list[list.indexOf(chosen) + step];
    if (next !== undefined) choose(next, true);
  }
  function otherRow(step) {
    if (chosen < 0) return sibling(1);
    const middle = model.started[chosen];
    for (let r = model.row[chosen] + step; r >= 0 && r < model.rows.length; r += step) {
      const list = model.inRow[r];
      if (list.length === 0) continue;
      const near = list.reduce((best, j) => (Math.abs(model.started[j] - middle) < Math.abs(model.started[best] - middle) ? j : best));
      return choose(near, true);
    }
  }
  function showPanel() {
    if (chosen < 0) {
      panel.replaceChildren(el("h3", null, "No job chosen"), paragraph("dim", "Click a job, or focus the picture and press N" + (model.way.length > 0 ? ", or C for the critical path." : ".")));
      return;
    }
    const name = run.names[run.jobs.task[chosen]];
    panel.replaceChildren(el("h3", { "data-key": "chosen" }, "Task " + name + ", job " + run.jobs.job[chosen]),
                          el("div", { class: "tools" }, button("←", "Previous job of this processor", () => sibling(-1)), button("→", "Next job of this processor", () => sibling(1))),
                          jobDetails(run, model, chosen));
  }
  function jobAt(x, y) {
    const row = Math.floor((y - top) / rowHeight);
    if (row < 0 || row >= model.rows.length || x < kGantt.left) return -1;
    const cycle = cycleAt(x);
    const slop = ((view.to - view.from) / width) * 3;
    let best = -1;
    for (const j of model.inRow[row]) {
      if (model.started[j] > cycle + slop) break;
      if (model.finished[j] >= cycle - slop && (best < 0 || model.started[j] <= cycle)) best = j;
    }
    return best;
  }

  let drag = null;
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, from: view.from, to: view.to, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const by = event.clientX - drag.x;
    if (Math.abs(by) > 3) drag.moved = true;
    const cycles = (by / (width - kGantt.left)) * (drag.to - drag.from);
    if (drag.moved) look(drag.from - cycles, drag.to - cycles);
  });
  canvas.addEventListener("pointerup", (event) => {
    const box = canvas.getBoundingClientRect();
    if (drag && !drag.moved) choose(jobAt(event.clientX - box.left, event.clientY - box.top), false);
    drag = null;
  });
  canvas.addEventListener("wheel", (event) => {
    if (document.activeElement !== canvas && !event.ctrlKey) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, cycleAt(event.clientX - canvas.getBoundingClientRect().left));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const about = chosen >= 0 ? (model.started[chosen] + model.finished[chosen]) / 2 : undefined;
    const acts = { ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), ArrowUp: () => zoom(0.7, about), ArrowDown: () => zoom(1.4, about),
                   "+": () => zoom(0.7, about), "-": () => zoom(1.4, about), Home: () => look(0, whole), n: () => sibling(1), p: () => sibling(-1),
                   j: () => otherRow(1), k: () => otherRow(-1), c: () => model.way.length > 0 && nextCritical(), Escape: () => choose(-1) };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  overview.addEventListener("pointerdown", (event) => {
    const jump = (e) => {
      const cycle = ((e.clientX - overview.getBoundingClientRect().left - kGantt.left) / (width - kGantt.left)) * whole;
      const span = view.to - view.from;
      look(cycle - span / 2, cycle + span / 2);
    };
    jump(event);
    overview.setPointerCapture(event.pointerId);
    overview.onpointermove = jump;
    overview.onpointerup = () => (overview.onpointermove = null);
  });

  const tools = el("div", { class: "tools" }, button("−", "Zoom out", () => zoom(1.6)), button("+", "Zoom in", () => zoom(0.6)), button("←", "Move left", () => move(-0.3)),
                   button("→", "Move right", () => move(0.3)), button("Whole run", "Show the whole run", () => look(0, whole)),
                   model.way.length > 0 ? button("Next on the critical path", "Choose the next job of the critical path", nextCritical) : null, readout);
  const causes = run.path.missing ? [] : ranked(run.summary.critical_path || {}).map(([name]) => name);
  const legend = el("div", { class: "legend" });
  const fillLegend = () => legend.replaceChildren(...(grouping.of
    ? grouping.names.map((name, n) => swatch(kGroupColours[n % kGroupColours.length], name))
    : [swatch("job", "job computes"), ...(run.path.missing ? [] : [swatch("critical", "of these, on the critical path")])]));
  fillLegend();
  if (groupings.length > 1) {
    tools.append(chooser("Single jobs coloured by", groupings.map((of) => of.label), 0, (at) => {
      grouping = groupings[at];
      fillLegend();
      draw();
    }));
  }
  const pictures = el("div", null, overview, canvas, legend,
                      causes.length > 0 ? el("div", { class: "legend" }, "Critical path:", causes.slice(0, 7).map((name) => swatch(name, words(name))), causes.length > 7 ? "and others, as above" : null, run.path.rows.length < run.path.steps ? swatch("line", "shorter steps") : null) : null,
                      paragraph("note keys", "Drag to move; wheel to zoom once the picture has the focus, else with Ctrl. Keys: ← → move, ↑ ↓ zoom, N P next and previous job, J K processor below and above, C next on the critical path, Home whole run."));
  host.append(tools, el("div", { class: "gantt" }, pictures, panel));
  host.append(el("details", null, el("summary", null, "Processors as a table"), processorTable(run)));
  showPanel();
  const resize = () => {
    const wide = Math.floor(canvas.parentElement.clientWidth);
    if (wide === width || wide === 0) return;
    width = wide;
    draw();
  };
  resize();
  new ResizeObserver(resize).observe(canvas.parentElement);
  redraws.push(draw);
}

function processorTable(run) {
  return table(["Processor", "Type", { wide: "Computing" }, { n: "Share" }, { n: "Cycles" }, { n: "Jobs" }],
               run.jobs.rows.map((row) => [row.name, row.type, bar(row.busy, run.cycles), { n: share(row.busy, run.cycles) }, { n: count(row.busy), key: "busy." + row.name, value: row.busy }, { n: count(row.jobs) }]));
}
