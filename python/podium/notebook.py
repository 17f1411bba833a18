"""Executes a notebook cell by cell: python -m podium.notebook x.ipynb [name=value ...]

What a cell prints is in the log at once, and the notebook is saved with its outputs after every cell. Values replace the
assignments of a cell tagged `parameters`: they are set in a cell after it. nbclient and ipykernel are used where both are
there; without them plain Python runs the cells, and magics are refused. Standard library alone, Python 3.8 or newer.
"""

import ast
import contextlib
import io
import json
import linecache
import os
import re
import sys
import traceback
import types
from importlib.util import find_spec

INJECTED = "injected-parameters"


class NotebookError(Exception):
    """A cell failed, or cannot be run."""


def main(words):
    if not words:
        raise SystemExit("Name the notebook: python -m podium.notebook x.ipynb [name=value ...]")
    path = words[0]
    try:
        notebook = read(path)
        inject(notebook, dict(parameter(word) for word in words[1:]))
        run = by_kernel if find_spec("nbclient") and find_spec("ipykernel") else by_python
        run(notebook, path)
    except NotebookError as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from None


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            notebook = json.load(file)
    except OSError as error:
        raise NotebookError("%s cannot be read: %s" % (path, error.strerror)) from None
    except ValueError:
        notebook = None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise NotebookError("%s is no notebook of version 4." % path)
    return notebook


def parameter(word):
    """A value as it is typed: 3, 0.1, true, [1, 2], or a text."""
    name, equals, text = word.partition("=")
    if not equals or not name.isidentifier():
        raise NotebookError("'%s' is no parameter. Write it like epochs=30." % word)
    if text.lower() in ("true", "false"):
        return name, text.lower() == "true"
    try:
        return name, ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return name, text


def inject(notebook, values):
    """The values in a cell after the one tagged `parameters`, or first; a cell of an earlier run is replaced."""
    if not values:
        return
    cells = notebook["cells"]
    cells[:] = [cell for cell in cells if INJECTED not in tags_of(cell)]
    places = [at for at, cell in enumerate(cells) if "parameters" in tags_of(cell)]
    lines = ["# Parameters"] + ["%s = %r" % pair for pair in values.items()]
    made = {"cell_type": "code", "execution_count": None, "metadata": {"tags": [INJECTED]}, "outputs": [], "source": "\n".join(lines)}
    if (notebook.get("nbformat"), notebook.get("nbformat_minor", 0)) >= (4, 5):
        made["id"] = INJECTED
    cells.insert(places[0] + 1 if places else 0, made)


def tags_of(cell):
    return (cell.get("metadata") or {}).get("tags") or []


def source_of(cell):
    return "".join(cell.get("source") or [])


def code_cells(notebook):
    """The cells with code, with their numbers as a reader counts them."""
    number = 0
    for cell in notebook["cells"]:
        if cell.get("cell_type") == "code" and source_of(cell).strip():
            number += 1
            yield number, cell


def save(notebook, path):
    """Readers see the notebook as it was or as it is, never a part."""
    part = "%s.%d.part" % (path, os.getpid())
    with open(part, "w", encoding="utf-8") as file:
        json.dump(notebook, file, indent=1, ensure_ascii=False)
        file.write("\n")
    os.replace(part, path)


class Output(io.TextIOBase):
    """A stream that prints, and keeps what it prints for the notebook."""

    def __init__(self, name, stream, outputs):
        self.name = name
        self.stream = stream
        self.outputs = outputs

    def write(self, text):
        self.stream.write(text)
        self.stream.flush()
        last = self.outputs[-1] if self.outputs else {}
        if last.get("name") == self.name:
            last["text"] += text
        else:
            self.outputs.append({"output_type": "stream", "name": self.name, "text": text})
        return len(text)

    def flush(self):
        self.stream.flush()

    def fileno(self):
        return self.stream.fileno()

    def isatty(self):
        return False


