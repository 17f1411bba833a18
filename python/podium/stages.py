"""Runs the stages of a dvc.yaml in their order: python -m podium.stages

The parameters of the run are written into params.yaml before. The figures of the files that a stage names as `metrics`
are logged when it ends. The first stage that fails ends the run. Needs PyYAML and Python 3.8 or newer.
"""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import podium

PARAMS = "params.yaml"
MAX_STAGES = 1000
TEMPLATE = re.compile(r"\$\{\s*([\w.\[\]-]+)\s*\}")


class StagesError(Exception):
    """The stages cannot be run, or one failed."""


class Stage:
    def __init__(self, name, commands, folder, deps, outs, metrics):
        self.name = name
        self.commands = commands
        self.folder = folder
        self.deps = deps
        self.outs = outs
        self.metrics = metrics


def main():
    try:
        yaml = import_yaml()
        pipeline = read(yaml, "dvc.yaml")
        if not isinstance(pipeline.get("stages"), dict):
            raise StagesError("dvc.yaml names no stages.")
        write_parameters(yaml, chosen())
        run_all(in_order(stages_of(pipeline, variables_of(yaml, pipeline))))
    except StagesError as error:
        print(error, file=sys.stderr)
        raise SystemExit(1) from None


def import_yaml():
    try:
        import yaml
    except ImportError:
        raise StagesError("Stages of dvc.yaml need PyYAML: podium run --with pyyaml .") from None
    return yaml


def read(yaml, path):
    """The table of a YAML file; {} where there is no file."""
    try:
        with open(path, encoding="utf-8") as file:
            found = yaml.safe_load(file)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise StagesError("%s cannot be read: %s" % (path, error)) from None
    if not isinstance(found, (dict, type(None))):
        raise StagesError("%s is no table." % path)
    return found or {}


def chosen():
    """The parameters of the run, of all its steps."""
    return {name: value for values in podium.parameters().values() for name, value in values.items()}


def write_parameters(yaml, values):
    """A name such as train.lr is lr in the table train. A value that is there already leaves the file as it is."""
    params = read(yaml, PARAMS)
    changed = False
    for name, value in values.items():
        table, keys = params, name.split(".")
        for key in keys[:-1]:
            inner = table.get(key)
            table[key] = table = inner if isinstance(inner, dict) else {}
        if not is_same(table.get(keys[-1]), value):
            table[keys[-1]] = value
            changed = True
    if changed:
        with open(PARAMS, "w", encoding="utf-8") as file:
            yaml.safe_dump(params, file, sort_keys=False, allow_unicode=True)


def is_same(one, other):
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def variables_of(yaml, pipeline):
    """What ${...} stands for: params.yaml, and the files and tables of `vars`."""
    found = read(yaml, PARAMS)
    for entry in pipeline.get("vars") or []:
        merge(found, entry if isinstance(entry, dict) else read_any(yaml, str(entry).split(":")[0]))
    return found


def read_any(yaml, path):
    if path.endswith((".json", ".yaml", ".yml")):
        return read(yaml, path)
    raise StagesError("The variables of %s cannot be read: use YAML or JSON." % path)


def merge(table, more):
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            merge(table[key], value)
        else:
            table[key] = value


def stages_of(pipeline, variables):
    found = []
    for name, stated in pipeline["stages"].items():
        if not isinstance(stated, dict):
            raise StagesError("The stage %s is no table." % name)
        for full, body, values in variants(name, stated, variables):
            found.append(stage_of(full, body, values))
    if len(found) > MAX_STAGES:
        raise StagesError("dvc.yaml has more than %d stages." % MAX_STAGES)
    for path in map(os.path.normpath, names_in(pipeline.get("metrics"))):
        writers = [stage for stage in found if any(overlap(path, out) for out in stage.outs)]
        for stage in writers[-1:]:
            stage.metrics += [path] if path not in stage.metrics else []
    return found


def variants(name, stated, variables):
    """One stage, or those that `foreach` or `matrix` make of it."""
    if "foreach" in stated:
        items = filled(stated["foreach"], variables)
        pairs = items.items() if isinstance(items, dict) else [(word_of(item, at), item) for at, item in enumerate(items)]
        for key, item in pairs:
            yield "%s@%s" % (name, key), stated.get("do") or {}, {**variables, "item": item, "key": key}
    elif "matrix" in stated:
        for words, item in combinations(filled(stated["matrix"], variables)):
            body = {key: value for key, value in stated.items() if key != "matrix"}
            yield "%s@%s" % (name, "-".join(words)), body, {**variables, "item": item}
    else:
        yield name, stated, variables


def combinations(matrix):
    found = [([], {})]
    for key, items in matrix.items():
        found = [
            (words + [str(word_of(item, "%s%d" % (key, at)))], {**before, key: item})
            for words, before in found
            for at, item in enumerate(items)
        ]
    return found


