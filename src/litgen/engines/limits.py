"""Length limits of the embedded engine: longer texts parse worse and more slowly."""

MAX_WORDS = 70
MAX_CHARACTERS = 1000
#: litgen declines texts of more sentences than this.
MAX_SENTENCES = 3
#: The limit for each reason for declining a text because of its length.
OF_LENGTH = {
    "parse.too-long": f"at most {MAX_WORDS} words and {MAX_CHARACTERS:,} characters",
    "parse.several-sentences": f"at most {MAX_SENTENCES}",
}
#: For each of these reasons, a phrase that describes how a text exceeds the limit.
OVER = {
    "parse.too-long": f"more than {MAX_WORDS} words or {MAX_CHARACTERS:,} characters",
    "parse.several-sentences": f"more than {MAX_SENTENCES} sentences",
}
