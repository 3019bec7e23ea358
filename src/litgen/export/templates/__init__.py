"""Files that an export copies; they need Python and a harness, and nothing of litgen."""
