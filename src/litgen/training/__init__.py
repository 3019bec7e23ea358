"""Training of sentence-pair classifiers, by fine-tuning or as a bag-of-words baseline."""
