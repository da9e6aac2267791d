#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens pages of `gantry report` in headless Chromium, as a reader would.

    browser.py CHROMIUM GANTRY EXPERIMENTS FOLDER

Runs cholesky.yaml and stores.yaml of EXPERIMENTS, two streams with a deadline, and a workload whose names would run as scripts if they could, and opens their pages, and one
of both runs, in light and in dark; and the page of a study, in which it points, brushes and filters; and moves through a network in time. Each must draw itself as a whole, with no error and nothing refused by its policy, ask for
nothing outside, and show the figures of summary.json. Pictures stay in FOLDER, wide and narrow.

Exit 0: so it is. 1: not so, a line for each fault. 2: wrong use.
"""

import csv
import html.parser
import json
import pathlib
import subprocess
import sys

import devtools
import study_page

HOSTILE = ["</script><script>document.title='pwned'</script>", "<img src=x onerror=\"document.title='pwned'\">", "\"'><svg/onload=document.title='pwned'>",
           "<!--<script>", "</style><style>*{display:none}", "]]>&lt;b&gt;&amp;", "${document.title='pwned'}`"]
SCHEMES = ("light", "dark")
SIZES = {"wide": 1280, "narrow": 420}


class Shown(html.parser.HTMLParser):
    """What a page shows: figures by their keys, texts of elements, tags and their attributes, attributes of the root."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.figures, self.tags, self.root, self.texts, self.within = {}, [], {}, [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, attributes))
        self.within.append(tag)
        given = dict(attributes)
        if tag == "html":
            self.root = given
        if "data-key" in given:
            self.figures.setdefault(given["data-key"], []).append(given.get("data-value"))

    def handle_endtag(self, tag):
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, text):
        if not self.within or self.within[-1] not in ("script", "style"):
            self.texts.append(text)


class Checks:
    def __init__(self):
        self.faults = []
        self.done = 0

    def hold(self, what, page, *more):
        self.done += 1
        if not what:
            self.faults.append(page + ": " + " ".join(str(m) for m in more))


class Browser:
    """One for all pages, since to start one costs more than to draw."""

    def __init__(self, page, folder):
        self.page, self.folder = page, folder

    def open(self, file, scheme="light", width=SIZES["wide"]):
        """Opens the file; answers what opens it, with the faults of this file alone."""
        self.page.faults.clear()
        self.page.look(width, scheme)
        self.page.open(file.resolve().as_uri())
        return self.page


