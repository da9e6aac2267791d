// SPDX-License-Identifier: Apache-2.0
// Parts that summary.json alone tells.

/** Sums by key, the largest first. */
const ranked = (object) => Object.entries(object).filter(([, n]) => typeof n === "number" && n > 0).sort((a, b) => b[1] - a[1]);

/** Every stall of every block: [block, cause, cycles], the longest first. */
function stalls(summary) {
  const list = [];
  for (const [block, of] of Object.entries(summary.blocks || {})) {
    for (const [cause, cycles] of Object.entries((of && of.stalls) || {})) if (cycles > 0) list.push([block, cause, cycles]);
  }
  return list.sort((a, b) => b[2] - a[2]);
}

/** What the figures say where a run has no verdict. */
function facts(run) {
  const summary = run.summary;
  const list = [];
  const path = ranked(summary.critical_path || {});
  if (path.length > 0) {
    const told = path.slice(0, 3).map(([cause, n]) => words(cause) + " " + share(n, run.cycles));
    list.push("The critical path of " + count(run.cycles) + " cycles went into " + told.join(", ") + (path.length > 3 ? ", and others." : "."));
  }
  if (run.kind === "machine" && run.jobs.processors > 0) {
    list.push("The " + plural(run.jobs.processors, "processor", "processors") + " computed in " + share(run.jobs.busy_cycles, run.cycles * run.jobs.processors) + " of their cycles.");
  }
  const waits = summary.waits;
  if (waits && waits.lifetime > 0) {
    const [stage, n] = ranked(Object.fromEntries(Object.entries(waits).filter(([key]) => key !== "lifetime")))[0];
    list.push("Tasks spent most of their lives in " + words(stage) + ": " + share(n, waits.lifetime) + ".");
  }
  const longest = stalls(summary)[0];
  if (longest) list.push("The longest stall: " + words(longest[0]) + ", " + words(longest[1]) + ", in " + share(longest[2], run.cycles) + " of the cycles.");
  return list;
}

/** [label, key, value, text, more]: the figures that stand on top. */
function keyNumbers(run) {
  const s = run.summary;
  const mhz = s.clock_mhz || (s.architecture && s.architecture.clock_mhz);
  const list = [];
  const streams = (s.streams && s.streams.list) || [];
  const due = streams.filter((x) => x.deadline);
  if (due.length > 0) {
    const sum = (of) => due.reduce((all, x) => all + of(x), 0);
    const late = sum((x) => x.deadline.misses);
    list.push(["Late", "streams.misses", late, count(late), "of " + plural(sum((x) => x.instances.done), "instance", "instances") + " with a deadline"]);
  }
  const limited = streams.filter((x) => x.requests && x.requests.goodput);
  if (limited.length > 0) {
    const sum = (of) => limited.reduce((all, x) => all + of(x), 0);
    const within = sum((x) => x.requests.goodput.within);
    list.push(["Requests in time", "streams.within", within, count(within), "of " + count(sum((x) => x.requests.arriving))]);
  }
  if (run.kind !== "network") list.push(["Makespan", "cycles", run.cycles, count(run.cycles), "cycles, " + duration(run.cycles, mhz)]);
  if (s.tasks) list.push(["Tasks completed", "tasks.completed", s.tasks.completed, count(s.tasks.completed), "of " + count(s.tasks.completed + s.tasks.unfinished)]);
  if (s.jobs) list.push(["Jobs completed", "jobs.completed", s.jobs.completed, count(s.jobs.completed), "of " + count(s.jobs.total)]);
  if (s.sessions) list.push(["Sessions completed", "sessions.completed", s.sessions.completed, count(s.sessions.completed), "of " + count(s.sessions.arrived)]);
  if (run.kind === "machine") {
    list.push(["Processors busy", "busy_cycles", run.jobs.busy_cycles, share(run.jobs.busy_cycles, run.cycles * run.jobs.processors), "mean of " + count(run.jobs.processors)]);
    list.push(["Matching failures", "jobs.schedule_failures", s.jobs.schedule_failures, count(s.jobs.schedule_failures), "tried again"]);
  }
  if (s.interconnect) {
    list.push(["Packets", "interconnect.packets", s.interconnect.packets, count(s.interconnect.packets), count(s.interconnect.flits) + " flits"]);
    const latency = s.interconnect.latency;
    if (latency) list.push(["Packet latency, p50", "interconnect.latency.p50", latency.p50, count(latency.p50), "cycles; p99 " + count(latency.p99)]);
  }
  if (s.control) {
    const latency = s.control.latency;
    list.push(["Control messages", "control.packets", s.control.packets, count(s.control.packets), words(s.control.topology)]);
    list.push(["Control latency, p50", "control.latency.p50", latency.p50, count(latency.p50), "cycles; p99 " + count(latency.p99)]);
  }
  if (run.kind === "network") {
    list.push(["Nodes", "nodes", s.nodes, count(s.nodes || 0), words(String(s.topology || ""))]);
    const loads = loadsOf(s);
    list.push(["Loads", "points", loads.length, count(loads.length), s.packet_flits ? "packets of " + plural(s.packet_flits, "flit", "flits") : words(String(s.pattern || ""))]);
    if (s.saturation && typeof s.saturation.accepted === "number") {
      const between = s.saturation.interval;
      list.push(["Saturation", "saturation.accepted", s.saturation.accepted, decimal(s.saturation.accepted, 4), "flits per cycle and node" + (between ? "; " + decimal(between.low, 4) + " to " + decimal(between.high, 4) : "")]);
    }
  }
  return list;
}

