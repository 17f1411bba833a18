"""Prints as JSON the packages that a program imports, also through modules of its own: python3 -I - FILE FOLDERS, with
FOLDERS as JSON, where local modules are looked for. Nothing of the program is executed.
"""

import ast
import json
import os
import re
import sys
import tokenize

MAX_MODULES = 500
MAX_BYTES = 2 * 1024 * 1024
OPTIONAL = re.compile(r"TYPE_CHECKING$|is_\w+_available$|find_spec$|HAS_\w+$")
#: for Python 3.8 and 3.9, which have no list of their own
STANDARD = """__future__ __main__ _thread abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html
http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging
lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath
nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform
plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd
smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep
struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap
this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing
unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc
zipapp zipfile zipimport zlib zoneinfo""".split()


def main(file, folders):
    standard = set(getattr(sys, "stdlib_module_names", STANDARD)) | {"podium"}
    folders = json.loads(folders)
    found, seen, waiting = set(), {file}, [file]
    while waiting and len(seen) <= MAX_MODULES:
        path = waiting.pop()
        for name, level in names_in(path):
            files = local_files(name, level, path, folders)
            if files is None:
                top = name.split(".")[0]
                if level == 0 and top not in standard:
                    found.add("google.protobuf" if name.startswith("google.protobuf") else name if top == "google" else top)
                continue
            for one in files:
                if one not in seen:
                    seen.add(one)
                    waiting.append(one)
    return sorted(found)


def names_in(path):
    """The modules that a file imports, with their level; those that it can do without are left out."""
    try:
        if os.path.getsize(path) > MAX_BYTES:
            return []
        if path.endswith(".ipynb"):
            source = cells_of(path)
        else:
            with tokenize.open(path) as file:
                source = file.read()
        tree = ast.parse(source)
    except (SyntaxError, ValueError, UnicodeError, OSError, RecursionError, MemoryError):
        return []
    found, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found += [(alias.name, 0) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found.append((module, node.level))
            found += [((module + "." if module else "") + alias.name, node.level) for alias in node.names]
        elif isinstance(node, ast.Try) and any(catches_import(handler.type) for handler in node.handlers):
            waiting += node.finalbody
        elif isinstance(node, ast.If) and is_optional(node.test):
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)
    return found


def cells_of(path):
    """The code of a notebook without lines that only IPython understands."""
    with open(path, encoding="utf-8") as file:
        cells = json.load(file).get("cells") or []
    lines = [line for cell in cells if cell.get("cell_type") == "code" for line in "".join(cell["source"]).splitlines()]
    return "\n".join("pass" if line.lstrip()[:1] in ("%", "!", "?") else line for line in lines)


def catches_import(node):
    if node is None:
        return True
    if isinstance(node, ast.Tuple):
        return any(catches_import(one) for one in node.elts)
    name = getattr(node, "id", getattr(node, "attr", ""))
    return name in ("ImportError", "ModuleNotFoundError", "Exception", "BaseException")


def is_optional(test):
    """True for `if TYPE_CHECKING` and `if is_wandb_available()`."""
    names = [getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(test)]
    return any(OPTIONAL.match(name) for name in names)


def local_files(name, level, path, folders):
    """The files of a module of the project; None for one of elsewhere."""
    if level:
        above = os.path.dirname(path)
        for _ in range(level - 1):
            above = os.path.dirname(above)
        return module_files(above, name) or []
    for folder in folders:
        top = os.path.join(folder, name.split(".")[0])
        if os.path.isfile(top + ".py") or holds_python(top):
            return module_files(folder, name)
    return None


def holds_python(folder):
    """True for a package. A folder such as `data` beside a program is none."""
    if not os.path.isdir(folder):
        return False
    names = os.listdir(folder)
    return "__init__.py" in names or any(
        name.endswith(".py") or os.path.isfile(os.path.join(folder, name, "__init__.py")) for name in names
    )


def module_files(folder, name):
    """The files that are read when the module is imported: those of its packages, and its own."""
    found, place = [], folder
    for part in name.split(".") if name else []:
        place = os.path.join(place, part)
        found += [file for file in (place + ".py", os.path.join(place, "__init__.py")) if os.path.isfile(file)]
    return found


print(json.dumps(main(*sys.argv[1:])))
