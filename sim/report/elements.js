// SPDX-License-Identifier: Apache-2.0
// Elements and numbers. Texts of a run come in as text nodes alone: nothing here turns text into elements.

/** Children are elements or texts; `null` is passed over. */
function append(to, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined) to.append(child);
  }
  return to;
}

function withAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  return element;
}

/** `attributes` are written in this script, names and values of a run never become one but as data. */
function el(tag, attributes, ...children) {
  return append(withAttributes(document.createElement(tag), attributes), children);
}

function svg(tag, attributes, ...children) {
  return append(withAttributes(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes), children);
}

const count = (n) => Math.round(n).toLocaleString("en-US");
const decimal = (n, digits) => n.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const mean = (n) => (n === null || n === undefined ? "–" : decimal(n, n >= 1000 ? 0 : n >= 100 ? 1 : 2));
/** Per cent; what is small but there does not look like nothing. */
function share(part, whole) {
  if (!(whole > 0)) return "–";
  const percent = (100 * part) / whole;
  if (percent > 0 && percent < 0.01) return "< 0.01 %";
  return decimal(percent, percent > 0 && percent < 0.1 ? 2 : 1) + " %";
}
const plural = (n, one, many) => count(n) + " " + (n === 1 ? one : many);
const words = (key) => key.replace(/_/g, " ");

/** Cycles as time. */
function duration(cycles, mhz) {
  if (!mhz) return "";
  const us = cycles / mhz;
  if (us >= 1e6) return decimal(us / 1e6, 3) + " s";
  if (us >= 1e3) return decimal(us / 1e3, 3) + " ms";
  return decimal(us, 3) + " µs";
}

/** A figure that a check can find: its exact value stands beside the readable one. */
function figure(tag, key, value, text, attributes) {
  return el(tag, Object.assign({ "data-key": key, "data-value": String(value) }, attributes), text);
}

/** Round steps of 1, 2 or 5 times a power of ten, about `wanted` of them between the ends. */
function ticks(from, to, wanted) {
  const rough = (to - from) / Math.max(wanted, 1);
  if (!(rough > 0)) return [from];
  let step = Math.pow(10, Math.floor(Math.log10(rough)));
  for (const factor of [1, 2, 5, 10]) {
    if (factor * step >= rough) {
      step *= factor;
      break;
    }
  }
  const list = [];
  for (let t = Math.ceil(from / step) * step; t <= to + step * 1e-9; t += step) list.push(Math.round(t * 1e6) / 1e6);
  return list;
}

/** 12,000 as 12k. */
function brief(n) {
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (Math.abs(n) >= size) return String(Math.round((n / size) * 1000) / 1000) + unit;
  }
  return String(n);
}

/** `rows` of cells; a cell is a text, or {n: text} for a number, or an element that stands in a cell. */
function table(head, rows, attributes) {
  const cell = (value, tag) => {
    if (value instanceof Node) return el(tag, value.wide ? { class: "wide" } : null, value);
    if (value !== null && typeof value === "object") {
      const data = value.key ? { "data-key": value.key, "data-value": String(value.value) } : {};
      return el(tag, Object.assign({ class: "n" + (value.dim ? " dim" : "") }, data), value.n);
    }
    return el(tag, null, value);
  };
  const titles = head.map((h) => el("th", { scope: "col", class: h.n !== undefined ? "n" : h.wide ? "wide" : null },
                                    h.n !== undefined ? h.n : h.wide !== undefined ? h.wide : h));
  const body = rows.map((row) => {
    const cells = row.map((value, at) => cell(value, at === 0 ? "th" : "td"));
    cells[0].setAttribute("scope", "row");
    return el("tr", null, cells);
  });
  return el("div", { class: "scroll" },
            el("table", attributes, el("thead", null, el("tr", null, titles)), el("tbody", null, body)));
}

function paragraph(cls, ...text) {
  return el("p", { class: cls }, text);
}

// A percentile rests on too few instances if fewer than ten are expected beyond it (result/percentile_rule.h).
const restsOnFew = (percent, instances) => typeof instances === "number" && instances < 1000 / (100 - percent);

function percentile(n, percent, instances) {
  if (typeof n !== "number") return { n: "–" };
  return { n: count(n) + (restsOnFew(percent, instances) ? "*" : "") };
}

function fewNote(host, instances) {
  if (!instances.some((n) => restsOnFew(99, n))) return;
  host.append(paragraph("note", "* of too few instances: a 95th percentile needs 200, a 99th 1,000."));
}

const missing = (why) => paragraph("missing", why);

/** A list to choose from, with the texts of its entries and the number of the chosen one. */
function chooser(label, texts, at, chosen) {
  const list = el("select", null, texts.map((text, number) => el("option", { value: number, selected: number === at ? "" : null }, text)));
  list.addEventListener("change", () => chosen(Number(list.value)));
  return el("label", null, label + " ", list);
}

/** Draws now and whenever the width of its place changes; `draw(width)` returns an element. */
function responsive(host, draw) {
  const place = el("div");
  host.append(place);
  let drawn = 0;
  const redraw = () => {
    const width = Math.floor(place.clientWidth);
    if (width === drawn || width === 0) return;
    drawn = width;
    place.replaceChildren(draw(width));
  };
  redraw();
  new ResizeObserver(redraw).observe(place);
}

/** Colour of the style sheet, for canvases. */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
