"""How long the texts may be that the embedded engine reads: parses get worse and slower."""

MAX_WORDS = 70
MAX_CHARACTERS = 1000
#: A string of more sentences is declined.
MAX_SENTENCES = 3
#: Why a text is declined for its length, and what is read.
OF_LENGTH = {
    "too long": f"at most {MAX_WORDS} words and {MAX_CHARACTERS:,} characters",
    "several sentences": f"at most {MAX_SENTENCES}",
}
#: What such a text has.
OVER = {
    "too long": f"more than {MAX_WORDS} words or {MAX_CHARACTERS:,} characters",
    "several sentences": f"more than {MAX_SENTENCES} sentences",
}
