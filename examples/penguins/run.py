"""What a run is given and what it leaves: parameters in, log, progress, figures and files out."""

import json
import logging
import os
import sys
import time
from pathlib import Path

log = logging.getLogger("penguins")


class BadData(Exception):
    """The data or the model cannot be used; the message is one sentence for the person who started the run."""


def directory(variable, fallback):
    return Path(os.environ.get(variable) or fallback)


def output_directory():
    return directory("PODIUM_OUTPUT_DIR", "out")


def read_parameters(defaults):
    """The chosen values over the defaults, {step: {argument: value}}."""
    chosen = {}
    file = os.environ.get("PODIUM_PARAMETERS_FILE")
    if file:
        chosen = json.loads(Path(file).read_text(encoding="utf-8"))
    return {step: {**values, **chosen.get(step, {})} for step, values in defaults.items()}


def progress(fraction, step, message):
    append("PODIUM_PROGRESS_FILE", {"fraction": round(fraction, 4), "step": step, "message": message})


def figures(step, **values):
    """A point of each curve on the page of the run."""
    append("PODIUM_METRICS_FILE", {"step": step, "time": round(time.time() * 1000), **values})


def append(variable, line):
    file = os.environ.get(variable)
    if file:
        with open(file, "a", encoding="utf-8") as lines:
            lines.write(json.dumps(line) + "\n")


def write_json(path, value):
    write_text(path, json.dumps(value, indent=2) + "\n")


def write_text(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(main):
    """Runs the program: exit code 0, or 2 with one sentence when the data is to blame."""
    keep_log()
    try:
        main()
    except BadData as problem:
        log.error(problem)
        print(problem, file=sys.stderr)
        sys.exit(2)


def keep_log():
    log.setLevel(logging.DEBUG)
    folder = os.environ.get("PODIUM_LOG_DIR")
    if not folder:
        log.addHandler(logging.NullHandler())
        return
    handler = logging.FileHandler(Path(folder) / "pipeline.log", encoding="utf-8")
    formatter = logging.Formatter(
        "[%(asctime)s|ALO|%(levelname)s|%(filename)s(%(lineno)d)|%(funcName)s()] %(message)s"
    )
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    log.addHandler(handler)
