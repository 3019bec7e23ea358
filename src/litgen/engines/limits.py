"""Length limits of the embedded engine: longer texts parse worse and more slowly."""

MAX_WORDS = 70
MAX_CHARACTERS = 1000
#: Texts of more sentences are declined.
MAX_SENTENCES = 3
#: Reason for declining a text by length -> the limit.
OF_LENGTH = {
    "parse.too-long": f"at most {MAX_WORDS} words and {MAX_CHARACTERS:,} characters",
    "parse.several-sentences": f"at most {MAX_SENTENCES}",
}
#: The same reason -> how the text exceeds the limit.
OVER = {
    "parse.too-long": f"more than {MAX_WORDS} words or {MAX_CHARACTERS:,} characters",
    "parse.several-sentences": f"more than {MAX_SENTENCES} sentences",
}
