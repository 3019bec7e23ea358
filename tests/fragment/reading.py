"""Reads sentences of the fragment: what :func:`tests.fragment.grammar.written` writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from tests.fragment.grammar import (
    ADJECTIVES,
    ADVERBS,
    ATTITUDES,
    CONDITIONS,
    DENIALS,
    DETERMINERS,
    FRAMES,
    JOINTS,
    MODALS,
    NOUNS,
    OPERATORS,
    PLACES,
    PRONOUNS,
    TIMES,
    VERBS,
    Attitude,
    Clause,
    Compound,
    Conditional,
    Denied,
    Framed,
    NounPhrase,
    Phrase,
    Relative,
    Sentence,
    VerbPhrase,
    written,
)

T = TypeVar("T")
Words = tuple[str, ...]
#: What begins a text, and the words after it.
Found = Iterator[tuple[T, Words]]

PEOPLE = ("Tom", "Mary", "Kim")
_BE = ("is", "are", "was", "were")
_TIMES = {"is": "present", "are": "present", "was": "past", "were": "past", "did": "past",
          "have": "past", "will": "future"}  # fmt: skip
_FUTURE = re.compile(r"\bwill( not| never)? be\b")
_ABOVE = re.compile(
    r"\b(may|might|must)( not| never)? (?:(?:have been|be)(?= \w+ing\b)|have(?! been))"
)
_FORMS = {form: name for name, verb in VERBS.items() for form in (name, *verb[:3])}
_NOUNS = {form: name for name, noun in NOUNS.items() for form in (name, noun.plural)}
_ADJECTIVES = (*ADJECTIVES["p"], *ADJECTIVES["t"])
_ATTITUDES = {each.past: name for name, each in ATTITUDES.items()} | {n: n for n in ATTITUDES}
_OPERATORS = {each.past: name for name, each in OPERATORS.items()} | {n: n for n in OPERATORS}


class Read(NamedTuple):
    """A sentence of the fragment, as a text tells it: when, and whether in the progressive.

    Two sentences that are told alike have the label that they have as the fragment writes them.
    """

    sentence: Sentence
    times: frozenset[str]
    progressive: bool


def read(text: str) -> list[Read]:
    """The sentences of the fragment that a text may be; none where it is no such sentence.

    Other tenses, contractions, *it is true that* and another order of adjuncts are understood.

    Example:
        >>> [each.sentence.subject.noun for each in read("No boy was sleeping.")]
        ['boy']
    """
    text = text.removesuffix(".").removeprefix("It is true that ").replace("n't ", " not ")
    text = " ".join(_begun(tuple(text.split())))
    plain = _ABOVE.sub(r"\1\2", _FUTURE.sub(r"is\1", text))
    found = dict.fromkeys(each for each, rest in _sentence(tuple(plain.split())) if not rest)
    told = [time for word, time in _TIMES.items() if f" {word} " in f" {text} "]
    times = frozenset(told or ["present" if _ABOVE.search(text) else "past"])
    return [
        Read(each, times or frozenset(["past"]), progressive)
        for each in found
        for progressive in (False, True)
        if _words(written(each, progressive)) == _words(plain)
    ]


def _begun(words: Words) -> Words:
    """The words of a sentence, the first without its capital, unless it is a name."""
    first = words[0] if words[0] in PEOPLE else words[0][0].lower() + words[0][1:]
    return (first, *words[1:])


def _words(text: str) -> list[str]:
    """What two writings of a sentence have in common: its words, but for forms of *be*; *who* or
    *that*.
    """
    words = re.findall(r"\w+", re.sub(r"\bwho\b", "that", text.lower()))
    words = [word for word in words if word not in _BE]
    return sorted(_FORMS.get(w, w) for w in words) if set(MODALS) & set(words) else sorted(words)


def _after(words: Words, phrase: str) -> Words | None:
    """The words after a phrase, if they begin with it."""
    parts = tuple(phrase.split())
    return words[len(parts) :] if words[: len(parts)] == parts else None


def _one_of(words: Words, phrases: tuple[str, ...] | dict[str, str]) -> Found[str]:
    for phrase in phrases:
        if (rest := _after(words, phrase)) is not None:
            yield phrase, rest


def _maybe(words: Words, phrases: tuple[str, ...] | dict[str, str]) -> Found[str]:
    yield from _one_of(words, phrases)
    yield "", words


def _sentence(words: Words) -> Found[Sentence]:
    yield from _clause(words)
    for opening in (*DENIALS, *FRAMES):
        for _, rest in _one_of(words, (opening[0].lower() + opening[1:],)):
            for clause, left in _sentence(rest):
                framed = Framed if opening in FRAMES else Denied
                yield framed(opening, clause), left
    for subject, rest in _noun(words):
        yield from _attitude(subject, rest)
    for word, rest in _one_of(words, CONDITIONS):
        for one, middle in _clause(_without_comma(rest)):
            for other, left in _clause(middle):
                yield Conditional(word, one, other), left
    for place, word in enumerate(words[:-1]):
        if word.endswith("."):
            first = (*words[:place], word.removesuffix("."))
            for one, nothing in _sentence(first):
                for other, left in _clause(_begun(words[place + 1 :])):
                    if not nothing and isinstance(one, Clause | Conditional):
                        yield Compound(".", one, other), left
    for one, middle in _clause(_without_comma(words)):
        for word, rest in _one_of(middle, (*CONDITIONS, *JOINTS)):
            for other, left in _clause(rest):
                if word in CONDITIONS:
                    yield Conditional(word, other, one, first=False), left
                else:
                    yield Compound(word, one, other), left


def _without_comma(words: Words) -> Words:
    return tuple(word.removesuffix(",") for word in words)


def _attitude(subject: NounPhrase, words: Words) -> Found[Sentence]:
    for wrongly, first in _maybe(words, ("wrongly",)):
        for negated, second in _maybe(first, ("did not",)):
            for verb, rest in _one_of(second, _ATTITUDES):
                that = _after(rest, "that")
                for clause, left in _clause(that) if that else ():
                    yield (
                        Attitude(subject, _ATTITUDES[verb], clause, bool(negated), bool(wrongly)),
                        left,
                    )


def _clause(words: Words) -> Found[Clause]:
    for be in _BE:
        for _, rest in _one_of(words, (f"there {be}",)):
            for noun, left in _noun(rest):
                yield Clause(noun, VerbPhrase("sleep"), "there"), left
        for _, rest in _one_of(words, (f"it {be}",)):
            for noun, middle in _noun(rest, open_clause=False):
                for _, after in _one_of(middle, ("who", "that")):
                    for verb, left in _verb(after):
                        yield Clause(noun, verb, "cleft"), left
    for subject, rest in _noun(words):
        for verb, left in _verb(rest):
            yield Clause(subject, verb), left
        yield from _passive(subject, rest)


def _passive(patient: NounPhrase, words: Words) -> Found[Clause]:
    for _, first in _one_of(words, _BE):
        for negation, second in _maybe(first, ("not", "never")):
            for _, third in _maybe(second, ("being",)):
                for form, rest in _one_of(third, _FORMS):
                    plain = VerbPhrase(_FORMS[form], patient, negation=negation)
                    someone = NounPhrase(
                        "a", "person" if VERBS[plain.verb].sort == "p" else "animal"
                    )
                    for verb, middle in _rest(plain, rest):
                        yield Clause(someone, verb, "short passive"), middle
                        by = _after(middle, "by")
                        for agent, after in _noun(by) if by else ():
                            for full, left in _rest(verb, after):
                                yield Clause(agent, full, "passive"), left


def _noun(words: Words, *, open_clause: bool = True) -> Found[NounPhrase]:
    for name, rest in _one_of(words, PEOPLE):
        yield NounPhrase("", name), rest
    for pronoun, rest in _one_of(words, PRONOUNS):
        yield from _modified(NounPhrase(pronoun, "person"), rest)
    for determiner in DETERMINERS:
        spellings = (
            (determiner.split(":")[0], f"{determiner}n")
            if determiner in ("a", "not a")
            else (determiner.split(":")[0],)
        )
        for _, after in _one_of(words, spellings):
            for adjective, rest in _maybe(after, _ADJECTIVES):
                for form, left in _one_of(rest, _NOUNS):
                    found = NounPhrase(determiner, _NOUNS[form], adjective)
                    if (form == found.noun) == (found.number == 1):
                        yield from _modified(found, left)


def _modified(it: NounPhrase, words: Words) -> Found[NounPhrase]:
    yield it, words
    for _, rest in _one_of(words, ("except",)):
        for name, left in _one_of(rest, PEOPLE):
            yield it._replace(exception=name), left
    if it.phrase is None and it.relative is None:
        for place, rest in _one_of(words, ("from London", *PLACES)):
            yield from _modified(it._replace(phrase=Phrase(place)), rest)
        if (inner := _after(words, "with")) is not None:
            for noun, left in _noun(inner):
                yield from _modified(it._replace(phrase=Phrase("with", noun)), left)
    if it.relative is None:
        for _, rest in _one_of(words, ("who", "that")):
            for verb, left in _verb(rest):
                yield it._replace(relative=Relative(verb)), left
        if (inner := _after(words, "that")) is not None:
            for subject, middle in _noun(inner):
                for verb, left in _verb(middle):
                    yield it._replace(relative=Relative(verb, subject)), left


def _verb(words: Words) -> Found[VerbPhrase]:
    for modal, first in _maybe(words, MODALS):
        for be, second in _maybe(first, (*_BE, "did")):
            for negation, third in _maybe(second, ("not", "never")):
                for operator, fourth in _maybe(third, _OPERATORS):
                    for form, rest in _one_of(fourth, _FORMS):
                        if be in _BE and not form.endswith("ing"):
                            continue
                        plain = VerbPhrase(_FORMS[form], negation=negation, modal=modal)
                        plain = plain._replace(operator=_OPERATORS.get(operator, ""))
                        for noun, after in _maybe_noun(plain, rest):
                            for verb, left in _rest(noun, after):
                                yield from _joined(verb, left)


def _maybe_noun(it: VerbPhrase, words: Words) -> Found[VerbPhrase]:
    yield it, words
    if VERBS[it.verb].objects:
        for noun, rest in _noun(words):
            yield it._replace(object=noun), rest
            for joint, middle in _one_of(rest, ("and", "or")):
                for other, left in _noun(middle):
                    yield it._replace(object=noun._replace(joint=joint, other=other)), left


def _rest(it: VerbPhrase, words: Words) -> Found[VerbPhrase]:
    for adverb, first in _maybe(words, ADVERBS):
        for place, second in _maybe(first, PLACES):
            for time, left in _maybe(second, TIMES):
                yield (
                    it._replace(
                        adverb=adverb or it.adverb, place=place or it.place, time=time or it.time
                    ),
                    left,
                )


def _joined(it: VerbPhrase, words: Words) -> Found[VerbPhrase]:
    yield it, words
    for joint, rest in _one_of(words, ("and", "or", "without")):
        for form, after in _one_of(rest, _FORMS):
            for noun, middle in _maybe_noun(VerbPhrase(_FORMS[form]), after):
                for verb, left in _rest(noun, middle):
                    if joint == "without":
                        yield it._replace(without=verb), left
                    else:
                        yield it._replace(joint=joint, other=verb), left
