// SPDX-License-Identifier: Apache-2.0
// Search in all pages: every word has to be in a section. Sections with words in their titles come
// first, then those with more of them. The index is a script, so that the site works from a disk as well as from a server.
(function () {
  "use strict";
  const field = document.getElementById("asked");
  const found = document.getElementById("found");
  const base = document.body.dataset.base + "/";
  const sections = window.searchIndex.map((one) => ({ ...one, inTitle: one.title.toLowerCase(), inText: one.text.toLowerCase() }));

  function points(section, words) {
    let sum = 0;
    for (const word of words) {
      const times = section.inText.split(word).length - 1;
      const titled = section.inTitle.includes(word);
      if (!titled && times === 0) return 0;
      sum += (titled ? 20 : 0) + Math.min(times, 10);
    }
    return sum;
  }

  function answer(section, words) {
    const item = document.createElement("article");
    const link = item.appendChild(document.createElement("a"));
    link.href = base + section.location;
    link.textContent = section.title === section.page ? section.page : section.page + ": " + section.title;
    const at = Math.max(0, section.inText.indexOf(words[0]) - 80);
    item.appendChild(document.createElement("p")).textContent = (at > 0 ? "… " : "") + section.text.slice(at, at + 240) + " …";
    return item;
  }

  function search() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.hidden = words.length === 0;
    if (found.hidden) return;
    const hits = sections.map((section) => [points(section, words), section]).filter((hit) => hit[0] > 0);
    hits.sort((a, b) => b[0] - a[0]);
    const title = document.createElement("h1");
    title.textContent = hits.length === 0 ? "No section has all of these words" : hits.length + (hits.length === 1 ? " section" : " sections");
    found.replaceChildren(title, ...hits.slice(0, 40).map((hit) => answer(hit[1], words)));
  }

  field.addEventListener("input", search);
  search();  // a browser may have kept what was typed
})();
