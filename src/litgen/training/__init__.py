"""Train sentence-pair classifiers: fine-tuned models and the bag-of-words baseline."""
