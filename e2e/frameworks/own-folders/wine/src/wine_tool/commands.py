"""The command wine-tool: `describe` prints the data, `train` fits a model and keeps it."""
import json
import pickle
from pathlib import Path

import click
from sklearn.datasets import load_wine
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


@click.group()
def main():
    """Sorts wines by their grower."""


@main.command()
def describe():
    """Prints how many wines there are of each grower."""
    for grower, count in enumerate([int((load_wine().target == one).sum()) for one in range(3)]):
        click.echo(f"grower {grower}: {count} wines")


@main.command()
@click.option("--strength", "-c", type=float, default=1.0, help="Inverse strength of the penalty.")
@click.option("--solver", type=click.Choice(["lbfgs", "saga"]), default="lbfgs")
@click.option("--scale/--no-scale", default=True, help="Scale the measurements first.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("results"))
def train(strength, solver, scale, out):
    """Fits a model and keeps it beside its scores."""
    inputs, growers = load_wine(return_X_y=True)
    model = LogisticRegression(C=strength, solver=solver, max_iter=300)
    if scale:
        model = make_pipeline(StandardScaler(), model)
    scores = cross_val_score(model, inputs, growers, cv=5)
    out.mkdir(parents=True, exist_ok=True)
    (out / "metrics.json").write_text(json.dumps({"accuracy": scores.mean(), "worst_fold": scores.min()}))
    (out / "model.pkl").write_bytes(pickle.dumps(model.fit(inputs, growers)))
    click.echo(f"accuracy {scores.mean():.3f}")
