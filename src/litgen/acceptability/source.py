"""The source check, which finds problems in a sentence before it is rewritten.

Every problem is an entry of ``rules/source_problems.toml``. litgen does not rewrite a sentence with
a problem, because every rewriting would keep the mistake.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from litgen.lexicon import NOUNS, article_for
from litgen.tables import LISTS, read_toml, rules_folder
from litgen.trees.facts import matching_facts, noun_feature
from litgen.trees.morphology import is_base, is_participle, known_as
from litgen.trees.nouns import is_group, is_person
from litgen.trees.tokens import Doc, Token
from litgen.trees.words import words_of_tree


class SourceProblem(NamedTuple):
    """A problem in a sentence.

    Attributes:
        id: the entry's stable name, such as ``agreement.subject-verb``.
    """

    id: str
    reason: str
    words: tuple[str, ...] = ()


@lru_cache(maxsize=512)  # several transformations check the same trees
def source_problem(tree: Doc) -> SourceProblem | None:
    """Return the problem in a sentence that ``source_problems.toml`` lists first, or None.

    Example:
        *Two woman are here.* has the problem ``agreement.determiner-noun`` at the word *woman*.
    """
    return next(source_problems(tree), None)


def source_problems(tree: Doc) -> Iterator[SourceProblem]:
    matched: dict[str, Token] = {}
    for name, token in matching_facts(tree, "source_problems", "problem"):
        matched.setdefault(name, token)
    for entry in _entries():
        if entry.text is not None:
            found = entry.text.search(tree.text)
            at = _token_at(tree, found) if found else None
        elif entry.code is not None:
            at = next(entry.code(tree), None)
        else:
            at = matched.get(entry.id)
        if at is not None:
            yield SourceProblem(entry.id, entry.reason, (at.text,))


@cache
def reasons() -> dict[str, str]:
    return {entry.id: entry.reason for entry in _entries()}


class _Entry(NamedTuple):
    """An entry of the file: a regular expression, a function in this module or a pattern."""

    id: str
    reason: str
    text: re.Pattern[str] | None = None
    code: Callable[[Doc], Iterator[Token]] | None = None


@cache
def _entries() -> tuple[_Entry, ...]:
    table = read_toml(rules_folder() / "source_problems.toml")["problem"]
    return tuple(
        _Entry(
            entry["id"],
            entry["reason"],
            re.compile(entry["text"]) if "text" in entry else None,
            _CHECKS[entry["code"]] if "code" in entry else None,
        )
        for entry in table
    )


def _token_at(tree: Doc, found: re.Match[str]) -> Token:
    return next(t for t in tree if t.idx + len(t) > found.start())


# --- agreement

_AUXILIARIES = ("aux", "auxpass")
_SUBJECTS = ("nsubj", "nsubjpass")
_OWN_SUBJECTS = (*_SUBJECTS, "csubj", "csubjpass", "expl")
_SINGULAR_DETERMINERS = ("a", "an", "another", "each", "every", "that", "this")
_PLURAL_DETERMINERS = ("these", "those")


def _disagreeing_verbs(tree: Doc) -> Iterator[Token]:
    """Yield finite verbs that differ in number from their subjects: *the boys likes it*."""
    for verb in tree:
        if verb.pos_ not in ("VERB", "AUX"):
            continue
        finite = min((verb, *_auxiliaries(verb)), key=lambda t: t.i)
        number = _number_of_verb(finite)
        subject = _subject(verb)
        if number and subject is not None and subject.i < finite.i:
            other = _number_of_subject(subject)
            shared = subject.head.i != verb.i and subject.i != verb.head.i
            if (
                other
                and other != number
                and not (
                    (finite.lower_ == "were" and _is_unreal(finite))
                    or (finite.lower_ == "was" and subject.lower_ == "i")
                    or (shared and other == "singular")
                )
            ):
                yield finite


def _auxiliaries(verb: Token) -> list[Token]:
    return [child for child in verb.lefts if child.dep_ in _AUXILIARIES]


def _number_of_verb(finite: Token) -> str | None:
    word = finite.lower_
    if word == "was" or (finite.tag_ == "VBZ" and word not in ("'s", "’s")):
        return "singular"
    return "plural" if word == "were" or (finite.tag_ == "VBP" and word != "am") else None


def _subject(verb: Token) -> Token | None:
    """Return a verb's subject, which may be shared: *They sing and dances*."""
    own = [child for child in verb.children if child.dep_ in _OWN_SUBJECTS]
    if not own and verb.dep_ == "conj" and not _auxiliaries(verb.head):
        return _subject(verb.head) if verb.head.pos_ in ("VERB", "AUX") else None
    subject = own[0] if len(own) == 1 and own[0].dep_ in _SUBJECTS else None
    if subject is not None and subject.tag_ == "WDT" and verb.dep_ == "relcl":
        noun = verb.head  # *standards that reflects*, not *one of the standards that reflects*
        return noun if noun.dep_ != "pobj" and noun.i == subject.i - 1 else None
    return subject


