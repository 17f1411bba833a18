"""Follows a program far enough to see what its command line takes. Nothing of the program is executed: its syntax tree is
read, constants are computed, calls of its own functions are followed, and everything else is UNKNOWN.
"""

import ast
import os
import tokenize

from program_values import (
    BUILT_IN, MAX_ITEMS, UNKNOWN, Bound, Function, Generic, Klass, Member, Object, Origin, Returned, Scope, TooMuch, Union,
    Unknown, bounded, computed, is_list, is_plain, of_constant,
)

MAX_STEPS = 300000
MAX_DEPTH = 30
MAX_MODULES = 30
MAX_BYTES = 1024 * 1024
MAX_ROUNDS = 50


class Evaluator:
    def __init__(self, handlers, folders):
        #: what the names of libraries make when they are called
        self.handlers = handlers
        #: where local modules are looked for
        self.folders = folders
        self.modules = {}
        self.conditional = 0
        self.depth = 0
        self.steps = 0
        #: command lines that the program reads, in this order
        self.used = []
        #: command lines that it declares
        self.declared = []

    def load(self, path, name):
        """The names of a module, or None."""
        if path in self.modules:
            return self.modules[path]
        if len(self.modules) >= MAX_MODULES or os.path.getsize(path) > MAX_BYTES:
            return None
        with tokenize.open(path) as file:
            tree = ast.parse(file.read())
        scope = self.modules[path] = Scope(None, module=path)
        scope.names["__name__"] = name
        scope.names["__file__"] = UNKNOWN
        self.run(tree.body, scope)
        return scope

    def run(self, statements, scope):
        for statement in statements:
            self.step()
            handler = getattr(self, "run_" + type(statement).__name__, None)
            if handler:
                handler(statement, scope)

    def step(self):
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooMuch()

    def run_perhaps(self, statements, scope):
        self.conditional += 1
        try:
            self.run(statements, scope)
        except Returned:
            pass
        finally:
            self.conditional -= 1

    def run_Expr(self, node, scope):
        self.value(node.value, scope)

    def run_Assign(self, node, scope):
        value = self.value(node.value, scope)
        for target in node.targets:
            self.assign(target, value, scope)

    def run_AnnAssign(self, node, scope):
        if node.value is not None:
            self.assign(node.target, self.value(node.value, scope), scope)

    def run_AugAssign(self, node, scope):
        value = computed(type(node.op), self.value(node.target, scope), self.value(node.value, scope))
        self.assign(node.target, value, scope)

    def run_Delete(self, node, scope):
        for target in node.targets:
            self.assign(target, UNKNOWN, scope)

    def assign(self, target, value, scope):
        if isinstance(target, (ast.Tuple, ast.List)):
            fits = is_list(value) and len(value) == len(target.elts)
            for at, part in enumerate(target.elts):
                self.assign(part, value[at] if fits else UNKNOWN, scope)
        elif isinstance(target, ast.Name):
            scope.names[target.id] = self.settled(value)
        elif isinstance(target, ast.Attribute):
            owner = self.value(target.value, scope)
            if isinstance(owner, Object):
                owner.attributes[target.attr] = self.settled(value)
        elif isinstance(target, ast.Subscript):
            owner, key = self.value(target.value, scope), self.index(target, scope)
            if isinstance(owner, dict) and isinstance(key, (str, int)):
                owner[key] = self.settled(value)

    def settled(self, value):
        """A constant that only one branch of the program gives is none."""
        return UNKNOWN if self.conditional > 0 and (is_plain(value) or value is None) else value

    def run_If(self, node, scope):
        test = self.value(node.test, scope)
        if isinstance(test, bool):
            self.run(node.body if test else node.orelse, scope)
        else:
            self.run_perhaps(node.body, scope)
            self.run_perhaps(node.orelse, scope)

    def run_For(self, node, scope):
        items = self.items(self.value(node.iter, scope))
        if items is not None and len(items) <= MAX_ROUNDS:
            for item in items:
                self.assign(node.target, item, scope)
                self.run(node.body, scope)
        else:
            self.assign(node.target, UNKNOWN, scope)
            self.run_perhaps(node.body, scope)
        self.run_perhaps(node.orelse, scope)

    def run_While(self, node, scope):
        self.run_perhaps(node.body, scope)

    def run_With(self, node, scope):
        for item in node.items:
            value = self.value(item.context_expr, scope)
            if item.optional_vars is not None:
                self.assign(item.optional_vars, value, scope)
        self.run(node.body, scope)

    run_AsyncWith = run_With

    def run_Try(self, node, scope):
        self.run(node.body, scope)
        for handler in node.handlers:
            self.run_perhaps(handler.body, scope)
        self.run_perhaps(node.orelse, scope)
        self.run(node.finalbody, scope)

    run_TryStar = run_Try

    def run_Return(self, node, scope):
        value = self.value(node.value, scope) if node.value is not None else None
        known = scope.names.get("return")
        if known is None or isinstance(known, Unknown):
            scope.names["return"] = value
        if self.conditional == 0:
            raise Returned()

    def run_FunctionDef(self, node, scope):
        value = Function(node, scope)
        for decorator in reversed(node.decorator_list):
            made = self.call(self.value(decorator, scope), [value], {})
            value = value if isinstance(made, Unknown) or made is None else made
        scope.names[node.name] = value

    run_AsyncFunctionDef = run_FunctionDef

    def run_ClassDef(self, node, scope):
        bases = [self.value(base, scope) for base in node.bases]
        decorators = [self.value(one, scope) for one in node.decorator_list]
        klass = Klass(node, scope, bases, decorators)
        inner = Scope(scope)
        inner.names = klass.names
        self.run(node.body, inner)
        scope.names[node.name] = klass

    def run_Import(self, node, scope):
        for alias in node.names:
            name = alias.name if alias.asname else alias.name.split(".")[0]
            local = self.local(name, 0, scope)
            scope.names[alias.asname or name] = local or Origin(name)

    def run_ImportFrom(self, node, scope):
        module = node.module or ""
        local = self.local(module, node.level, scope) if module else None
        for alias in node.names:
            name = alias.asname or alias.name
            if local is not None and alias.name == "*":
                scope.names.update(local.names)
            elif local is not None and alias.name in local.names:
                scope.names[name] = local.names[alias.name]
            else:
                inner = self.local((module + "." if module else "") + alias.name, node.level, scope)
                scope.names[name] = inner or (UNKNOWN if node.level else Origin(module + "." + alias.name))

    def local(self, name, level, scope):
        """The scope of a module of the same project; None for others, and for what a local module imports."""
        if scope.module != next(iter(self.modules)):
            return None
        above = os.path.dirname(scope.module)
        for _ in range(level - 1):
            above = os.path.dirname(above)
        for folder in [above] if level else self.folders:
            path = os.path.join(folder, *name.split("."))
            for file in (path + ".py", os.path.join(path, "__init__.py")):
                if os.path.isfile(file) and file != scope.module:
                    try:
                        return self.load(file, name)
                    except (SyntaxError, ValueError, UnicodeError, OSError):
                        return None
        return None

    def value(self, node, scope):
        self.step()
        handler = getattr(self, "value_" + type(node).__name__, None)
        return handler(node, scope) if handler else UNKNOWN

    def value_Constant(self, node, scope):
        return node.value if is_plain(node.value) or node.value is None else UNKNOWN

    def value_Name(self, node, scope):
        return scope.find(node.id)

    def value_List(self, node, scope):
        items = []
        for part in node.elts:
            if isinstance(part, ast.Starred):
                items += self.items(self.value(part.value, scope)) or [UNKNOWN]
            else:
                items.append(self.value(part, scope))
        return items

    value_Set = value_List

    def value_Tuple(self, node, scope):
        return tuple(self.value_List(node, scope))

    def value_Dict(self, node, scope):
        found = {}
        for key, item in zip(node.keys, node.values):
            name = self.value(key, scope) if key is not None else UNKNOWN
            value = self.value(item, scope)
            if key is None and isinstance(value, dict):
                found.update(value)
            elif is_plain(name):
                found[name] = value
        return found

    def value_UnaryOp(self, node, scope):
        value = self.value(node.operand, scope)
        if isinstance(node.op, ast.Not):
            return not value if isinstance(value, bool) else UNKNOWN
        if isinstance(node.op, ast.USub) and isinstance(value, (int, float)):
            return -value
        return value if isinstance(node.op, ast.UAdd) else UNKNOWN

    def value_BinOp(self, node, scope):
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        if isinstance(node.op, ast.BitOr):
            return Union(left, right)
        return computed(type(node.op), left, right)

    def value_Compare(self, node, scope):
        sides = [self.value(side, scope) for side in [node.left] + node.comparators]
        if len(sides) == 2 and all(isinstance(side, str) for side in sides):
            equal = sides[0] == sides[1]
            return equal if isinstance(node.ops[0], ast.Eq) else not equal if isinstance(node.ops[0], ast.NotEq) else UNKNOWN
        return UNKNOWN

    def value_JoinedStr(self, node, scope):
        parts = [
            self.value(part.value, scope) if isinstance(part, ast.FormattedValue) and not part.format_spec else self.value(part, scope)
            for part in node.values
        ]
        return bounded("".join(str(part) for part in parts)) if all(is_plain(part) for part in parts) else UNKNOWN

    def value_Attribute(self, node, scope):
        return self.attribute(self.value(node.value, scope), node.attr)

    def attribute(self, owner, name):
        if isinstance(owner, Origin):
            return Origin(owner.name + "." + name)
        if isinstance(owner, Scope):
            return owner.names.get(name, UNKNOWN)
        if isinstance(owner, Klass):
            found = owner.find(name)
            if owner.is_enum and is_plain(found):
                return Member(owner, name, found)
            return UNKNOWN if found is None else found
        if isinstance(owner, Member):
            return owner.value if name == "value" else owner.name if name == "name" else UNKNOWN
        if isinstance(owner, Object):
            if name in owner.attributes:
                return owner.attributes[name]
            method = owner.klass.find(name) if owner.klass else None
            if isinstance(method, Function):
                return Function(method.node, method.scope, owner)
            return method if method is not None else Bound(owner, name)
        return Bound(owner, name) if isinstance(owner, (str, dict, list, Function)) else UNKNOWN

    def index(self, node, scope):
        inner = getattr(node.slice, "value", None) if type(node.slice).__name__ == "Index" else node.slice
        return self.value(inner, scope)

    def value_Subscript(self, node, scope):
        owner, key = self.value(node.value, scope), self.index(node, scope)
        if isinstance(owner, (Origin, Generic)):
            return Generic(owner, key)
        try:
            return owner[key] if isinstance(owner, (list, tuple, dict)) and is_plain(key) else UNKNOWN
        except (LookupError, TypeError):
            return UNKNOWN

    def value_ListComp(self, node, scope):
        first = node.generators[0]
        items = self.items(self.value(first.iter, scope))
        if items is None or len(node.generators) > 1 or first.ifs:
            return UNKNOWN
        inner, found = Scope(scope), []
        for item in items:
            self.assign(first.target, item, inner)
            found.append(self.value(node.elt, inner))
        return found

    value_GeneratorExp = value_SetComp = value_ListComp

    def value_Await(self, node, scope):
        return self.value(node.value, scope)

    def value_NamedExpr(self, node, scope):
        value = self.value(node.value, scope)
        self.assign(node.target, value, scope)
        return value

    def value_Lambda(self, node, scope):
        return Function(node, scope)

    def value_Call(self, node, scope):
        function = self.value(node.func, scope)
        args, kwargs = [], {}
        for part in node.args:
            if isinstance(part, ast.Starred):
                args += self.items(self.value(part.value, scope)) or []
            else:
                args.append(self.value(part, scope))
        for part in node.keywords:
            value = self.value(part.value, scope)
            if part.arg is not None:
                kwargs[part.arg] = value
            elif isinstance(value, dict):
                kwargs.update((key, item) for key, item in value.items() if isinstance(key, str))
        return self.call(function, args, kwargs)

    def items(self, value):
        if isinstance(value, Klass) and value.is_enum:
            return value.members()
        found = list(value) if isinstance(value, (list, tuple, dict, range)) else None
        return found if found is not None and len(found) <= MAX_ITEMS else None

    def call(self, function, args, kwargs):
        if isinstance(function, Origin):
            handler = self.handlers.get(function.name) or BUILT_IN.get(function.name)
            return handler(self, args, kwargs) if handler else UNKNOWN
        if isinstance(function, Function):
            return self.follow(function, args, kwargs)
        if isinstance(function, Klass):
            return self.instance(function, args, kwargs)
        if isinstance(function, Bound):
            if isinstance(function.owner, Object):
                return function.owner.method(self, function.name, args, kwargs)
            return of_constant(function.owner, function.name, args)
        return function.method(self, "__call__", args, kwargs) if isinstance(function, Object) else UNKNOWN

    def instance(self, klass, args, kwargs):
        handler = next((self.handlers[name] for name in klass.origins() if name in self.handlers), None)
        made = handler(self, args, kwargs) if handler else Object()
        if not isinstance(made, Object):
            return made
        made.klass = klass
        start = klass.find("__init__")
        if isinstance(start, Function):
            self.follow(Function(start.node, start.scope, made), args, kwargs)
        return made

    def follow(self, function, args, kwargs):
        if self.depth >= MAX_DEPTH:
            return UNKNOWN
        scope = Scope(function.scope)
        if isinstance(function.node, ast.Lambda):
            return UNKNOWN
        declared = function.node.args
        names = [one.arg for one in getattr(declared, "posonlyargs", []) + declared.args]
        first = [function.owner] if function.owner is not None else []
        defaults = dict(zip(reversed(names), (self.value(one, function.scope) for one in reversed(declared.defaults))))
        for one, default in zip(declared.kwonlyargs, declared.kw_defaults):
            names.append(one.arg)
            if default is not None:
                defaults[one.arg] = self.value(default, function.scope)
        scope.names.update((name, defaults.get(name, UNKNOWN)) for name in names)
        scope.names.update(zip(names, first + args))
        scope.names.update((name, value) for name, value in kwargs.items() if name in names)
        self.depth += 1
        conditional, self.conditional = self.conditional, 0
        try:
            self.run(function.node.body, scope)
        except Returned:
            pass
        finally:
            self.depth -= 1
            self.conditional = conditional
        return scope.names.get("return", UNKNOWN)
