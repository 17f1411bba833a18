"""What argparse declares, and the parsers that are made like it."""

import re

from program_line import CommandLine, is_known, kind_of, option, truth
from program_signatures import fields_of
from program_values import UNKNOWN, Klass, Object, Origin, is_list, is_plain

#: actions of which a word of the command line tells nothing that a parameter can hold
WITHOUT_VALUE = ("help", "version", "count", "store_const", "append_const")


class Parser(CommandLine):
    def __init__(self, kwargs=None):
        super().__init__((kwargs or {}).get("description"))
        self.defaults = {}
        for parent in (kwargs or {}).get("parents") or []:
            if isinstance(parent, Parser):
                self.options += parent.options

    def method(self, evaluator, name, args, kwargs):
        if name == "add_argument":
            self.add(declared(args, kwargs))
        elif name == "add_argument_group":
            return Group(self, False)
        elif name == "add_mutually_exclusive_group":
            return Group(self, True)
        elif name == "add_subparsers":
            return Subparsers(self)
        elif name == "set_defaults":
            self.defaults.update(kwargs)
        elif name in ("parse_args", "parse_known_args", "parse_intermixed_args", "parse_args_into_dataclasses"):
            evaluator.used.append(self)
        elif name == "add_arguments" and args and isinstance(args[0], Klass):
            for one in fields_of(evaluator, args[0], "simple_parsing"):
                self.add(one)
        return UNKNOWN

    def settle(self):
        """The defaults that set_defaults gives count."""
        for one in self.options:
            if one["name"] in self.defaults:
                value = self.defaults[one["name"]]
                one.pop("default", None)
                if is_plain(value) and one["kind"] in ("int", "float", "string") and not one["many"]:
                    fresh = option(one["name"], one["kind"], default=value, choices=one.get("choices"))
                    one.update((key, fresh[key]) for key in ("default",) if key in fresh)
        for below in self.subcommands.values():
            below.settle()


class Group(Object):
    """A group of options. Of those that exclude each other a run gives none unless somebody chose one."""

    def __init__(self, parser, is_exclusive):
        super().__init__()
        self.parser = parser
        self.is_exclusive = is_exclusive

    def method(self, evaluator, name, args, kwargs):
        if name == "add_argument":
            one = declared(args, kwargs)
            if one is not None and self.is_exclusive and one["kind"] != "bool":
                one.pop("default", None)
            self.parser.add(one)
            return UNKNOWN
        if name == "add_mutually_exclusive_group":
            return Group(self.parser, True)
        return self.parser.method(evaluator, name, args, kwargs)


class Subparsers(Object):
    def __init__(self, parser):
        super().__init__()
        self.parser = parser

    def method(self, evaluator, name, args, kwargs):
        if name != "add_parser" or not args or not isinstance(args[0], str):
            return UNKNOWN
        below = self.parser.subcommands[args[0]] = Parser(kwargs)
        return below


def declared(args, kwargs):
    """The option that a call of add_argument declares; None for one that no parameter can hold."""
    if not args or not all(isinstance(one, str) for one in args):
        return None
    flags = [one for one in args if one.startswith("-")]
    long = next((one for one in flags if one.startswith("--")), flags[0] if flags else args[0])
    name = kwargs.get("dest")
    if not isinstance(name, str):
        name = long.lstrip("-").replace("-", "_") if flags else args[0]
    about, default, action = kwargs.get("help"), kwargs.get("default"), kwargs.get("action")
    if isinstance(about, Origin) or (isinstance(default, Origin) and default.name == "argparse.SUPPRESS"):
        default = UNKNOWN
    if isinstance(about, Origin):
        return None
    about = plain_help(about, default)
    if isinstance(action, Origin) and action.name.endswith("BooleanOptionalAction"):
        return option(name, "bool", flags, off="--no-" + long[2:], default=default, about=about)
    if action == "store_true":
        return None if default is True else option(name, "bool", flags, default=False, about=about)
    if action == "store_false":
        own = long.lstrip("-").replace("-", "_")
        return None if default is False else option(own, "bool", flags, default=False, about=about)
    if action in WITHOUT_VALUE or (isinstance(action, Origin) and not action.name.startswith("argparse")):
        return None
    return with_value(name, flags, kwargs, default, about)


def with_value(name, flags, kwargs, default, about):
    given, nargs, choices = kwargs.get("type"), kwargs.get("nargs"), kwargs.get("choices")
    if nargs in ("...", "A...", "==SUPPRESS==") or isinstance(nargs, Origin):
        return None
    many = nargs in ("*", "+") or (isinstance(nargs, int) and not isinstance(nargs, bool))
    each = kwargs.get("action") in ("append", "extend") and not many
    if kwargs.get("action") == "append" and many:
        return None
    kind = kind_of(given) if given is not None else "string"
    if kind == "bool":
        return option(name, "string", flags, about=about)
    if kind is None and isinstance(default, bool) and flags and not many:
        return truth(name, flags, default, about)
    options = list(choices) if is_list(choices) or isinstance(choices, dict) else None
    kept = default if kwargs.get("action") != "append" else UNKNOWN
    return option(name, kind or "string", flags, many=many, each=each, default=kept, choices=options, about=about)


def plain_help(about, default):
    """The help without the default, which the form shows beside it."""
    if not isinstance(about, str):
        return about
    about = re.sub(r"\s*[(\[]?\b[Dd]efaults?( value)?( is|:| to)?:?\s*%\(default\)\w[)\]]?\.?", "", about)
    about = about.replace("%(default)s", str(default) if is_known(default) else "").replace("%%", "%")
    return re.sub(r"%\(\w+\)[a-z]", "", about)


def new_parser(evaluator, args, kwargs):
    made = Parser(kwargs)
    evaluator.declared.append(made)
    return made


def for_dataclasses(evaluator, args, kwargs):
    """HfArgumentParser((Model, Data)): every field is an option."""
    made = new_parser(evaluator, [], kwargs)
    classes = args[0] if args else kwargs.get("dataclass_types")
    for one in classes if is_list(classes) else [classes]:
        for field in fields_of(evaluator, one, "transformers") if isinstance(one, Klass) else []:
            made.add(field)
    return made




HANDLERS = {
    "argparse.ArgumentParser": new_parser,
    "argparse.FileType": lambda evaluator, args, kwargs: Origin("str"),
    "configargparse.ArgParser": new_parser,
    "configargparse.ArgumentParser": new_parser,
    "jsonargparse.ArgumentParser": new_parser,
    "rich_argparse.ArgumentParser": new_parser,
    "simple_parsing.ArgumentParser": new_parser,
    "transformers.HfArgumentParser": for_dataclasses,
    "transformers.hf_argparser.HfArgumentParser": for_dataclasses,
    "trl.TrlParser": for_dataclasses,
}