def _number_of_subject(subject: Token) -> str | None:
    """Return the number of a subject, or None if it is uncertain."""
    word, lemma = subject.lower_, subject.lemma_.lower()
    if any(child.dep_ in ("conj", "cc", "nummod", "appos") for child in subject.children):
        return None  # an amount may be singular: *100 miles is the average*
    if subject.tag_ == "PRP":
        if word in ("they", "we", "you", "i"):
            return "plural"
        return "singular" if word in ("he", "she") else None
    either = any(each in NOUNS.either_number for each in (lemma, word)) or word in LISTS.one_form
    either |= subject.tag_ == "NNS" and word in NOUNS.counted_or_not  # *The data is old*
    if either or is_group(subject):
        return None
    if may_be_name(subject) or any(t.pos_ == "PROPN" for t in subject.subtree):
        return None  # a title may have a plural form: *Pirates of the Caribbean*
    if subject.tag_ == "NNS":  # *Visiting friends is fun*
        gerund = any(child.lower_.endswith("ing") for child in subject.lefts)
        return None if gerund or subject.pos_ != "NOUN" else "plural"
    determined = any(child.dep_ in ("det", "poss") for child in subject.lefts)
    ends_in_s = word.endswith("s") and not word.endswith("ss")
    if subject.tag_ != "NN" or subject.pos_ != "NOUN" or not determined or ends_in_s:
        return None
    own_number = noun_feature(words_of_tree(subject.doc)[subject.i], "number")
    return "singular" if own_number == "singular" else None


def _is_unreal(verb: Token) -> bool:
    """Check whether the plural form may be a subjunctive: *If the man were late*."""
    return any(t.lower_ in ("if", "though", "wish", "wishes", "wished") for t in verb.doc)


def _miscounted_nouns(tree: Doc) -> Iterator[Token]:
    """Yield nouns whose number conflicts with a determiner: *a women*, *two man*, *those girl*."""
    for noun in tree:
        if noun.pos_ != "NOUN" or noun.dep_ in ("compound", "poss"):
            continue
        lefts = [*noun.lefts]
        if noun.tag_ == "NNS" and _is_said_to_be_one(noun, lefts):
            yield noun
        several = any(
            c.lower_ in LISTS.more_than_one and c.dep_ in ("nummod", "amod", "det") for c in lefts
        )
        several = several or any(c.lower_ in _PLURAL_DETERMINERS for c in lefts)
        joined = any(child.dep_ == "conj" for child in noun.children)
        several = several or (_is_grouped(noun) and not lefts)
        if noun.tag_ == "NN" and several and not joined and is_person(noun):
            if noun.lower_ not in LISTS.one_form and noun.lemma_ not in NOUNS.either_number:
                yield noun


def _is_grouped(noun: Token) -> bool:
    """Check whether a noun names the members of a group: *a group of woman*."""
    return noun.dep_ == "pobj" and noun.head.lower_ == "of" and is_group(noun.head.head)