def by_python(notebook, path):
    """All cells in one namespace. The value of a last expression is printed, as notebooks show it."""
    # What cells define can be pickled only if it is found in the main module.
    main_module = sys.modules["__main__"] = types.ModuleType("__main__")
    space = main_module.__dict__
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    sys.argv = [path]
    for number, cell in code_cells(notebook):
        cell["outputs"], cell["execution_count"] = [], number
        refuse_magic(number, source_of(cell))
        try:
            with contextlib.redirect_stdout(Output("stdout", sys.stdout, cell["outputs"])):
                with contextlib.redirect_stderr(Output("stderr", sys.stderr, cell["outputs"])):
                    run_cell(number, cell, space)
        except SystemExit as error:
            save(notebook, path)
            if error.code not in (None, 0):
                raise
            return
        except BaseException as error:
            lines = traceback.format_exception(type(error), error, error.__traceback__.tb_next.tb_next)
            cell["outputs"].append(
                {"output_type": "error", "ename": type(error).__name__, "evalue": str(error), "traceback": lines}
            )
            save(notebook, path)
            fail(number, "".join(lines), error)
        save(notebook, path)


def run_cell(number, cell, space):
    name = "cell %d" % number
    source = source_of(cell)
    remember(name, source)
    space["display"] = lambda *values: [show(cell, value, {"output_type": "display_data"}) for value in values] and None
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), space)
    if last is None:
        return
    value = eval(compile(ast.Expression(last.value), name, "eval"), space)
    if value is not None and not source.rstrip().endswith(";"):
        space["_"] = value
        show(cell, value, {"output_type": "execute_result", "execution_count": number})


def show(cell, value, output):
    """Prints a value, and keeps what it looks like in a notebook."""
    print(repr(value), file=sys.__stdout__, flush=True)
    data = {"text/plain": repr(value)}
    for kind, method in (("text/html", "_repr_html_"), ("text/markdown", "_repr_markdown_")):
        rich = getattr(value, method, None)
        try:
            text = rich() if callable(rich) else None
        except Exception:  # A picture of a value that fails is none.
            text = None
        if isinstance(text, str):
            data[kind] = text
    cell["outputs"].append({**output, "data": data, "metadata": {}})


def remember(name, source):
    """Tracebacks show the lines of a cell."""
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)


def refuse_magic(number, source):
    """IPython's magics are no Python: lines that begin with % or !, and a question mark at the end."""
    try:
        ast.parse(source)
        return
    except SyntaxError:
        pass
    for at, line in enumerate(source.splitlines(), 1):
        word = line.strip()
        if word[:1] in ("%", "!") or word[:1] == "?" or word.endswith("?"):
            raise NotebookError(
                "Cell %d, line %d: %s is for IPython, which is not there. Run it with: podium run --with nbclient --with ipykernel"
                % (number, at, word.split()[0])
            )


def fail(number, text, error):
    """The exception last, so that it is read as the reason of the failure."""
    line = line_of(number, error)
    print("Cell %d failed%s." % (number, "" if line is None else " in line %d" % line), file=sys.stderr)
    sys.stderr.write(text)
    sys.stderr.flush()
    raise SystemExit(1) from None


def line_of(number, error):
    if isinstance(error, SyntaxError) and error.filename == "cell %d" % number:
        return error.lineno
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "cell %d" % number]
    return lines[-1] if lines else None


def by_kernel(notebook, path):
    """A kernel of IPython, with magics, pictures and everything else that a notebook shows."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    found = nbformat.from_dict(notebook)
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")

    class Client(NotebookClient):
        """Prints what the kernel sends as it comes."""

        def process_message(self, msg, cell, cell_index):
            echo(msg)
            return super().process_message(msg, cell, cell_index)

    # The kernel of this name is this Python, which has the packages of the run, whatever the notebook was written with.
    client = Client(found, timeout=None, kernel_name="python3", resources={"metadata": {"path": os.getcwd()}})
    with client.setup_kernel():
        for number, (index, cell) in enumerate(
            ((at, cell) for at, cell in enumerate(found.cells) if cell.cell_type == "code" and cell.source.strip()), 1
        ):
            try:
                client.execute_cell(cell, index, execution_count=number)
            except CellExecutionError:
                # Its traceback, which names the cell and the line, is printed.
                raise SystemExit(1) from None
            finally:
                save(found, path)


def echo(message):
    content, kind = message["content"], message["msg_type"]
    if kind == "stream":
        stream = sys.stderr if content["name"] == "stderr" else sys.stdout
        stream.write(content["text"])
        stream.flush()
    elif kind in ("execute_result", "display_data") and "text/plain" in content["data"]:
        print(content["data"]["text/plain"], flush=True)
    elif kind == "error":
        print(without_colours("\n".join(content["traceback"])), file=sys.stderr, flush=True)


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


if __name__ == "__main__":
    main(sys.argv[1:])
