"""Shared code for PyTorch models: devices, batches and the model hub."""
