"""Trains a small network on scikit-learn's digits, configured by Hydra."""
import csv
from pathlib import Path

import hydra
import torch
from hydra.core.hydra_config import HydraConfig
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def digits():
    images, labels = load_digits(return_X_y=True)
    data = TensorDataset(torch.tensor(images / 16, dtype=torch.float32), torch.tensor(labels))
    return random_split(data, [1400, len(data) - 1400])


def score(model, batches):
    model.eval()
    with torch.no_grad():
        right = sum((model(images).argmax(1) == labels).sum().item() for images, labels in batches)
    return right / len(batches.dataset)


@hydra.main(version_base=None, config_path="conf", config_name="config")
def main(cfg):
    torch.manual_seed(0)
    train, valid = digits()
    model = nn.Sequential(
        nn.Linear(64, cfg.model.hidden), nn.ReLU(), nn.Dropout(cfg.model.dropout), nn.Linear(cfg.model.hidden, 10)
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.optimizer.lr)
    out = Path(HydraConfig.get().runtime.output_dir)
    with open(out / "metrics.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["epoch", "train_loss", "valid_accuracy"])
        for epoch in range(1, cfg.epochs + 1):
            model.train()
            total = 0.0
            for images, labels in DataLoader(train, batch_size=cfg.batch, shuffle=True):
                loss = nn.functional.cross_entropy(model(images), labels)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss.item() * len(labels)
            rows.writerow([epoch, total / len(train), score(model, DataLoader(valid, batch_size=256))])
            file.flush()
    torch.save(model.state_dict(), out / "model.pt")


if __name__ == "__main__":
    main()
