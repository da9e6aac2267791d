#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes one static site with a search of all pages and figures of the project.

    make_site.py SOURCE FOLDER [CHROMIUM]
    make_site.py SOURCE --check

Pages keep their places, so that links between them are as in the repository. The navigation is that of docs/README.md; a page or a
figure that it does not lead to is an error, and so is a link without a target in the pages as they are written. FOLDER/html is the
site. With CHROMIUM every page of it is opened in that browser: no error, every figure drawn, and the search finds a page.

--check: only what needs no mkdocs: the navigation, and links in the pages as they are in the repository.

Exit 0: so it is. 1: not so, a line for each fault. 2: wrong use.
"""

import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

FIGURES = os.path.join("docs", "figures.md")  # written here
THEME = "docs/site"
FENCE = re.compile(r"^ *```")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")

def slug(text, separator="-"):
    """The anchor of a heading, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", separator)


def prose(text):
    """The lines of a page, those of code replaced by empty ones."""
    lines, code = [], False
    for line in text.splitlines():
        if FENCE.match(line):
            code = not code
            line = ""
        lines.append("" if code else re.sub(r"`[^`]*`", lambda span: "x" * len(span[0]), line))
    return lines


class Pages:
    """All pages and figures as they are in the repository, by their paths."""

    def __init__(self, source):
        self.source, self.faults = source, []
        tracked = sorted(path.relative_to(source).as_posix() for path in (source / "docs").rglob("*"))
        self.pages = ["README.md", "CONTRIBUTING.md"] + [path for path in tracked if path.endswith(".md")]
        self.figures = [path for path in tracked if path.endswith((".svg", ".png"))]
        self.text = {page: (source / page).read_text(encoding="utf-8") for page in self.pages}
        self.anchors = {page: self._anchors(page) for page in self.pages}
        self.shown = {}  # figure: (page, its words)
        self.linked = set()  # other files that pages lead to
        for page in self.pages:
            self._follow(page)
        self.navigation = self._navigation()
        self.faults += [f"{figure}: no page shows it" for figure in self.figures if figure not in self.shown]

    def title(self, page):
        return re.search(r"^# (.*)", self.text[page], re.M)[1]

    def _anchors(self, page):
        raw, found = self.text[page].splitlines(), {}
        for number, line in enumerate(prose(self.text[page])):
            if re.match(r"#+ ", line):
                name = slug(re.sub(r"[`*]|\]\([^)]*\)|\[", "", raw[number].lstrip("#").strip()))
                found[name] = found.get(name, -1) + 1
                if found[name]:
                    found[f"{name}-{found[name]}"] = 0
        return set(found)

    def _follow(self, page):
        for match in LINK.finditer("\n".join(prose(self.text[page]))):
            picture, words, address = match.groups()
            if re.match(r"[a-z]+:", address):
                continue
            path, _, anchor = address.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if picture:
                self.shown.setdefault(target, (page, " ".join(words.split())))
            if target not in self.text and target not in self.figures:
                self.linked.add(target)
            if not (self.source / target).is_file():
                self.faults.append(f"{page}: link to {address}: there is no such file")
            elif anchor and target in self.anchors and anchor not in self.anchors[target]:
                self.faults.append(f"{page}: link to {address}: there is no such heading")

    def _navigation(self):
        """[(section, [page])], by the tables of docs/README.md."""
        sections = [("Gantry", ["README.md", "docs/README.md"])]
        for line in self.text["docs/README.md"].splitlines():
            if line.startswith("## "):
                sections.append((line[3:], []))
            elif line.startswith("| ["):
                sections[-1][1].extend(os.path.normpath(f"docs/{address.partition('#')[0]}")
                                       for _, _, address in LINK.findall(line) if address.partition("#")[0].endswith(".md"))
        listed = []
        for _, pages in sections:
            pages[:] = [page for page in dict.fromkeys(pages) if page not in listed]
            listed += pages
        self.faults += [f"{page}: docs/README.md does not list it" for page in self.pages if page not in listed]
        return [(section, pages) for section, pages in sections if pages]

    def figures_page(self):
        text = "# Figures\n\nEvery figure of the pages, with the page that explains it.\n"
        for figure in self.figures:
            page, words = self.shown.get(figure, ("README.md", figure))
            there = os.path.relpath(page, "docs")
            text += f"\n## [{self.title(page)}]({there})\n\n![{words}]({os.path.relpath(figure, 'docs')})\n"
        return text


def spaced(text):
    """A list may follow its sentence without an empty line; mkdocs wants one."""
    lines, code, before = [], False, ""
    for line in text.splitlines():
        code ^= bool(FENCE.match(line))
        item = re.match(r" *([-*]|\d+\.) ", line)
        if item and not code and before.strip() and not re.match(r" *([-*]|\d+\.) |  ", before):
            lines.append("")
        lines.append(line)
        before = line
    return "\n".join(lines) + "\n"


