"""A small neural network, one hidden layer, trained by gradient descent in plain Python."""

import math

BATCH = 16
MOMENTUM = 0.9


def new_network(inputs, hidden, outputs, random):
    def layer(rows, columns):
        scale = 1 / math.sqrt(columns)
        return [[random.uniform(-scale, scale) for _ in range(columns + 1)] for _ in range(rows)]

    return {"hidden": layer(hidden, inputs), "output": layer(outputs, hidden)}


def probabilities(network, inputs):
    return forward(network, inputs)[1]


def forward(network, inputs):
    hidden = [math.tanh(weighted(weights, inputs)) for weights in network["hidden"]]
    sums = [weighted(weights, hidden) for weights in network["output"]]
    highest = max(sums)
    powers = [math.exp(value - highest) for value in sums]
    total = sum(powers)
    return hidden, [power / total for power in powers]


def weighted(weights, inputs):
    """The last weight stands alone: it is the bias."""
    return sum(map(float.__mul__, weights, inputs)) + weights[-1]


def train_epoch(network, inputs, targets, order, speed, chosen):
    """One pass over the rows in that order; answers the mean loss before each step."""
    loss = 0.0
    for start in range(0, len(order), BATCH):
        batch = order[start : start + BATCH]
        slopes = {name: [[0.0] * len(row) for row in layer] for name, layer in network.items()}
        for index in batch:
            loss += add_slopes(network, slopes, inputs[index], targets[index])
        step(network, slopes, speed, len(batch), chosen)
    return loss / len(order)


def add_slopes(network, slopes, inputs, target):
    hidden, outputs = forward(network, inputs)
    errors = [output - (1.0 if index == target else 0.0) for index, output in enumerate(outputs)]
    for row, error in zip(slopes["output"], errors):
        add_row(row, hidden, error)
    for place, value in enumerate(hidden):
        back = sum(error * row[place] for error, row in zip(errors, network["output"]))
        add_row(slopes["hidden"][place], inputs, back * (1 - value * value))
    return -math.log(max(outputs[target], 1e-12))


def add_row(row, inputs, error):
    for place, value in enumerate(inputs):
        row[place] += error * value
    row[-1] += error


def step(network, slopes, speed, rows, chosen):
    momentum = MOMENTUM if chosen["optimiser"] == "momentum" else 0.0
    rate = chosen["learning_rate"] / rows
    keep = 1 - chosen["learning_rate"] * chosen["weight_decay"]
    for name, layer in network.items():
        for weights, slope, pace in zip(layer, slopes[name], speed[name]):
            for place, value in enumerate(slope):
                pace[place] = momentum * pace[place] - rate * value
                weights[place] = keep * weights[place] + pace[place]


def standstill(network):
    return {name: [[0.0] * len(row) for row in layer] for name, layer in network.items()}
