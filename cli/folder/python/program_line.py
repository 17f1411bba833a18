"""A command line that a program declares: its options, and its sub-commands with theirs."""

from program_values import UNKNOWN, Klass, Member, Object, Origin, Unknown, is_list, is_plain

#: the type of a parameter by the class that a declaration names
KINDS = {"int": "int", "float": "float", "str": "string", "bool": "bool", "Path": "string", "PurePath": "string", "Decimal": "float"}


class CommandLine(Object):
    """The options of a program, or of one of its sub-commands."""

    def __init__(self, about=None):
        super().__init__()
        self.about = about
        self.options = []
        self.subcommands = {}

    def add(self, one):
        if one is not None:
            self.options = [known for known in self.options if known["name"] != one["name"]] + [one]


def kind_of(annotation):
    """The type of a parameter for a class, or None."""
    return KINDS.get(annotation.name.split(".")[-1]) if isinstance(annotation, Origin) else None


def option(name, kind="string", flags=(), off=None, many=False, each=False, default=UNKNOWN, choices=None, limits=None, about=None):
    """An option, or a positional argument if it has no flags. A default that is no constant is left out."""
    if choices is not None and not (choices and all(is_plain(one) for one in choices)):
        choices = None
    found = {"name": name, "kind": kind, "flags": list(flags), "many": many, "each": each}
    if flags:
        found["flag"] = next((flag for flag in flags if flag.startswith("--")), flags[0])
    if off:
        found["off"] = off
    if choices is not None:
        found["choices"] = choices
    if limits and any(isinstance(end, (int, float)) for end in limits):
        found["range"] = [end if isinstance(end, (int, float)) else None for end in limits]
    if isinstance(about, str) and about.strip():
        found["help"] = about
    if fits(default, kind, many or each, choices):
        found["default"] = list(default) if is_list(default) else default
    return found


def fits(default, kind, is_many, choices):
    """True if the default, given as words, is read as the same value."""
    if is_many:
        return is_list(default) and len(default) > 0 and all(fits(one, kind, False, choices) for one in default)
    if choices is not None and default not in choices:
        return False
    if kind == "bool":
        return isinstance(default, bool)
    if kind in ("int", "float"):
        number = isinstance(default, (int, float)) and not isinstance(default, bool)
        return number and default - default == 0 and (kind == "float" or isinstance(default, int))
    return isinstance(default, str) and default != ""


def truth(name, flags, default, about):
    """An option whose value is the word true or false."""
    return {**option(name, "bool", flags, default=default, about=about), "text": "true"}


def members(annotation, by):
    """The choices that an enumeration gives, by 'name' or 'value'; None for other classes."""
    if not isinstance(annotation, Klass) or not annotation.is_enum:
        return None
    return [getattr(one, by) for one in annotation.members()]


def member_word(value, by):
    return getattr(value, by) if isinstance(value, Member) else value


def is_known(value):
    return not isinstance(value, Unknown)


def described(line, words):
    """The words of the command line in order: literal ones and options; and the sub-commands if one has to be chosen."""
    positional = [one for one in line.options if not one["flags"]]
    items = positional + [one for one in line.options if one["flags"]]
    if not line.subcommands:
        return items, []
    chosen = next((word for word in words if word in line.subcommands), None)
    if chosen is None and len(line.subcommands) == 1:
        chosen = next(iter(line.subcommands))
    if chosen is None:
        return items, list(line.subcommands)
    below, open_ones = described(line.subcommands[chosen], words[words.index(chosen) + 1:] if chosen in words else [])
    return items + [chosen] + below, open_ones
