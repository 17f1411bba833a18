"""Runs a program of this machine as a run of Podium, by the command `podium`, from a program or a notebook.

    import podium

    run = podium.run("train.py", args={"epochs": 30}, with_packages=["numpy"])
    print(run["state"], run["metrics"])

Standard library alone, Python 3.8 or newer.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

from podium.wire import PodiumError

__all__ = ["run"]

MISSING = (
    "There is no command `podium` here. Download it from your server, such as "
    "https://podium.example.org/cli/podium.mjs, and name it: PODIUM_COMMAND=/path/to/podium.mjs. It needs Node.js 20."
)


def run(program, args=None, with_packages=(), wait=True, yes=False):
    """Registers the folder of a program if it changed, starts a run of it, and returns the run.

    `program` is a file, or a folder with an entry point. `args` are {"epochs": 30}, which the program gets as --epochs 30, or
    a list of words as they are. `wait` prints the log until the run has ended. `yes` sends large files without asking.
    """
    options = [word for name in with_packages for word in ("--with", name)] + (["--yes"] if yes else [])
    words = words_of(args, str(program).endswith(".ipynb"))
    program = str(program)
    if not program.endswith((".py", ".sh", ".ipynb")):
        # A folder is told from a solution by a slash.
        program = program if "/" in program or program == "." else "./" + program
        words = ["--"] + words if words else []
    started = _json(["run", "--json", *options, program, *words])
    if not wait:
        return started
    _follow(started["id"])
    return _json(["status", started["id"], "--json"])


def words_of(args, is_notebook=False):
    """A truth value gives its flag alone or nothing, a list its values after the flag, None nothing."""
    if args is None or isinstance(args, (list, tuple)):
        return [str(word) for word in args or []]
    words = []
    for name, value in args.items():
        if is_notebook:
            words.append("%s=%s" % (name, value))
        elif value is True:
            words.append(_flag(name))
        elif value is not None and value is not False:
            values = value if isinstance(value, (list, tuple)) else [value]
            words += [_flag(name), *(str(one) for one in values)]
    return words


def _flag(name):
    return ("-" if len(name) == 1 else "--") + name


def _command():
    found = shutil.which("podium")
    if found:
        return [found]
    named = shlex.split(os.environ.get("PODIUM_COMMAND", ""))
    if not named:
        raise PodiumError(MISSING)
    return ["node", *named] if named[0].endswith((".mjs", ".js")) else named


def _start(words, **more):
    try:
        return subprocess.Popen([*_command(), *words], stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace", **more)
    except OSError as error:
        raise PodiumError("The command `podium` cannot be started: %s." % error) from None


def _json(words):
    """What the command prints on standard output. What it says beside is shown as it comes, also in a notebook."""
    said = []
    with tempfile.TemporaryFile("w+", encoding="utf-8") as answer:
        with _start(words, stdout=answer, stderr=subprocess.PIPE) as process:
            for line in process.stderr:
                said.append(line.strip())
                print(line, end="", file=sys.stderr, flush=True)
        if process.returncode != 0:
            raise PodiumError(next((line for line in reversed(said) if line), None) or "The command `podium` ended with %d." % process.returncode)
        answer.seek(0)
        return json.load(answer)


def _follow(run):
    """The log, line by line. How the run ended is in its state."""
    with _start(["logs", run, "-f"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
