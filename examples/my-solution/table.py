"""What both pipelines share: the rows of a data set, and what the model makes of one."""

import csv

TARGET = "heating_kwh"
COLUMNS = ["outside_celsius", "open_hours"]


def read_rows(folder, columns):
    """Every row of every CSV file of the data set, its columns as numbers."""
    files = sorted(folder.rglob("*.csv"))
    rows = [row for file in files for row in read_file(file, columns)]
    if not rows:
        raise SystemExit("The data set holds no CSV file with rows.")
    return rows


def read_file(file, columns):
    with open(file, encoding="utf-8-sig", newline="") as lines:
        reader = csv.DictReader(lines)
        missing = [name for name in columns if name not in (reader.fieldnames or [])]
        if missing:
            raise SystemExit(f"{file.name} lacks the columns {', '.join(missing)}.")
        return [{name: float(row[name]) for name in columns} for row in reader]


def predict(model, row):
    return model["bias"] + sum(
        part["weight"] * (row[part["name"]] - part["middle"]) / part["spread"] for part in model["columns"]
    )