def _is_said_to_be_one(noun: Token, lefts: list[Token]) -> bool:
    article = next((c for c in lefts if c.lower_ in _SINGULAR_DETERMINERS), None)
    if article is None or article.dep_ not in ("det", "nummod"):
        return False
    if any(each in NOUNS.either_number for each in (noun.lemma_, noun.lower_)):
        return False
    if noun.lower_ in LISTS.one_form:
        return False
    if noun.lower_ in NOUNS.plural_only or article.nbor().text == "-":
        return False
    between = noun.doc[article.i + 1 : noun.i]
    counted = any(t.lower_ in LISTS.more_than_one or t.tag_ == "CD" or t.lower_ == "dozen"
                  for t in between)  # fmt: skip
    listed = any(t.dep_ in ("cc", "conj", "punct", "case") or t.text == "," for t in between)
    return not (counted or listed or (article.i and article.nbor(-1).tag_ in ("CD", "HYPH")))


# --- articles


def _other_articles(tree: Doc) -> Iterator[Token]:
    """Yield wrong articles: *a animal*; either form passes before numbers, *h* and letters."""
    for article in tree[:-1]:
        word, after = article.lower_, article.nbor()
        first = after.lower_[:1]
        spelt = len(after) < 3 or after.text.isupper() or not first.isalpha() or first == "h"
        if word in ("a", "an") and article.dep_ == "det" and not spelt:
            if article_for(after.lower_) != word and not (word == "an" and first in "aeiou"):
                yield article


# --- marks

_BRACKETS = {"(": ")", "[": "]", "{": "}"}


def _unpaired_brackets(tree: Doc) -> Iterator[Token]:
    """Yield unpaired brackets, except the bracket of *a)* in a list."""
    for opening, closing in _BRACKETS.items():
        is_open: list[Token] = []
        for token in tree:
            if token.text == opening:
                is_open.append(token)
            elif token.text == closing and is_open:
                is_open.pop()
            elif token.text == closing and token.i > 1:
                yield token
        yield from is_open


def _last_words(tree: Doc) -> Iterator[Token]:
    """Yield the last word if it cannot end a sentence: *The man reads a form and the*."""
    last = next((t for t in reversed(tree) if not t.is_punct and not t.is_space), None)
    if last is None or last.is_upper:
        return
    if last.lower_ in LISTS.never_last - {"no", "like"} or last.tag_ in (
        "CC",
        "PRP$",
        "WDT",
        "WP$",
    ):
        yield last


# --- clauses


def _wrong_forms(tree: Doc) -> Iterator[Token]:
    """Yield verb forms that do not fit their auxiliary: *is bring*, *have went*, *will needed*."""
    for verb in tree[1:]:
        if verb.pos_ not in ("VERB", "AUX") or not verb.text.islower():
            continue
        before = [c for c in verb.lefts if c.dep_ in _AUXILIARIES]
        if not before or not known_as(verb.lower_):
            continue
        last, word = before[-1], verb.lower_
        if last.tag_ in ("MD", "TO"):
            wrong = verb.tag_ in ("VBD", "VBN", "VBG", "VBZ") and not is_base(word)
        elif last.lemma_ == "be":
            wrong = verb.tag_ == "VB" and not is_participle(word)
        elif last.lemma_ == "have":
            wrong = not is_participle(word) and verb.tag_ != "VBG"
        else:
            continue
        if wrong and not any(c.lower_ == "better" for c in verb.lefts):
            yield verb


def may_be_name(token: Token) -> bool:
    """Check whether a word is capitalised inside a clause, or is capitalised and unknown."""
    inner = token.i > 0 and not token.nbor(-1).is_punct
    return token.text[0].isupper() and (inner or not known_as(token.lower_))


_CHECKS: dict[str, Callable[[Doc], Iterator[Token]]] = {
    "subject-verb agreement": _disagreeing_verbs,
    "determiner-noun agreement": _miscounted_nouns,
    "article form": _other_articles,
    "unpaired brackets": _unpaired_brackets,
    "last word": _last_words,
    "verb form": _wrong_forms,
}
