"""Command lines that libraries make of the signature of a function or the fields of a dataclass: typer, fire, tyro,
simple_parsing and HfArgumentParser.
"""

import ast

from program_line import CommandLine, is_known, kind_of, member_word, members, option, truth
from program_values import UNKNOWN, Function, Generic, Klass, Object, Origin, Unknown, is_list, is_plain

LISTS = ("List", "list", "Sequence", "Iterable", "Set", "set", "Tuple", "tuple", "FrozenSet")


class Declaration(Object):
    """typer.Option(...), typer.Argument(...), field(...) and the like."""

    def __init__(self, kind, args, kwargs):
        super().__init__()
        self.kind = kind
        self.args = args
        self.kwargs = kwargs


class Shape:
    """What a type annotation says of a value."""

    def __init__(self, kind=None, many=False, choices=None, declaration=None, klass=None):
        self.kind = kind
        self.many = many
        self.choices = choices
        self.declaration = declaration
        self.klass = klass


def shape_of(annotation, by="value"):
    """@param by: whether the members of an enumeration are given by their 'name' or their 'value'"""
    if isinstance(annotation, Generic):
        if annotation.name == "Annotated":
            shape = shape_of(annotation.inner[0], by)
            shape.declaration = next((one for one in annotation.inner[1:] if isinstance(one, Declaration)), None)
            return shape
        if annotation.name in ("Optional", "Union", "Final", "ClassVar"):
            inner = [one for one in annotation.inner if one is not None]
            return shape_of(inner[0], by) if len(inner) == 1 else Shape("string")
        if annotation.name == "Literal":
            kinds = {type(one).__name__ for one in annotation.inner if is_plain(one)}
            only = kinds.pop() if len(kinds) == 1 else "str"
            return Shape({"int": "int", "float": "float"}.get(only, "string"), choices=annotation.inner)
        if annotation.name in LISTS:
            return Shape(shape_of(annotation.inner[0], by).kind or "string", many=True)
        return Shape()
    if isinstance(annotation, Klass):
        choices = members(annotation, by)
        return Shape("string", choices=choices) if choices is not None else Shape(klass=annotation)
    if isinstance(annotation, Origin) and annotation.name.split(".")[-1] in LISTS:
        return Shape("string", many=True)
    return Shape(kind_of(annotation))


