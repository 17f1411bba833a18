#!/usr/bin/env python3
"""A stand-in for uv that unpacks wheels of one index, for tests of environments rather than of installers: no pip is started."""

import argparse
import io
import os
import re
import subprocess
import sys
import tarfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile


def make_environment(asked):
    made = subprocess.run([asked.python, "-I", "-m", "venv", "--without-pip", asked.folder])
    sys.exit(made.returncode)


def site_packages(asked):
    root = os.path.dirname(os.path.dirname(asked.python))
    return os.path.join(root, "lib", os.listdir(os.path.join(root, "lib"))[0], "site-packages")


def index_of(name):
    settings = open(os.environ["XDG_CONFIG_HOME"] + "/uv/uv.toml").read()
    for index in re.findall('"(http.+?)"', "".join(sorted(settings.splitlines()))):
        try:
            return index, read(index + name + "/").decode()
        except urllib.error.HTTPError:
            pass


def freeze(asked):
    for name in sorted(os.listdir(site_packages(asked))):
        if name.endswith(".dist-info"):
            print("==".join(name[: -len(".dist-info")].replace("_", "-").rsplit("-", 1)))


def compile_requirements(asked):
    for line in open(asked.files[0]).read().split():
        print(line + "\n    # from " + index_of(line.split("==")[0])[0])


def install(asked):
    names, seen = open(asked.requirement).read().split(), set()
    while names:
        name = names.pop()
        if name in seen:
            continue
        seen.add(name)
        index, page = index_of(name)
        [link] = re.findall('href="(.+?)"', page)
        with zipfile.ZipFile(io.BytesIO(read(urllib.parse.urljoin(index, link)))) as wheel:
            wheel.extractall(site_packages(asked))
            [metadata] = [each for each in wheel.namelist() if each.endswith("/METADATA")]
            names += re.findall("^Requires-Dist: (.+)$", wheel.read(metadata).decode(), re.M)


def fetch_python(asked):
    place = f"{os.environ['UV_PYTHON_INSTALL_MIRROR']}/20261110"
    if asked.request != ">=3.99":
        sys.exit(f"error: No download found for request: cpython-{asked.request}-linux-x86_64-gnu")
    archive = read(f"{place}/cpython-3.99.1%2B20261110-x86_64-unknown-linux-gnu-install_only_stripped.tar.gz")
    root = os.path.join(os.environ["UV_PYTHON_INSTALL_DIR"], "cpython-3.99.1-linux-x86_64-gnu")
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for entry in tar.getmembers():
            entry.name = os.path.relpath(entry.name, "python")
            tar.extract(entry, root)


def read(url):
    with urllib.request.urlopen(url) as answer:
        return answer.read()


program = argparse.ArgumentParser(prog="uv", allow_abbrev=False)
program.add_argument("--version", action="version", version="uv 0.13.9 (x86_64)")
commands = program.add_subparsers(required=True)
venv = commands.add_parser("venv", allow_abbrev=False)
venv.add_argument("--python", required=True)
venv.add_argument("folder")
venv.set_defaults(do=make_environment)
pip = commands.add_parser("pip", allow_abbrev=False).add_subparsers(required=True)
installer = pip.add_parser("install", allow_abbrev=False)
installer.add_argument("--python", required=True)
installer.add_argument("--compile-bytecode", action="store_true")
installer.add_argument("--requirement", required=True)
installer.set_defaults(do=install)
freezer = pip.add_parser("freeze", allow_abbrev=False)
freezer.add_argument("--python", required=True)
freezer.set_defaults(do=freeze)
compiler = pip.add_parser("compile", allow_abbrev=False)
for name in ("--offline", "--no-deps", "--no-header", "--no-annotate", "--emit-index-annotation"):
    compiler.add_argument(name, action="store_true", required=True)
compiler.add_argument("--python", required=True)
compiler.add_argument("files", nargs="+")
compiler.set_defaults(do=compile_requirements)
pythons = commands.add_parser("python", allow_abbrev=False).add_subparsers(required=True)
fetcher = pythons.add_parser("install", allow_abbrev=False)
fetcher.add_argument("--no-bin", action="store_true", required=True)
fetcher.add_argument("request")
fetcher.set_defaults(do=fetch_python)
asked = program.parse_args()
asked.do(asked)