def build(pages, folder):
    words, site = folder / "pages", folder / "html"
    for made in (words, site):
        shutil.rmtree(made, ignore_errors=True)
    for page in pages.pages:
        (words / page).parent.mkdir(parents=True, exist_ok=True)
        (words / page).write_text(spaced(pages.text[page]), encoding="utf-8")
    for file in pages.figures + sorted(pages.linked):
        (words / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(pages.source / file, words / file)
    (words / FIGURES).write_text(pages.figures_page(), encoding="utf-8")
    navigation = [{section: [{pages.title(page): page} for page in listed]} for section, listed in pages.navigation]
    navigation[0]["Gantry"].append({"Figures": FIGURES})
    settings = {"site_name": "Gantry", "docs_dir": str(words), "site_dir": str(site), "use_directory_urls": False, "strict": True,
                "theme": {"name": None, "custom_dir": str(pages.source / THEME)}, "plugins": ["search"], "nav": navigation}
    # JSON is YAML; a function has to be named in YAML's own way.
    text = json.dumps(settings)[:-1] + ', "markdown_extensions": [{"toc": {"slugify": !!python/name:make_site.slug }}]}'
    (folder / "mkdocs.yml").write_text(text, encoding="utf-8")
    done = subprocess.run(["mkdocs", "build", "--quiet", "--config-file", folder / "mkdocs.yml"], check=False,
                          env=dict(os.environ, PYTHONPATH=str(pathlib.Path(__file__).parent), PYTHONDONTWRITEBYTECODE="1"))
    if done.returncode != 0:
        return ["mkdocs: the site is not made"]
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    # Of each page there is an entry of all its text, and one of each section.
    titles = {entry["location"]: entry["title"] for entry in index if "#" not in entry["location"]}
    sections = [dict(entry, page=titles[entry["location"].partition("#")[0]]) for entry in index if "#" in entry["location"]]
    (site / "search_index.js").write_text(f"window.searchIndex = {json.dumps(sections)};\n", encoding="utf-8")
    shutil.rmtree(site / "search")
    return []


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.addresses, self.names = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.addresses += [given[key] for key in ("href", "src") if given.get(key)]
        self.names |= {given[key] for key in ("id", "name") if given.get(key)}


def broken_links(site):
    found = {file: Links(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}
    faults = []
    for file, links in found.items():
        for address in links.addresses:
            if re.match(r"[a-z]+:|//", address) or file.name == "404.html":
                continue
            path, _, anchor = urllib.parse.unquote(address).partition("#")
            target = (file.parent / path.partition("?")[0]).resolve() if path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (anchor and target in found and anchor not in found[target].names):
                faults.append(f"{file.relative_to(site)}: link to {address} leads nowhere")
    return faults


def opened(site, folder, chromium):
    """Opens every page as a reader does, from the disk."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "report"))
    import devtools
    faults = []
    with devtools.Page(chromium, folder) as page:
        for file in sorted(site.rglob("*.html")):
            name = file.relative_to(site).as_posix()
            page.open(file.as_uri())
            undrawn = page.ask("[...document.images].filter(image => !image.complete || image.naturalWidth === 0).map(image => image.src)")
            faults += [f"{name}: {figure} is not drawn" for figure in undrawn]
            asked = page.ask("performance.getEntriesByType('resource').map(one => one.name).filter(name => !name.startsWith('file:'))")
            faults += [f"{name}: asks for {outside}" for outside in asked]
            faults += [f"{name}: {fault}" for fault in page.faults]
            page.faults.clear()
        page.open((site / "docs" / "picker.html").as_uri())
        page.picture(folder / "page.png")
        page.ask("asked.value = 'critical path SQL', asked.dispatchEvent(new Event('input'))")
        hits = page.ask("[...document.querySelectorAll('#found a')].map(link => link.getAttribute('href'))")
        if not any("docs/querying.html" in hit for hit in hits):
            faults.append(f"the search for the critical path in SQL finds {hits}")
        page.picture(folder / "search.png")
    return faults


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    pages = Pages(pathlib.Path(sys.argv[1]).resolve())
    faults = list(pages.faults)
    if sys.argv[2] != "--check" and not faults:
        folder = pathlib.Path(sys.argv[2]).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        faults += build(pages, folder) or broken_links(folder / "html")
        if len(sys.argv) == 4 and not faults:
            faults += opened(folder / "html", folder, sys.argv[3])
        if not faults:
            print(f"site in {sys.argv[2]}/html/index.html: {len(pages.pages) + 1} pages, {len(pages.figures)} figures")
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
