"""Find statements that can be embedded in a sentence, and reduce sentences to statements.

*After the war, the city grew, but its people left.* is reduced to *The city grew.*
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from litgen.acceptability.source import source_problem
from litgen.engines.dependency.analysis import Declined
from litgen.engines.dependency.characters import text_of
from litgen.engines.dependency.clauses import Sentence
from litgen.engines.dependency.models import describe_nlp
from litgen.engines.dependency.realisation.surface import Piece, surface
from litgen.engines.dependency.sentences import read_sentences
from litgen.lexicon import lemmas_with
from litgen.tables import word_list
from litgen.transformations.parsing import next_word
from litgen.transformations.protocol import Outcome, TextTransformation
from litgen.trees.tokens import Doc, Token

#: Words that link a sentence to the previous sentence or address someone.
_JOINING, _ADDITIVE = word_list("joining"), word_list("additive")
_LINKING = re.compile(rf"\b({'|'.join(sorted(word_list('linking')))})\b", re.IGNORECASE)
#: Nouns that need no article in the singular.
UNCOUNTED = frozenset(
    lemma
    for feature in ("uncounted", "counted_or_not", "mass", "abstract")
    for lemma in lemmas_with(feature, "noun")
)
_FREE_CHOICE = word_list("free_choice")
_QUOTES, _SPOKEN = word_list("quotation_marks"), word_list("spoken") | word_list("hesitations")
_JUDGING = frozenset((*lemmas_with("scopal", "adverb"), *lemmas_with("likelihood", "adverb")))
_FIRST_PERSON = word_list("first_person")
_PERSONS = lemmas_with("person", "noun")
STATES = frozenset(
    lemma for name in ("stative", "lasting", "state") for lemma in lemmas_with(name, "verb")
)
_PERCEIVING = lemmas_with("bare_infinitive", "verb")
#: Punctuation marks that separate clauses.
_PARTING = frozenset((":", ";", '"', "“", "”", "—", "--"))
#: Maximum number of tokens in a statement; longer statements are awkward inside another clause.
_LONGEST = 30
#: Dependencies of droppable words before a subject: *After the war, ...*, *But ...*
_LEFT_OUT = ("advmod", "prep", "advcl", "npadvmod", "cc", "punct", "intj")


class StatementTransformation(TextTransformation):
    """Base class of transformations that rewrite a sentence with the help of its clauses."""

    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        outcomes = []
        for text, sentence in zip(texts, self._read(texts), strict=True):
            try:
                outcome = sentence if isinstance(sentence, Outcome) else self._of(sentence, text)
            except Declined as reason:
                outcome = self._declined(str(reason))
            outcomes.append(outcome)
        return outcomes

    def _read(self, texts: Sequence[str]) -> list[Sentence | Outcome]:
        return statements_of(texts)

    @abstractmethod
    def _of(self, sentence: Sentence, text: str) -> Outcome:
        """Rewrite a sentence, or raise ``Declined`` with the reason."""

    def describe(self) -> Mapping[str, Any]:
        return {**super().describe(), "parser": describe_nlp()}


def statements_of(texts: Sequence[str]) -> list[Sentence | Outcome]:
    """Parse one sentence per text, in order.

    For a sentence that cannot be embedded as a statement, the list has an outcome with the reason.
    """
    found = sentences_of(texts)
    for at, each in enumerate(found):
        if not isinstance(each, Outcome) and (reason := _unfit(each)) is not None:
            found[at] = Outcome(declined=reason, stage="inapplicable")
    return found


def sentences_of(texts: Sequence[str]) -> list[Sentence | Outcome]:
    """Parse one sentence per text, in order.

    For a sentence that cannot be analysed, the list has an outcome with the reason.
    """
    found: list[Sentence | Outcome] = []
    for sentence in read_sentences(texts):
        declined = sentence if isinstance(sentence, str) else sentence.declined
        if isinstance(sentence, str) or declined is not None:
            found.append(Outcome(declined=declined, stage="unparsed"))
        else:
            found.append(sentence)
    return found


def cores_of(texts: Sequence[str]) -> list[Sentence | Outcome]:
    """Parse sentences as :func:`statements_of` does, but first drop words before the subject, final
    asides and final coordinate clauses with their own subject."""
    read = zip(texts, read_sentences(texts), strict=True)
    return statements_of([text if isinstance(s, str) else _core(s) or text for text, s in read])


def embedded(doc: Doc, order: Iterable[int | Piece]) -> str:
    """Write tokens and words as an embedded clause, without an initial capital."""
    return surface(doc, [Piece("that"), *order], {})[len("that ") :]


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


def _core(sentence: Sentence) -> str | None:
    doc, root = sentence.doc, sentence.root
    if sentence.declined is not None or root is None or root.subject is None or root.inverted:
        return None
    subject, end = doc[root.subject], _end(sentence)
    start = subject.left_edge.i
    before = doc[:start]
    # as in *In Sarasota, Florida the President slept*, with *Florida* misparsed as the subject
    place = subject.i > 1 and doc[subject.i - 2].pos_ == subject.pos_ == "PROPN"
    place = place and doc[subject.i - 1].text == "," and subject.nbor().tag_ == "DT"
    outside = (t for t in before if t.head.i >= start)
    if (
        start > root.head
        or (start == 0 and end == len(doc))
        or doc[-1].text == "?"
        or any(t.head.i != root.head or t.dep_ not in _LEFT_OUT for t in outside)
        or any(t.is_punct and t.text != "," for t in before)
        or place
    ):
        return None
    return capitalised(text_of(doc[start:end])) + ("" if end == len(doc) else ".")


def _end(sentence: Sentence) -> int:
    """Return where a final clause or aside begins: *The city grew, | but its people left*."""
    doc, root = sentence.doc, sentence.root_clause
    if any(t.dep_ == "preconj" for t in doc):
        return len(doc)
    conjuncts = (c for c in sentence.clauses if c.kind == "conjunct" and c.subject is not None)
    added = [doc[c.head] for c in conjuncts if doc[c.head].head.i == root.head]
    asides = [t for t in doc[1:] if t.dep_ in ("relcl", "appos") and t.left_edge.i > 0]
    added += [t for t in asides if t.left_edge.nbor(-1).text == ","]
    added += [t for t in doc if t.dep_ == "advcl" and t.left_edge.lower_ == "so"]
    last = len(doc) - doc[-1].is_punct
    dropped = {t.i for each in added for t in each.subtree}
    for token in sorted(added, key=lambda each: each.i):
        end = token.left_edge.i
        while end > root.head + 1 and (doc[end - 1].dep_ == "cc" or doc[end - 1].text == ","):
            end -= 1
        later = [t for t in doc[end:last] if t.i not in dropped]
        if end > root.head and all(t.dep_ == "cc" or t.is_punct for t in later):
            return end
    return len(doc)


def is_of_speaker(sentence: Sentence) -> bool:
    """Check for *I* or *we* in the subject: *I am from Texas*, *My friends and I left*."""
    subject = sentence.doc[sentence.root_clause.subject or 0]
    return any(t.lower_ in _FIRST_PERSON for t in subject.subtree)


def is_habit(sentence: Sentence) -> bool:
    """Check whether a non-stative verb is in the simple present: *a man rides a bike*."""
    root = sentence.root_clause
    state = root.progressive or root.perfect or root.modal or root.copular or root.passive
    return root.tense == "pres" and not state and sentence.doc[root.head].lemma_ not in STATES


def _unfit(sentence: Sentence) -> str | None:
    doc, root = sentence.doc, sentence.root
    if root is None or root.subject is None or (sentence.form == "caption" and root.passive):
        return "parse.no-clause"  # *A man planned to sing* is not a caption
    first, subject = doc[0], doc[root.subject]
    joins = first.lower_ in _JOINING and first.dep_ != "det"  # unlike *no* in *no man*
    if root.question or root.inverted or doc[-1].text == "?":
        return "text.question"
    if joins or first.lower_ == "that" or first.dep_ in ("cc", "intj"):
        return "statement.continues"
    if _LINKING.search(doc.text) or any(map(_adds, doc)):
        return "statement.refers-back"
    if any(c.kind == "conjunct" and c.subject is not None for c in sentence.clauses):
        return "text.several-clauses"
    if subject.left_edge.i > 0 and first.dep_ != "expl":
        return "statement.fronted-phrase"
    if sum(t.dep_ == "ROOT" for t in doc) > 1 or any(t.text in _PARTING for t in doc):
        return "text.several-clauses"
    if len(doc) > _LONGEST:
        return "statement.too-long"
    if any((t.text in _QUOTES and t.tag_ != "POS") or _speaks(t) for t in doc):
        return "statement.quotation"
    if any(t.text == "i" or t.lower_ in _SPOKEN for t in doc):
        return "statement.spoken"
    if any(t.lower_ in _FREE_CHOICE for t in doc) and not any(t.dep_ == "neg" for t in doc):
        return "statement.free-choice-any"  # as in *may take any weapon*, unlike *had taken any*
    if any(t.lower_ in _JUDGING and t.dep_ == "advmod" for t in doc):
        return "statement.speaker-comment"
    if doc[root.head].tag_ == "VBP" and any(
        t.dep_ == "acl" and t.lemma_ in _PERCEIVING for t in subject.rights
    ):
        return "statement.unlikely-parse"  # as in *spectators watching dolphins perform*
    if _is_bare(subject):
        return "statement.bare-noun"
    problem = source_problem(doc)
    return problem and problem.id


def _adds(word: Token) -> bool:
    """Check for an additive adverb: *he too left*, *he left as well*; not *too heavy*."""
    if word.lower_ == "as" and next_word(word) == "well":
        return [t.lower_ for t in word.doc[word.i + 2 : word.i + 3]] != ["as"]
    degree = word.dep_ == "advmod" and word.head.i > word.i
    degree &= word.head.pos_ in ("ADJ", "ADV") or word.head.dep_ in ("acomp", "amod")
    return word.lower_ in _ADDITIVE and not degree


def _speaks(word: Token) -> bool:
    """Check for the first word of direct speech without quotation marks: *He says, Don't go.*"""
    begins = word.i > 1 and word.nbor(-1).text == "," and word.text[0].isupper()
    return begins and word.pos_ != "PROPN" and word.text != "I"


def _is_bare(noun: Token) -> bool:
    """Check for a singular count noun without a determiner or modifier: *dog eats from a bowl*."""
    counted = noun.tag_ == "NN" and noun.pos_ == "NOUN"
    # as in *Criminal left*
    counted |= noun.i == 0 and noun.tag_ != "NNS" and noun.lower_ in _PERSONS
    return counted and not any(noun.lefts) and noun.lemma_.lower() not in UNCOUNTED
