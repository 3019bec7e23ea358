"""Whether a sentence is sound as it stands: a rewriting would be blamed for what is wrong in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.lexicon import is_word
from litgen.transformations.parsing import is_finite, roots_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

#: A longer text without a mark at its end is transcribed speech, or cut off.
UNMARKED = 20
_MARKED = re.compile(r"[.!?][\"'”’)\]]*\s*$")
#: A sentence that ends twice: *"I will."*, and another period.
_DOUBLED = re.compile(r"[.!?][\"'”’)\]]+\s*[.!?]\s*$")
#: Something was taken out between two words.
_GAP = re.compile(r"[\w,;]\s{2,}\w")
#: Letters that were lost on the way (*Atat??rk*).
_BROKEN = re.compile(r"\w\?+\w|\ufffd")
#: A finite verb is no modifier (*They fisherman caught it.*).
_FINITE, _MODIFIERS = ("VBZ", "VBP", "VBD"), ("advmod", "amod", "nmod", "compound", "det")
_PLURAL = word_list("plural_pronouns")
_PRONOUNLIKE = lemmas_with("bare_person", "noun")
_DITRANSITIVE = lemmas_with("ditransitive", "verb")
_NEVER_BARE = lemmas_with("never_bare", "noun")
#: Prepositions that govern bare nouns: *by boat*, *from wall to wall*, *works as guide*.
_GOVERN_BARE = ("by", "of", "as", "to", "from", "than")
_REPORTING = lemmas_with("reporting", "verb")
_LANGUAGES = word_list("languages")
_GROUPS, _HESITATIONS = lemmas_with("either_number", "noun"), word_list("hesitations")


@lru_cache(maxsize=512)  # several transformations ask it of the trees of a chunk
def flaws_of(tree: Doc) -> str | None:
    """What is wrong with a sentence, None where nothing was found.

    Flaws that the engine finds, too (*two woman*), verbs that do not agree, words that are none,
    hesitations of transcribed speech, texts that are cut off, clauses that are run together, trees
    that cannot be right.
    """
    return next((flaw for flaw, found in _looked_for(tree) if found), None)


def _looked_for(tree: Doc) -> Iterator[tuple[str, object]]:
    """Flaws in their order, each with what is true where it is there."""
    from litgen.trees.facts import flaws

    text, roots, pairs = tree.text, roots_of(tree), [*zip(tree[:-1], tree[1:], strict=True)]
    words = [token.lower_ for token in tree if token.is_alpha]
    yield "no mark at the end", len(words) > UNMARKED and not _MARKED.search(text)
    yield "doubled mark", _DOUBLED.search(text)
    yield "something left out", _GAP.search(text.strip())
    yield "broken characters", _BROKEN.search(text)
    yield "a quotation mark alone", text.count('"') % 2 or text.count("“") != text.count("”")
    small = (token for token in tree if token.is_alpha and token.text[0].islower())
    yield "unknown word", not all(map(_known, small))
    yield "hesitation", _HESITATIONS & set(words) or any(_same(*pair) for pair in pairs)
    yield "no agreement", any(map(_disagree, roots)) or any(_clash(*pair) for pair in pairs)
    yield "no article", any(map(_lacks_article, tree))
    yield "an article before a name", any(map(_has_needless_article, tree))
    yield "two clauses at a comma", any(map(_spliced, roots))
    yield "a comma alone", any(map(_cut_by_comma, roots))
    yield "unlikely tree", any(t.tag_ in _FINITE and t.dep_ in _MODIFIERS for t in tree)
    yield "unlikely tree", any(map(_runs_on, tree)) or any(map(_has_two_objects, tree))
    yield "unlikely tree", any(map(takes_part_of_a_place, tree))
    yield "no subject", any(map(_lacks_subject, tree))
    yield "stray number", any(map(_is_stray, tree))
    yield "no participle", any(map(_is_no_participle, tree))
    yield from ((flaw, True) for flaw in sorted({name for name, _ in flaws(tree)}))


def takes_part_of_a_place(token: Token) -> bool:
    """*In Sarasota, Florida the President slept*, where *Florida* was read as the subject."""
    if token.dep_ not in ("nsubj", "nsubjpass") or token.pos_ != "PROPN" or token.i < 2:
        return False
    before = token.doc[token.i - 2 : token.i]
    return before[0].pos_ == "PROPN" and before[1].text == "," and token.nbor().tag_ == "DT"


def _known(token: Token) -> bool:
    """Whether a word is in the dictionary, or so short that it may be a part of one (*n't*)."""
    return len(token) < 4 or is_word(token.lower_) or is_word(token.lemma_.lower())


def _same(one: Token, other: Token) -> bool:
    return one.is_alpha and one.lower_ == other.lower_ and one.lower_ not in ("had", "that")


def _clash(one: Token, other: Token) -> bool:
    """A pronoun right before a verb that does not agree."""
    from litgen.trees.morphology import is_third_person

    return one.lower_ in _PLURAL and one.dep_ == "nsubj" and is_third_person(other.lower_)


def _lacks_article(token: Token) -> bool:
    """A bare person as a subject (*Clerk waits in line.*), as in headlines; not *Mom*, *Dr. Li*.

    Anywhere else nouns that never go bare: *with man in front*, *in white shirt*; not *by boat*.
    """
    from litgen.trees.nouns import is_person

    if token.tag_ != "NN" or not _is_bare(token):
        return False
    if token.dep_ in ("nsubj", "nsubjpass") or (token.dep_ == "ROOT" and token.i == 0):
        return is_person(token) and token.lower_ not in _PRONOUNLIKE
    governed = token.dep_ in ("dobj", "pobj", "attr") and token.head.lower_ not in _GOVERN_BARE
    return governed and token.lower_ in _NEVER_BARE


def _has_needless_article(name: Token) -> bool:
    """*The Catholic Christianity*, *the Middle English*; not *the English Channel*."""
    word, after = name.lower_, name.doc[name.i + 1 : name.i + 2].text
    if name.tag_ != "NNP" or after in ("of", "that", "which") or name.dep_ == "compound":
        return False
    before = [c for c in name.lefts if c.dep_ in ("amod", "compound")]
    named = word.endswith(("anity", "ism")) or (word in _LANGUAGES and bool(before))
    return named and any(c.lower_ == "the" for c in name.lefts)


def _runs_on(token: Token) -> bool:
    """A second name of a thing with nothing between: *on a subway two read books*."""
    nouns = token.tag_ in ("NN", "NNS") and token.head.tag_ in ("NN", "NNS")
    first = token.left_edge
    return token.dep_ == "appos" and nouns and first.i > 0 and not first.nbor(-1).is_punct


def _has_two_objects(verb: Token) -> bool:
    """*Is wearing black heaves the ball*: a verb between was taken for a noun."""
    lemma = verb.lemma_.lower()
    several = sum(c.dep_ == "dobj" and c.i > verb.i for c in verb.children) > 1
    return several and lemma not in _DITRANSITIVE


def _lacks_subject(verb: Token) -> bool:
    """A finite complement right after its verb, with no subject: *wrote can't take it*."""
    first = next((c for c in verb.children if c.dep_ in ("aux", "auxpass")), verb)
    finite = first.tag_ in (*_FINITE, "MD") and first.i == verb.left_edge.i
    if verb.dep_ != "ccomp" or not finite or first.i != verb.head.i + 1:
        return False
    subject = any(c.dep_ in ("nsubj", "nsubjpass", "expl", "csubj") for c in verb.children)
    return verb.head.dep_ == "ROOT" and not subject


def _is_stray(number: Token) -> bool:
    """A page number: *an immeasurable 230 contempt*; not *a 10 mile run*, *the 1998 report*."""
    if number.dep_ != "nummod" or not number.text.isdigit() or len(number) == 4:
        return False
    noun = number.head
    articles = ("a", "an")
    return (
        noun.tag_ == "NN"
        and number.i == noun.i - 1
        and noun.pos_ == "NOUN"
        and any(c.lower_ in articles and c.i < number.i - 1 for c in noun.lefts)
    )


def _is_no_participle(verb: Token) -> bool:
    """*Have rise*: the base form after *have*, where the participle is another."""
    from litgen.transformations.inflection import forms_of

    if verb.tag_ not in ("VBN", "VB") or not verb.text.islower():
        return False
    lemma = verb.lemma_.lower()
    first = next((c for c in reversed(list(verb.lefts)) if c.dep_ in ("aux", "auxpass")), None)
    perfect = first is not None and first.dep_ == "aux" and first.lemma_ == "have"
    forms = forms_of(lemma, "VBN")
    return perfect and verb.lower_ == lemma and bool(forms) and lemma not in forms


def _is_bare(noun: Token) -> bool:
    """Whether a noun has no determiner, and is not joined to another (*in shirt and tie*)."""
    own = [child for child in noun.children if child.dep_ not in ("amod", "compound", "punct")]
    joined = any(child.dep_ in ("cc", "conj", "appos") for child in own)
    return not joined and not any(child.i < noun.i for child in own)


def _spliced(root: Token) -> bool:
    """Two clauses with nothing but a comma between (*The man runs, the woman sits.*).

    spaCy takes the first for a complement of the second, which it is of a verb of reporting only.
    """
    first = [c for c in root.children if c.dep_ == "ccomp" and c.i < root.i and is_finite(c)]
    if not first or not is_finite(root) or _reports(root):
        return False
    commas = [child for child in root.children if child.text == "," and child.i > first[0].i]
    return any(comma.nbor().lower_ != "so" for comma in commas)


def _cut_by_comma(root: Token) -> bool:
    """One comma between a subject and its verb (*The man in a hat, is sitting*), and no list."""
    subject = next((c for c in root.children if c.dep_ in ("nsubj", "nsubjpass")), None)
    if subject is None or subject.i > root.i or any(t.dep_ == "conj" for t in subject.subtree):
        return False
    first = min((c.i for c in root.children if c.dep_ in ("aux", "auxpass")), default=root.i)
    between = root.doc[subject.i : min(first, root.i)]
    return sum(t.text == "," for t in between) == 1


def _reports(root: Token) -> bool:
    """Whether what is reported may stand before a verb: *she said*, not *they do not know it*."""
    complete = any(c.dep_ in ("dobj", "neg") for c in root.children)
    complete |= any(c.dep_ == "ccomp" and c.i > root.i for c in root.children)
    return root.lemma_.lower() in _REPORTING and not complete


def may_be_name(token: Token) -> bool:
    """Whether a word has a capital that does not come of its place, or is no word otherwise."""
    from litgen.trees.morphology import known_as

    inner = token.i > 0 and not token.nbor(-1).is_punct
    return token.text[0].isupper() and (inner or not known_as(token.lower_))


def _disagree(root: Token) -> bool:
    """Whether a verb and its subject, a plain noun, differ in number."""
    subject = next((child for child in root.children if child.dep_ in ("nsubj", "nsubjpass")), None)
    verbs: Sequence[Token] = [*(c for c in root.children if c.dep_ in ("aux", "auxpass")), root]
    finite = next((verb for verb in verbs if verb.tag_ in ("VBZ", "VBP", "VBD")), None)
    if subject is None or finite is None or finite.i < subject.i:
        return False
    if any(c.dep_ == "nummod" for c in subject.children) or may_be_name(subject):
        return False  # an amount may be one thing: *100 miles is the average*
    if subject.lemma_.lower() in _GROUPS or any(c.dep_ in ("conj", "cc") for c in subject.children):
        return False
    singular = finite.lower_ in ("is", "was", "has", "does", "'s") or finite.tag_ == "VBZ"
    plural = finite.lower_ in ("are", "were", "'re") or finite.tag_ == "VBP"
    article = any(child.lower_ in ("a", "an") for child in subject.children)
    if subject.tag_ == "NNS":
        return singular
    return subject.tag_ == "NN" and article and plural and not singular
