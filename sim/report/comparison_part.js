// SPDX-License-Identifier: Apache-2.0
// Of two runs of one workload: what `gantry compare` finds, as its JSON has it.

const signed = (n) => (n > 0 ? "+" : n < 0 ? "−" : "") + count(Math.abs(n));
const none = (value) => (value === null || value === undefined ? "–" : String(value));

function comparisonPart(host) {
  const c = data.comparison;
  if (c.why_not) return host.append(missing(c.why_not));
  const keys = [...c.inputs, ...c.provenance.map((row) => Object.assign({}, row, { key: "provenance: " + row.key }))];
  host.append(el("h3", null, "Inputs that differ"));
  host.append(keys.length === 0 ? paragraph("", "None: both experiments are the same, key by key.")
                                : table(["Key", "A", "B"], keys.map((row) => [row.key, none(row.a), none(row.b)])));
  host.append(el("h3", null, "Where they part first"));
  if (!c.divergence) {
    host.append(paragraph("", c.equal ? "Nowhere: the runs are equal." : "No task and no job passes a station in another cycle; " + plural(c.differing_numbers, "number", "numbers") + " of the summaries differ."));
    if (c.equal) return;
  } else {
    firstDivergence(c.divergence, host);
  }
  waterfallPart(c, host);
  waitChanges("What the tasks of the path, ready, waited for", "Cause", "held.", c.critical_path_held, (row) => row.cause, host);
  waitChanges("What held the work beside which processors were idle", "Block", "overhead.", c.overhead, (row) => row.block, host);
  stageChanges(c, host);
  taskChanges(c, host);
  groupChanges(c, host);
  linkChanges(c, host);
  streamChanges(c, host);
}

function firstDivergence(at, host) {
  const deed = (side, d) => [side, words(d.block), words(d.station), d.task === null ? "–" : d.task, { n: d.job === null ? "" : count(d.job) },
                             d.processor !== null ? d.processor : d.id !== null ? "id " + d.id : "", { n: d.other_cycle === null ? "not known" : count(d.other_cycle) }];
  host.append(paragraph("", "In cycle ", figure("b", "divergence.cycle", at.cycle, count(at.cycle)), " at " + words(at.block) + ": " + plural(at.records, "record differs", "records differ") + " in this cycle. What one run does there and the other does not:"),
              table(["Run", "Block", "Station", "Task", { n: "Job" }, "Chosen", { n: "The other one in cycle" }],
                    [...at.a.map((d) => deed("A", d)), ...at.b.map((d) => deed("B", d))].slice(0, 12)));
}

/** From the makespan of A to that of B, cause by cause: what each holds of the critical paths. */
function waterfallPart(c, host) {
  host.append(el("h3", null, "The difference of the makespans, by cause along both critical paths"));
  if (!c.critical_path) return void host.append(missing("A run without a critical path (`critical_path` of the experiment's `output`, and a run to its end) has no causes to compare."));
  const known = c.critical_path.filter((row) => row.difference !== 0);
  const steps = [["A", 0, c.cycles.a, "total"]];
  let at = c.cycles.a;
  for (const row of known) {
    steps.push([row.cause, at, at + row.difference, row.difference > 0 ? "longer" : "shorter"]);
    at += row.difference;
  }
  steps.push(["B", 0, at, "total"]);
  responsive(host, (width) => waterfall(steps, width));
  const blocks = new Map(data.causes.map(([name, block]) => [name, block]));
  host.append(table(["Cause", "Block", { n: "A" }, { n: "B" }, { n: "B − A" }],
    [...known.map((row) => [swatch(row.cause, words(row.cause)), words(blocks.get(row.cause) || ""), { n: count(row.a) }, { n: count(row.b) }, { n: signed(row.difference), key: "difference." + row.cause, value: row.difference }]),
     ["all", "", { n: count(c.cycles.a) }, { n: count(c.cycles.b) }, { n: signed(c.cycles.difference), key: "difference", value: c.cycles.difference }]]));
}

/** Cycles of both runs by a name; rows that are 0 in both are left out. */
function waitChanges(title, what, key, rows, name, host) {
  const known = (rows || []).filter((row) => row.a !== 0 || row.b !== 0);
  if (known.length === 0) return;
  host.append(el("h3", null, title), table([what, { n: "A" }, { n: "B" }, { n: "B − A" }],
    known.map((row) => [words(name(row)), { n: count(row.a) }, { n: count(row.b) }, { n: signed(row.difference), key: key + name(row), value: row.difference }])));
}

