#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of a Containerfile in pristine Debians, where no images can be pulled, and tries what comes out.

    container.py CONTAINERFILE FOLDER [--suite bookworm|trixie] [--most-mb N]

A stage begins as a minimal Debian of debootstrap, without the documentation that Debian's slim images leave out; COPY . is a
clean clone. FOLDER keeps the minimal Debian for the next call. Then the entry point runs an experiment of this checkout, alone
and with the picker in Verilog beside it, and checks it; and the last stage is measured.

Needs root, and the package debootstrap. Exit 0: the image works and has at most N MB. 1: it does not, or has more.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
# As in Debian's slim images.
SLIM = "".join(f"path-exclude /usr/share/{name}/*\n" for name in ("doc", "info", "linda", "lintian", "locale", "man"))
ENVIRONMENT = ["/usr/bin/env", "-i", "HOME=/root", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8",
               "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]


def call(*command):
    subprocess.run([str(word) for word in command], check=True)


def mirror():
    """Where this machine's packages come from."""
    for file in (pathlib.Path("/etc/apt/sources.list.d/debian.sources"), pathlib.Path("/etc/apt/sources.list")):
        found = re.search(r"^(?:URIs: *|deb +(?:\[[^]]*\] +)?)(\S+)", file.read_text(encoding="utf-8"), re.MULTILINE) if file.exists() else None
        if found:
            return found[1]
    return "http://deb.debian.org/debian"


class Stage:
    """A Debian in a folder, and the working directory of its next step."""

    def __init__(self, folder, suite):
        pristine = folder / f"pristine-{suite}"
        if not pristine.exists():
            call("debootstrap", "--variant=minbase", suite, folder / "making", mirror())
            (folder / "making").rename(pristine)
        self.root, self.directory = folder / "stage", "/"
        number = 0
        while self.root.exists():
            number += 1
            self.root = folder / f"stage{number}"
        call("cp", "-a", pristine, self.root)
        (self.root / "etc/dpkg/dpkg.cfg.d/slim").write_text(SLIM, encoding="utf-8")
        for name in ("doc", "info", "locale", "man"):
            shutil.rmtree(self.root / "usr/share" / name, ignore_errors=True)
        for file in pathlib.Path("/etc/apt/apt.conf.d").iterdir():
            if not (self.root / "etc/apt/apt.conf.d" / file.name).exists():
                shutil.copy(file, self.root / "etc/apt/apt.conf.d")
        for file in ("/etc/resolv.conf", "/etc/hosts"):
            shutil.copy(file, self.root / "etc")
        for name in ("proc", "sys", "dev"):
            call("mount", "--rbind", f"/{name}", self.root / name)
            call("mount", "--make-rslave", self.root / name)

    def run(self, *command):
        """The output of a command in the stage."""
        words = ["chroot", self.root, *ENVIRONMENT, "/bin/sh", "-c", 'cd "$0" && exec "$@"', self.directory, *command]
        return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout

    def close(self):
        for name in ("dev", "sys", "proc"):
            subprocess.run(["umount", "-lR", self.root / name], check=False, stderr=subprocess.DEVNULL)


def build(file, folder, suite, stages):
    """Runs the file's steps; `stages` gets its stages by name, the last one's is ''. Returns the entry point."""
    values, names, now, entry = {}, {}, None, []
    text = file.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in (line for line in text.splitlines() if line and not line.startswith("#")):
        word, rest = line.split(None, 1)
        print(f"container: {line}", flush=True)
        if word == "ARG":
            name, value = rest.split("=")
            values[name] = suite if name == "DEBIAN" else value
        elif word == "FROM":
            image, name = re.fullmatch(r"debian:(\S+)-slim(?: AS (\S+))?", re.sub(r"\$\{(\w+)\}", lambda m: values[m[1]], rest)).groups()
            now = Stage(folder, image)
            stages.append(now)
            names[name or ""] = now
        elif word == "COPY":
            copied = re.fullmatch(r"(?:--from=(\S+) )?(\S+) (\S+)", rest)
            to = now.root / copied[3].lstrip("/")
            if copied[1]:
                call("cp", "-a", names[copied[1]].root / copied[2].lstrip("/"), to)
            else:
                call("git", "clone", "-q", SOURCE / copied[2], to)
                call("chown", "-R", "root:root", to)
        elif word == "WORKDIR":
            now.directory = rest
            (now.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "RUN":
            now.run("/bin/sh", "-e", "-c", rest)
        elif word == "ENTRYPOINT":
            entry = json.loads(rest)
        else:
            sys.exit(f"container: {word} is no step that this script knows")
    return entry


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--most-mb", type=int, default=200)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for old in given.folder.glob("stage*"):
        call("rm", "-rf", "--one-file-system", old)
    stages = []
    try:
        entry = build(given.file, given.folder.resolve(), given.suite, stages)
        image = stages[-1]
        shutil.copytree(SOURCE / "sim/experiments", image.root / "work/experiments")
        print(image.run(*entry, "run", "experiments/cholesky.yaml", "--out", "out"))
        print(image.run(*entry, "check", "out"))
        print(image.run(*entry, "run", "experiments/cholesky.yaml", "--picker", "lockstep", "--out", "lockstep"))
        complete = json.loads((image.root / "work/out/summary.json").read_text(encoding="utf-8"))["complete"]
        shutil.rmtree(image.root / "work")
    finally:
        for stage in stages:
            stage.close()
    size = int(subprocess.run(["du", "-s", "-x", "--block-size=1", image.root], check=True, stdout=subprocess.PIPE).stdout.split()[0]) / 1e6
    print(f"container: {given.suite}: {size:.0f} MB in {image.root}")
    return 0 if complete and size <= given.most_mb else 1


if __name__ == "__main__":
    sys.exit(main())
