"""Make a contrast set from labelled pairs: notation, label policy, pipeline and output files."""
