// SPDX-License-Identifier: Apache-2.0
// What each key does to an objective, alone and with another one; what changes nothing; how the search got on.

const effectsNow = () => data.effects[view.workload];

/** A part of which one objective is chosen; `draw(objective number, place)`. */
function perObjective(host, draw) {
  let at = 0;
  const tools = el("div", { class: "tools" });
  const place = el("div");
  host.append(tools, place);
  const redraw = () => {
    tools.replaceChildren(objectives.length > 1 ? chooser("Objective", objectives.map(objectiveText), at, (n) => { at = n; redraw(); }) : paragraph("lead", objectiveText(objectives[0])));
    place.replaceChildren();
    draw(at, place);
  };
  redraw();
  watchers.push((what) => { if (what === "workload") redraw(); });
}

function effectsPart(host) {
  perObjective(host, (number, place) => {
    const of = effectsNow().objectives[number];
    const order = of.axes.map((one, a) => [one, a]).filter(([one]) => one.values.filter((v) => v).length > 1).sort((p, q) => (q[0].share || 0) - (p[0].share || 0));
    if (order.length === 0) return void place.append(missing("No axis has two values with points that are done."));
    const means = order.flatMap(([one]) => one.values.filter((v) => v).map((v) => v[1]));
    const y = scaleOf(means, false);
    const grid = el("div", { class: "small" });
    place.append(grid);
    for (const [one, a] of order) {
      const axis = data.axes[a];
      const cell = el("div");
      grid.append(cell);
      cell.append(el("h4", { title: axisName(axis) }, columns.find((column) => column.axis === a).label),
                  paragraph("note", "Means differ by ", figure("span", "effect." + number + "." + a, one.range, exact(one.range)), one.share === null ? "." : ", " + share(one.share, 1) + " of all variation."));
      drawn(cell, (width) => {
        const used = one.values.map((v, at) => [v, at]).filter(([v]) => v);
        const labels = one.values.map((_, at) => { const text = choiceText(axis, at); return text.length > 16 ? text.slice(0, 15) + "…" : text; });
        const { picture, atX, atY } = plotted(width, 190, { place: (v) => v, from: -0.4, to: one.values.length - 0.6 }, y, {}, labels);
        picture.setAttribute("aria-label", "Mean of " + objectives[number].column.name + " by value of " + axisName(axis));
        if (axis.ordered) picture.append(svg("path", { class: "mean-line", d: used.map(([v, at], n) => (n === 0 ? "M" : "L") + atX(at).toFixed(1) + " " + atY(v[1]).toFixed(1)).join("") }));
        for (const [v, at] of used) {
          const dot = svg("circle", { class: "mean-dot", cx: atX(at), cy: atY(v[1]), r: 4 });
          dot.append(svg("title", null, choiceText(axis, at) + ": mean " + exact(v[1]) + " of " + plural(v[0], "point", "points") + ", from " + exact(v[2]) + " to " + exact(v[3])));
          picture.append(dot);
        }
        return picture;
      });
    }
    place.append(paragraph("note", "Means over the points that are done with this value, of " + plural(of.points, "point", "points") + ", all with the same scale; the share is that of the squares about the mean of all." +
      (data.search === "all" ? "" : " The search tried some values more often and in other company than others, which these means hold, too.")));
  });
}

function interactionsPart(host) {
  perObjective(host, (number, place) => {
    const pairs = effectsNow().objectives[number].pairs;
    if (pairs.length === 0) return void place.append(missing("There are no two axes with two values and more each."));
    const label = (a) => columns.find((column) => column.axis === a).label;
    const text = (pair) => label(pair.a) + " × " + label(pair.b) + (pair.share === null ? "" : ": " + share(pair.share, 1));
    let chosen = pairs[0];
    const picture = el("div");
    const fill = () => {
      const [rows, across] = [data.axes[chosen.a], data.axes[chosen.b]];
      const means = chosen.cells.flat().filter((v) => v !== null);
      const [low, high] = [Math.min(...means), Math.max(...means)];
      const level = (v) => (high > low ? Math.min(Math.floor(((v - low) / (high - low)) * 7), 6) : 0);
      const cell = (v) => (v === null ? el("td", { class: "none" }, "–") : el("td", { class: "heat" + level(v) }, exact(Number(v.toPrecision(5)))));
      const line = (row, a) => el("tr", null, el("th", { scope: "row" }, choiceText(rows, a)), row.map(cell));
      const head = el("tr", null, el("th", null, ""), across.choices.map((_, b) => el("th", { scope: "col" }, choiceText(across, b))));
      const caption = "Mean of " + objectives[number].column.name + "; rows: " + axisName(rows) + ", columns: " + axisName(across);
      picture.replaceChildren(paragraph("note", caption), el("div", { class: "scroll" }, el("table", { class: "heat" }, el("thead", null, head), el("tbody", null, chosen.cells.map(line)))));
    };
    place.append(el("div", { class: "tools" }, chooser("Pair", pairs.map(text), 0, (n) => { chosen = pairs[n]; fill(); })), picture,
                 paragraph("note", "The strongest pair first. Its share: of the squares about the mean of all, what the means of the cells hold beyond the best sum of an effect of each key. Near 0 the two can be chosen apart; the larger it is, the more the best value of one depends on the other."));
    fill();
  });
}

