# SPDX-License-Identifier: Apache-2.0
"""The page of a study as its reader uses it: a study whose names would run as scripts if they could, in a folder whose name wants quoting."""

import csv
import json
import shlex
import subprocess

WORKLOADS = ["</script><script>document.title='pwned'</script>", "two"]
CHOICES = ["<img src=x onerror=\"document.title='pwned'\">", "\"'><svg/onload=document.title='pwned'>"]
METRIC = "</style><b>&lt;"


def make(gantry, program, folder):
    """Sweeps; answers the study's directory."""
    tasks = [{"id": n, "cycles": 300 + 50 * n, "jobs": 2} for n in range(1, 6)]
    one = {"workload": {"tasks": tasks}}
    study = {
        "name": "<b onclick=alert(1)>", "workloads": [{"name": WORKLOADS[0], **one}, {"name": WORKLOADS[1], "workload": {"tasks": tasks[:3]}}],
        "base": {"name": "b", "architecture": {"interconnect": {"topology": "crossbar"}, "processors": [{"name": "c", "count": 2}]}, **one},
        "vary": {"architecture.processors.c.count": [1, 2, 4, 8], "policies.picker": ["fifo", "stride"],
                 "<i>": {CHOICES[0]: {}, CHOICES[1]: {"architecture.interconnect.flit_bytes": 4}}},
        "objectives": [{"minimise": "architecture.processors.c.count"}, {"minimise": "cycles"}],
        "metrics": [{METRIC: "processors.0.utilization"}, "interconnect.flits"], "keep": ["critical_path"]}
    (folder / "hostile_study.yaml").write_text(json.dumps(study), encoding="utf-8")
    directory = folder / "it's a \"study\""
    gantry(program, "sweep", str(folder / "hostile_study.yaml"), "--jobs", "2", "--out", str(directory))
    return directory