function tiles(run) {
  const list = el("dl", { class: "tiles" });
  for (const [label, key, value, text, more] of keyNumbers(run)) {
    list.append(el("div", null, el("dt", null, label), el("dd", null, figure("b", key, value, text, text.length > 11 ? { class: "long" } : null), el("span", null, more))));
  }
  return list;
}

function verdictPart(run, host) {
  const s = run.summary;
  if (run.kind !== "network" && s.complete === false) {
    const lines = Array.isArray(s.diagnosis) ? s.diagnosis : [];
    host.append(el("div", { class: "alarm" }, paragraph("", "The run did not come to its end (" + words(String(s.end)) + "). What is below is of the part that ran."), lines.slice(0, 1).map((line) => paragraph("", String(line)))));
    if (lines.length > 1) host.append(el("details", null, el("summary", null, "Where it stood: tasks and blocks"), lines.slice(1).map((line) => paragraph("note", String(line)))));
  }
  const told = Array.isArray(s.verdict) && s.verdict.length > 0;
  const list = told ? s.verdict.map(String) : facts(run);
  if (run.measured) list.push(run.measured);
  if (list.length > 0) host.append(el("ul", { class: "verdict", "data-verdict": told ? "summary" : "facts" }, list.map((line) => el("li", null, line))));
  if (runs.length === 1) host.append(tiles(run));
  if (run.kind === "network" && loadsOf(s).length > 0) {
    host.append(el("h3", null, "Loads"), loadsTable(loadsOf(s)));
    fewNote(host, loadsOf(s).map((p) => p.packets));
  }
}

/** A single load, or a trace, stands in the file itself. */
function loadsOf(s) {
  return s.points || (s.status ? [s] : []);
}

function loadsTable(points) {
  const number = (n, digits) => ({ n: typeof n === "number" ? decimal(n, digits) : "–" });
  const both = points.some((p) => p.priorities);
  const priority = (p, name) => {
    const of = p.priorities && p.priorities[name] && p.priorities[name].latency;
    return { n: of ? decimal(of.mean, 1) + ", " + count(of.p99) : "–" };
  };
  return table(["Packets per cycle and node", { n: "Offered, flits" }, { n: "Accepted, flits" }, "Status", { n: "Latency: mean" }, { n: "p50" }, { n: "p99" }, { n: "max, cycles" }, { n: "pJ per flit" },
                ...(both ? [{ n: "Urgent: mean, p99" }, { n: "Ordinary: mean, p99" }] : [])],
               points.map((p) => [p.packets_per_cycle === undefined ? "trace" : String(p.packets_per_cycle), number(p.offered, 4), number(p.accepted, 4), words(String(p.status || "")),
                                  number(p.latency && p.latency.mean, 1), number(p.latency && p.latency.p50, 0), percentile(p.latency && p.latency.p99, 99, p.packets), number(p.latency && p.latency.max, 0), number(p.energy_per_flit && p.energy_per_flit.pj, 1),
                                  ...(both ? [priority(p, "urgent"), priority(p, "ordinary")] : [])]));
}

