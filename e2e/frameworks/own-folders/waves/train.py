"""Fits a network to noisy waves with Keras; TensorBoard's callback writes the curves."""
import argparse

import keras
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=6)
parser.add_argument("--units", type=int, default=32)
parser.add_argument("--learning-rate", type=float, default=0.01)
args = parser.parse_args()

keras.utils.set_random_seed(1)
time = np.random.default_rng(1).uniform(-3, 3, (1200, 1)).astype("float32")
wave = np.sin(2 * time) + np.random.default_rng(2).normal(0, 0.1, time.shape).astype("float32")

model = keras.Sequential(
    [keras.layers.Input((1,)), keras.layers.Dense(args.units, "tanh"), keras.layers.Dense(args.units, "tanh"), keras.layers.Dense(1)]
)
model.compile(keras.optimizers.Adam(args.learning_rate), "mse", metrics=["mae"])
model.fit(
    time,
    wave,
    validation_split=0.2,
    epochs=args.epochs,
    batch_size=64,
    verbose=2,
    callbacks=[keras.callbacks.TensorBoard("logs/fit", histogram_freq=1)],
)
model.save("wave.keras")
