"""Words and dependency trees from spaCy: forms, patterns, repairs, facts."""
