"""What everything that runs a PyTorch model shares: devices, batches, the model hub."""
