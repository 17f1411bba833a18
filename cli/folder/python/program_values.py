"""The values that are known of a program without executing it: constants, and what its names stand for."""

import ast
import builtins
import operator
import os

MAX_ITEMS = 2000
LONGEST_TEXT = 10000
LARGEST = 2 ** 64


class Unknown:
    def __bool__(self):
        return False


UNKNOWN = Unknown()


class TooMuch(Exception):
    """The program is too large to be followed further."""


class Returned(Exception):
    pass


class Object:
    """A value that a library makes, such as a parser."""

    klass = None

    def __init__(self):
        self.attributes = {}

    def method(self, evaluator, name, args, kwargs):
        return UNKNOWN


class Origin:
    """A name of a library, such as argparse.ArgumentParser."""

    def __init__(self, name):
        self.name = name


class Bound:
    """A method of an object."""

    def __init__(self, owner, name):
        self.owner = owner
        self.name = name


class Function:
    def __init__(self, node, scope, owner=None):
        self.node = node
        self.scope = scope
        self.owner = owner


class Klass:
    def __init__(self, node, scope, bases, decorators):
        self.node = node
        self.scope = scope
        self.bases = bases
        self.decorators = decorators
        self.names = {}

    def find(self, name):
        if name in self.names:
            return self.names[name]
        for base in self.bases:
            if isinstance(base, Klass):
                found = base.find(name)
                if found is not None:
                    return found
        return None

    def origins(self):
        """The classes of libraries that this one is made from."""
        found = []
        for base in self.bases:
            found += base.origins() if isinstance(base, Klass) else [base.name] if isinstance(base, Origin) else []
        return found

    @property
    def is_enum(self):
        return any(name.split(".")[-1] in ("Enum", "IntEnum", "StrEnum") for name in self.origins())

    def members(self):
        return [Member(self, name, value) for name, value in self.names.items() if is_plain(value) and name[0] != "_"]


class Member:
    """A member of an enumeration."""

    def __init__(self, klass, name, value):
        self.klass = klass
        self.name = name
        self.value = value


class Scope:
    def __init__(self, parent, module=None):
        self.parent = parent
        self.module = module or parent.module
        self.names = {}

    def find(self, name):
        scope = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return Origin(name) if hasattr(builtins, name) else UNKNOWN


def is_plain(value):
    """A number, text or truth value."""
    return isinstance(value, (bool, int, float, str))


def is_list(value):
    return isinstance(value, (list, tuple))


OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
}


def computed(kind, left, right):
    numbers = all(isinstance(side, (int, float)) for side in (left, right))
    if kind is ast.Pow and not (numbers and abs(left) <= 1000 and abs(right) <= 20):
        return UNKNOWN
    both_texts = isinstance(left, str) and isinstance(right, str)
    both_lists = is_list(left) and type(left) is type(right)
    if not numbers and not (kind is ast.Add and (both_texts or both_lists)):
        return UNKNOWN
    try:
        return bounded(OPERATORS[kind](left, right))
    except (KeyError, ArithmeticError, ValueError):
        return UNKNOWN


def bounded(value):
    if isinstance(value, (int, float)):
        return value if abs(value) <= LARGEST else UNKNOWN
    return value if len(value) <= LONGEST_TEXT else UNKNOWN


class Generic:
    """A type with others in brackets, such as Optional[int]."""

    def __init__(self, origin, inner):
        self.origin = origin
        self.inner = list(inner) if isinstance(inner, tuple) else [inner]

    @property
    def name(self):
        return getattr(self.origin, "name", "").split(".")[-1]


class Union(Generic):
    """int | None"""

    def __init__(self, *inner):
        super().__init__(Origin("Union"), inner)


def of_constant(owner, name, args):
    """What a method of a text or a dictionary answers."""
    if isinstance(owner, dict) and name in ("keys", "values", "items"):
        return list(getattr(owner, name)())
    if isinstance(owner, dict) and name == "get" and args and is_plain(args[0]):
        return owner.get(args[0], args[1] if len(args) > 1 else None)
    if isinstance(owner, str) and name in ("split", "lower", "upper", "strip", "replace", "join"):
        try:
            return bounded(getattr(owner, name)(*args))
        except (TypeError, ValueError):
            return UNKNOWN
    if isinstance(owner, list) and name == "append" and len(args) == 1:
        owner.append(args[0])
    if isinstance(owner, list) and name == "extend" and len(args) == 1 and is_list(args[0]):
        owner.extend(args[0])
    return UNKNOWN


def _texts(evaluator, args, kwargs):
    return bounded(os.path.join(*args)) if args and all(isinstance(one, str) for one in args) else UNKNOWN


def _list(evaluator, args, kwargs):
    items = evaluator.items(args[0]) if len(args) == 1 else None
    return UNKNOWN if items is None else items


def _sorted(evaluator, args, kwargs):
    items = evaluator.items(args[0]) if len(args) == 1 and not kwargs else None
    try:
        return UNKNOWN if items is None else sorted(items)
    except TypeError:
        return UNKNOWN


def _range(evaluator, args, kwargs):
    whole = 1 <= len(args) <= 3 and all(type(one) is int for one in args) and args[2:] != [0]
    found = range(*args) if whole else ()
    return list(found) if whole and len(found) <= MAX_ITEMS else UNKNOWN


def _number(kind):
    def made(evaluator, args, kwargs):
        try:
            return bounded(kind(args[0])) if len(args) == 1 and is_plain(args[0]) else UNKNOWN
        except (ValueError, OverflowError):
            return UNKNOWN

    return made


def _dict(evaluator, args, kwargs):
    return {**(args[0] if args and isinstance(args[0], dict) else {}), **kwargs} if len(args) < 2 else UNKNOWN


BUILT_IN = {
    "pathlib.Path": _texts, "pathlib.PurePath": _texts, "os.path.join": _texts,
    "list": _list, "tuple": _list, "sorted": _sorted, "range": _range, "dict": _dict,
    "int": _number(int), "float": _number(float), "str": _number(str),
}