/** Two runs: the same figures and their difference. */
function comparedNumbers(runs) {
  const second = new Map(keyNumbers(runs[1]).map((row) => [row[1], row]));
  const rows = [];
  for (const [label, key, value, text] of keyNumbers(runs[0])) {
    const other = second.get(key);
    if (!other) continue;
    const change = value > 0 ? (other[2] > value ? "+" : "") + decimal((100 * (other[2] - value)) / value, 2) + " %" : "–";
    const shown = ([, , v, t]) => (t.endsWith("%") ? count(v) + " cycles, " + t : t);
    rows.push([label, { n: shown([label, key, value, text]), key: "a." + key, value }, { n: shown(other), key: "b." + key, value: other[2] }, { n: (other[2] > value ? "+" : "") + count(other[2] - value) }, { n: change }]);
  }
  return table(["", { n: "A" }, { n: "B" }, { n: "B − A" }, { n: "Change" }], rows);
}

function waitsPart(run, host) {
  const waits = run.summary.waits;
  if (!waits) return host.append(missing("This run has no stages of tasks."));
  const tasks = run.summary.tasks.completed;
  if (tasks === 0) return host.append(missing("No task completed."));
  const rows = Object.entries(waits).filter(([stage]) => stage !== "lifetime").map(([stage, n]) =>
    [words(stage), bar(n, waits.lifetime), { n: share(n, waits.lifetime) }, { n: count(n), key: "waits." + stage, value: n }, { n: decimal(n / tasks, 1) }]);
  rows.push(["lifetime", "", { n: "100.0 %" }, { n: count(waits.lifetime), key: "waits.lifetime", value: waits.lifetime }, { n: decimal(waits.lifetime / tasks, 1) }]);
  host.append(table(["Stage", { wide: "" }, { n: "Share" }, { n: "Cycles" }, { n: "Per task" }], rows));
  host.append(paragraph("note", "Cycles of all " + count(tasks) + " completed tasks together, from submission to completion; the stages sum exactly to the lifetime."));
  const groups = run.summary.stages;
  if (!Array.isArray(groups) || groups.length < 2) return;
  const stages = Object.keys(groups[0].cycles);
  host.append(el("h3", null, "By class, weight and stream: cycles per task"),
              table(["Class", { n: "Weight" }, { n: "Stream" }, { n: "Tasks" }, ...stages.map((stage) => ({ n: words(stage) })), { n: "lifetime" }],
                    groups.map((g) => [String(g.class), { n: count(g.weight) }, { n: count(g.stream) }, { n: count(g.tasks) },
                                       ...stages.map((stage) => ({ n: g.tasks > 0 ? count(g.cycles[stage] / g.tasks) : "–" })), { n: g.tasks > 0 ? count(g.lifetime / g.tasks) : "–" }])));
}

function queuesPart(run, host) {
  const rows = [];
  for (const [block, of] of Object.entries(run.summary.blocks || {})) {
    for (const [name, q] of Object.entries((of && of.queues) || {})) {
      rows.push([words(block) + ": " + words(name), q.capacity > 0 ? gauge(q.mean, q.max, q.capacity) : "", { n: mean(q.mean) },
                 { n: count(q.max), key: block + ".queues." + name + ".max", value: q.max }, { n: q.capacity > 0 ? count(q.capacity) : "unbounded", dim: q.capacity === 0 }]);
    }
  }
  if (rows.length === 0) return host.append(missing("The summary has no queues."));
  host.append(table(["Queue", { wide: "Filled" }, { n: "Mean" }, { n: "Highest" }, { n: "Places" }], rows));
  host.append(paragraph("note", "Bar: mean level over all cycles. Mark: highest level. Entries."));
}

