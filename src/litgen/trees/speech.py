"""Normalization of transcribed speech for the parser.

*yeah i i started uh studying it* is parsed as *I started studying it.*; then the omitted words are
added to the tree as interjections.
"""

from litgen.tables import LISTS
from litgen.trees.tokens import Doc
from litgen.trees.words import WORDS, tree_of

#: Maximum number of words in a repetition: *in high in high school*.
_MAX_REPEATED = 4
#: Key of ``Doc.user_data`` for the original indices of the words that the parser receives.
_SAID = "litgen_said"


def written(doc: Doc) -> Doc:
    """Rewrite transcribed speech as written text; return other text unchanged.

    The result has no fillers or repetitions; it has *I*, an initial capital and final punctuation.
    """
    words = _said(doc)
    if words is None:
        return doc
    text = ["I" if doc[i].text == "i" else doc[i].text for i in words]
    spaces = [bool(doc[i].whitespace_) for i in words]
    text[0] = text[0][:1].upper() + text[0][1:]
    if text[-1] not in (".", "?", "!"):
        text.append(".")
        spaces.append(False)
    shown = type(doc)(doc.vocab, words=text, spaces=spaces)
    shown.user_data[_SAID] = words
    return shown


def restored(doc: Doc, parsed: Doc) -> Doc:
    """Give a text the tree of its written form, with the omitted words as interjections."""
    words: list[int] | None = parsed.user_data.pop(_SAID, None)
    if words is None:
        return parsed
    last = len(words) - 1  # ``written`` may have added a final full stop
    roots = [words[t.i] for t in parsed if t.dep_ == "ROOT" and t.i <= last]
    shown = {i: parsed[at] for at, i in enumerate(words)}
    heads = []
    for token in doc:
        if token.i in shown:
            heads.append(words[min(shown[token.i].head.i, last)])
            continue
        token.tag_, token.pos_, token.dep_, token.lemma_ = "UH", "INTJ", "intj", token.lower_
        outside = roots[:1] if token.i < words[0] else roots[-1:]
        heads.append(next((j for j in words if words[0] < token.i < j), *outside))
    tree = tree_of(doc, [shown.get(token.i, token) for token in doc], heads)
    tree.user_data.update({k: v for k, v in parsed.user_data.items() if k != WORDS})
    return tree


def _said(doc: Doc) -> list[int] | None:
    """Return the indices of the words to keep, or None if a text is not transcribed speech."""
    lower = [token.lower_ for token in doc]
    if LISTS.hesitations.isdisjoint(lower) and all(token.text != "i" for token in doc):
        return None
    words = [i for i, word in enumerate(lower) if word not in LISTS.hesitations]
    at = 0
    while at < len(words):
        empty = _empty(lower, words, at)
        del words[at : at + empty]
        at = 0 if empty else at + 1
    return words if any(lower[i].isalpha() for i in words) else None


def _empty(lower: list[str], words: list[int], at: int) -> int:
    """Return how many words to omit from position ``at`` on."""
    i, said = words[at], [lower[i] for i in words]
    word, before, after = said[at], said[at - 1] if at else "", (*said, "", "", "")[at + 1 : at + 4]
    if word == "-" and {*lower[i - 1 : i], *lower[i + 1 : i + 2]} <= LISTS.hesitations:
        return 1  # the hyphen of *uh-huh*
    if word == "," and (at == 0 or (before == "," and words[at - 1] < i - 1)):
        return 1  # left behind by a filler: *well, um, he left*
    if f"{word} {after[0]}" in LISTS.asides:  # unlike *you know what it is*
        aside = before not in LISTS.no_aside_after and after[1] not in LISTS.no_aside_before
        return 2 if aside else 0
    if at == 0 and word in LISTS.answers and len(said) > 1:  # *no i did not*, unlike *no dog barks*
        begun = after[0] in {",", *LISTS.after_answers, *LISTS.answers} or words[1] > i + 1
        return int(begun)
    for size in range(_MAX_REPEATED, 0, -1):  # keep the last of repeated words: *the the dog*
        twice = said[at : at + size] == said[at + size : at + 2 * size]
        if twice and any(each not in LISTS.doubled for each in said[at : at + size]):
            return size
    return 0
