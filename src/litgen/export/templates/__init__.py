"""Files that ``litgen export`` copies; they need only Python and a harness, not litgen."""
