"""Says which species the penguins of a data set are, with the chance of each."""

import csv
import json

import features
import network
from rows import LABEL, read_rows
from run import BadData, directory, log, output_directory, progress, read_parameters, run, write_json

DEFAULTS = {"output": {"least_confidence": 0.6}}


def main():
    least = read_parameters(DEFAULTS)["output"]["least_confidence"]
    model = read_model()
    species, columns = model["species"], model["columns"]
    progress(0.0, "input", "reading the data set")
    names = [column["name"] for column in columns]
    rows = read_rows(directory("PODIUM_DATA_DIR", "data/inference"), names, labelled=False)

    chances = []
    for done, inputs in enumerate(features.transform(rows, columns), 1):
        chances.append(network.probabilities(model["network"], inputs))
        if done % max(len(rows) // 20, 1) == 0:
            progress(done / len(rows), "score", f"row {done}/{len(rows)}")

    guesses = [species[one.index(max(one))] for one in chances]
    unsure = [max(one) < least for one in chances]
    write_predictions(rows, species, guesses, chances, unsure)
    metrics = {
        "rows": len(rows),
        "unsure_rows": sum(unsure),
        "mean_confidence": sum(map(max, chances)) / len(rows),
        **{f"rows_{name.lower()}": guesses.count(name) for name in species},
    }
    if all(row.get(LABEL) in species for row in rows):
        metrics["accuracy"] = sum(row[LABEL] == guess for row, guess in zip(rows, guesses)) / len(rows)
    write_json(output_directory() / "metrics.json", metrics)
    log.info("%d rows scored, %d of them unsure", len(rows), sum(unsure))
    print(f"{len(rows)} penguins scored, {sum(unsure)} of them with a confidence below {least}.")
    progress(1.0, "output", f"{len(rows)} rows scored")


def read_model():
    file = directory("PODIUM_MODEL_DIR", "out/model") / "model.json"
    try:
        model = json.loads(file.read_text(encoding="utf-8"))
        return {name: model[name] for name in ("species", "columns", "network")}
    except FileNotFoundError:
        raise BadData("The model holds no model.json: run the training first.") from None
    except (ValueError, KeyError, TypeError):
        raise BadData("The model's model.json was not written by this solution.") from None


def write_predictions(rows, species, guesses, chances, unsure):
    out = output_directory()
    out.mkdir(parents=True, exist_ok=True)
    given = list(dict.fromkeys(name for row in rows for name in row))
    header = [*given, "predicted_species", "confidence", "unsure"]
    with open(out / "predictions.csv", "w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(header + [f"probability_{name}" for name in species])
        for row, guess, one, doubt in zip(rows, guesses, chances, unsure):
            cells = [cell(row.get(name)) for name in given]
            said = [guess, f"{max(one):.4f}", str(doubt).lower()]
            writer.writerow(cells + said + [f"{chance:.4f}" for chance in one])


def cell(value):
    """As it stood in the file: 181, not 181.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return "" if value is None else value


if __name__ == "__main__":
    run(main)
