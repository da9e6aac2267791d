// SPDX-License-Identifier: Apache-2.0
// All points as a table that sorts and filters.

/** What a filter says: >=4, <10, 4..8 or 4 of numbers; of anything else a part of its text. Null: nothing. */
function filterOf(text, column) {
  const said = text.trim();
  if (said === "") return null;
  const numbers = column.numeric && said.replace(/,/g, "").match(/^(>=|<=|>|<|=)?\s*(-?[\d.]+(?:e[+-]?\d+)?)(?:\s*\.\.\s*(-?[\d.]+(?:e[+-]?\d+)?))?$/i);
  if (numbers && Number.isFinite(Number(numbers[2].replace(/\.+$/, "")))) {
    const low = Number(numbers[2].replace(/\.+$/, ""));
    const high = numbers[3] === undefined ? null : Number(numbers[3]);
    const holds = high !== null ? (v) => v >= low && v <= high : { ">=": (v) => v >= low, "<=": (v) => v <= low, ">": (v) => v > low, "<": (v) => v < low }[numbers[1]] || ((v) => v === low);
    return (i) => column.value(i) !== null && holds(column.value(i));
  }
  const wanted = said.toLowerCase();
  return (i) => String(column.text(i)).toLowerCase().includes(wanted);
}

function tablePart(host) {
  const messages = points.message.some((m) => points.words[m] !== "");
  const all = [
    { name: "number", label: "number", numeric: true, number: true, text: (i) => String(points.number[i]), value: (i) => points.number[i] },
    { name: "front", label: "front", numeric: false, text: (i) => (isFront(i) ? "front" : ""), value: (i) => -points.front[i] },
    { name: "state", label: "state", numeric: false, text: stateOf, value: null },
    ...columns,
    ...(messages ? [{ name: "message", label: "message", numeric: false, text: (i) => points.words[points.message[i]], value: null }] : []),
  ];
  let sorted = { column: all[0], down: false };
  let most = 50;
  const body = el("tbody");
  const readout = paragraph("readout", "");
  const more = el("button", { type: "button" }, "");
  const heads = all.map((column) => {
    const button = el("button", { type: "button", title: column.name }, column.label);
    const head = el("th", { scope: "col", class: column.number ? "n" : null }, button);
    button.addEventListener("click", () => {
      sorted = { column, down: sorted.column === column ? !sorted.down : false };
      fill();
    });
    return head;
  });
  const filters = all.map((column) => {
    const input = el("input", { type: "text", "aria-label": "Filter of " + column.name, placeholder: column.numeric ? ">= 4" : "part", size: 6, "data-filter": column.name });
    input.addEventListener("input", () => {
      const inside = filterOf(input.value, column);
      if (inside) view.filters.set(column.name, inside);
      else view.filters.delete(column.name);
      changed("filter");
    });
    return el("td", null, input);
  });
  const order = () => {
    const list = [];
    for (let i = 0; i < pointCount; i++) if (passes(i)) list.push(i);
    const { column, down } = sorted;
    const by = (i) => (column.value ? column.value(i) : column.text(i));
    const sign = down ? -1 : 1;
    // What has no value stands last, whichever way.
    return list.sort((a, b) => { const [p, q] = [by(a), by(b)]; if (p === null || q === null) return (p === null) - (q === null) || a - b; return (p < q ? -sign : p > q ? sign : 0) || a - b; });
  };
  const fill = () => {
    const list = order();
    heads.forEach((head, at) => head.setAttribute("aria-sort", all[at] === sorted.column ? (sorted.down ? "descending" : "ascending") : "none"));
    body.replaceChildren(...list.slice(0, most).map((i) => {
      const row = el("tr", { tabindex: "0", "data-point": points.number[i], class: i === view.chosen ? "chosen-row" : null }, all.map((column) => el("td", { class: column.number ? "n" : null }, column.text(i))));
      const take = () => { view.pinned = false; choose(i); };
      row.addEventListener("focus", take);
      row.addEventListener("click", take);
      return row;
    }));
    readout.replaceChildren(figure("span", "rows", list.length, plural(list.length, "point", "points")), " of " + count(points.all) + (list.length > most ? "; the first " + count(most) + " are shown." : "."));
    more.textContent = "Show " + count(Math.min(list.length - most, 500)) + " more";
    more.hidden = list.length <= most;
  };
  more.addEventListener("click", () => { most += 500; fill(); });
  host.append(readout, el("div", { class: "scroll" }, el("table", { id: "points", class: "points" }, el("thead", null, el("tr", null, heads), el("tr", { class: "filters" }, filters)), body)), el("div", { class: "tools" }, more),
              paragraph("note", "A head sorts, once more the other way. Filters: >= 4, < 10, 4 .. 8, 4; of words a part. A row shows its point above, with its command."));
  fill();
  watchers.push((what) => {
    if (what !== "chosen") return fill();
    for (const row of body.children) row.classList.toggle("chosen-row", Number(row.dataset.point) === points.number[view.chosen]);
  });
}
