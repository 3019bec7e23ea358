"""From text to a parsed ``Sentence``: what is no clause is made one (captions) or declined."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import Sentence, read_clauses
from litgen.engines.dependency.models import load_nlp
from litgen.engines.dependency.morphology import is_third_person, known_as
from litgen.engines.dependency.nouns import is_animate, is_group, is_plural
from litgen.engines.dependency.repairs import REPAIRED
from litgen.engines.dependency.speech import restored, written
from litgen.lexicon import lemmas_with
from litgen.tables import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

#: Longer sentences are declined: parses get worse and slower with length.
MAX_WORDS = 70
MAX_CHARACTERS = 1000
#: A string of more sentences is declined.
MAX_SENTENCES = 3

_PATHS = word_list("paths")
_SINGULAR = lemmas_with("of_a_singular", "determiner")
_WEAR = lemmas_with("wearing", "verb")
_GARMENTS = lemmas_with("garment", "noun") | lemmas_with("worn", "noun")
_WHERE = word_list("whereabouts")
_WHILE = word_list("beginning_a_clause")

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufffd]")
_APOSTROPHE = re.compile(r"(?<=\w)’(?=\w)")
_LETTER = re.compile(r"[A-Za-z]")
#: Letters outside the Latin script, and pictographs: not English prose.
_FOREIGN = re.compile(r"[\u0250-\u1dff\u2c00-\ua71f\ua800-\ufaff\U00010000-\U0010ffff]")


def normalise(text: str) -> str:
    """Collapse white space, and write straight apostrophes, the only ones that the parser knows.

    Example:
        >>> normalise(" A  man rides. ")
        'A man rides.'
    """
    return _APOSTROPHE.sub("'", " ".join(text.split()))


def reject(text: str) -> str | None:
    """Why a text is not worth parsing, None where it is."""
    if not text.strip():
        return "empty"
    if len(text) > MAX_CHARACTERS or len(text.split()) > MAX_WORDS:
        return "too long"
    if _CONTROL.search(text.replace("\t", " ").replace("\n", " ").replace("\r", " ")):
        return "control characters"
    if _FOREIGN.search(text) or not _LETTER.search(text):
        return "not English"
    return None


#: spaCy's component for named entities.
_RECOGNISER = "ner"
#: Where a string of several sentences is cut: after a semicolon; after a closing mark that follows
#: a word of three letters or more, or a year, before a capital.
_CUT = re.compile(r"(?<=;)\s+|(?<=[a-z\d]{3}[.!?])\s+(?=[A-Z])")


def parse_docs(
    texts: Iterable[str], names: bool = True, entities: Sequence[Mapping[str, str]] | None = None
) -> list[Doc]:
    """spaCy's trees of texts, in order, in one batch.

    The sentences of a string are parsed one by one and put together again: the parser does better
    on each than on the whole.

    Args:
        texts: the texts.
        names: whether named entities are wanted, which take half of the time.
        entities: those of each text where they are known, by word.
    """
    nlp = load_nlp()
    cut = [[nlp.make_doc(piece) for piece in _CUT.split(text)] for text in texts]
    shown = [[written(doc) for doc in pieces] for pieces in cut]
    for pieces, labels in zip(shown, entities or (), strict=False):
        for doc in pieces:
            _label(doc, labels)
    recognised = names and entities is None
    disable = () if recognised else (_RECOGNISER,)
    every = (doc for pieces in shown for doc in pieces)
    parsed = iter(nlp.pipe(every, batch_size=128, disable=disable))
    return [_together([restored(doc, next(parsed)) for doc in pieces]) for pieces in cut]


def _label(doc: Doc, labels: Mapping[str, str]) -> None:
    """Label the named entities of a text that is not parsed yet."""
    for token in doc if labels else ():
        if token.text in labels:
            token.ent_type_ = labels[token.text]


def words_of(text: str) -> list[str]:
    """The words and marks that spaCy finds in a text, as its trees have them, without parsing."""
    tokenizer = load_nlp().tokenizer
    return [token.text for piece in _CUT.split(text) for token in tokenizer(piece)]


def _together(docs: list[Doc]) -> Doc:
    if len(docs) == 1:
        return docs[0]
    from spacy.tokens import Doc

    whole = Doc.from_docs(docs, exclude=["user_data"]) or docs[0]  # type: ignore[call-arg]
    whole.user_data[REPAIRED] = tuple(n for doc in docs for n in doc.user_data.get(REPAIRED, ()))
    return whole


#: How many sentences are remembered: the engine reads those of a chunk, and so do transformations
#: that are no rules.
_KEPT = 512
_read: OrderedDict[str, Sentence | str] = OrderedDict()


def read_sentences(texts: Sequence[str]) -> list[Sentence | str]:
    """Parse texts, or find them as they were parsed before (:func:`read_anew`)."""
    new = [text for text in dict.fromkeys(texts) if text not in _read]
    _read.update(zip(new, read_anew(new), strict=True) if new else ())
    found = [_read[text] for text in texts]
    while len(_read) > _KEPT:
        _read.popitem(last=False)
    return found


def read_anew(texts: Sequence[str]) -> list[Sentence | str]:
    """Parse texts; where a text is no English prose, the reason stands in the sentence's place.

    What is no single clause is ``declined`` with its reason, and has a tree nevertheless.

    A caption (*Two dogs running on the grass.*) is made a clause by inserting *be* before its
    participle, and parsed again.
    """
    found: list[Sentence | str] = [reject(text) or "" for text in texts]
    wanted = [i for i, reason in enumerate(found) if not reason]
    captions: dict[int, str] = {}
    for i, doc in zip(wanted, parse_docs(normalise(texts[i]) for i in wanted), strict=True):
        clause = caption_to_clause(doc)
        if clause is None:
            found[i] = _sentence(doc, "clause")
        else:
            captions[i] = clause
    for i, doc in zip(captions, parse_docs(captions.values()), strict=True):
        found[i] = _sentence(doc, "caption")
    return found


def _sentence(doc: Doc, form: str) -> Sentence:
    sentence = Sentence(doc.text, doc, form, read_clauses(doc))
    sentence.declined = _unusable(sentence)
    return sentence


def _unusable(sentence: Sentence) -> str | None:
    """Why a parsed text has no finite root clause with a subject, None where it has one."""
    doc = sentence.doc
    roots = [t for t in doc if t.dep_ == "ROOT"]
    if len(roots) > MAX_SENTENCES:
        return "several sentences"
    clauses = [sentence.by_head[root.i] for root in roots if root.i in sentence.by_head]
    if not clauses:
        return "no verb"
    for clause in clauses:
        reason = None
        if clause.subject is None:
            imperative = doc[clause.head].tag_ in ("VB", "VBP")
            reason = "imperative" if imperative else "no subject"
        elif not clause.finite:
            reason = "not finite"
        if reason:
            return reason if clause is clauses[0] else "several sentences"
    end = len(doc)  # of what the closing marks follow
    while end and (doc[end - 1].is_punct or doc[end - 1].is_space):
        end -= 1
    inner = [t for t in doc[:end] if t.text in _TERMINAL]
    return "several sentences" if len(inner) > len(roots) - 1 else None


_TERMINAL = frozenset((".", "!", "?", "...", "…"))


def caption_to_clause(doc: Doc) -> str | None:
    """The clause that a caption stands for, None where the text is no caption."""
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    if root is None or sum(t.dep_ == "ROOT" for t in doc) != 1:
        return None
    if any(
        t.tag_ in ("VBZ", "VBP", "VBD", "MD") and t.dep_ != "acl" and not _embedded(t, root)
        for t in doc
    ):
        return None
    if root.tag_ == "VBG" and not any(c.dep_ in ("aux", "auxpass") for c in root.children):
        noun = next((c for c in root.lefts if c.dep_ in _BEFORE_PARTICIPLE), None)
        participle: Token | None = root
    elif root.tag_ == "VBN" and (being := _being(root)) is not None:
        noun = next((c for c in root.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
        participle = being
    elif (about := _about(doc)) is not None:
        noun = root if root.pos_ in ("NOUN", "PROPN", "PRON", "NUM") and root.i < about.i else None
        noun = next((c for c in root.lefts if c.dep_ == "nsubj"), noun)
        participle = about
    else:
        noun, participle = root, _caption_participle(root) or _whereabouts(root)
    if participle is None or noun is None or noun.i > participle.i:
        return None
    if noun.lower_.endswith("ing") and any(is_animate(c) for c in noun.lefts if c.dep_ in _NOUNS):
        return None  # *A man kneeling and a woman standing*, *kneeling* read as a noun
    plural = is_plural(noun)
    if any(_maybe_verb(t, participle, plural) for t in doc[participle.i + 1 :]):
        return None
    adverb = doc[participle.i - 1]
    at = adverb if adverb.dep_ == "advmod" and adverb.head.i == participle.i else participle
    if at.i and doc[at.i - 1].tag_ == "VBG":
        return None  # *A woman walking carrying bags*: either may be the verb
    if doc[at.i - 1].text == "," and (at.tag_ == "VBN" or noun.conjuncts):
        return None  # *The Time Machine (1895), considered the first work of its kind.*
    before = _without_comma(doc[noun.i : at.i], doc[: at.i].text_with_ws.rstrip())
    return before and f"{before} {'are' if plural else 'is'} {doc[at.i :].text}"


def _without_comma(span: Span, before: str) -> str | None:
    """The text before a caption's *be*, None where marks in it make the clause a doubtful one.

    A comma before the participle goes; one that closes what another opened stays: *A man in a hat,
    jumping*, but *A man, wearing a hat, is jumping*.
    """
    last = span[-1]
    if last.text in (":", "-", "--", "("):
        return None
    commas = sum(t.text == "," for t in span)
    if last.text != "," or commas == 2:
        return before if last.text != "," or span[1].text == "," else None
    return before.removesuffix(",").rstrip() if commas == 1 else None


def _being(verb: Token) -> Token | None:
    """The first auxiliary of a passive participle: *Tall man being stopped*, *getting filled*."""
    auxiliaries = [c for c in verb.lefts if c.dep_ in ("aux", "auxpass")]
    found = auxiliaries[0] if auxiliaries else None
    return found if found is not None and found.tag_ == "VBG" else None


def _about(doc: Doc) -> Token | None:
    """*about* before an infinitive: *A girl about to cry*."""
    return next((t for t in doc[1:-2] if t.lower_ == "about" and t.nbor().tag_ == "TO"), None)


_NOUNS = ("compound", "nmod")


def _whereabouts(root: Token) -> Token | None:
    """The preposition of a caption that says where somebody is, and nothing else."""
    determined = any(c.dep_ in ("det", "nummod") for c in root.children) or root.tag_ == "NNS"
    if not (determined and (is_animate(root) or is_group(root))):
        return None
    if any(t.pos_ in ("VERB", "AUX") or t.lower_.endswith("ing") for t in root.doc):
        return None
    after = [c for c in root.rights if not c.is_punct and c.dep_ not in ("conj", "cc")]
    where = [c for c in after if c.lower_ in _WHERE and c.dep_ == "prep"]
    where = [c for c in where if not _worn(c)] or where[:1]
    if not where or any(c.dep_ not in ("prep", "advmod") for c in after):
        return None
    return where[0] if any(c.dep_ == "pobj" for c in where[0].children) else None


def _worn(preposition: Token) -> bool:
    """What follows is worn, or a colour: *in a hat*, *in red*."""
    found = [c for c in preposition.children if c.dep_ == "pobj"]
    nouns = [n for c in found for n in (c, *c.conjuncts)]
    return not found or any(n.lemma_.lower() in _GARMENTS or n.pos_ == "ADJ" for n in nouns)


#: What the parser takes the noun before a caption's participle for: *A vendor selling bananas*.
_BEFORE_PARTICIPLE = ("nsubj", "dep", "npadvmod", "dobj", "nmod")


def _maybe_verb(token: Token, participle: Token, plural: bool) -> bool:
    """A plural after a singular article may be the verb: *wearing a plaid jacket leans on ...*.

    Args:
        plural: of the subject, with which a verb would agree.
    """
    if (token.tag_ == "NNS") is plural:
        return False
    after = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
    compound = any(c.dep_ == "compound" for c in token.children)
    if compound and after in _PATHS and participle.lemma_ in _WEAR and token.tag_ == "NNS":
        return is_third_person(token.lower_)  # *wearing modern clothing leans against a fence*
    if compound and after in _WHILE and "VERB" in known_as(token.lower_):
        return True  # *Two girls laying in the grass smile as ...*
    if token.tag_ != "NNS" or not is_third_person(token.lower_):
        return False
    singular = any(c.lower_ in _SINGULAR for c in token.children)
    return singular or "NOUN" not in known_as(token.lemma_.lower())


def _caption_participle(root: Token) -> Token | None:
    """The participle that a caption's *be* goes before: the last *-ing* form on its noun.

    A participle on what somebody wears is the wearer's (*Two women wearing skirts walking* ->
    *Two women wearing skirts are walking*). A past participle only where nothing else is one.
    """
    if root.pos_ not in ("NOUN", "PROPN", "PRON", "NUM"):
        return None
    nouns = [root, *root.conjuncts]
    hanging = [c for n in nouns for c in n.children if _is_hanging(c)]
    passive = [being for c in hanging if (being := _being(c)) is not None]
    hanging = [c for c in hanging if not any(g.dep_ in ("aux", "auxpass") for g in c.children)]
    present = [c for c in hanging if c.tag_ == "VBG"] or passive or _misattached(root)
    if present:
        last = present[-1]
        nested = [t for t in last.subtree if t.tag_ == "VBG" and t.dep_ == "acl" and t.i > last.i]
        return nested[0] if nested and last.lemma_ in _WEAR else last
    if any(c.dep_ == "advcl" for n in nouns for c in n.children):
        return None  # *They resorted to it, as they had no choice*: the tree took a noun for root
    marked = any(c.dep_ in ("det", "nummod", "poss") for c in root.children)
    if not (marked or is_animate(root) or is_group(root)):
        return None  # *Economies characterized by it have less*
    past = [c for c in hanging if c.tag_ == "VBN"]
    return past[0] if len(past) == 1 and past[0].nbor(-1).dep_ != "advmod" else None


def _is_hanging(child: Token) -> bool:
    """A participle on a caption's noun, or after a comma."""
    after_comma = (
        child.dep_ in ("advcl", "conj") and child.nbor(-1).text == "," if child.i else False
    )
    marked = any(c.dep_ in ("mark", "advmod") and c.i < child.i for c in child.children)
    return child.text.islower() and (child.dep_ == "acl" or (after_comma and not marked))


def _misattached(root: Token) -> list[Token]:
    """Participles hung on a thing near a person: *A man in a blue jacket riding a bike*.

    Or on the people of a group: *a group of people conversing*.
    """
    if not is_animate(root) and not is_group(root):
        return []
    present = (t for t in root.subtree if t.dep_ == "acl" and t.tag_ == "VBG" and t.text.islower())
    found = [
        t for t in present
        if all(a.dep_ in ("pobj", "prep", "conj", "ROOT") for a in t.ancestors)
        and (not is_animate(t.head) or is_group(root)) and t.nbor(-1).text != ","
    ]  # fmt: skip
    return found[:1]


def _embedded(token: Token, root: Token) -> bool:
    """The verb stands in a relative or adverbial clause below the root."""
    return token.i != root.i and any(
        t.dep_ in ("relcl", "advcl", "ccomp") or (t.dep_ == "pcomp" and t.head.lower_ != "with")
        for t in (token, *token.ancestors)
    )
