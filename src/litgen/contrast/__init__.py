"""From labelled pairs to a contrast set: notation, label policy, pipeline, files."""
