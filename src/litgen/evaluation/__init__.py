"""Predict the labels of a contrast set with models, and compute metrics and tests."""
