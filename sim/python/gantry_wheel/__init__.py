# SPDX-License-Identifier: Apache-2.0
"""What pip and build call to make a wheel of the Python module: the interface of PEP 517, with the standard library alone.

The wheel holds the package as CMake built it, build/python/gantry. It needs the shared libraries of the machine that built it
(docs/dependencies.md), so it is for machines with the same Debian.

Settings (`pip install . --config-settings=NAME=VALUE`):
  build-dir  a build tree whose module is taken as it is, nothing being built
"""
import base64
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parents[3]
PROJECT = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = re.search(r"^project\(gantry VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]
NAME = f"{PROJECT['name']}-{VERSION}"
PYTHON = f"cp{sys.version_info.major}{sys.version_info.minor}"
TAG = f"{PYTHON}-{PYTHON}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
NATIVE = f"_native.{sysconfig.get_config_var('SOABI')}.so"
#: Two wheels of the same module have the same bytes.
DATE = (1980, 1, 1, 0, 0, 0)


def _built_package(settings):
    """The folder of the package, built unless a setting names it."""
    given = (settings or {}).get("build-dir")
    # The tree of `make python`, if it is of this interpreter: what has changed since is compiled.
    common = SOURCE / "build"
    tree = pathlib.Path(given) if given else common if (common / "python" / "gantry" / NATIVE).exists() else SOURCE / "build-wheel"
    if not given:
        if tree != common:
            subprocess.run(["cmake", "-S", SOURCE, "-B", tree, "-DGANTRY_TESTS=OFF", "-DGANTRY_UNITY=ON",
                            f"-DPython3_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", tree, "--target", "gantry_python", "-j", str(os.cpu_count() or 1)], check=True)
    package = tree / "python" / "gantry"
    if not (package / NATIVE).exists():
        raise SystemExit(f"error: {package / NATIVE} is not there: {tree} has no module for this interpreter")
    return package


def _metadata():
    readme = (SOURCE / PROJECT["readme"]).read_text(encoding="utf-8")
    lines = ["Metadata-Version: 2.1", f"Name: {PROJECT['name']}", f"Version: {VERSION}", f"Summary: {PROJECT['description']}",
             f"License: {PROJECT['license']['text']}", f"Requires-Python: {PROJECT['requires-python']}",
             *(f"Requires-Dist: {needed}" for needed in PROJECT["dependencies"]), "Description-Content-Type: text/markdown"]
    return "\n".join(lines) + "\n\n" + readme


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """What pip asks for first: without it, pip would have the wheel built twice."""
    info = pathlib.Path(metadata_directory) / f"{NAME}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(_metadata(), encoding="utf-8")
    return info.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _built_package(config_settings)
    names = sorted(path.name for path in package.iterdir() if path.suffix in (".py", ".pyi")) + ["py.typed", NATIVE]
    files = {f"gantry/{name}": (package / name).read_bytes() for name in names}
    info = f"{NAME}.dist-info"
    files[f"{info}/LICENSE"] = (SOURCE / "LICENSE").read_bytes()
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: gantry\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{NAME}-{TAG}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """All that the tree has, but builds and outputs."""
    def kept(entry):
        parts = pathlib.PurePath(entry.name).parts
        left_out = len(parts) == 2 and (parts[1].startswith("build") or parts[1] in (".git", "out"))
        return None if left_out or "__pycache__" in parts else entry

    sdist = f"{NAME}.tar.gz"
    with tarfile.open(os.path.join(sdist_directory, sdist), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        archive.add(SOURCE, NAME, filter=kept)
        content = _metadata().encode()
        entry = tarfile.TarInfo(f"{NAME}/PKG-INFO")
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    return sdist