def rows_of(table):
    with open(table, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def use(browser, program, checks, directory):
    """Points at the front, brushes, filters, sorts, and by keyboard; what it shows is what the tables have."""
    name = "study"
    points, front = rows_of(directory / "points.csv"), rows_of(directory / "pareto.csv")
    first = [row for row in points if row["workload"] == WORKLOADS[0]]
    folder = directory.parent
    page = browser.open(directory / "report.html")
    checks.hold(page.ask("document.documentElement.dataset.ready") == "1", name, "did not draw itself to its end")
    for at, workload in enumerate(WORKLOADS):
        page.ask(f"(() => {{ const s = document.querySelector('#workload select'); s.value = '{at}'; s.dispatchEvent(new Event('change')); }})()")
        shown = sorted(page.ask("[...document.querySelectorAll('#front_picture [data-front]')].map((e) => Number(e.dataset.front))"))
        checks.hold(shown == sorted(int(r["number"]) for r in front if r["workload"] == workload), name, "shows the front", shown)
    page.ask("(() => { const s = document.querySelector('#workload select'); s.value = '0'; s.dispatchEvent(new Event('change')); })()")

    for row in (r for r in front if r["workload"] == WORKLOADS[0]):
        x, y, *_ = page.place(f"document.querySelector('#front_picture [data-front=\"{row['number']}\"]')")
        page.mouse("mouseMoved", x, y)
        # Points with the same numbers lie on one place.
        number = page.ask("document.getElementById('point').dataset.number")
        alike = [r for r in first if all(r[key] == row[key] for key in ("architecture.processors.c.count", "cycles"))]
        found = next((r for r in alike if r["number"] == number), row)
        command = page.ask("document.getElementById('command').textContent")
        wanted = ["gantry", "run", str(directory.resolve() / "points" / found["id"] / "experiment.yaml")]
        checks.hold(shlex.split(command) == wanted, name, "point", row["number"], "has the command", command)
        panel = page.ask("document.getElementById('panel').innerText")
        for value in (f"Point {found['number']}", *(f"{r['number']}" for r in alike if r is not found), f"{int(row['cycles']):,}", "critical path", "Bound by"):
            checks.hold(value in panel, name, "does not tell of point", row["number"], value)
    again = subprocess.run([program, *shlex.split(command)[1:], "--out", str(folder / "again")], capture_output=True, check=False)
    checks.hold(again.returncode == 0, name, "shows a command that ends with", again.returncode)

    within = "Number(document.querySelector('[data-key=rows]').dataset.value)"
    checks.hold(page.ask(within) == len(first), name, "has rows", page.ask(within))
    x, y, _, height = page.place("document.querySelector('.zone[data-axis=\"0\"]')")
    page.drag(x, y + height / 2 - 2, y + height * 0.1)  # the lower values: 1 and 2 of 1, 2, 4, 8
    brushed = [r for r in first if int(r["architecture.processors.c.count"]) <= 2]
    checks.hold(page.ask(within) == len(brushed), name, "keeps", page.ask(within), "points and should keep", len(brushed))
    shown = page.ask("[...document.querySelectorAll('#points tbody tr')].map((e) => Number(e.dataset.point))")
    checks.hold(sorted(shown) == [int(r["number"]) for r in brushed], name, "has brushed rows", shown)
    page.ask("document.querySelector('[data-filter=\"policies.picker\"]').value = 'STRI'")
    page.ask("document.querySelector('[data-filter=\"policies.picker\"]').dispatchEvent(new Event('input'))")
    both = [r for r in brushed if r["policies.picker"] == "stride"]
    checks.hold(page.ask(within) == len(both), name, "filters to", page.ask(within), "points and should to", len(both))
    page.ask("[...document.querySelectorAll('#points thead button')].find((b) => b.title === 'cycles').click()")
    shown = page.ask("[...document.querySelectorAll('#points tbody tr')].map((e) => Number(e.dataset.point))")
    wanted = [int(r["number"]) for r in sorted(both, key=lambda r: (int(r["cycles"]), int(r["number"])))]
    checks.hold(shown == wanted, name, "sorts to", shown, "and should to", wanted)
    page.ask("[...document.querySelectorAll('#parallel button')][0].click()")
    checks.hold(page.ask(within) == len(first) // 2, name, "still brushes after all brushes were taken away")

    page.ask("document.getElementById('front_picture').focus()")
    page.key("ArrowRight")
    checks.hold(page.ask("document.getElementById('point').dataset.number") in {r["number"] for r in front}, name, "does not go along the front by keyboard")
    flat = page.ask("document.getElementById('flat').innerText")
    checks.hold("policies.picker" in flat and "processors" not in flat, name, "calls flat", flat)
    text = page.ask("document.body.innerText")
    for word in [CHOICES[0], CHOICES[1], "<i>"]:
        checks.hold(word in text, name, "does not show", word)
    checks.hold(page.ask("document.title") == "<b onclick=alert(1)> – Gantry", name, "is called", page.ask("document.title"))
    checks.hold(page.ask("document.querySelectorAll('script').length") == 2 and page.ask("document.querySelectorAll('img, #page b[onclick]').length") == 0, name, "made elements of names")
    checks.hold(page.ask("document.documentElement.dataset.errors") is None, name, "has errors")
    for scheme in ("light", "dark"):
        for size, width in (("wide", 1280), ("narrow", 420)):
            page.look(width, scheme)
            picture = folder / f"study_{scheme}_{size}.png"
            page.picture(picture)
            checks.hold(picture.stat().st_size > 20000, name, "has no picture", picture.name)
    for fault in page.faults:
        checks.hold(False, name, fault)


def check(open_page, browser, checks, gantry, program):
    directory = make(gantry, program, browser.folder)
    whole = browser.folder / "study.html"  # elsewhere: it still knows where the study is
    gantry(program, "report", str(directory), "-o", str(whole))
    shown = open_page(browser, checks, whole, "dark", None)
    front = len(rows_of(directory / "pareto.csv"))
    checks.hold(shown.figures.get("front") == [str(front)], "study.html", "has a front of", shown.figures.get("front"), "and should have", front)
    use(browser, program, checks, directory)