def annotation_of(evaluator, node, scope):
    """An annotation, also one in quotes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            node = ast.parse(node.value, mode="eval").body
        except (SyntaxError, ValueError):
            return UNKNOWN
    return evaluator.value(node, scope) if node is not None else UNKNOWN


def parameters_of(evaluator, function):
    """The name, annotation, default and place of each parameter; the default is None.__class__ where there is none."""
    declared = function.node.args
    ordered = getattr(declared, "posonlyargs", []) + declared.args
    defaults = [None] * (len(ordered) - len(declared.defaults)) + declared.defaults
    every = list(zip(ordered, defaults)) + list(zip(declared.kwonlyargs, declared.kw_defaults))
    for node, default in every:
        if node.arg in ("self", "cls"):
            continue
        annotation = annotation_of(evaluator, node.annotation, function.scope)
        yield node.arg, annotation, default is not None, UNKNOWN if default is None else evaluator.value(default, function.scope)


def documented(function):
    """The descriptions of parameters in a docstring of Google's or Sphinx's form."""
    found = {}
    for line in (ast.get_docstring(function.node) or "").splitlines():
        words = line.strip().replace(":param ", "")
        name, colon, about = words.partition(":")
        if colon and name.split("(")[0].strip().isidentifier():
            found[name.split("(")[0].strip()] = about.strip()
    return found


def kind_by(default):
    return {"bool": "bool", "int": "int", "float": "float"}.get(type(default).__name__, "string")


def typer_line(evaluator, function):
    """A command of typer."""
    line = CommandLine(ast.get_docstring(function.node))
    for name, annotation, has_default, default in parameters_of(evaluator, function):
        shape = shape_of(annotation)
        if isinstance(annotation, Origin) and annotation.name.endswith("Context"):
            continue
        declaration = default if isinstance(default, Declaration) else shape.declaration
        words, kwargs = (list(declaration.args), declaration.kwargs) if declaration else ([], {})
        if isinstance(default, Declaration):
            default = kwargs.get("default", words.pop(0) if words else UNKNOWN)
            has_default = is_known(default) and not isinstance(default, type(Ellipsis))
        about = kwargs.get("help")
        if kwargs.get("hidden") is True:
            continue
        limits = [kwargs.get("min"), kwargs.get("max")]
        kind = shape.kind or "string"
        default = member_word(default, "value")
        if declaration.kind == "argument" if declaration else not has_default:
            line.add(option(name, kind, many=shape.many, default=default, choices=shape.choices, limits=limits, about=about))
            continue
        flags = [one for one in words if isinstance(one, str) and one.startswith("-")]
        line.add(switch_or_value(name, flags or ["--" + name.replace("_", "-")], shape, default, limits, about, bool(flags)))
    return line


def switch_or_value(name, flags, shape, default, limits, about, is_named):
    if shape.kind != "bool":
        kind = shape.kind or "string"
        return option(name, kind, flags, each=shape.many, default=default, choices=shape.choices, limits=limits, about=about)
    return switch(name, flags, default, about, None if is_named else "--no-" + flags[0][2:])


def switch(name, flags, default, about, off=None):
    """A switch of click or typer: --x/--no-x, or --x alone."""
    on = [part for flag in flags for part in flag.split("/")[:1] if part.strip()]
    offs = [flag.split("/")[1].strip() for flag in flags if "/" in flag]
    off = next((one for one in offs if one.startswith("--")), offs[0] if offs else off)
    if not on:
        return None
    if off is None and default is True:
        return None
    return option(name, "bool", [one.strip() for one in on], off=off, default=default, about=about)


def fire_line(evaluator, function):
    """A function that fire calls: it reads every value as Python would."""
    line, about = CommandLine(ast.get_docstring(function.node)), documented(function)
    for name, annotation, has_default, default in parameters_of(evaluator, function):
        # Without an annotation a whole number may stand for any number.
        kind = shape_of(annotation).kind or kind_by(default).replace("int", "float")
        off = "--no" + name if kind == "bool" else None
        line.add(option(name, kind, ["--" + name], off=off, default=default, about=about.get(name)))
    return line


def fields_of(evaluator, klass, library, prefix=""):
    """The options that a library makes of a dataclass."""
    found = []
    for base in klass.bases:
        if isinstance(base, Klass):
            found += fields_of(evaluator, base, library, prefix)
    by = "value" if library == "transformers" else "name"
    for at, node in enumerate(klass.node.body):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        after = klass.node.body[at + 1] if at + 1 < len(klass.node.body) else None
        about = after.value.value if is_text(after) else None
        shape = shape_of(annotation_of(evaluator, node.annotation, klass.scope), by)
        default = evaluator.value(node.value, klass.scope) if node.value is not None else UNKNOWN
        found += field(evaluator, node.target.id, shape, default, about, library, prefix)
    return found


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def field(evaluator, name, shape, default, about, library, prefix):
    if isinstance(default, Declaration):
        metadata = default.kwargs.get("metadata")
        about = metadata.get("help", about) if isinstance(metadata, dict) else default.kwargs.get("help", about)
        if isinstance(metadata, dict) and is_list(metadata.get("choices")):
            shape.choices = list(metadata["choices"])
        if default.kwargs.get("init") is False:
            return []
        default = default.kwargs.get("default", default.args[0] if default.args else UNKNOWN)
    default = member_word(default, "value" if library == "transformers" else "name")
    full = prefix + name
    if shape.klass is not None:
        return fields_of(evaluator, shape.klass, library, full + ".") if library == "tyro" else []
    flag = "--" + (full.replace("_", "-") if library == "tyro" else name)
    if shape.kind == "bool" and library == "tyro":
        off = "--" + prefix.replace("_", "-") + "no-" + name.replace("_", "-")
        return [option(full, "bool", [flag], off=off, default=default, about=about)]
    if shape.kind == "bool":
        return [truth(full, [flag], default, about)]
    return [option(full, shape.kind or "string", [flag], many=shape.many, default=default, choices=shape.choices, about=about)]


class TyperApp(CommandLine):
    def __init__(self):
        super().__init__()
        self.has_callback = False

    def method(self, evaluator, name, args, kwargs):
        if name in ("command", "callback"):
            return TyperDecorator(self, name, args[0] if args else kwargs.get("name"))
        if name == "add_typer" and args and isinstance(args[0], TyperApp):
            word = kwargs.get("name")
            if isinstance(word, str):
                self.subcommands[word] = args[0]
            else:
                self.subcommands.update(args[0].subcommands)
        if name == "__call__":
            evaluator.used.append(self)
        return UNKNOWN

    def settle(self):
        """The only command of an application needs no word."""
        for below in self.subcommands.values():
            if isinstance(below, TyperApp):
                below.has_callback = True
                below.settle()
        if len(self.subcommands) == 1 and not self.has_callback:
            only = next(iter(self.subcommands.values()))
            self.options, self.about, self.subcommands = only.options, only.about, only.subcommands


class TyperDecorator(Object):
    def __init__(self, app, what, word):
        super().__init__()
        self.app = app
        self.what = what
        self.word = word

    def method(self, evaluator, name, args, kwargs):
        function = args[0] if args else None
        if isinstance(function, Function) and self.what == "callback":
            self.app.has_callback = True
            self.app.options = typer_line(evaluator, function).options
        elif isinstance(function, Function):
            word = self.word if isinstance(self.word, str) else function.node.name.replace("_", "-")
            self.app.subcommands[word] = typer_line(evaluator, function)
        return UNKNOWN


def new_app(evaluator, args, kwargs):
    made = TyperApp()
    evaluator.declared.append(made)
    return made


def typer_run(evaluator, args, kwargs):
    if args and isinstance(args[0], Function):
        evaluator.used.append(typer_line(evaluator, args[0]))
    return UNKNOWN


def fire_run(evaluator, args, kwargs):
    component = args[0] if args else kwargs.get("component")
    if isinstance(component, Function):
        evaluator.used.append(fire_line(evaluator, component))
    elif isinstance(component, dict):
        line = CommandLine()
        for name, function in component.items():
            if isinstance(function, Function):
                line.subcommands[str(name)] = fire_line(evaluator, function)
        evaluator.used.append(line)
    return UNKNOWN


def tyro_run(evaluator, args, kwargs):
    line = CommandLine()
    if args and isinstance(args[0], Klass):
        line.options = fields_of(evaluator, args[0], "tyro")
    elif args and isinstance(args[0], Function):
        about = documented(args[0])
        for name, annotation, _, default in parameters_of(evaluator, args[0]):
            for one in field(evaluator, name, shape_of(annotation, "name"), default, about.get(name), "tyro", ""):
                line.add(one)
    evaluator.used.append(line)
    return UNKNOWN


def declaration(kind):
    return lambda evaluator, args, kwargs: Declaration(kind, args, kwargs)


HANDLERS = {
    "typer.Typer": new_app,
    "typer.run": typer_run,
    "typer.Option": declaration("option"),
    "typer.Argument": declaration("argument"),
    "fire.Fire": fire_run,
    "tyro.cli": tyro_run,
    "dataclasses.field": declaration("field"),
    "simple_parsing.field": declaration("field"),
    "simple_parsing.parse": lambda evaluator, args, kwargs: parsed(evaluator, args),
}


def parsed(evaluator, args):
    line = CommandLine()
    if args and isinstance(args[0], Klass):
        line.options = fields_of(evaluator, args[0], "simple_parsing")
    evaluator.used.append(line)
    return UNKNOWN
