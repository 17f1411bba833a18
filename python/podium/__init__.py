"""What a run reports to Podium, and what Podium gives it.

    import podium

    for epoch in range(1, 11):
        loss, accuracy = train()
        podium.log(step=epoch, loss=loss, accuracy=accuracy)
        podium.progress(epoch / 10, f"epoch {epoch}/10")

Standard library alone, Python 3.8 or newer. Outside a run the same program works: nothing is told to anybody, and the
folders are `data`, `model` and `out` below the working directory.
"""

import json
import os
import time
from pathlib import Path

__version__ = "0.2.1"

__all__ = [
    "Client", "PodiumError", "data_dir", "log", "mode", "model_dir", "output", "output_dir", "parameters", "progress", "run",
]

#: 'train' or 'inference'; None outside a run
mode = os.environ.get("PODIUM_MODE")
#: the folder with the data set
data_dir = Path(os.environ.get("PODIUM_DATA_DIR") or "data")
#: the folder with the model that an inference uses
model_dir = Path(os.environ.get("PODIUM_MODEL_DIR") or "model")
#: the folder for what the run leaves
output_dir = Path(os.environ.get("PODIUM_OUTPUT_DIR") or "out")


def __getattr__(name):
    """The client is read when it is asked for: a run that only logs does not wait for it."""
    if name == "run":
        from . import command

        return command.run
    if name in ("Client", "PodiumError"):
        from . import client

        return getattr(client, name)
    raise AttributeError("module 'podium' has no attribute %r" % name)


def log(figures=None, *, step=None, **more):
    """Figures at this moment, such as log(step=3, loss=0.2) or log({"val/accuracy": 0.9}, step=3).

    A figure is a number, or what float() makes one of (an array or tensor of one value). What is none is left out, as the
    page of the run says, and ends no training. Without a step they are counted. Of the ranks of a distributed training the
    first one logs, so that each figure is one curve.
    """
    if _rank() != 0:
        return
    line = {} if step is None else {"step": _number(step)}
    line["time"] = round(time.time() * 1000)
    line.update((str(name), _number(value)) for name, value in {**(figures or {}), **more}.items())
    _append("PODIUM_METRICS_FILE", line)


def progress(fraction, message=None, *, step=None):
    """How far the run is, from 0 to 1, such as progress(0.4, "epoch 4/10", step="train")."""
    number = _number(fraction)
    line = {} if isinstance(number, str) else {"fraction": min(1.0, max(0.0, number))}
    if step is not None:
        line["step"] = str(step)
    if message is not None:
        line["message"] = str(message)
    _append("PODIUM_PROGRESS_FILE", line)


def parameters(step=None):
    """The parameters this run was started with, {step: {argument: value}}, or those of one step."""
    file = os.environ.get("PODIUM_PARAMETERS_FILE")
    chosen = json.loads(Path(file).read_text(encoding="utf-8")) if file else {}
    return chosen if step is None else chosen.get(step, {})


def output(name):
    """The path where a file or folder of that name is kept as an artifact; its folder is created."""
    path = output_dir / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _rank():
    """The rank of this process, by what torchrun, accelerate, deepspeed and mpirun set; 0 where it is the only one."""
    for rank, size in (("RANK", "WORLD_SIZE"), ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE")):
        if size in os.environ and os.environ.get(rank, "").isdigit():
            return int(os.environ[rank])
    return 0


def _number(value):
    """As JSON holds it: numbers that are not finite as words, whole numbers whole; of what is no number its kind."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    try:
        number = float(value)
    except Exception:  # Libraries raise errors of their own.
        return type(value).__name__
    return number if number - number == 0 else str(number)


def _append(variable, line):
    """As one write, so that the lines of several processes never run into each other."""
    file = os.environ.get(variable)
    if not file:
        return
    text = (json.dumps(line) + "\n").encode("utf-8")
    target = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(target, text)
    finally:
        os.close(target)
