"""Training of sentence-pair classifiers."""