function stallsPart(run, host) {
  const list = stalls(run.summary);
  if (list.length === 0) return host.append(missing(run.summary.blocks ? "No block was ever stalled." : "The summary has no stalls."));
  host.append(table(["Block: waits for", { wide: "" }, { n: "Share" }, { n: "Cycles" }],
                    list.map(([block, cause, n]) => [words(block) + ": " + words(cause), bar(n, run.cycles), { n: share(n, run.cycles) }, { n: count(n), key: block + ".stalls." + cause, value: n }])));
  host.append(paragraph("note", "Cycles in which at least one thing waited for this cause; they may overlap."));
}

/** Requests that several instances of streams serve. */
function requestTimes(streams, host) {
  const served = streams.filter((x) => x.requests);
  if (served.length === 0) return;
  const times = [["first token", "ttft_cycles"], ["per output token", "tpot_cycles"], ["end to end", "e2e_cycles"]];
  const rows = served.flatMap((x) => times.filter(([, key]) => x.requests[key]).map(([label, key]) => {
    const t = x.requests[key];
    const limit = x.requests.goodput && x.requests.goodput[key];
    return [String(x.name), label, { n: count(t.mean) }, { n: count(t.p50) }, percentile(t.p95, 95, x.requests.done), percentile(t.p99, 99, x.requests.done), { n: count(t.max) },
            typeof limit === "number" ? { n: count(limit) } : { n: "none", dim: true }];
  }));
  host.append(el("h3", null, "Times of requests, in cycles"), table(["Stream", "Time", { n: "Mean" }, { n: "p50" }, { n: "p95" }, { n: "p99" }, { n: "Longest" }, { n: "Limit" }], rows));
  fewNote(host, served.map((x) => x.requests.done));
  for (const x of served) {
    const r = x.requests;
    host.append(paragraph("note", String(x.name) + ": " + count(r.done) + " of " + count(r.arriving) + " requests done, " + count(r.tokens) + " tokens, " + decimal(r.tokens_per_second, 1) + " per second." +
      (r.goodput ? " Within the limits: " + count(r.goodput.within) + ", " + decimal(r.goodput.per_second, 2) + " per second." : "")));
  }
}

/** Per stream: from the median response to the longest, with what an instance alone takes, and the deadline. */
function responseRanges(streams, host) {
  const told = streams.filter((x) => x.response_cycles && x.response_cycles.p50 > 0);
  if (told.length === 0) return;
  const all = told.flatMap((x) => [x.response_cycles.p50, x.response_cycles.max, x.alone_cycles, x.deadline && x.deadline.cycles]).filter((n) => n > 0);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const height = 26;
  host.append(el("h3", null, "Response times"));
  responsive(host, (width) => {
    const left = Math.min(150, width / 4);
    const right = 46;
    const [low, high] = [Math.log(least), Math.log(most)];
    const at = (n) => left + 12 + ((width - left - 12 - right) * (Math.log(n) - low)) / (high - low || 1);
    const picture = svg("svg", { width, height: told.length * height + 24, viewBox: "0 0 " + width + " " + (told.length * height + 24), role: "img", "aria-label": "Response times of the streams" });
    const first = Math.ceil(Math.log10(least) - 1e-9);
    const powers = Array.from({ length: Math.max(Math.floor(Math.log10(most) + 1e-9) - first + 1, 0) }, (_, i) => Math.pow(10, first + i));
    for (const n of powers.length > 1 ? powers : [least, most]) {
      picture.append(svg("line", { class: "grid", x1: at(n), x2: at(n), y1: 0, y2: told.length * height }),
                     svg("text", { x: at(n), y: told.length * height + 16, "text-anchor": "middle" }, brief(Number(n.toPrecision(3)))));
    }
    told.forEach((x, row) => {
      const r = x.response_cycles;
      const y = row * height + height / 2;
      const mark = (n, label, cls, high) => n > 0 && picture.append(svg("line", { class: cls, x1: at(n), x2: at(n), y1: y - high, y2: y + high }, svg("title", null, label + ": " + count(n) + " cycles")));
      const name = String(x.name);
      picture.append(svg("text", { class: "name", x: left - 10, y: y + 4, "text-anchor": "end" }, name.length > 20 ? name.slice(0, 19) + "…" : name, svg("title", null, name)),
                     svg("line", { class: "range", x1: at(r.p50), x2: Math.max(at(r.max), at(r.p50) + 1), y1: y, y2: y }, svg("title", null, "from the median, " + count(r.p50) + ", to the longest, " + count(r.max) + " cycles")));
      for (const [key, label] of [["p50", "Median"], ["p95", "95th percentile"], ["p99", "99th percentile"], ["max", "Longest"]]) mark(r[key], label, "range-mark", key === "p50" ? 8 : 5);
      if (x.alone_cycles > 0) picture.append(svg("circle", { class: "alone", cx: at(x.alone_cycles), cy: y, r: 4 }, svg("title", null, "An instance alone: " + count(x.alone_cycles) + " cycles")));
      if (x.deadline) mark(x.deadline.cycles, "Deadline", "deadline", 11);
    });
    return picture;
  });
  host.append(el("div", { class: "legend" }, swatch("busy", "median, 95th and 99th percentile, longest"), told.some((x) => x.alone_cycles > 0) ? swatch("soft", "circle: an instance alone") : null,
                 told.some((x) => x.deadline) ? swatch("critical", "deadline") : null), paragraph("note", "Cycles, on a logarithmic scale."));
}

