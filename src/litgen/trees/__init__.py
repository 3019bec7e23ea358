"""Words and trees of spaCy as litgen reads them: forms, patterns, repairs, facts."""
