// SPDX-License-Identifier: Apache-2.0
// What every page begins with: its data, faults that it tells of itself, and what is drawn again in other colours.

const redraws = [];

function note(text) {
  const root = document.documentElement;
  root.dataset.errors = String(Number(root.dataset.errors || 0) + 1);
  document.body.prepend(el("div", { class: "alarm" }, paragraph("", "This page could not be drawn as a whole: " + text)));
}
window.addEventListener("error", (event) => note(event.message));
document.addEventListener("securitypolicyviolation", (event) => note("refused " + event.violatedDirective));

const data = JSON.parse(document.getElementById("data").textContent);
const page = document.getElementById("page");
document.documentElement.dataset.scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => redraws.forEach((redraw) => redraw()));
for (const [event, on] of [["beforeprint", true], ["afterprint", false]]) {
  window.addEventListener(event, () => {
    document.documentElement.classList.toggle("printing", on);
    redraws.forEach((redraw) => redraw());
  });
}
