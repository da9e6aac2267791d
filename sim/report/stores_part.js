// SPDX-License-Identifier: Apache-2.0
// Data objects: where jobs read them, how full the local stores were over time, and who read from whom.

const dataSources = [["own", "own store", "queue"], ["cluster", "store of the cluster", "room"], ["store", "another store", "network"], ["memory", "global memory", "busy"]];

/** A number from 0 to 1 as one of the seven classes f0 to f6; what is there is not the class of nothing. */
const fullness = (part) => (part > 0 ? "f" + Math.min(1 + Math.floor(part * 6), 6) : "f0");

function readTable(host, data) {
  const all = dataSources.reduce((sum, [key]) => sum + data.read[key].bytes, 0);
  if (all === 0) return host.append(paragraph("", "No job has read data."));
  host.append(stack(dataSources.map(([key, text, tone]) => ({ name: tone, value: data.read[key].bytes, title: text + ": " + count(data.read[key].bytes) + " bytes" })), all));
  host.append(table(["Jobs read from", { n: "Parts" }, { n: "Bytes" }, { n: "Share" }],
                    dataSources.map(([key, text, tone]) => [swatch(tone, text), { n: count(data.read[key].parts) }, { n: count(data.read[key].bytes), key: "data.read." + key + ".bytes", value: data.read[key].bytes }, { n: share(data.read[key].bytes, all) }])));
  host.append(el("p", { class: "note" }, "Hit rate ", figure("b", "data.hit_rate", data.hit_rate, share(data.hit_rate, 1)), " of the bytes. ", figure("span", "data.evictions", data.evictions, plural(data.evictions, "eviction", "evictions")),
                 "; " + count(data.written_back.bytes) + " bytes written back, " + count(data.through.bytes) + " written through, " + count(data.results.bytes) + " of results."));
}

/** Names to the left, squares to the right; `rows` [[name, [[class, title], ...]]], `below`: texts below columns. */
function squares(host, label, rows, below) {
  responsive(host, (width) => {
    const left = 150;
    const columns = rows[0][1].length;
    const wide = Math.min((width - left - 8) / columns, 26);
    const high = Math.min(Math.max(wide, 13), 20);
    const foot = below ? 12 + below.reduce((most, text) => Math.max(most, text.length), 0) * 6.2 : 24;
    const height = rows.length * high + foot;
    const picture = svg("svg", { width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": label });
    rows.forEach(([name, cells], r) => {
      const short = name.length > 22 ? name.slice(0, 21) + "…" : name;
      picture.append(svg("text", { class: "name", x: left - 8, y: (r + 0.5) * high + 4, "text-anchor": "end" }, short, svg("title", null, name)));
      cells.forEach(([cls, title], c) => picture.append(svg("rect", { class: cls, x: left + c * wide, y: r * high, width: Math.max(wide - (below ? 1 : 0), 0.5), height: high - 1 }, svg("title", null, title))));
    });
    (below || []).forEach((text, c) => {
      const x = left + (c + 0.5) * wide;
      const y = rows.length * high + 8;
      picture.append(svg("text", { x, y, transform: "rotate(-90 " + x + " " + y + ")", "text-anchor": "end", dy: 4 }, text.length > 22 ? text.slice(0, 21) + "…" : text));
    });
    if (!below) {
      const y = rows.length * high + 16;
      picture.append(svg("text", { x: left, y }, "cycle 0"), svg("text", { x: left + columns * wide, y, "text-anchor": "end" }, host.dataset.end || ""));
    }
    return picture;
  });
}

function occupancy(host, run) {
  const part = run.stores;
  const slice = (at) => [at * part.stretch, Math.min((at + 1) * part.stretch, run.cycles)];
  const rows = part.stores.map(([name, capacity, sums]) => [run.names[name], sums.map((sum, at) => {
    const [from, to] = slice(at);
    const bytes = sum / Math.max(to - from, 1);
    return [fullness(bytes / capacity), run.names[name] + ", cycles " + count(from) + " to " + count(to) + ": " + count(bytes) + " of " + count(capacity) + " bytes, " + share(bytes, capacity)];
  })]);
  host.append(el("h3", null, "How full the stores were"));
  const place = el("div", { "data-end": count(run.cycles) });
  host.append(place);
  squares(place, "Bytes reserved in each store over the cycles of the run", rows);
  host.append(el("div", { class: "legend" }, swatch("b0", "empty"), [1, 2, 3, 4, 5].map((at) => swatch("b" + at, "")), swatch("b6", "full")));
  host.append(paragraph("note", "Each square is the exact mean of " + plural(part.stretch, "cycle", "cycles") + ". Room counts from its reservation on."));
}

function whoReads(host, run) {
  const part = run.stores;
  const names = part.stores.map(([name]) => run.names[name]);
  const from = ["read again", "written there", "global memory", ...names];
  const bytes = from.map(() => names.map(() => 0));
  for (const [source, to, n] of part.flows) bytes[source][to] = n;
  const most = Math.max(1, ...part.flows.map(([, , n]) => n));
  const told = (source, to, n) => (source === 0 ? "Jobs at " + names[to] + " read " + count(n) + " bytes that were there" : source === 1 ? "Jobs at " + names[to] + " wrote " + count(n) + " bytes" : "To " + names[to] + " from " + from[source] + ": " + count(n) + " bytes");
  host.append(el("h3", null, "Who read from whom"));
  const place = el("div");
  host.append(place);
  squares(place, "Bytes that each store took in, by where they came from", from.map((name, source) => [name, names.map((_, to) => [fullness(bytes[source][to] / most), told(source, to, bytes[source][to])])]), names);
  const largest = part.flows.filter(([source]) => source >= 3).sort((a, b) => b[2] - a[2]).slice(0, 5);
  if (largest.length > 0) host.append(table(["Most between two stores: from", "To", { n: "Bytes" }], largest.map(([source, to, n]) => [from[source], names[to], { n: count(n) }])));
  host.append(paragraph("note", "A column is a store, a row where its bytes came from; the strongest colour is " + count(most) + " bytes. Reads of processors without a store are not in this picture."));
}

function dataPart(run, host) {
  const data = run.summary.data;
  if (!data) return host.append(missing("No task of the run has data objects."));
  readTable(host, data);
  if (data.stores.length > 0) {
    const fullest = [...data.stores].sort((a, b) => b.most_used / b.capacity - a.most_used / a.capacity).slice(0, 8);
    host.append(table([data.stores.length > 8 ? "The 8 fullest of " + count(data.stores.length) + " stores" : "Store", { n: "Bytes" }, { n: "Most used" }, { wide: "" }, { n: "Evictions" }, { n: "Bytes written" }, { n: "Bytes read" }],
                      fullest.map((s) => [s.name, { n: count(s.capacity) }, { n: count(s.most_used) }, bar(s.most_used, s.capacity), { n: count(s.evictions) }, { n: count(s.bytes_written) }, { n: count(s.bytes_read) }])));
  }
  if (run.stores.missing) return host.append(missing(run.stores.missing));
  if (run.cycles === 0) return;
  occupancy(host, run);
  whoReads(host, run);
}
