"""A sentence against itself with one word turned into its opposite (Naik et al. 2018)."""
