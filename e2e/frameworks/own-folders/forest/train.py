"""Grows a forest on the breast cancer data of scikit-learn and writes its accuracy after every ten trees."""
import argparse
import csv
from pathlib import Path

import joblib
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import train_test_split


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--trees", type=int, default=100, help="how many trees grow")
    parser.add_argument("--max-depth", type=int, default=6, help="depth of a tree")
    parser.add_argument("--criterion", choices=["gini", "entropy"], default="gini")
    parser.add_argument("--no-bootstrap", dest="bootstrap", action="store_false", help="each tree sees every row")
    parser.add_argument("--out", type=Path, default=Path("outputs"))
    return parser.parse_args()


def main():
    args = parse()
    inputs, labels = load_breast_cancer(return_X_y=True)
    train_x, valid_x, train_y, valid_y = train_test_split(inputs, labels, random_state=0, stratify=labels)
    forest = RandomForestClassifier(
        n_estimators=0,
        max_depth=args.max_depth,
        criterion=args.criterion,
        bootstrap=args.bootstrap,
        warm_start=True,
        random_state=0,
    )
    args.out.mkdir(exist_ok=True)
    with open(args.out / "metrics.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["step", "train_accuracy", "valid_accuracy"])
        for trees in range(10, args.trees + 1, 10):
            forest.set_params(n_estimators=trees).fit(train_x, train_y)
            rows.writerow([trees, forest.score(train_x, train_y), forest.score(valid_x, valid_y)])
            file.flush()
    joblib.dump(forest, args.out / "forest.joblib")
    print(f"{args.trees} trees: {forest.score(valid_x, valid_y):.3f} of the held-out rows are right")


if __name__ == "__main__":
    main()
