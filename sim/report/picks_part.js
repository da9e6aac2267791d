// SPDX-License-Identifier: Apache-2.0
// T, W and H of one task over the rounds in which it was a candidate.

function picksPart(run, host) {
  if (run.picks.missing) {
    host.append(missing(run.picks.missing));
    return;
  }
  const unit = Math.pow(2, run.picks.frac);
  const kinds = [["T", "compute"], ["W", "network"], ["H", "send"]];
  const courses = run.picks.tasks.map(([name, rows, points]) => ({ name: run.names[name], rows, points: points.map(([cycle, target, weight, history, won]) => ({ cycle, values: [target, weight, history / unit], won })) }));
  const list = el("select", { "aria-label": "Task" }, courses.map((c, at) => el("option", { value: at }, c.name + ", " + plural(c.rows, "round", "rounds"))));
  const place = el("div");
  const readout = paragraph("readout", "");
  readout.setAttribute("aria-live", "polite");
  host.append(el("label", null, "Task ", list), el("div", { class: "legend" }, kinds.map(([name, tone]) => swatch(tone, { T: "target weight T", W: "expected weight W", H: "history weight H" }[name]))), place, readout);

  const draw = (course) => {
    const points = course.points;
    let at = -1;
    const marks = [];
    const show = () => {
      for (const mark of marks) mark();
      if (at < 0) {
        readout.replaceChildren("Point at the curves, or focus them and press ← →, to read them. A dot is a pick.");
        return;
      }
      const p = points[at];
      readout.replaceChildren("Cycle " + count(p.cycle) + ": " + kinds.map(([name], k) => name + " " + decimal(p.values[k], k === 2 ? 2 : 0)).join(", ") + (p.won ? ", picked." : ", not picked."));
    };
    place.replaceChildren();
    responsive(place, (width) => {
      const height = 190;
      const all = points.flatMap((p) => p.values);
      const from = points[0].cycle;
      const to = Math.max(points[points.length - 1].cycle, from + 1);
      const { picture, atX, atY } = axes(width, height, { from, to }, { from: Math.min(0, ...all), to: Math.max(1, ...all) });
      kinds.forEach(([, tone], k) => {
        let path = "";
        points.forEach((p, n) => {
          path += (n === 0 ? "M" : "H") + atX(p.cycle).toFixed(1) + (n === 0 ? " " : "V") + atY(p.values[k]).toFixed(1);
        });
        const line = svg("path", { class: "curve-line", d: path });
        line.style.stroke = "var(--" + tone + ")";
        picture.append(line);
      });
      for (const p of points) if (p.won) picture.append(svg("circle", { class: "hist", cx: atX(p.cycle).toFixed(1), cy: atY(p.values[0]).toFixed(1), r: 2 }));
      const cross = svg("line", { class: "cross", y1: chart.top, y2: height - chart.bottom, visibility: "hidden" });
      picture.append(cross);
      withAttributes(picture, { tabindex: "0", "aria-label": "T, W and H over the cycles; ← and → read them" });
      marks[0] = () => {
        const x = at < 0 ? 0 : atX(points[at].cycle);
        withAttributes(cross, { x1: x, x2: x, visibility: at < 0 ? "hidden" : "visible" });
      };
      picture.addEventListener("pointermove", (event) => {
        const x = event.clientX - picture.getBoundingClientRect().left;
        const cycle = from + ((x - chart.left) / (width - chart.left - chart.right)) * (to - from);
        at = Math.max(points.findIndex((p) => p.cycle > cycle) - 1, points[points.length - 1].cycle <= cycle ? points.length - 1 : 0);
        show();
      });
      picture.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        at = Math.min(Math.max(at + step * (event.shiftKey ? 20 : 1), 0), points.length - 1);
        show();
      });
      return picture;
    });
    show();
  };
  list.addEventListener("change", () => draw(courses[Number(list.value)]));
  draw(courses[0]);
  host.append(paragraph("note", "Only rounds in which the task was the candidate of its class. Values are those before the round; in between all fall by their delay factor, and a pick adds to H."));
}
