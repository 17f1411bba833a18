"""Turns rows into numbers that a network can learn from, the same way in training and inference."""

import statistics

from rows import MEASURES
from run import BadData


def fit(rows, columns, scaler):
    """How each column becomes numbers, learned from the training rows alone; plain JSON, kept with the model."""
    return [fit_column(rows, name, scaler) for name in columns]


def fit_column(rows, name, scaler):
    known = [row[name] for row in rows if row[name] is not None]
    if not known:
        raise BadData(f"The column {name} has no values.")
    if name not in MEASURES:
        return {"name": name, "words": sorted(set(known))}
    if scaler == "minmax":
        middle, spread = min(known), max(known) - min(known)
    else:
        middle, spread = statistics.fmean(known), statistics.pstdev(known)
    return {"name": name, "missing": statistics.median(known), "middle": middle, "spread": spread or 1.0}


def transform(rows, columns):
    return [row_numbers(row, columns) for row in rows]


def row_numbers(row, columns):
    return [number for column in columns for number in numbers(row[column["name"]], column)]


def numbers(value, column):
    if "words" in column:
        return [1.0 if value == word else 0.0 for word in column["words"]]
    known = column["missing"] if value is None else value
    return [(known - column["middle"]) / column["spread"]]


def split(labels, held_out, random):
    """Indices for training and for testing, every species in both in the same share."""
    train, test = [], []
    for label in sorted(set(labels)):
        members = [index for index, other in enumerate(labels) if other == label]
        if len(members) < 2:
            raise BadData(f"There is only one row of the species {label}; at least two are needed.")
        random.shuffle(members)
        count = min(max(round(len(members) * held_out), 1), len(members) - 1)
        test += members[:count]
        train += members[count:]
    return sorted(train), sorted(test)