def word_of(item, at):
    return at if isinstance(item, (dict, list)) else item


def stage_of(name, body, variables):
    body = filled({key: value for key, value in body.items() if key != "desc"}, variables)
    commands = body.get("cmd")
    commands = commands if isinstance(commands, list) else [commands]
    if not all(isinstance(one, str) and one.strip() for one in commands):
        raise StagesError("The stage %s has no cmd." % name)
    folder = str(body.get("wdir") or ".")

    def paths(key):
        return [os.path.normpath(os.path.join(folder, path)) for path in names_in(body.get(key))]

    metrics = paths("metrics")
    return Stage(name, commands, folder, paths("deps"), paths("outs") + metrics + paths("plots"), metrics)


def names_in(entries):
    """Paths, of which one with options is a table of one key."""
    found = []
    for entry in entries if isinstance(entries, list) else []:
        found += [str(key) for key in entry] if isinstance(entry, dict) else [str(entry)]
    return found


def filled(value, variables):
    """Replaces ${name} in all texts; a text that is nothing else becomes the value itself."""
    if isinstance(value, dict):
        return {filled(key, variables): filled(item, variables) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, variables) for item in value]
    if not isinstance(value, str):
        return value
    whole = TEMPLATE.fullmatch(value)
    if whole:
        return look_up(whole.group(1), variables)
    return TEMPLATE.sub(lambda match: as_word(look_up(match.group(1), variables)), value)


def look_up(name, variables):
    found = variables
    for key in re.findall(r"[\w-]+", name):
        try:
            found = found[int(key)] if isinstance(found, list) else found[key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise StagesError("dvc.yaml names ${%s}, which neither params.yaml nor its vars have." % name) from None
    return found


def as_word(value):
    """As it stands in a command: a truth value in small letters, and a table as options, as DVC writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        words = []
        for key, item in value.items():
            words += [] if item is False else ["--%s" % key] if item is True else ["--%s %s" % (key, as_word(item))]
        return " ".join(words)
    return " ".join(as_word(item) for item in value) if isinstance(value, list) else str(value)


def in_order(stages):
    """A stage after those that write what it reads, otherwise as the file has them."""
    made, done, active = [], set(), []

    def add(stage):
        if stage.name in done:
            return
        if stage.name in active:
            raise StagesError("The stages %s need each other." % ", ".join(active[active.index(stage.name):]))
        active.append(stage.name)
        for other in stages:
            if other is not stage and any(overlap(dep, out) for dep in stage.deps for out in other.outs):
                add(other)
        active.pop()
        done.add(stage.name)
        made.append(stage)

    for stage in stages:
        add(stage)
    return made


def overlap(one, other):
    """True if the paths are the same, or one is in the folder of the other."""
    return one == other or one.startswith(other + os.sep) or other.startswith(one + os.sep)


def run_all(stages):
    for at, stage in enumerate(stages):
        podium.progress(at / len(stages), "stage %s" % stage.name, step=stage.name)
        for command in stage.commands:
            print("Stage %s: %s" % (stage.name, command.strip()), flush=True)
            run(stage, command)
        figures = {}
        for path in stage.metrics:
            figures.update(figures_in(path))
        if figures:
            podium.log(figures, step=at + 1)
    podium.progress(1.0, "%d stages" % len(stages))


def run(stage, command):
    for path in stage.outs:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    try:
        ended = subprocess.run(command, shell=True, cwd=stage.folder, executable=shell(), stdin=subprocess.DEVNULL)
    except OSError as error:
        raise StagesError("The stage %s cannot be run in %s: %s." % (stage.name, stage.folder, error.strerror)) from None
    code = ended.returncode
    if code != 0:
        how = "was ended by signal %d" % -code if code < 0 else "failed with exit code %d" % code
        raise StagesError("The stage %s %s." % (stage.name, how))


def shell():
    return "/bin/bash" if os.path.exists("/bin/bash") else None


def figures_in(path):
    """The numbers of a file of metrics, a nested one as a/b; none of a file that is missing or of another kind."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        if path.endswith((".yaml", ".yml")):
            found = import_yaml().safe_load(text)
        elif path.endswith((".csv", ".tsv")):
            rows = list(csv.DictReader(text.splitlines(), delimiter="\t" if path.endswith(".tsv") else ","))
            found = {key: number_of(value) for key, value in rows[-1].items()} if rows else {}
        else:
            found = json.loads(text)
    except Exception as error:  # A file of metrics that cannot be read is no reason to fail.
        print("%s has no figures: %s" % (path, error), file=sys.stderr, flush=True)
        return {}
    return dict(numbers(found, ""))


def number_of(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def numbers(value, name):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers(item, "%s/%s" % (name, key) if name else str(key))
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and name:
        yield name, value


if __name__ == "__main__":
    main()
