// SPDX-License-Identifier: Apache-2.0
// The page of a study: its parts in their order.

function studyHeader() {
  const all = points.all;
  const done = data.states.done || 0;
  const head = el("header", null, el("h1", null, data.study, el("span", { class: "state" + (data.has_front ? "" : " bad"), "data-key": "complete", "data-value": String(data.has_front) }, data.has_front ? "study" : "interrupted study")),
                  paragraph("", ["search " + data.search, plural(all, "point", "points"), data.partial > 0 ? "before them " + plural(data.partial, "point", "points") + " with a part of the workload" : null, data.repeats > 1 ? plural(data.repeats, "seed each", "seeds each") : null, ...objectives.map(objectiveText)].filter((text) => text).join(" · ")));
  if (data.without_cost.length > 0) head.append(paragraph("note", "Without cost, whatever their value: ", el("span", { id: "without_cost" }, data.without_cost.join(", ")), ". Points that differ in nothing else cost the same."));
  const front = data.fronts.reduce((sum, n) => sum + n, 0);
  const tile = (title, key, value, text, more) => el("div", null, el("dt", null, title), el("dd", null, figure("b", key, value, text), el("span", null, more)));
  const others = Object.entries(data.states).filter(([state]) => state !== "done").map(([state, n]) => count(n) + " " + state).join(", ");
  head.append(el("dl", { class: "tiles" }, tile("Points", "points", all, count(all), plural(done, "done", "done") + (others ? ", " + others : "")), tile("Pareto front", "front", front, count(front), data.workloads.length > 1 ? "of " + data.workloads.length + " workloads" : "points"),
    tile("Axes", "axes", data.axes.length, count(data.axes.length), plural(data.axes.reduce((n, axis) => n * axis.choices.length, 1), "combination", "combinations")),
    objectives.map((one, n) => { const of = data.effects.map((effect) => effect.convergence.best[n]).filter((v) => v !== undefined); const best = of.length === 0 ? null : one.maximise ? Math.max(...of) : Math.min(...of);
      return tile("Best " + one.column.label, "best." + n, best, best === null ? "–" : exact(best), (one.maximise ? "largest" : "smallest") + (best === null ? "" : " of all")); })));
  return head;
}

function workloadChooser() {
  if (data.workloads.length < 2) return null;
  return el("div", { class: "tools" }, chooser("Workload", data.workloads.map((name, w) => name + ", " + plural(data.fronts[w], "point", "points") + " on the front"), 0, (w) => {
    view.workload = w;
    view.chosen = -1;
    view.pinned = false;
    changed("workload");
    changed("chosen");
  }));
}

function notDonePart(host) {
  const why = new Map();
  for (let i = 0; i < pointCount; i++) {
    if (stateOf(i) === "done") continue;
    const key = stateOf(i) + "\n" + points.words[points.message[i]];
    why.set(key, (why.get(key) || 0) + 1);
  }
  const rows = [...why].sort((a, b) => b[1] - a[1]);
  host.append(table(["State", { n: "Points" }, "Why"], rows.slice(0, 30).map(([key, n]) => [key.slice(0, key.indexOf("\n")), { n: count(n) }, key.slice(key.indexOf("\n") + 1)])));
  if (rows.length > 30) host.append(paragraph("note", "and " + plural(rows.length - 30, "other reason", "other reasons") + "; points.csv has them."));
}

const studyParts = [
  ["front", "Front", frontPart, "Each dot is a machine that was simulated. Those on the front are bettered in all objectives by no other one."],
  ["parallel", "All keys and numbers at once", parallelPart, ""],
  ["effects", "What each key does", effectsPart, ""],
  ["pairs", "Keys that depend on each other", interactionsPart, ""],
  ["flat_keys", "What is flat", flatPart, ""],
  ["convergence", "Convergence", convergencePart, ""],
  ["table", "Points", tablePart, ""],
];
const studyHead = studyHeader();
page.append(studyHead);
const studyDrawn = [];
const workloadTools = workloadChooser();
if (workloadTools) page.append(el("section", { id: "workload" }, workloadTools));
for (const [id, title, draw, lead] of studyParts) {
  if (points.all === 0) break;
  const host = el("div");
  page.append(el("section", { id }, el("h2", null, title), lead ? paragraph("lead", lead) : null, host));
  studyDrawn.push([id, title]);
  draw(host);
}
if (points.all > (data.states.done || 0)) {
  const host = el("div");
  page.append(el("section", { id: "not_done" }, el("h2", null, "Points that were not done"), host));
  studyDrawn.push(["not_done", "Not done"]);
  notDonePart(host);
}
if (data.left_out.length > 0) page.append(el("section", { id: "left_out" }, el("h2", null, "What this page leaves out"), el("ul", null, data.left_out.map((line) => el("li", null, line)))));
studyHead.append(el("nav", { "aria-label": "Parts of the page" }, studyDrawn.map(([id, text]) => el("a", { href: "#" + id }, text))));
document.documentElement.dataset.ready = "1";