/** Bars of which each begins where the one before ended; `steps`: [name, from, to, kind]. */
function waterfall(steps, width) {
  const row = 22;
  const left = Math.min(150, width / 3);
  const right = 90;
  const height = steps.length * row + 26;
  const changes = steps.filter((step) => step[3] !== "total");
  const ends = steps.flatMap(([, from, to, kind]) => (kind === "total" ? [to] : [from, to]));
  // Where all is far from 0, the totals are cut off: the picture is about what lies between.
  const least = Math.min(...ends);
  const most = Math.max(...ends);
  const from = changes.length > 0 && least > 2 * (most - least) ? least - (most - least) * 0.15 : 0;
  const atX = (v) => left + ((width - left - right) * (Math.max(v, from) - from)) / (most - from || 1);
  const picture = svg("svg", { width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": "Waterfall from the makespan of A to that of B, by cause" });
  for (const t of ticks(from, most, Math.max(width / 160, 2))) {
    if (t < from || t > most) continue;
    picture.append(svg("line", { class: "grid", x1: atX(t), x2: atX(t), y1: 0, y2: height - 22 }), svg("text", { x: atX(t), y: height - 6, "text-anchor": "middle" }, brief(t)));
  }
  steps.forEach(([name, begin, end, kind], at) => {
    const y = at * row + 3;
    const [low, high] = [Math.min(begin, end), Math.max(begin, end)];
    const bar = svg("rect", { x: atX(low), y, width: Math.max(atX(high) - atX(low), 1), height: row - 7, class: "fall " + kind });
    bar.append(svg("title", null, words(name) + ": " + (kind === "total" ? count(end) : signed(end - begin)) + " cycles"));
    picture.append(svg("text", { x: left - 8, y: y + 12, "text-anchor": "end" }, words(name)), bar,
                   svg("text", { x: atX(high) + 6, y: y + 12, "text-anchor": "start" }, kind === "total" ? count(end) : signed(end - begin)));
    if (at + 1 < steps.length) picture.append(svg("line", { class: "axis", x1: atX(end), x2: atX(end), y1: y + row - 7, y2: y + row }));
  });
  return picture;
}

function stageChanges(c, host) {
  if (!c.stages) return;
  const cells = (change) => [{ n: count(change.a) }, { n: count(change.b) }, { n: signed(change.difference) }];
  host.append(el("h3", null, "Where all tasks spent their lives, in cycles"),
              table(["Stage", { n: "A" }, { n: "B" }, { n: "B − A" }], Object.entries(c.stages.all.cycles).map(([stage, change]) => [words(stage), ...cells(change)])));
  if (c.stages.groups.length < 2) return;
  host.append(el("h3", null, "Lifetimes by class, weight and stream"),
              table(["Class", { n: "Weight" }, { n: "Stream" }, { n: "A" }, { n: "B" }, { n: "B − A" }],
                    c.stages.groups.map((g) => [g.class, { n: count(g.weight) }, { n: count(g.stream) }, ...cells(g.cycles.lifetime)])));
}

function taskChanges(c, host) {
  if (!c.tasks) return;
  const rows = (list) => list.map((t) => [t.task, { n: count(t.lifetime.a) }, { n: count(t.lifetime.b) }, { n: signed(t.lifetime.difference) }, { n: count(t.completed.a) }, { n: count(t.completed.b) }]);
  const head = ["Task", { n: "Lifetime A" }, { n: "B" }, { n: "B − A" }, { n: "Completed A" }, { n: "B" }];
  host.append(el("h3", null, "Tasks that gained or lost most"),
              paragraph("note", "Of " + plural(c.tasks.compared, "task", "tasks") + ": " + count(c.tasks.gained) + " live shorter in B, " + count(c.tasks.lost) + " longer."));
  for (const [title, list] of [["Gained", c.tasks.by_lifetime.gained], ["Lost", c.tasks.by_lifetime.lost]]) {
    if (list.length > 0) host.append(el("h4", null, title), table(head, rows(list)));
  }
}

function groupChanges(c, host) {
  if (c.processors.length === 0) return;
  host.append(el("h3", null, "Processors"), table(["Group", { n: "Jobs A" }, { n: "B" }, { n: "Busy A" }, { n: "B" }, { n: "Utilisation A" }, { n: "B" }],
    c.processors.map((g) => [g.group, { n: count(g.jobs.a) }, { n: count(g.jobs.b) }, { n: count(g.busy_cycles.a) }, { n: count(g.busy_cycles.b) }, { n: share(g.utilization.a, 1) }, { n: share(g.utilization.b, 1) }])));
}

function linkChanges(c, host) {
  if (!c.links || c.links.most_changed.length === 0) return;
  host.append(el("h3", null, "Links whose load changed most"), table(["From", "To", { n: "Flits A" }, { n: "B" }, { n: "B − A" }, { n: "Load A" }, { n: "B" }],
    c.links.most_changed.map((l) => [l.from, l.to, { n: count(l.flits.a) }, { n: count(l.flits.b) }, { n: signed(l.flits.difference) }, { n: share(l.utilization.a, 1) }, { n: share(l.utilization.b, 1) }])));
}

function streamChanges(c, host) {
  if (c.streams.length === 0) return;
  const level = (of) => (of.mean === null ? "–" : mean(of.mean) + (of.half_width === null ? "" : " ± " + mean(of.half_width)));
  const verdict = { null: "not known", true: "beyond its confidence", false: "within its confidence" };
  host.append(el("h3", null, "Response times of streams, in cycles"), table(["Stream", { n: "Mean A" }, { n: "Mean B" }, { n: "B − A" }, "The difference is", { n: "p99 A" }, { n: "p99 B" }],
    c.streams.map((s) => [s.name === null ? "all tasks" : s.name, { n: level(s.a) }, { n: level(s.b) }, { n: s.difference === null ? "–" : decimal(s.difference, 1) }, verdict[String(s.beyond)],
                          percentile(s.p99 && s.p99.a, 99, s.instances && s.instances.a), percentile(s.p99 && s.p99.b, 99, s.instances && s.instances.b)])));
  fewNote(host, c.streams.flatMap((s) => (s.instances ? [s.instances.a, s.instances.b] : [])));
}