function flatPart(host) {
  const draw = () => {
    const of = effectsNow().flat;
    const flat = of.map((one, a) => [one, a]).filter(([one]) => one.flat);
    const untold = of.map((one, a) => [one, a]).filter(([one]) => one.comparisons === 0);
    host.replaceChildren();
    if (flat.length > 0) {
      host.append(paragraph("", "These keys change nothing here:"), el("ul", { id: "flat", class: "verdict" }, flat.map(([one, a]) => el("li", null, el("b", null, axisName(data.axes[a])), ": in " + plural(one.comparisons, "comparison", "comparisons") + " of points that differ in it alone, every objective is the same, digit by digit."))));
    } else {
      host.append(paragraph("", "No key changes nothing: each moves an objective in some comparison" + (untold.length > 0 ? ", or has none" : "") + "."));
    }
    host.append(table(["Key", { n: "Comparisons" }, ...data.metrics.map((name) => ({ n: shortName(name, allNames) + ": changed, by at most" }))],
      of.map((one, a) => [axisName(data.axes[a]), { n: count(one.comparisons) }, ...one.metrics.map(([n, largest]) => ({ n: one.comparisons === 0 ? "–" : n === 0 ? "0" : count(n) + ", " + share(largest, 1), dim: n === 0 }))])));
    host.append(paragraph("note", "A comparison: the points of this workload that ran, have the same values of all other axes, and different ones of this. Infeasible points are none. A key is flat if there is a comparison, all of its points were done, and their objectives have the same digits. By at most: the largest less the smallest, of the larger."));
    const ended = of.map((one, a) => [one, a]).filter(([one]) => one.ended > 0);
    for (const [one, a] of ended) host.append(paragraph("note", axisName(data.axes[a]) + ": in " + plural(one.ended, "comparison", "comparisons") + " only some points came to their end."));
  };
  draw();
  watchers.push((what) => { if (what === "workload") draw(); });
}

function convergencePart(host) {
  const steps = (place, title, end, list, names) => {
    place.append(el("h3", null, title));
    drawn(place, (width) => {
      const y = scaleOf(list.map(([, v]) => v), false);
      const { picture, atX, atY } = plotted(width, 200, { place: (v) => v, from: 0, to: Math.max(end, 1) }, y, names);
      picture.setAttribute("aria-label", title);
      picture.append(svg("path", { class: "mean-line", d: list.map(([x, v], n) => (n === 0 ? "M" + atX(x).toFixed(1) + " " + atY(v).toFixed(1) : "H" + atX(x).toFixed(1) + "V" + atY(v).toFixed(1))).join("") + "H" + atX(end).toFixed(1) }));
      return picture;
    });
  };
  const draw = () => {
    const of = effectsNow().convergence;
    host.replaceChildren();
    if (of.steps.length === 0) return void host.append(missing("No point of this workload may stand on the front."));
    const grid = el("div", { class: "small two" });
    host.append(grid);
    const cell = () => grid.appendChild(el("div"));
    const last = of.steps[of.steps.length - 1];
    const first = of.has_volume && objectives.length > 1 ? of.steps.find((step) => step[2] >= 0.95 * last[2]) : null;
    if (first) {
      host.prepend(paragraph("", "95 % of the hypervolume of this study was there after ", figure("b", "converged", first[0], plural(first[0], "point", "points")), " of " + count(of.points) + "."));
      steps(cell(), "Hypervolume, of the box between best and worst", of.points, of.steps.map((step) => [step[0], step[2]]), { x: "points tried" });
    }
    objectives.forEach((one, n) => steps(cell(), "Best so far: " + objectiveText(one), of.points, of.steps.map((step) => [step[0], step[3][n]]), { x: "points tried" }));
    host.append(paragraph("note", (data.search === "all" ? "All combinations were tried in their order, so this is no search; it shows how it would have looked. " : "") +
      "The box reaches from the best to the worst number of each objective among the points that may stand on the front; the volume is the part of it that some point is at least as good as." + (of.has_volume ? "" : " Of more than 3 objectives it is not worked out.")));
  };
  draw();
  watchers.push((what) => { if (what === "workload") draw(); });
}