def gantry(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, check=False, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(f"gantry {' '.join(arguments)}: {done.stderr}")


def expected_figures(summary):
    figures = {"cycles": summary["cycles"], "tasks.completed": summary["tasks"]["completed"], "jobs.completed": summary["jobs"]["completed"],
               "interconnect.packets": summary["interconnect"]["packets"], "interconnect.latency.p50": summary["interconnect"]["latency"]["p50"],
               "jobs.schedule_failures": summary["jobs"]["schedule_failures"], "latency.p99": summary["interconnect"]["latency"]["p99"],
               "busy_cycles": sum(p["busy_cycles"] for p in summary["processors"]), "complete": "true"}
    figures.update({"waits." + stage: cycles for stage, cycles in summary["waits"].items()})
    figures.update({"critical_path." + cause: cycles for cause, cycles in summary["critical_path"].items() if cycles > 0})
    figures.update({"busy." + p["name"]: p["busy_cycles"] for p in summary["processors"]})
    figures.update({"bounds." + b: n for b, n in summary.get("bounds", {}).items() if isinstance(n, int) and n > 0})
    if "data" in summary:
        figures.update({f"data.read.{source}.bytes": of["bytes"] for source, of in summary["data"]["read"].items()})
        figures["data.evictions"] = summary["data"]["evictions"]
    for block, of in summary["blocks"].items():
        figures.update({f"{block}.stalls.{cause}": cycles for cause, cycles in of["stalls"].items() if cycles > 0})
        figures.update({f"{block}.queues.{queue}.max": level["max"] for queue, level in of["queues"].items()})
    return figures


def open_page(browser, checks, page, scheme, summary):
    """Draws the page once as text, and looks at all of it."""
    name = f"{page.name} in {scheme}"
    opened = browser.open(page, scheme)
    text = opened.ask("document.documentElement.outerHTML")
    shown = Shown(text)
    checks.hold(shown.root.get("data-ready") == "1", name, "did not draw itself to its end")
    checks.hold("data-errors" not in shown.root, name, "has", shown.root.get("data-errors"), "errors")
    checks.hold(shown.root.get("data-scheme") == scheme, name, "is in", shown.root.get("data-scheme"))
    checks.hold(opened.faults == [], name, "has", opened.faults)
    for tag, attributes in shown.tags:
        checks.hold(tag not in ("img", "iframe", "object", "embed", "link", "base", "form"), name, "has an element", tag)
        for key, value in attributes:
            checks.hold(not key.startswith("on") and not (value or "").lower().startswith("javascript:"), name, "has", key, value)
            checks.hold(key not in ("src", "srcset") and (key != "href" or (value or "").startswith("#")), name, "asks for", value)
    checks.hold(sum(tag == "script" for tag, _ in shown.tags) == 2, name, "has other scripts than its own")
    checks.hold(sum(tag == "style" for tag, _ in shown.tags) == 1, name, "has other styles than its own")
    for key, value in expected_figures(summary).items() if summary else ():
        checks.hold(str(value) in shown.figures.get(key, []), name, key, "is", shown.figures.get(key), "and should be", value)
    return shown


def compared(checks, shown, folder):
    """The waterfall of two runs leads from one makespan to the other; what tasks waited for is below."""
    a, b = (json.loads((folder / name / "summary.json").read_text(encoding="utf-8")) for name in ("cholesky", "turned"))
    differences = {cause: b["critical_path"][cause] - cycles for cause, cycles in a["critical_path"].items()}
    for cause, cycles in differences.items():
        want = [str(cycles)] if cycles != 0 else None
        checks.hold(shown.figures.get("difference." + cause) == want, "compared.html", cause, "is", shown.figures.get("difference." + cause), "and should be", want)
    checks.hold(shown.figures.get("difference") == [str(b["cycles"] - a["cycles"])], "compared.html", "has the difference", shown.figures.get("difference"))
    waits = {f"held.{cause}": (a["critical_path_held"][cause], b["critical_path_held"][cause]) for cause in a["critical_path_held"]}
    waits.update({f"overhead.{block}": (a["overhead"]["blocks"][block], b["overhead"]["blocks"][block]) for block in a["overhead"]["blocks"]})
    for key, (before, after) in waits.items():
        want = [str(after - before)] if before or after else None
        checks.hold(shown.figures.get(key) == want, "compared.html", key, "is", shown.figures.get(key), "and should be", want)
    checks.hold(sum(differences.values()) == b["cycles"] - a["cycles"], "compared.html", "causes do not sum to the difference")


def slid(browser, checks, page, folder):
    """The network's slider shows of every link what link_load.csv has of it."""
    levels = "[...document.querySelectorAll('svg[aria-label^=Network] line')].map((l) => l.getAttribute('class')).join(' ')"
    slider = "document.querySelector('input[type=range]')"
    opened = browser.open(page)
    shown = [opened.ask(levels)]
    for at in range(1, int(opened.ask(slider + ".max")) + 1):
        opened.ask(f"{slider}.value = {at}; {slider}.dispatchEvent(new Event('input'))")
        shown.append(opened.ask(levels))
    checks.hold(opened.faults == [], page.name, "has", opened.faults)
    carrying = {}
    with (folder / page.stem / "link_load.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            carrying.setdefault(int(row["begin"]), set()).update([(row["from"], row["to"])] if row["kind"] == "link" else [])
    begins = sorted(carrying)
    stretch = begins[1] - begins[0]
    for at, classes in enumerate(shown[1:]):
        drawn = sum(name != "s0" for name in classes.split())
        checks.hold(drawn == len(carrying.get(at * stretch, ())), page.name, "draws", drawn, "links that carry something in stretch", at)


STREAMS = {
    "name": "streams", "output": {"trace": False},
    "architecture": {"interconnect": {"topology": "crossbar"}, "processors": [{"count": 2}]},
    "workload": {"streams": [
        {"name": "frames", "count": 6, "weight": 8, "deadline_cycles": 900, "arrivals": {"process": "periodic", "interval_cycles": 500},
         "workload": {"tasks": [{"id": "a", "cycles": 400}]}},
        {"name": "mail", "count": 3, "arrivals": {"process": "periodic", "interval_cycles": 1000}, "workload": {"tasks": [{"id": "b", "jobs": 4, "cycles": 700}]}}]}}


def lead_with_deadlines(browser, checks, page, summary):
    """Streams come right after the verdict, with the sum of what was late; jobs can be coloured by stream."""
    shown = open_page(browser, checks, page, "light", summary)
    late = sum(stream["deadline"]["misses"] for stream in summary["streams"]["list"] if "deadline" in stream)
    checks.hold(late > 0, page.name, "has nothing late to show")
    checks.hold(shown.figures.get("streams.misses") == [str(late)], page.name, "has", shown.figures.get("streams.misses"), "late and should have", late)
    opened = browser.open(page)
    sections = opened.ask("[...document.querySelectorAll('section')].map((s) => s.id).join(' ')").split()
    checks.hold(sections[:2] == ["verdict", "streams"], page.name, "begins with", sections[:2])
    checks.hold(opened.ask("document.querySelectorAll('#streams .deadline').length") == 1, page.name, "does not draw its one deadline")
    choose = "(() => { const s = document.querySelector('#gantt select'); s.selectedIndex = [...s.options].findIndex((o) => o.text === 'stream'); s.dispatchEvent(new Event('change')); return document.querySelector('#gantt .legend').textContent; })()"
    checks.hold(opened.ask(choose) == "framesmail", page.name, "does not colour by stream")
    checks.hold(opened.faults == [], page.name, "has", opened.faults)
    browser.page.picture(browser.folder / "streams.png")


def pictures(browser, checks, pages):
    """Of each page in light and dark, wide and narrow."""
    for page in pages:
        for scheme in SCHEMES:
            for size, width in SIZES.items():
                to = browser.folder / f"{page.stem}_{scheme}_{size}.png"
                to.unlink(missing_ok=True)
                browser.open(page, scheme, width).picture(to)
                checks.hold(to.stat().st_size > 20000, page.name, "has no picture", to.name)


def look_at_all(browser, checks, runs, program):
    folder = browser.folder
    for scheme in SCHEMES:
        open_page(browser, checks, folder / "cholesky.html", scheme, runs["cholesky"])
        open_page(browser, checks, folder / "stores.html", scheme, runs["stores"])
        shown = open_page(browser, checks, folder / "hostile.html", scheme, runs["hostile"])
        both = open_page(browser, checks, folder / "both.html", scheme, None)
        for name in HOSTILE:
            checks.hold(any(name in text for text in shown.texts), "hostile.html", "does not show the task", name)
        for side, run in zip("ab", runs.values()):
            checks.hold(both.figures.get(side + ".cycles") == [str(run["cycles"])], "both.html", side, "has", both.figures.get(side + ".cycles"))
        checks.hold(any("of another workload" in text for text in both.texts), "both.html", "does not say why it compares nothing")
        compared(checks, open_page(browser, checks, folder / "compared.html", scheme, None), folder)
    slid(browser, checks, folder / "cholesky.html", folder)
    lead_with_deadlines(browser, checks, folder / "streams.html", runs["streams"])
    study_page.check(open_page, browser, checks, gantry, program)
    pictures(browser, checks, [folder / f"{page}.html" for page in ("cholesky", "stores", "hostile", "both", "compared")])


def main():
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    browser_program, program, experiments, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    tasks = [{"id": name, "cycles": 300 + 50 * n, "after": HOSTILE[:n][-1:], "reads": [HOSTILE[0]]} for n, name in enumerate(HOSTILE)]
    (folder / "hostile_workload.yaml").write_text(json.dumps({"data": [{"id": HOSTILE[0], "bytes": 640}], "tasks": tasks}), encoding="utf-8")
    (folder / "hostile.yaml").write_text(json.dumps({
        "name": HOSTILE[1].replace("/", "|"), "workload": {"path": "hostile_workload.yaml"}, "output": {"packets": True, "residency": True},
        "architecture": {"name": HOSTILE[0], "interconnect": {"topology": "tree"}, "processors": [{"name": "<b onclick=alert(1)>", "count": 3, "local": {"bytes": 1024, "bytes_per_cycle": 8}}]}}), encoding="utf-8")
    gantry(program, "run", str(experiments / "cholesky.yaml"), "--out", str(folder / "cholesky"), "--set", "output.trace=false")
    gantry(program, "run", str(folder / "hostile.yaml"), "--out", str(folder / "hostile"))
    (folder / "streams.yaml").write_text(json.dumps(STREAMS), encoding="utf-8")
    gantry(program, "run", str(folder / "streams.yaml"), "--out", str(folder / "streams"))
    gantry(program, "run", str(experiments / "stores.yaml"), "--out", str(folder / "stores"), "--set", "output.trace=false")
    runs = {name: json.loads((folder / name / "summary.json").read_text(encoding="utf-8")) for name in ("cholesky", "hostile", "stores", "streams")}
    for name in runs:
        gantry(program, "report", str(folder / name), "-o", str(folder / f"{name}.html"))
    gantry(program, "report", str(folder / "cholesky"), str(folder / "hostile"), "-o", str(folder / "both.html"))
    gantry(program, "run", str(experiments / "cholesky.yaml"), "--out", str(folder / "turned"), "--set", "output.trace=false",
           "--set", "workload.order=rank", "--set", "architecture.dispatcher.send_ports=1")
    gantry(program, "report", str(folder / "cholesky"), str(folder / "turned"), "-o", str(folder / "compared.html"))

    checks = Checks()
    with devtools.Page(browser_program, folder) as page:
        look_at_all(Browser(page, folder), checks, runs, program)
    for fault in checks.faults[:40]:
        print(fault)
    print(f"{checks.done - len(checks.faults)} passed, {len(checks.faults)} failed; pictures in {folder}")
    return 1 if checks.faults else 0


if __name__ == "__main__":
    sys.exit(main())
