"""Training classifiers of sentence pairs."""
