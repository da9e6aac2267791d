#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds packages.txt against what was really used, so that a machine that happens to have more hides no gap.

    audit.py [--tree BUILD TARGET=GROUP,...]... [--calls LOG]

--tree: every header that the objects of TARGET included (ninja's dependency log), every library on its link lines and every
program of its commands. --calls: every program that called_programs.c wrote into LOG, and every module that the Python
programs of this project among them import; the groups are those that the log says were asked for.
Each must be of a package of these groups, of one that those depend on, or of one that every Debian has.

Exit 0: so it is. 1: not so, a line for each gap. 2: wrong use. 77: this is no Debian.
"""

import argparse
import ast
import importlib.util
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
PROGRAM_FOLDERS = ("/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/usr/games/")


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, encoding="utf-8").stdout


def read_groups():
    groups = {}
    for line in (HERE / "packages.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, packages = line.split(":", 1)
            groups.setdefault(name, []).extend(packages.split())
    return groups


class Packages:
    """What dpkg knows of this machine."""

    def __init__(self):
        self.depends, self.providers, self.basic = {}, {}, set()
        fields = "${Package}\t${Essential}\t${Priority}\t${Provides}\t${Pre-Depends}, ${Depends}\n"
        for line in output("dpkg-query", "-W", "-f", fields).splitlines():
            package, essential, priority, provides, depends = line.split("\t")
            for name in [package] + re.findall(r"[^, ]+(?= *(?:\(|,|$))", provides):
                self.providers.setdefault(name, set()).add(package)
            self.depends.setdefault(package, set()).update(re.findall(r"[a-z0-9][a-z0-9.+-]+(?=[:, (|]|$)", re.sub(r"\([^)]*\)", "", depends)))
            if essential == "yes" or priority == "required":
                self.basic.add(package)
        self.known = {}

    def closure(self, names):
        """`names`, what every Debian has, and all installed packages that those need."""
        reached, todo = set(), list(names) + sorted(self.basic)
        while todo:
            for package in self.providers.get(todo.pop(), ()):
                if package not in reached:
                    reached.add(package)
                    todo += self.depends.get(package, ())
        return reached

    def owners(self, paths):
        """The packages of each path; those of one that dpkg does not know are empty."""
        spelt = {}
        for path in paths:
            if path not in self.known:
                # dpkg knows a file by the path of its package: with or without /usr, before or behind a link.
                forms = {os.path.normpath(path), os.path.realpath(path)}
                forms |= {form[4:] for form in forms if form.startswith("/usr/")} | {"/usr" + form for form in forms}
                spelt[path] = forms
        asked = sorted(set().union(*spelt.values())) if spelt else []
        found = {}
        for start in range(0, len(asked), 500):
            for line in output("dpkg", "-S", "--", *asked[start:start + 500]).splitlines():
                packages, _, path = line.partition(": ")
                if not packages.startswith("diversion"):
                    found[path] = {package.split(":")[0].strip() for package in packages.split(",")}
        for path, forms in spelt.items():
            exact = found.get(os.path.normpath(path))
            self.known[path] = exact or set().union(*(found.get(form, set()) for form in forms))
        return {path: self.known[path] for path in paths}

    def has_program(self, name, allowed):
        """Whether an allowed package brings a program of this name: then one from elsewhere only stands in for it."""
        return bool(set().union(*self.owners([folder + name for folder in PROGRAM_FOLDERS]).values()) & allowed)


def outside(path):
    path = os.path.realpath(path)
    return not any(path.startswith(str(folder) + "/") for folder in (SOURCE, *BUILDS))


BUILDS = []


def used_by(build, target):
    """(headers, libraries, programs) of a target's commands."""
    commands = output("ninja", "-C", build, "-t", "commands", target).splitlines()
    if not commands:
        sys.exit(f"audit: error: {build} has no target {target}, or no ninja")
    objects, libraries, programs = set(), set(), set()
    for command in commands:
        words = shlex.split(command)
        objects |= {word for word in words if word.endswith(".o")}
        programs |= {words[i] for i in range(len(words)) if i == 0 or words[i - 1] == "&&"} - {":", "cd"}
        compilers = [word for word in words if re.search(r"/(c\+\+|g\+\+|clang\+\+)[-0-9]*$", word)]
        if compilers and "-c" not in words:
            libraries |= {word for word in words if re.search(r"\.(a|so)[.0-9]*$", word) and word.startswith("/")}
            names = [f"lib{word[2:]}{end}" for word in words if re.match(r"-l\w", word) for end in (".so", ".a")]
            found = [output(compilers[0], f"-print-file-name={name}").strip() for name in names]
            libraries |= {path for path in found if path.startswith("/")}
        programs |= set(compilers)
    headers, current = set(), False
    for line in output("ninja", "-C", build, "-t", "deps").splitlines():
        if not line.startswith(" "):
            current = line.split(": #deps")[0] in objects
        elif current:
            headers.add(os.path.join(build, line.strip()))
    return headers, libraries, {shutil.which(program) or program for program in programs}


def imported(script):
    """Modules outside the project that a Python file imports, itself or through files of the project: name, file."""
    own = {path.stem: path for folder in ("docs", "sim", "tests") for path in sorted((SOURCE / folder).rglob("*.py"))}
    modules, seen, todo = {}, set(), [pathlib.Path(script)]
    while todo:
        file = todo.pop()
        if file in seen:
            continue
        seen.add(file)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module]
            for name in {name.split(".")[0] for name in names}:
                if (file.parent / f"{name}.py").exists():
                    todo.append(file.parent / f"{name}.py")
                elif (SOURCE / "sim" / "python" / name).is_dir():
                    todo += (SOURCE / "sim" / "python" / name).glob("*.py")  # our package
                elif name in own:
                    todo.append(own[name])  # a script that names the folder to search
                elif name not in sys.builtin_module_names:
                    spec = importlib.util.find_spec(name)
                    modules[name] = spec.origin if spec else None
    return modules


