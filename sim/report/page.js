// SPDX-License-Identifier: Apache-2.0
// The page itself: its parts in their order, each of one run or of two.

const runs = data.runs;

/** Of runs with streams their response times and deadlines come first: they were asked for. */
function inOrder(parts) {
  if (!runs.some((run) => run.summary.streams)) return parts;
  const streams = parts.findIndex(([id]) => id === "streams");
  return [parts[streams], ...parts.slice(0, streams), ...parts.slice(streams + 1)];
}

/** id, title, how to draw it, whether two of it stand side by side, a sentence. */
const parts = [
  ["path", "Where the time went", pathPart, true, "The critical path: from the last interrupt back, always to the last thing that was waited for. Its steps follow each other without gap or overlap from cycle 0 to the end."],
  ["gantt", "Gantt of the processors", ganttPart, false, ""],
  ["levels", "Ready against running", levelsPart, true, ""],
  ["waits", "Where tasks waited", waitsPart, true, ""],
  ["queues", "Queues", queuesPart, true, ""],
  ["stalls", "Stalls", stallsPart, true, ""],
  ["network", "Network", networkPart, false, ""],
  ["latency", "Latency of messages", latencyPart, true, ""],
  ["picks", "Weights in the picker", picksPart, true, ""],
  ["data", "Data and local stores", dataPart, true, ""],
  ["streams", "Streams and shares", streamsPart, false, ""],
  ["bounds", "Bounds and overhead", boundsPart, false, ""],
  ["cost", "Area and energy", costPart, false, ""],
  ["experiment", "Experiment", experimentPart, false, ""],
];

const verdictTitle = runs.some((run) => Array.isArray(run.summary.verdict)) ? "Verdict" : "At a glance";
const letter = (at) => "AB"[at];
const titleOf = (run) => String(run.summary.experiment || "run");

function identity(run) {
  const s = run.summary;
  const mhz = s.clock_mhz || (s.architecture && s.architecture.clock_mhz);
  const p = s.provenance || {};
  return [s.architecture && s.architecture.name, run.kind === "serving" ? "inference nodes" : run.kind === "network" ? "interconnect alone" : null, mhz ? count(mhz) + " MHz" : null,
          s.picker ? "picker " + s.picker.policy : null, p.processor_choice ? "choice " + p.processor_choice : null, "seed " + s.seed,
          (p.overrides || []).length > 0 ? p.overrides.join(" ") : null].filter((text) => text).join(" · ");
}

function header() {
  const states = runs.map((run, at) => {
    const done = run.summary.complete !== false;
    return el("span", { class: "state" + (done ? "" : " bad"), "data-key": "complete", "data-value": String(done) }, (runs.length > 1 ? letter(at) + " " : "") + (done ? "complete" : "unfinished"));
  });
  const title = runs.length > 1 && titleOf(runs[0]) === titleOf(runs[1]) ? titleOf(runs[0]) + ", two runs" : runs.map(titleOf).join(" and ");
  return el("header", null, el("h1", null, title, states), runs.map((run, at) => paragraph("", (runs.length > 1 ? letter(at) + ": " : "") + identity(run))));
}

function part(id, title, draw, aside, lead) {
  if (id === "data" && !runs.some((run) => run.summary.data)) return;
  const section = el("section", { id }, el("h2", null, title), lead ? paragraph("lead", lead) : null);
  page.append(section);
  drawn.push([id, title]);
  const place = runs.length > 1 && aside ? el("div", { class: "pair" }) : el("div");
  section.append(place);
  runs.forEach((run, at) => {
    const host = el("div");
    place.append(host);
    if (runs.length > 1) host.append(el("h3", null, letter(at) + " " + titleOf(run)));
    draw(run, host);
  });
  // What a machine of another kind cannot have is told at the end.
  const bare = [...place.children].every((host) => host.children.length > 0 && [...host.children].every((child) => child.className === "missing"));
  if (!bare || runs.length > 1 || runs[0].kind === "machine") return;
  section.remove();
  drawn.pop();
  notThere.push([title, [...place.querySelectorAll(".missing")].map((line) => line.textContent).join(" ")]);
}

function notThereList() {
  if (notThere.length === 0) return;
  page.append(el("section", { id: "not_there" }, el("h2", null, "Parts that this run does not have"), table(["Part", "Why"], notThere)));
}

function leftOut() {
  const lines = runs.flatMap((run, at) => run.left_out.map((line) => (runs.length > 1 ? letter(at) + ": " : "") + line));
  if (lines.length === 0) return;
  page.append(el("section", { id: "left_out" }, el("h2", null, "What this page leaves out"), el("ul", null, lines.map((line) => el("li", null, line)))));
}

const drawn = [];
const notThere = [];
const head = header();
page.append(head);
part("verdict", verdictTitle, verdictPart, true, "");
if (runs.length > 1) {
  page.querySelector("#verdict").append(el("h3", null, "The same figures side by side"), comparedNumbers(runs));
  const section = el("section", { id: "comparison" }, el("h2", null, "B against A"));
  page.append(section);
  drawn.push(["comparison", "B against A"]);
  comparisonPart(section);
}
for (const [id, title, draw, aside, lead] of inOrder(parts)) part(id, title, draw, aside, lead);
notThereList();
leftOut();
head.append(el("nav", { "aria-label": "Parts of the page" }, drawn.map(([id, text]) => el("a", { href: "#" + id }, text))));
document.documentElement.dataset.ready = "1";
