"""Words and dependency trees from spaCy: word forms, patterns, repairs and facts."""