function streamsPart(run, host) {
  const s = run.summary;
  let drawn = false;
  const cell = (n) => ({ n: typeof n === "number" ? count(n) : "–" });
  if (s.streams && Array.isArray(s.streams.list)) {
    drawn = true;
    host.append(table(["Stream", { n: "Done" }, { n: "Mean ± 95 %" }, { n: "p50" }, { n: "p95" }, { n: "p99" }, { n: "Longest" }, { n: "Alone" }, { n: "Slowdown" }, { n: "Deadline" }, { n: "Missed" }],
                      s.streams.list.map((x) => {
                        const r = x.response_cycles || {};
                        const half = typeof r.half_width === "number" ? " ± " + count(r.half_width) : "";
                        return [String(x.name) + (x.stable === false ? " (grows without bound)" : ""), { n: count(x.instances.done) + " of " + count(x.instances.arriving) },
                                { n: typeof r.mean === "number" ? count(r.mean) + half : "–" }, cell(r.p50), percentile(r.p95, 95, x.instances.done), percentile(r.p99, 99, x.instances.done), cell(r.max), cell(x.alone_cycles),
                                { n: typeof x.slowdown === "number" ? decimal(x.slowdown, 2) : "–" }, x.deadline ? cell(x.deadline.cycles) : { n: "none", dim: true },
                                x.deadline ? { n: count(x.deadline.misses), key: "stream." + x.name + ".misses", value: x.deadline.misses } : { n: "" }];
                      })));
    fewNote(host, s.streams.list.map((x) => x.instances.done));
    responseRanges(s.streams.list, host);
    host.append(paragraph("note", "Response times in cycles, from an instance's arrival to its last task recorded as done. Slowdown: mean over the response of an instance that has the machine to itself."));
    requestTimes(s.streams.list, host);
  }
  if (s.stream) {
    drawn = true;
    const rows = [];
    for (const [label, key] of [["Response", "response_cycles"], ["Wait until the first flit", "wait_cycles"], ["Between two completions", "interdeparture_cycles"]]) {
      const m = s.stream[key];
      if (m) rows.push([label, { n: mean(m.mean) }, { n: typeof m.half_width === "number" ? "± " + mean(m.half_width) : "–" }]);
    }
    host.append(table(["Of a task, cycles", { n: "Mean" }, { n: "95 % interval" }], rows));
    if (s.stream.warm_up) host.append(paragraph("note", "Of " + count(s.stream.tasks) + " tasks, the first " + count(s.stream.warm_up.tasks) + " (" + count(s.stream.warm_up.cycles) + " cycles) are cut off as warm-up."));
  }
  if (Array.isArray(s.shares) && s.shares.length > 1) {
    drawn = true;
    host.append(el("h3", null, "Shares of the picks"), table(["Class", { n: "Weight" }, { n: "Picks" }, { n: "Share" }, { n: "By weight" }, { n: "Lag, jobs" }, { n: "Longest wait" }],
      s.shares.map((x) => [String(x.class), { n: count(x.weight) }, { n: count(x.picks) }, { n: share(x.share, 1) }].concat("lag" in x
        ? [{ n: share(x.expected_share, 1) }, { n: decimal(x.lag, 1) }, { n: count(x.longest_wait) }] : [{ n: "–" }, { n: "–" }, { n: "–" }]))));
  }
  if (Array.isArray(s.kinds) && s.kinds.length > 0) {
    drawn = true;
    host.append(table(["Kind of session", { n: "Completed" }, { n: "Latency: mean" }, { n: "p50" }, { n: "p90" }, { n: "p99" }, { n: "Longest" }],
      s.kinds.map((x) => [String(x.name), cell(x.completed), cell(x.latency_cycles && x.latency_cycles.mean), cell(x.latency_cycles && x.latency_cycles.p50), cell(x.latency_cycles && x.latency_cycles.p90), percentile(x.latency_cycles && x.latency_cycles.p99, 99, x.completed), cell(x.latency_cycles && x.latency_cycles.max)])));
    fewNote(host, s.kinds.map((x) => x.completed));
  }
  if (Array.isArray(s.nodes) && s.nodes.length > 0) {
    host.append(el("h3", null, "Nodes"), table(["Node", { wide: "Busy" }, { n: "Share" }, { n: "Batches" }, { n: "Requests" }, { n: "Mean batch" }, { n: "Mean wait" }],
      s.nodes.map((x) => [String(x.name), bar(x.utilization || 0, 1), { n: share(x.utilization || 0, 1) }, cell(x.batches), cell(x.requests), { n: mean(x.batch_mean) }, cell(x.wait_cycles && x.wait_cycles.mean)])));
  }
  if (!drawn) host.append(missing("The workload is no stream, and its picks are of one class and weight."));
}

