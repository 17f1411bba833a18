"""Constants of a program that the words of its command line replace: --name=value for nanoGPT's configurator.py, which
wants the type of the constant, and name=value for the cell of a notebook that is tagged `parameters`.
"""

import ast
import json

from program_line import CommandLine, option
from program_values import UNKNOWN, Object, Scope, is_plain


class Opened(Object):
    """A file that the program opens, and its text."""

    def __init__(self, path):
        super().__init__()
        self.path = path

    def method(self, evaluator, name, args, kwargs):
        return self if name == "read" else UNKNOWN


def opened(evaluator, args, kwargs):
    return Opened(args[0]) if args and isinstance(args[0], str) else UNKNOWN


def executed(evaluator, args, kwargs):
    if not args or not isinstance(args[0], Opened) or not args[0].path.endswith("configurator.py"):
        return UNKNOWN
    use(evaluator, next(iter(evaluator.modules.values())), "--")
    return UNKNOWN


def read_notebook(evaluator, path):
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    for cell in cells:
        if "parameters" in (cell.get("metadata") or {}).get("tags", []):
            scope = evaluator.modules[path] = Scope(None, module=path)
            evaluator.run(ast.parse("".join(cell["source"])).body, scope)
            use(evaluator, scope, "")
            return


def use(evaluator, scope, dashes):
    line = CommandLine()
    for name, value in scope.names.items():
        if is_plain(value) and name[0] != "_":
            line.add(replaced(name, value, dashes))
    evaluator.used.append(line)


def replaced(name, value, dashes):
    kind = {"bool": "bool", "int": "int", "float": "float"}.get(type(value).__name__, "string")
    # As a word, a float without a fraction would be an integer, which the configurator refuses.
    default = UNKNOWN if isinstance(value, float) and value % 1 == 0 else value
    found = option(name, kind, ["%s%s=" % (dashes, name)], default=default)
    return {**found, "text": "True"} if kind == "bool" else found


HANDLERS = {"open": opened, "exec": executed}
