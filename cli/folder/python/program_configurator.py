"""Constants of a program that the words of its command line replace, as nanoGPT's configurator.py does: --name=value, of
the same type as the constant.
"""

from program_line import CommandLine, option
from program_values import UNKNOWN, Object, is_plain


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
    line = CommandLine()
    for name, value in next(iter(evaluator.modules.values())).names.items():
        if is_plain(value) and name[0] != "_":
            line.add(replaced(name, value))
    evaluator.used.append(line)
    return UNKNOWN


def replaced(name, value):
    kind = {"bool": "bool", "int": "int", "float": "float"}.get(type(value).__name__, "string")
    # As a word, a float without a fraction would be an integer, which the configurator refuses.
    default = UNKNOWN if isinstance(value, float) and value % 1 == 0 else value
    found = option(name, kind, ["--%s=" % name], default=default)
    return {**found, "text": "True"} if kind == "bool" else found


HANDLERS = {"open": opened, "exec": executed}
