"""Trains a classifier of penguins and measures it on penguins it has not seen."""

import csv
import io
import random
from collections import Counter

import features
import network
from rows import LABEL, MEASURES, read_rows
from run import (
    BadData,
    directory,
    figures,
    log,
    output_directory,
    progress,
    read_parameters,
    run,
    write_json,
    write_text,
)

DEFAULTS = {
    "input": {"columns": MEASURES, "scaler": "standard", "held_out": 0.25},
    "train": {
        "epochs": 900,
        "learning_rate": 0.02,
        "weight_decay": 0.002,
        "hidden_units": 12,
        "optimiser": "momentum",
        "shuffle": True,
        "seed": 7,
    },
    "output": {"report_title": "Palmer penguins"},
}


def main():
    chosen = read_parameters(DEFAULTS)
    rows = labelled_rows(chosen["input"]["columns"])
    species = sorted({row[LABEL] for row in rows})
    chance = random.Random(chosen["train"]["seed"])
    train, test = features.split([row[LABEL] for row in rows], chosen["input"]["held_out"], chance)
    train, test = [rows[index] for index in train], [rows[index] for index in test]
    print(f"{len(rows)} penguins: {len(train)} to learn from, {len(test)} held out.")

    columns = features.fit(train, chosen["input"]["columns"], chosen["input"]["scaler"])
    held_out = features.transform(test, columns)
    truths = [row[LABEL] for row in test]

    def accuracy(learned):
        return share_right(truths, [best(learned, inputs, species) for inputs in held_out])

    learned, losses = learn(train, columns, species, chosen["train"], chance, accuracy)
    guesses = [best(learned, inputs, species) for inputs in held_out]
    leave(chosen, species, columns, learned, losses, truths, guesses, len(train))


def labelled_rows(columns):
    progress(0.0, "input", "reading the data set")
    rows = read_rows(directory("PODIUM_DATA_DIR", "data/train"), columns, labelled=True)
    known = [row for row in rows if row[LABEL] is not None]
    if len(known) < len(rows):
        print(f"{len(rows) - len(known)} rows without a species are left out.")
    counts = Counter(row[LABEL] for row in known)
    if len(counts) < 2:
        raise BadData(f"At least two species are needed to tell apart; the data set has {len(counts)}.")
    log.info("species: %s", ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    return known


def learn(rows, columns, species, chosen, chance, accuracy):
    inputs = features.transform(rows, columns)
    targets = [species.index(row[LABEL]) for row in rows]
    learned = network.new_network(len(inputs[0]), chosen["hidden_units"], len(species), chance)
    speed = network.standstill(learned)
    order = list(range(len(rows)))
    epochs = chosen["epochs"]
    losses = []
    for epoch in range(1, epochs + 1):
        if chosen["shuffle"]:
            chance.shuffle(order)
        losses.append(network.train_epoch(learned, inputs, targets, order, speed, chosen))
        tell(epoch, epochs, losses[-1])
        draw(epoch, epochs, losses[-1], learned, accuracy)
    return learned, losses


def tell(epoch, epochs, loss):
    if epoch % max(epochs // 100, 1) == 0 or epoch == epochs:
        progress(0.02 + 0.95 * epoch / epochs, "train", f"epoch {epoch}/{epochs}, loss {loss:.4f}")
    if epoch % max(epochs // 20, 1) == 0 or epoch == epochs:
        log.info("epoch %d/%d, loss %.4f", epoch, epochs, loss)
        print(f"epoch {epoch}/{epochs}  loss {loss:.4f}", flush=True)


def draw(epoch, epochs, loss, learned, accuracy):
    """The loss of every epoch; the accuracy a hundred times, as it is measured on all penguins held out."""
    if epoch % max(epochs // 100, 1) == 0 or epoch == epochs:
        figures(epoch, loss=loss, accuracy=accuracy(learned))
    else:
        figures(epoch, loss=loss)


def share_right(truths, guesses):
    return sum(truth == guess for truth, guess in zip(truths, guesses)) / len(truths)


def best(learned, inputs, species):
    chances = network.probabilities(learned, inputs)
    return species[chances.index(max(chances))]


def leave(chosen, species, columns, learned, losses, truths, guesses, train_rows):
    out = output_directory()
    right = sum(truth == guess for truth, guess in zip(truths, guesses))
    metrics = {
        "accuracy": share_right(truths, guesses),
        "majority_accuracy": Counter(truths).most_common(1)[0][1] / len(truths),
        "loss": losses[-1],
        "rows": train_rows + len(truths),
        "train_rows": train_rows,
        "held_out_rows": len(truths),
        "epochs": chosen["train"]["epochs"],
    }
    matrix = [[list(zip(truths, guesses)).count((truth, guess)) for guess in species] for truth in species]
    confusion = [["species", *species]] + [[name, *row] for name, row in zip(species, matrix)]
    curve = [["epoch", "loss"]] + [[number, f"{loss:.6f}"] for number, loss in enumerate(losses, 1)]
    write_json(out / "model" / "model.json", {"species": species, "columns": columns, "network": learned})
    write_text(out / "report" / "confusion_matrix.csv", csv_text(confusion))
    write_text(out / "report" / "loss.csv", csv_text(curve))
    write_text(out / "report" / "report.md", report(chosen, species, metrics, matrix))
    write_json(out / "metrics.json", metrics)
    log.info("accuracy %.4f on %d held-out rows", metrics["accuracy"], len(truths))
    print(f"{right} of {len(truths)} held-out penguins recognised: accuracy {metrics['accuracy']:.3f}.")
    print(f"Always guessing the commonest species would give {metrics['majority_accuracy']:.3f}.")
    progress(1.0, "output", f"accuracy {metrics['accuracy']:.3f}")


def csv_text(lines):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def report(chosen, species, metrics, matrix):
    title = " ".join(chosen["output"]["report_title"].split())
    lines = [
        f"# {title}",
        "",
        f"Accuracy on {metrics['held_out_rows']} penguins that were held out: {metrics['accuracy']:.3f}.",
        f"Columns used: {', '.join(chosen['input']['columns'])}.",
        "",
        "Each line is a species, each column what it was taken for.",
        "",
        f"| | {' | '.join(species)} |",
        f"|---|{'---:|' * len(species)}",
    ]
    lines += [f"| {name} | {' | '.join(map(str, row))} |" for name, row in zip(species, matrix)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    run(main)
