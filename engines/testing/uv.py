#!/usr/bin/env python3
"""A stand-in for uv: what its documentation says of the options and settings below, done with the machine's venv and pip.

It refuses every other option, variable and setting, so that the product asks for nothing that uv does not know.
"""

import argparse
import os
import subprocess
import sys

try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib

PIP = [sys.executable, "-I", "-m", "pip"]
VARIABLES = {
    "UV_CACHE_DIR": bool,
    "UV_NO_PROGRESS": lambda value: value == "1",
    "UV_NO_EDITABLE": lambda value: value == "1",
    "UV_NO_WRAP": bool,
    "UV_PYTHON_DOWNLOADS": lambda value: value in ("automatic", "manual", "never"),
    "UV_LINK_MODE": lambda value: value in ("clone", "copy", "hardlink", "symlink"),
}
SETTINGS = {"index-url": str, "extra-index-url": list, "find-links": list}


def fail(message):
    sys.exit(f"error: {message}")


def check_variables():
    for name, value in os.environ.items():
        if name.startswith("UV_") and not VARIABLES.get(name, lambda _: False)(value):
            fail(f"invalid value '{value}' for the variable '{name}'")
    # Here the index is behind a proxy with an authority of its own, which the machine trusts.
    if not os.path.isfile(os.environ.get("SSL_CERT_FILE", "")):
        fail("invalid peer certificate: UnknownIssuer")


def settings():
    with open(os.environ["XDG_CONFIG_HOME"] + "/uv/uv.toml", "rb") as file:
        found = tomllib.load(file)
    for name, value in found.items():
        if name not in SETTINGS:
            fail(f"unknown field `{name}`, expected one of {', '.join(SETTINGS)}")
        if not isinstance(value, SETTINGS[name]):
            fail(f"invalid type of `{name}`")
        if not all(isinstance(one, str) and one != "" for one in value):
            fail(f"invalid value in `{name}`")
    return found


def warn_where_links_fail(environment):
    cache = os.environ["UV_CACHE_DIR"]
    os.makedirs(cache, exist_ok=True)
    source, link = os.path.join(cache, "linked"), os.path.join(environment, "linked")
    open(source, "w").close()
    try:
        os.link(source, link)
        os.remove(link)
    except OSError:
        print("warning: Failed to hardlink files; falling back to full copy.", flush=True)


def make_environment(asked):
    if os.path.isdir(asked.folder) and os.listdir(asked.folder):
        fail(f"A directory already exists at: {asked.folder}")
    made = subprocess.run([asked.python, "-I", "-m", "venv", "--without-pip", asked.folder])
    sys.exit(made.returncode)


def install(asked):
    found = settings()
    if os.environ.get("UV_LINK_MODE") != "copy":
        warn_where_links_fail(os.path.dirname(os.path.dirname(asked.python)))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    environment["PIP_CONFIG_FILE"] = os.devnull
    environment["PIP_NO_CACHE_DIR"] = "1"
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    for name, value in found.items():
        words = value if isinstance(value, list) else [value]
        environment["PIP_" + name.upper().replace("-", "_")] = " ".join(words)
    for name in asked.requirements + asked.constraints:
        if open(name).read().strip() == "":
            print(f"warning: Requirements file `{name}` does not contain any dependencies", flush=True)
    options = [f"--requirement={name}" for name in asked.requirements]
    options += [f"--constraint={name}" for name in asked.constraints]
    options += ["--compile" if asked.compile else "--no-compile"]
    installed = subprocess.run([*PIP, "--python", asked.python, "install", *options], env=environment)
    sys.exit(installed.returncode)


def main():
    check_variables()
    program = argparse.ArgumentParser(prog="uv", allow_abbrev=False)
    program.add_argument("--version", action="version", version="uv 0.13.9 (x86_64)")
    commands = program.add_subparsers(required=True)
    venv = commands.add_parser("venv", allow_abbrev=False)
    venv.add_argument("--python", "-p", required=True)
    venv.add_argument("folder")
    venv.set_defaults(do=make_environment)
    pip = commands.add_parser("pip", allow_abbrev=False).add_subparsers(required=True)
    installer = pip.add_parser("install", allow_abbrev=False)
    installer.add_argument("--python", "-p", required=True)
    installer.add_argument("--compile-bytecode", "--compile", dest="compile", action="store_true")
    installer.add_argument("--requirements", "--requirement", "-r", dest="requirements", action="append", required=True)
    installer.add_argument("--constraints", "--constraint", "-c", dest="constraints", action="append", default=[])
    installer.set_defaults(do=install)
    asked = program.parse_args()
    asked.do(asked)


main()
