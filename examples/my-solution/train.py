"""Learns how much heating a day needs from its weather and opening hours. Your own training goes here."""

import json
import random
import statistics

import podium

from table import COLUMNS, TARGET, predict, read_rows


def main():
    chosen = podium.parameters("train")
    epochs = chosen.get("epochs", 100)
    rate = chosen.get("learning_rate", 0.05)

    rows = read_rows(podium.data_dir, [*COLUMNS, TARGET])
    random.Random(7).shuffle(rows)
    held_out, seen = rows[: len(rows) // 4], rows[len(rows) // 4 :]
    print(f"{len(rows)} days: {len(seen)} to learn from, {len(held_out)} held out.")

    model = new_model(seen)
    for epoch in range(1, epochs + 1):
        improve(model, seen, rate)
        podium.log(step=epoch, error=mean_error(model, seen), held_out_error=mean_error(model, held_out))
        podium.progress(epoch / epochs, f"epoch {epoch} of {epochs}", step="train")

    error = mean_error(model, held_out)
    podium.output("model/model.json").write_text(json.dumps(model, indent=2) + "\n", encoding="utf-8")
    podium.output("metrics.json").write_text(json.dumps({"error": error}), encoding="utf-8")
    print(f"The days held out are met to {error:.1f} kWh on average.")


def new_model(rows):
    """All columns on one scale, and no weight yet."""
    columns = [
        {
            "name": name,
            "middle": statistics.fmean(row[name] for row in rows),
            "spread": statistics.pstdev([row[name] for row in rows]) or 1.0,
            "weight": 0.0,
        }
        for name in COLUMNS
    ]
    return {"bias": 0.0, "columns": columns}


def improve(model, rows, rate):
    """One step of gradient descent."""
    errors = [predict(model, row) - row[TARGET] for row in rows]
    model["bias"] -= rate * statistics.fmean(errors)
    for part in model["columns"]:
        scaled = [(row[part["name"]] - part["middle"]) / part["spread"] for row in rows]
        part["weight"] -= rate * statistics.fmean(error * value for error, value in zip(errors, scaled))


def mean_error(model, rows):
    return statistics.fmean(abs(predict(model, row) - row[TARGET]) for row in rows)


if __name__ == "__main__":
    main()
