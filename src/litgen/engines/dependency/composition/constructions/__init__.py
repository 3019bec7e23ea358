"""The constructions of English, each in a file found by its name."""
