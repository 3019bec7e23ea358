"""Predictions of models on a contrast set, and their metrics and tests."""