function boundsPart(run, host) {
  const { bounds, overhead, critical_path_without: without } = run.summary;
  if (!bounds && !overhead && !without) return host.append(missing("The summary has no bounds: it has them of complete runs of a machine."));
  if (run.kind === "network") {
    const told = [["accepted", "Load that all sources can have at once on these routes, flits per cycle and node"], ["accepted_in_all", "More cannot arrive in the long run, however uneven sources are"],
                  ["hops", "Links of a packet, mean"], ["zero_load_latency", "Cycles of packets that are alone, mean"], ["round_trip", "The same of a request and its reply"]];
    const rows = told.filter(([name]) => typeof bounds[name] === "number").map(([name, text]) => [words(name), text, { n: decimal(bounds[name], 4), key: "bounds." + name, value: bounds[name] }]);
    return host.append(paragraph("lead", "What pattern, routes and routers say before any cycle is run."), table(["Bound", "Of", { n: "Value" }], rows));
  }
  if (bounds) {
    const rows = ranked(bounds).filter(([name]) => data.meanings.bounds[name]).map(([name, n]) =>
      [words(name) + (bounds.binding === name ? ": binds" : ""), data.meanings.bounds[name], bar(n, run.cycles), { n: share(n, run.cycles) }, { n: count(n), key: "bounds." + name, value: n }]);
    host.append(paragraph("lead", "No decision of the scheduler makes the run shorter than the largest of these."),
                table(["Bound", "Of", { wide: "" }, { n: "Of the run" }, { n: "Cycles" }], rows));
  }
  if (without) {
    const rows = Object.entries(without).filter(([, n]) => typeof n === "number").sort((a, b) => a[1] - b[1]).map(([name, n]) =>
      [String(data.meanings.without[name] || words(name)), bar(run.cycles - n, run.cycles), { n: share(run.cycles - n, run.cycles) }, { n: count(run.cycles - n) }, { n: count(n), key: "without." + name, value: n }]);
    host.append(el("h3", null, "At most to be gained, all decisions kept"), table(["Without", { wide: "" }, { n: "Gain" }, { n: "Cycles" }, { n: "Run of" }], rows));
  }
  if (overhead) {
    const whole = overhead.processor_cycles;
    const held = Object.entries(overhead.blocks || {}).filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]);
    const rows = [["computing", overhead.busy], ["idle, no job ready", overhead.nothing_ready], ["idle while a job was ready", overhead.work_ready], ...held.map(([name, n]) => ["– held by " + words(name), n])];
    host.append(el("h3", null, "Cycles of the processors, and what held a ready job while one was idle"),
                table(["Processors", { wide: "" }, { n: "Share" }, { n: "Cycles" }], rows.map(([label, n]) => [label, bar(n, whole), { n: share(n, whole) }, { n: count(n) }])));
  }
}

