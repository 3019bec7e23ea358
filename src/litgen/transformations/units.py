"""Find multiword units, such as names, compounds and idioms, whose words must not be replaced."""

from collections.abc import Collection, Iterator
from functools import lru_cache

from litgen.exceptions import RuleError
from litgen.tables import read_toml, shipped_and_own
from litgen.transformations.parsing import beside, dependents
from litgen.trees.tokens import Doc, Span, Token
from litgen.wordnet.lexicon import Pos, Sense, WordNet, load_wordnet
from litgen.wordnet.sensing import read_senses

#: Types of entities that are not names.
_NO_NAMES = frozenset(
    ("", "DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "PERCENT", "MONEY", "NORP")
)
_NOUNS = ("NN", "NNS", "NNP", "NNPS")
_DETERMINERS = ("det", "poss", "nummod", "predet")
_JOINTS = ("-", "/", "–", "—", "_")
#: Maximum number of words to look up as one unit.
_LONGEST = 5


#: Parts of speech of the context words that disambiguate a word.
_CONTENT = ("NOUN", "VERB", "ADJ", "ADV", "PROPN")


class Units:
    """Determine multiword units and word senses from WordNet and a table of idioms.

    Raises:
        LitgenError: WordNet is missing or damaged, or the table is malformed.
    """

    def __init__(self, rules: str | None) -> None:
        self.wordnet = load_wordnet()
        self.idioms, self.phrases = load_idioms(rules), self.wordnet.phrases

    def unit_of(self, token: Token) -> str | None:
        """Return the kind of unit: ``word.name``, ``word.compound``, ``word.idiom`` or None."""
        if part_of_name(token):
            return "word.name"
        if hyphenated(token) or (token.pos_ == "NOUN" and part_of_compound(token)):
            return "word.compound"
        return "word.idiom" if part_of_idiom(token, self.idioms, self.phrases) else None

    def probability(
        self, token: Token, word: str, pos: Pos, wanted: Collection[str], usual: Collection[str]
    ) -> float:
        """Return the probability that a word has one of the ``wanted`` senses in its sentence,
        given that the ``usual`` senses are frequent."""
        context = (t.lemma_ for t in token.doc if t.pos_ in _CONTENT and t.i != token.i)
        readings = read_senses(self.wordnet, word, pos, context, usual)
        return sum(r.probability for r in readings if r.sense.name in wanted)


def part_of_name(token: Token) -> bool:
    """Check whether a word is a name or part of one (*the Washington Post*, *Dr. Smith*)."""
    text = token.text
    capital = text[0].isupper() and token.i > 0 and not _begins(token)
    if token.pos_ == "PROPN" or token.tag_ in ("NNP", "NNPS", "FW"):
        return True
    if token.ent_type_ not in _NO_NAMES:
        return True
    if text != "TV" and (capital or (text.isupper() and len(text) > 1)):
        return True
    return any(
        n.text[0].isupper() and n.pos_ == "PROPN" and n.tag_ != "POS" and not _begins(n)
        for n in (beside(token, -1), beside(token))
        if n
    )


def _begins(token: Token) -> bool:
    before = beside(token, -1)
    return before is None or before.is_punct or before.is_space


def part_of_compound(token: Token) -> bool:
    """Check whether a noun is or may be part of a compound (*baseball hat*, *well-dressed*)."""
    if token.dep_ in ("compound", "nmod", "amod", "npadvmod", "advmod"):
        return True
    if dependents(token, "compound", "nmod") or hyphenated(token):
        return True
    before, after = beside(token, -1), beside(token)
    if before is not None and (before.tag_ in _NOUNS or before.dep_ == "compound"):
        return not before.is_punct
    if before is not None and before.tag_ == "VBG" and before.dep_ in ("amod", "compound"):
        return True
    if after is None or after.tag_ not in _NOUNS:
        return False
    # A noun after a noun may begin another phrase: *gave the child toys*.
    return not (after.dep_ in ("dobj", "conj", "appos") and after.head.i < token.i)


def hyphenated(token: Token) -> bool:
    """Check whether a hyphen or a slash joins a word to its neighbour."""
    before, after = beside(token, -1), beside(token)
    return (before is not None and before.text in _JOINTS and not before.whitespace_) or (
        after is not None and after.text in _JOINTS and not token.whitespace_
    )


@lru_cache(maxsize=4)
def load_idioms(folder: str | None = None) -> frozenset[tuple[str, ...]]:
    """Return word sequences that must not be changed (``rules/synonyms/idioms.toml``).

    Raises:
        RuleError: the file is malformed.
    """
    found: set[tuple[str, ...]] = set()
    for path in shipped_and_own("synonyms/idioms.toml", folder):
        table = read_toml(path)
        if "idioms" not in table:
            raise RuleError(f"{path}: the key 'idioms' is missing")
        found.update(tuple(idiom.split()) for idiom in table["idioms"])
    return frozenset(found)


def part_of_idiom(
    token: Token, idioms: frozenset[tuple[str, ...]], phrases: frozenset[str]
) -> bool:
    """Check whether a word is part of an idiom or of a multiword entry of WordNet: *take place*."""
    doc = token.doc
    for length in range(2, _LONGEST + 1):
        for start in range(max(0, token.i - length + 1), min(token.i, len(doc) - length) + 1):
            forms = _forms(doc[start : start + length])
            if any(form in idioms or " ".join(form) in phrases for form in forms):
                return True
    if token.dep_ == "dobj":  # as in *take ... place*, with or without an article
        verb, noun = token.head.lemma_, token.lemma_
        return any(f"{verb} {middle}{noun}" in phrases for middle in ("", "a ", "the "))
    return False


def _forms(words: Span) -> Iterator[tuple[str, ...]]:
    plain = tuple(word.lower_ for word in words)
    bases = tuple(word.lemma_ for word in words)
    yield plain
    if bases != plain:
        yield (*plain[:-1], bases[-1])
        yield (bases[0], *plain[1:])
        yield bases


def compound_senses(wordnet: WordNet, modifier: str, noun: str) -> list[Sense]:
    """Return WordNet's senses of a modifier and noun as one entry in any spelling: *hot dog*."""
    joined = (f"{modifier}{joint}{noun}" for joint in (" ", "-", ""))
    return [sense for each in joined for sense in wordnet.senses(each, "n")]


def determiner_of(token: Token) -> Token | None:
    return next((c for c in dependents(token, *_DETERMINERS) if c.i < token.i), None)


def find_words(text: str, tree: Doc) -> list[int] | None:
    """Return the offset of each token of a tree in its original text, or None if one is missing."""
    places, at = [], 0
    for token in tree:
        found = at if token.is_space else text.find(token.text, at)
        if found < 0:
            return None
        places.append(found)
        at = found + (0 if token.is_space else len(token.text))
    return places
