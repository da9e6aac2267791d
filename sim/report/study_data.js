// SPDX-License-Identifier: Apache-2.0
// The points of a study by columns, what is chosen of them, and how each is called.

const points = data.points;
const pointCount = points.number.length;

/** As much of the end of a dotted key as tells it from the others, and what it is of. */
function shortName(key, all) {
  const vague = (end) => /^(mean|p50|p95|p99|max|min|total|cycles|share|count|misses|slowdown)$/.test(end);
  const ends = (from) => vague(key.slice(from)) || all.some((other) => other !== key && other.endsWith(key.slice(from)));
  let begin = key.lastIndexOf(".") + 1;
  while (begin > 0 && ends(begin)) begin = begin < 2 ? 0 : key.lastIndexOf(".", begin - 2) + 1;
  return key.slice(begin) || key;
}

const axisName = (axis) => axis.columns.join(", ");
const allNames = [...data.axes.map(axisName), ...data.derived, ...data.metrics];
const choiceText = (axis, choice) => (axis.choices[choice] ? axis.choices[choice].join(", ") : "no. " + choice);
const exact = (n) => (n === null || n === undefined ? "" : Number.isInteger(n) ? count(n) : Math.abs(n) >= 1e-3 ? Number(n.toPrecision(7)).toLocaleString("en-US", { maximumFractionDigits: 9 }) : String(n));

/** {name, label, kind, text(i), value(i): where it stands on a scale, or null; choices: of an axis} */
const columns = [
  ...data.axes.map((axis, a) => {
    const numbers = axis.choices.map((cells) => Number(cells[0]));
    const numeric = axis.columns.length === 1 && axis.choices.every((cells, at) => cells[0] !== "" && Number.isFinite(numbers[at]));
    return { name: axisName(axis), label: shortName(axisName(axis), allNames), kind: "axis", axis: a, numeric, choices: axis.choices.length,
             text: (i) => choiceText(axis, points.choice[a][i]), value: (i) => (numeric ? numbers[points.choice[a][i]] : points.choice[a][i]) };
  }),
  ...data.derived.map((key, d) => ({ name: key, label: shortName(key, allNames), kind: "derived", numeric: true, text: (i) => points.words[points.derived[d][i]],
                                     value: (i) => { const n = Number(points.words[points.derived[d][i]]); return points.words[points.derived[d][i]] === "" || !Number.isFinite(n) ? null : n; } })),
  ...data.metrics.map((metric, m) => ({ name: metric, label: shortName(metric, allNames), kind: "metric", metric: m, numeric: true, number: true, text: (i) => exact(points.metrics[m][i]),
                                        value: (i) => points.metrics[m][i] })),
].filter((column, at, all) => column.kind !== "metric" || !all.some((other) => other.kind !== "metric" && other.name === column.name));
const columnOfMetric = (m) => columns.find((column) => column.metric === m) || columns.find((column) => column.name === data.metrics[m]);
const objectives = data.objectives.map((one) => ({ column: columnOfMetric(one.metric), metric: one.metric, maximise: one.maximise }));
const objectiveText = (one) => (one.maximise ? "maximise " : "minimise ") + one.column.name;

const isFront = (i) => points.front[i] === 1;
const stateOf = (i) => points.words[points.state[i]];
const isAdmitted = (i) => stateOf(i) === "done" && points.broken[i] === 0;

/** What is looked at; whoever shows it is in `watchers`. */
const view = { workload: 0, chosen: -1, pinned: false, brushes: new Map(), filters: new Map() };
const watchers = [];
const changed = (what) => watchers.forEach((watch) => watch(what));
const ofWorkload = (i) => points.workload[i] === view.workload;

/** Whether a point is within all brushes and filters. */
function passes(i) {
  if (!ofWorkload(i)) return false;
  for (const inside of view.brushes.values()) if (!inside(i)) return false;
  for (const inside of view.filters.values()) if (!inside(i)) return false;
  return true;
}

function choose(i) {
  if (i === view.chosen) return;
  view.chosen = i;
  changed("chosen");
}

/** One word for a POSIX shell. */
const shellWord = (text) => (/^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'");

/** Where the study stands: beside this page, wherever that was put. */
function studyPlace() {
  let place = data.directory;
  if (location.protocol === "file:") {
    const parts = decodeURIComponent(location.pathname).split("/").slice(0, -1);
    for (const step of data.directory.split("/")) {
      if (step === "..") parts.pop();
      else if (step !== "." && step !== "") parts.push(step);
    }
    place = data.directory.startsWith("/") ? data.directory : parts.join("/");
  }
  return place === "." ? "" : place.replace(/\/$/, "") + "/";
}

function commandOf(i) {
  return points.id[i] === "" ? "" : "gantry run " + shellWord(studyPlace() + "points/" + points.id[i] + "/experiment.yaml");
}

/** What the point's summary says of its causes, in sentences. */
function causesOf(i) {
  const of = data.causes[i];
  const list = [];
  if (!of) return list;
  if (of.path) list.push("Its critical path went into " + of.path.map(([name, n]) => words(name) + " " + share(n, of.cycles)).join(", ") + ".");
  if (of.bound) list.push("Bound by " + words(of.bound[0]) + (data.bounds[of.bound[0]] ? " (" + data.bounds[of.bound[0]] + ")" : "") + ": " + share(of.bound[1], 1) + " of its cycles at least.");
  if (of.held) list.push("Processors idle beside ready work were held up most by " + words(of.held[0]) + ": " + share(of.held[1], of.held[2]) + " of their cycles.");
  return list;
}
