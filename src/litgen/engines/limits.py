"""Length limits of the embedded engine, which parses longer texts slowly and less accurately."""

MAX_WORDS = 70
MAX_CHARACTERS = 1000
MAX_SENTENCES = 3
#: For each reason that concerns the length of a text, the limit.
OF_LENGTH = {
    "parse.too-long": f"at most {MAX_WORDS} words and {MAX_CHARACTERS:,} characters",
    "parse.several-sentences": f"at most {MAX_SENTENCES}",
}
#: For each of these reasons, a phrase that describes the length of a declined text.
OVER = {
    "parse.too-long": f"more than {MAX_WORDS} words or {MAX_CHARACTERS:,} characters",
    "parse.several-sentences": f"more than {MAX_SENTENCES} sentences",
}
