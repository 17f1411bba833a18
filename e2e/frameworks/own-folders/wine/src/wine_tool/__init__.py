"""Sorts the wines of scikit-learn's data by grower."""
