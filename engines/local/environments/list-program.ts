/**
 * Prints the packages of the virtual environment in its argument, and uv's facts about them, as JSON. The files may
 * contain anything, because build steps of packages wrote them, so links and pipes are not followed, and no code of the
 * environment runs. It is started with the interpreter of the environment. The caller checks its output.
 */
export const LIST_PROGRAM = `
import csv, json, os, re, subprocess, sys
from email.parser import HeaderParser

venv, uv, most, uv_indexes = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
TEXT = 1 << 20
RECORD = 64 << 20


def opened(path):
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    return open(path, encoding="utf-8", errors="replace", newline="", opener=lambda name, _: os.open(name, flags))


def text_of(path):
    try:
        with opened(path) as file:
            return file.read(TEXT)
    except OSError:
        return ""


def size_of(path):
    try:
        with opened(path) as file:
            lines = file.read(RECORD).splitlines()
    except OSError:
        return 0
    return sum(int(row[2]) for row in csv.reader(lines) if len(row) == 3 and re.fullmatch("[0-9]{1,12}", row[2]))


def direct_url(folder):
    try:
        return json.loads(text_of(os.path.join(folder, "direct_url.json")))
    except ValueError:
        return None


def plain(name):
    return re.sub("[-_.]+", "-", name).lower()


def installed(folders):
    found = {}
    for folder in folders:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            kind = os.path.splitext(name)[1]
            if kind not in (".dist-info", ".egg-info") or len(found) > most:
                continue
            path = os.path.join(folder, name)
            file = "METADATA" if kind == ".dist-info" else "PKG-INFO"
            said = HeaderParser().parsestr(text_of(os.path.join(path, file)))
            if said["Name"] and said["Version"]:
                found.setdefault(plain(said["Name"]), (path, said))
    return found


# pip marks what it was asked for by name. uv marks everything, and older tools mark nothing.
def requested(found):
    marks = {}
    for name, (path, _) in found.items():
        if text_of(os.path.join(path, "INSTALLER")).strip() == "pip":
            marks[name] = os.path.lexists(os.path.join(path, "REQUESTED"))
    return marks if any(marks.values()) else {}


# No record says which extras were asked for: they count for a package that nothing else asks for.
def askers(found, marks):
    always, by_extra = {name: set() for name in found}, {name: set() for name in found}
    for asker, (path, said) in found.items():
        for line in said.get_all("Requires-Dist") or []:
            needed = plain(re.match("[A-Za-z0-9._-]*", line.strip()).group())
            if needed in found and needed != asker:
                (by_extra if " extra " in line.replace("=", " ") else always)[needed].add(said["Name"])
    for name in found:
        if not marks.get(name):
            always[name] = always[name] or by_extra[name]
    return always


def listed(found):
    marks = requested(found)
    asked = askers(found, marks)
    for name, (path, said) in sorted(found.items()):
        yield {
            "name": said["Name"],
            "version": said["Version"],
            "direct_url": direct_url(path),
            "is_requested": marks.get(name),
            "asked_by": sorted(asked[name], key=str.lower),
            "size": size_of(os.path.join(path, "RECORD")),
        }


def tool(found):
    if uv:
        said = subprocess.run([uv, "--version"], stdout=subprocess.PIPE, timeout=20).stdout.decode()
        return " ".join(said.split()[:2]) or "uv"
    try:
        import pip
        version = pip.__version__
    except ImportError:
        version = ""
    # An older pip does not install into another environment, which then has one of its own.
    if "pip" in found and not (version and tuple(map(int, version.split(".")[:2])) >= (22, 3)):
        version = found["pip"][1]["Version"]
    return ("pip " + version).strip()


lib = os.path.join(venv, "lib")
names = [name for name in sorted(os.listdir(lib)) if re.fullmatch("python3[.][0-9]+", name)]
found = installed([os.path.join(lib, name, "site-packages") for name in names])
json.dump({"tool": tool(found), "uv_indexes": text_of(uv_indexes), "packages": list(listed(found))}, sys.stdout)
`
