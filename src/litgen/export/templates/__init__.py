"""Files that an export copies; they need Python and a harness, but not litgen."""
