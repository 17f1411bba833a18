"""Reads the penguins of a data set: a directory with one or more CSV files."""

import csv
import math

from run import BadData, log

LABEL = "species"
MEASURES = ["bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"]
WORDS = ["island", "sex"]
MISSING = {"", ".", "na", "nan", "null", "none"}


def read_rows(folder, columns, labelled):
    """Every row as a dict with the file's own columns, measures as numbers or None, words as text or None."""
    files = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".csv" and path.is_file())
    if not files:
        raise BadData("The data set holds no CSV file.")
    wanted = columns + ([LABEL] if labelled else [])
    rows = [row for file in files for row in read_file(file, wanted)]
    if not rows:
        raise BadData(f"{', '.join(file.name for file in files)} has a header but no rows.")
    log.info("%d rows in %d file(s)", len(rows), len(files))
    return rows


def read_file(file, wanted):
    try:
        with open(file, encoding="utf-8-sig", newline="") as lines:
            reader = csv.reader(lines, strict=True)
            header = [name.strip() for name in next(reader, [])]
            check_header(file, header, wanted)
            return [
                read_row(file, reader.line_num, dict(zip(header, cells)), wanted)
                for cells in reader
                if cells and check_length(file, reader.line_num, cells, header)
            ]
    except UnicodeDecodeError:
        raise BadData(f"{file.name} is not text in UTF-8.") from None
    except csv.Error as problem:
        raise BadData(f"{file.name} is not a CSV file: {problem}.") from None


def check_header(file, header, wanted):
    missing = [name for name in wanted if name not in header]
    if missing:
        found = ", ".join(name for name in header if name) or "none"
        noun = "column" if len(missing) == 1 else "columns"
        raise BadData(f"{file.name} lacks the {noun} {', '.join(missing)}; the columns found are: {found}.")
    twice = [name for name in wanted if header.count(name) > 1]
    if twice:
        raise BadData(f"{file.name} has the column {twice[0]} twice.")


def check_length(file, line, cells, header):
    if len(cells) != len(header):
        raise BadData(f"{file.name}, line {line}: {len(cells)} cells where the header has {len(header)}.")
    return True


def read_row(file, line, cells, wanted):
    row = {name: cell.strip() for name, cell in cells.items()}
    for name in wanted:
        if row[name].lower() in MISSING:
            row[name] = None
        elif name in MEASURES:
            row[name] = read_number(file, line, name, row[name])
    return row


def read_number(file, line, name, text):
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadData(f'{file.name}, line {line}: "{text}" in the column {name} is not a number.')
    return number
