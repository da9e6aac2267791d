// SPDX-License-Identifier: Apache-2.0
// Where the time went: the critical path by cause, by block and by its longest steps.

/** A step of the critical path, out of a row of the data. */
function pathStep(run, row) {
  const [number, from, cycles, cause, task, job, detail] = row;
  const [name, block] = data.causes[cause];
  return { number, from, cycles, cause: name, block, task: task < 0 ? "" : run.names[task], taskNumber: task, job, detail: run.path.details[detail] };
}

function pathPart(run, host) {
  if (run.path.missing) return host.append(missing(run.path.missing));
  const sums = run.summary.critical_path || {};
  const whole = run.path.cycles;
  const known = data.causes.filter(([name]) => sums[name] > 0).sort((a, b) => sums[b[0]] - sums[a[0]]);
  host.append(stack(known.map(([name]) => ({ name, value: sums[name], title: words(name) + ": " + count(sums[name]) + " cycles, " + share(sums[name], whole) })), whole));
  const rows = known.map(([name, block, meaning]) => {
    const label = el("span", { title: meaning }, swatch(name, words(name)));
    return [label, meaning, { n: share(sums[name], whole) }, { n: count(sums[name]), key: "critical_path." + name, value: sums[name] }];
  });
  host.append(table(["Cause", "Cycles in which", { n: "Share" }, { n: "Cycles" }], rows));
  const none = data.causes.filter(([name]) => sums[name] === 0).map(([name]) => words(name));
  if (none.length > 0) host.append(paragraph("note", "None went into: " + none.join(", ") + "."));
  const blocks = new Map();
  for (const [name, block] of known) blocks.set(block, (blocks.get(block) || 0) + sums[name]);
  host.append(el("h3", null, "By block"), table(["Block", { wide: "" }, { n: "Share" }, { n: "Cycles" }],
    [...blocks].sort((a, b) => b[1] - a[1]).map(([block, n]) => [words(block), bar(n, whole), { n: share(n, whole) }, { n: count(n) }])));
  const longest = run.path.rows.map((row) => pathStep(run, row)).sort((a, b) => b.cycles - a.cycles || a.from - b.from).slice(0, 15);
  host.append(el("h3", null, "Longest steps, of " + count(run.path.steps)), table(["Task", { n: "Job" }, "Cause", "What it came to", { n: "From" }, { n: "Cycles" }, { n: "Share" }],
    longest.map((s) => [s.task || "–", { n: s.job < 0 ? "" : count(s.job) }, swatch(s.cause, words(s.cause)), s.detail, { n: count(s.from) }, { n: count(s.cycles) }, { n: share(s.cycles, whole) }])));
}
