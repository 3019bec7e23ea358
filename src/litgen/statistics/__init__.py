"""Statistical tests, confidence intervals and agreement measures."""