def read_calls(log):
    """(programs, Python files of the project, groups) of a log; the log keeps each line once."""
    lines = sorted(set(pathlib.Path(log).read_text(encoding="utf-8", errors="replace").splitlines()))
    groups = [line.split()[1] for line in lines if line.startswith("group ")]
    programs, scripts, kept = set(), set(), set()
    for line in lines:
        program, _, words = line.partition("\t")
        if not program.startswith("/"):
            continue
        arguments = [word for word in words.split("\t")[1:] if word]
        file = next((word for word in arguments if not word.startswith("-")), "")
        programs.add(program)
        kept.add(f"{program}\t{words.split(chr(9))[0]}\t{file}")
        # A script is called as the first argument of its interpreter.
        if file.startswith(PROGRAM_FOLDERS) and os.path.isfile(file) and re.search(r"/(perl|python|sh|bash|dash)[.0-9]*$", program):
            programs.add(file)
        if file.endswith(".py") and "python" in program:
            scripts |= {path for path in [SOURCE / file] if path.exists() and not outside(path)}
    kept |= {f"group {group}" for group in groups}
    pathlib.Path(log).write_text("".join(f"{line}\n" for line in sorted(kept)), encoding="utf-8")
    return programs, scripts, groups


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", nargs=2, action="append", default=[], metavar=("BUILD", "TARGET=GROUP,..."))
    parser.add_argument("--calls", metavar="LOG")
    given = parser.parse_args()
    if shutil.which("dpkg-query") is None:
        print("audit: not a Debian system: nothing to ask")
        return 77
    groups, packages, gaps = read_groups(), Packages(), []

    def hold(what, paths, names, where, programs=False):
        unknown = sorted(set(names) - set(groups))
        if unknown:
            sys.exit(f"audit: error: packages.txt has no group {' '.join(unknown)}")
        allowed = packages.closure(["make"] + [package for name in names for package in groups[name]])
        for path, owners in sorted(packages.owners(sorted(filter(outside, paths))).items()):
            if owners & allowed or (programs and packages.has_program(os.path.basename(path), allowed)):
                continue
            owner = " or ".join(sorted(owners)) or "no package"
            gaps.append(f"{where}: {what} {path} is of {owner}, which {' + '.join(sorted(set(names)))} does not bring")

    counts = []
    BUILDS.extend(os.path.realpath(build) for build, _ in given.tree)
    if given.calls:
        BUILDS.append(os.path.dirname(os.path.realpath(given.calls)))
    for build, chosen in given.tree:
        target, _, names = chosen.partition("=")
        headers, libraries, programs = used_by(build, target)
        hold("header", headers, names.split(","), target)
        hold("library", libraries, names.split(","), target)
        hold("program", programs, names.split(","), target, programs=True)
        counts.append(f"{target}: {sum(map(outside, headers))} headers, {len(libraries)} libraries")
    if given.calls and os.path.exists(given.calls):
        programs, scripts, names = read_calls(given.calls)
        hold("program", programs, names, "calls", programs=True)
        modules = {name: file for script in sorted(scripts) for name, file in imported(script).items()}
        for name in sorted(name for name, file in modules.items() if file is None):
            gaps.append(f"calls: Python module {name} is not there")
        hold("module", [file for file in modules.values() if file and file.startswith("/")], names, "calls")
        counts.append(f"calls: {sum(map(outside, programs))} programs, {len(modules)} Python modules of {len(scripts)} scripts")
    print("\n".join(gaps + ["; ".join(counts) + f": {len(gaps)} gaps"]))
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
