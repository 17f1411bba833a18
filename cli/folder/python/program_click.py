"""What click declares, and libraries that are made like it."""

import ast

from program_line import CommandLine, is_known, kind_of, option, truth
from program_signatures import kind_by, switch
from program_values import UNKNOWN, Function, Object, Origin, is_list, is_plain

TYPES = {"click.INT": "int", "click.FLOAT": "float", "click.STRING": "string", "click.BOOL": "bool"}


class Type(Object):
    """click.Choice(...), click.IntRange(...), click.Path(...)."""

    def __init__(self, kind="string", choices=None, limits=None):
        super().__init__()
        self.kind = kind
        self.choices = choices
        self.limits = limits


class Command(CommandLine):
    def __init__(self, name, about=None):
        super().__init__(about)
        self.name = name

    def method(self, evaluator, name, args, kwargs):
        if name in ("command", "group"):
            return Maker(self, args[0] if args else kwargs.get("name"))
        if name == "add_command" and args and isinstance(args[0], Command):
            word = args[1] if len(args) > 1 else kwargs.get("name")
            self.subcommands[word if isinstance(word, str) else args[0].name] = args[0]
        if name in ("__call__", "main"):
            evaluator.used.append(self)
        return UNKNOWN

    def settle(self):
        """Decorators are applied from the last to the first."""


class Declared(Object):
    """A decorator that declares an option or an argument."""

    def __init__(self, one):
        super().__init__()
        self.one = one

    def method(self, evaluator, name, args, kwargs):
        owner = args[0] if args else None
        if isinstance(owner, Command):
            owner.options.insert(0, self.one)
        elif isinstance(owner, Function):
            options_of(owner).insert(0, self.one)
        return owner if owner is not None else UNKNOWN


def options_of(function):
    if not hasattr(function, "options"):
        function.options = []
    return function.options


class Maker(Object):
    """The decorator that makes a command of a function."""

    def __init__(self, group, word):
        super().__init__()
        self.group = group
        self.word = word

    def method(self, evaluator, name, args, kwargs):
        function = args[0] if args else None
        if not isinstance(function, Function):
            return UNKNOWN
        made = Command(function.node.name.replace("_", "-"), ast.get_docstring(function.node))
        made.options = [one for one in options_of(function) if one is not None]
        if isinstance(self.word, str):
            made.name = self.word
        if self.group is not None:
            self.group.subcommands[made.name] = made
        evaluator.declared.append(made)
        return made


def command(evaluator, args, kwargs):
    word = args[0] if args else kwargs.get("name")
    made = Maker(None, word if isinstance(word, str) else None)
    return made.method(evaluator, "__call__", args, {}) if isinstance(word, Function) else made


def click_option(evaluator, args, kwargs):
    flags = [one for one in args if isinstance(one, str) and one.startswith("-")]
    named = next((one for one in args if isinstance(one, str) and one.isidentifier()), None)
    if not flags or kwargs.get("hidden") is True or kwargs.get("count") is True:
        return Declared(None)
    first = next((one for one in flags if one.startswith("--")), flags[0]).split("/")[0].strip()
    name = named or first.lstrip("-").replace("-", "_").lower()
    default, about = kwargs.get("default", UNKNOWN), kwargs.get("help")
    if kwargs.get("is_flag") is True or "flag_value" in kwargs or any("/" in one for one in flags):
        if is_known(kwargs.get("flag_value", UNKNOWN)):
            return Declared(None)
        return Declared(switch(name, flags, False if not is_known(default) else default, about))
    return Declared(with_value(name, flags, kwargs, default, about))


def with_value(name, flags, kwargs, default, about):
    kind, choices, limits = typed(kwargs.get("type"), default)
    if kind == "bool":
        return truth(name, flags, default, about) if flags else None
    each, nargs = kwargs.get("multiple") is True, kwargs.get("nargs", 1)
    many = isinstance(nargs, int) and nargs != 1
    if each and many:
        return None
    return option(name, kind, flags, many=many, each=each, default=default, choices=choices, limits=limits, about=about)


def typed(given, default):
    """The type, the choices and the range that a declaration gives; without one the default tells the type."""
    if isinstance(given, Type):
        return given.kind, given.choices, given.limits
    if given is None:
        first = default[0] if is_list(default) and default else default
        return kind_by(first), None, None
    if is_list(given):
        return "string", None, None
    named = TYPES.get(given.name) if isinstance(given, Origin) else None
    return named or kind_of(given) or "string", None, None


def click_argument(evaluator, args, kwargs):
    if not args or not isinstance(args[0], str):
        return Declared(None)
    return Declared(with_value(args[0].replace("-", "_").lower(), [], kwargs, kwargs.get("default", UNKNOWN), None))


def choice(evaluator, args, kwargs):
    found = evaluator.items(args[0] if args else kwargs.get("choices"))
    words = [one for one in found or [] if is_plain(one)]
    return Type("string", choices=[str(one) for one in words])


def number(kind):
    def made(evaluator, args, kwargs):
        ends = [args[at] if len(args) > at else kwargs.get(name) for at, name in enumerate(("min", "max"))]
        is_open = kwargs.get("min_open") is True or kwargs.get("max_open") is True
        return Type(kind, limits=None if is_open else ends)

    return made


def plain(kind):
    return lambda evaluator, args, kwargs: Type(kind)


def through(evaluator, args, kwargs):
    """A decorator that declares nothing."""
    return args[0] if args else UNKNOWN


HANDLERS = {
    library + "." + name: handler
    for library in ("click", "rich_click", "asyncclick", "cloup")
    for name, handler in {
        "command": command, "group": command, "option": click_option, "argument": click_argument, "Choice": choice,
        "IntRange": number("int"), "FloatRange": number("float"), "Path": plain("string"), "File": plain("string"),
        "pass_context": through, "pass_obj": through, "Tuple": plain("string"),
    }.items()
}
