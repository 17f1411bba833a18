"""Prints as JSON what the command line of a program takes: python3 -I - FILE FOLDERS WORDS..., with FOLDERS as JSON."""

import json
import sys

import program_argparse
import program_click
import program_configurator
import program_signatures
from program_evaluator import Evaluator
from program_line import described
from program_values import UNKNOWN, Function, Object, Scope, TooMuch


def main(file, folders, *words):
    hydra = {}
    libraries = (program_argparse, program_signatures, program_click, program_configurator)
    handlers = {name: handler for library in libraries for name, handler in library.HANDLERS.items()}
    for name in ("hydra.main", "hydra.main_decorator"):
        handlers[name] = lambda evaluator, args, kwargs: configured(hydra, args, kwargs)
    evaluator = Evaluator(handlers, json.loads(folders))
    try:
        follow(evaluator, file)
    except (TooMuch, RecursionError):
        pass
    if hydra:
        return {"hydra": hydra}
    line = next(iter(evaluator.used + evaluator.declared), None)
    if line is None:
        return None
    if hasattr(line, "settle"):
        line.settle()
    items, subcommands = described(line, list(words))
    about = line.about if isinstance(line.about, str) else None
    return {"items": items, "subcommands": subcommands, "about": about}


def follow(evaluator, file):
    """Follows the program as it starts. Where that meets no command line, functions that nobody calls are followed."""
    if file.endswith(".ipynb"):
        return program_configurator.read_notebook(evaluator, file)
    evaluator.load(file, "__main__")
    if evaluator.used or evaluator.declared:
        return
    for value in list(evaluator.modules[file].names.values()):
        if isinstance(value, Function) and not (evaluator.used or evaluator.declared):
            evaluator.call(value, [], {})


def configured(found, args, kwargs):
    """@hydra.main(config_path="conf", config_name="config")"""
    for at, name in enumerate(("config_path", "config_name")):
        value = args[at] if len(args) > at else kwargs.get(name)
        if isinstance(value, str):
            found.setdefault(name, value)
    found.setdefault("config_name", "")
    return Object()


print(json.dumps(main(*sys.argv[1:])))