/** Area, energy and power: totals, parts, events, and what has no figures. */
function costPart(run, host) {
  const cost = run.summary.cost;
  const none = cost && Array.isArray(cost.not_modelled) ? cost.not_modelled : [];
  if (!cost || typeof cost.energy_uj !== "number") {
    const why = none.map((of) => String(of.why)).join("; ");
    return host.append(missing("The run has no cost" + (why ? ": " + why : "") + "."));
  }
  const digits = (n) => (typeof n === "number" ? String(Number(n.toPrecision(4))) : "not modelled");
  const amount = (n) => ({ n: digits(n), dim: typeof n !== "number" });
  const between = (range) => ({ n: Array.isArray(range) ? range.map(digits).join(" to ") : "" });
  const total = (label, key, unit) => [label, { n: digits(cost[key + "_" + unit]), key: "cost." + key, value: cost[key + "_" + unit] }, between(cost[key + "_range_" + unit])];
  const rows = (list) => (Array.isArray(list) ? list : []);
  host.append(paragraph("lead", "At " + digits(cost.node_nm) + " nm, of what is modelled; each with the least and the most that its figures allow."),
              table(["Of all", { n: "Is" }, { n: "Between" }], [total("Area, mm²", "area", "mm2"), total("Energy, µJ", "energy", "uj"), total("– by events, µJ", "dynamic", "uj"),
                                                                total("– by leakage, µJ", "leakage", "uj"), total("Mean power, mW", "power", "mw")]));
  const most = Math.max(0, ...rows(cost.events).map((of) => of.energy_pj || 0));
  host.append(el("h3", null, "Energy of what happened"),
              table(["Of a", { wide: "" }, { n: "Times" }, { n: "pJ each" }, { n: "µJ" }, "Who says so"], rows(cost.events).map((of) =>
                [String(of.block) + ": " + String(of.event), bar(of.energy_pj || 0, most || 1), { n: count(of.count) }, amount(of.pj), amount(typeof of.energy_pj === "number" ? of.energy_pj / 1e6 : null), String(of.estimator)])));
  host.append(el("h3", null, "Area and leakage of the parts"),
              table(["Block", { n: "Count" }, { n: "µm²" }, { n: "Leakage, mW" }, "Who says so"], rows(cost.blocks).map((of) =>
                [String(of.block), { n: count(of.count) }, amount(of.area_um2), amount(of.leakage_mw), String(of.estimator)])));
}

function experimentPart(run, host) {
  if (run.experiment.missing) return host.append(missing(run.experiment.missing));
  const cut = new TextEncoder().encode(run.experiment.text).length < run.experiment.bytes;
  host.append(el("details", null, el("summary", null, "experiment.yaml, every key with the value that the run used" + (cut ? " (its beginning)" : "")), el("pre", { tabindex: "0" }, run.experiment.text)));
  const p = run.summary.provenance;
  if (!p) return;
  const engines = Object.entries(p.engine || {}).map(([block, engine]) => block + " " + engine).join(", ");
  const rows = [["Versions", ["gantry", "systemc", "verilator"].filter((v) => p[v]).map((v) => v + " " + p[v]).join(", ")], ["Engine", engines],
                ["Overrides", (p.overrides || []).join(" ") || "none"], ["Workload", p.workload ? p.workload.path + ", SHA-256 " + p.workload.sha256 : "no file"]];
  host.append(table(["Provenance", ""], rows.filter(([, v]) => v).map(([k, v]) => [k, String(v)])));
}
