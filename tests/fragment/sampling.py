"""Sentences of the fragment drawn at random, and others that are an edit or two away."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

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
from tests.fragment.semantics import Fragment, sizes

Edit = Callable[[], Any]


class Pair(NamedTuple):
    premise: str
    hypothesis: str
    sentences: tuple[Sentence, Sentence]
    labels: frozenset[str]  #: of all readings, by a sample of models

    def fault(self, answer: str, why: str) -> str | None:
        """What is wrong with an answer, with its proof and a model against it; None if nothing."""
        if answer in self.labels:
            return None
        exact = Fragment(*sizes(self.sentences), exact=True)
        exact.prepare(self.sentences)
        labels = exact.label(*self.sentences)
        if answer in labels:  # by models that are rare
            return None
        return (
            f"{self.premise}\n  {self.hypothesis}\n  {why}\n  right: {' or '.join(sorted(labels))}; "  # noqa: E501
            f"{exact.counterexample(*self.sentences, answer)}"
        )


def pairs(seed: int, families: int, size: int = 6) -> Iterator[Pair]:
    """Pairs of sentences with their labels.

    Args:
        families: how many sentences are drawn, each with ``size - 1`` that differ from it by an
            edit or two; the pairs are those of one family.
    """
    rng = random.Random(seed)
    for _ in range(families):
        sampler = Sampler(rng)
        first = sampler.sentence()
        family = {written(first, sampler.progressive): first}
        for _ in range(4 * size):
            if len(family) < size:
                other = sampler.edited(first)
                if rng.random() < 0.35:
                    other = sampler.edited(other)
                family.setdefault(written(other, sampler.progressive), other)
        fragment = Fragment(*sizes(family.values()))
        for (one, p), (two, h) in itertools.permutations(family.items(), 2):
            if labels := fragment.label(p, h):
                yield Pair(one, two, (p, h), labels)


class Sampler:
    """Draws sentences; one draws either in the simple past or in the present progressive."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.progressive = rng.random() < 0.3
        #: In several worlds two individuals must do, and there is no counting.
        self.intensional = rng.random() < 0.4

    def maybe(self, share: float) -> bool:
        return self.rng.random() < share

    # --- drawing ---------------------------------------------------------------------------

    def sentence(self) -> Sentence:
        return self.wrapped(self.clause()) if self.maybe(0.3) else self.clause()

    def wrapped(self, clause: Clause) -> Sentence:
        rng = self.rng
        kinds: list[Edit] = [
            lambda: Denied(rng.choice(DENIALS), clause),
            lambda: self.compound(clause),
        ]
        if self.intensional:
            kinds += [lambda: Framed(rng.choice(FRAMES), clause), lambda: self.conditional(clause)]
            if not self.progressive:
                kinds += [lambda: self.attitude(clause)] * 2
        return rng.choice(kinds)()  # type: ignore[no-any-return]

    def attitude(self, clause: Clause) -> Attitude:
        rng = self.rng
        subject = rng.choice([
            NounPhrase("", "Kim"), NounPhrase("", "Kim"), NounPhrase("no", "doctor"),
            NounPhrase("a", "doctor"), NounPhrase("every", "doctor"), NounPhrase("the", "doctor"),
        ])  # fmt: skip
        verb, negated = rng.choice(list(ATTITUDES)), self.maybe(0.3) and subject.is_name
        wrongly = verb == "believe" and not negated and self.maybe(0.5)
        return Attitude(subject, verb, clause, negated, wrongly)

    def conditional(self, clause: Clause) -> Conditional:
        return Conditional(self.rng.choice(CONDITIONS), self.short(), clause, self.maybe(0.5))

    def compound(self, clause: Clause) -> Compound:
        return Compound(self.rng.choice(JOINTS), clause, self.short())

    def short(self) -> Clause:
        """A clause of a name or a bare noun and a verb alone."""
        subject = self.noun("p", 1, ("a", "the", "no", "every"))._replace(adjective="")
        return Clause(subject, VerbPhrase(self.rng.choice(["sleep", "sing", "dance", "smile"])))

    def clause(self) -> Clause:
        rng = self.rng
        if self.maybe(0.08):
            return self.there(self.noun("t", 1))
        subject = self.noun(rng.choice("pppt"))
        verb = self.verb(subject.sort, top=True)
        form = "plain"
        if self.turns(subject, verb):
            form = rng.choice(["plain"] * 4 + ["passive", "short passive"])
            if "pass" in form and (verb.negation == "never" and self.progressive):
                form = "plain"
        if form == "plain" and subject.determiner in ("a", "two", "the") and self.maybe(0.07):
            form = "cleft"
        return Clause(subject, verb, form)

    def turns(self, subject: NounPhrase, verb: VerbPhrase) -> bool:
        """Whether a clause has a passive."""
        above = verb.operator or verb.modal or verb.other or verb.without
        if verb.object is None or verb.object.other is not None:
            return False
        return not above and not subject.determiner.startswith("not ")

    def there(self, noun: NounPhrase) -> Clause:
        weak = ("a", "no", "some", "no:pl") if self.intensional else _WEAK
        if noun.determiner not in weak:
            noun = noun._replace(determiner=self.rng.choice(weak))
        return Clause(noun._replace(phrase=Phrase("in the park")), VerbPhrase("sleep"), "there")

    def noun(
        self, sort: str, depth: int = 0, determiners: tuple[str, ...] = (), noun: str = ""
    ) -> NounPhrase:
        rng = self.rng
        if sort == "p" and not determiners and self.maybe(0.12):
            return NounPhrase("", rng.choice(["Tom", "Mary"]))
        if sort == "p" and not determiners and self.maybe(0.1):
            return NounPhrase(rng.choice(list(PRONOUNS)), "person")
        determiner = self.determiner() if not determiners else rng.choice(determiners)
        own = [name for name, each in NOUNS.items() if each.sort == sort and name in _SUBJECTS]
        found = NounPhrase(determiner, noun or rng.choice(own))
        if self.maybe(0.3):
            found = found._replace(adjective=rng.choice(ADJECTIVES[sort]))
        if depth == 0 and self.maybe(0.2):
            found = found._replace(phrase=self.phrase(sort))
        elif depth == 0 and sort == "p" and self.maybe(0.2):
            found = found._replace(relative=self.relative(sort))
        if determiner in _EXCEPTIVE and sort == "p" and self.maybe(0.15):
            found = found._replace(exception="Tom", phrase=None, relative=None)
        return found

    def determiner(self) -> str:
        common = ("a", "the", "every", "no", "some")
        few = self.intensional or self.maybe(0.5)
        return self.rng.choice(common if few else list(DETERMINERS))

    def phrase(self, sort: str) -> Phrase:
        if sort == "t" or self.maybe(0.3):
            return Phrase(self.rng.choice(["from London", "near the station"]))
        inner = self.rng.choice(["a", "a", "no", "no:pl"])
        return Phrase("with", self.noun("t", 1, (inner,), "hat"))

    def relative(self, sort: str) -> Relative:
        return Relative(self.verb(sort, depth=1)._replace(time="", place=""))

    def verb(self, sort: str, depth: int = 0, top: bool = False) -> VerbPhrase:
        rng = self.rng
        stative = ("own", "see") if self.progressive else ()
        verb = rng.choice([v for v, e in VERBS.items() if e.sort == sort and v not in stative])
        entry = VERBS[verb]
        found = VerbPhrase(verb)
        if entry.objects:
            choice = ("a", "a", "the", "no", "every") if not depth else ("a", "no")
            inner = self.noun("t", 1, choice, rng.choice(entry.objects))
            if not depth and len(entry.objects) > 1 and self.maybe(0.15):
                inner = self.joined(inner, entry.objects)
            found = found._replace(object=inner)
        elif self.maybe(0.2):
            found = found._replace(adverb=rng.choice(ADVERBS))
        if self.maybe(0.2):
            found = found._replace(place=rng.choice(PLACES))
        if self.maybe(0.25):
            choices = ["not"] if self.progressive else ["not", "not", "never"]
            found = found._replace(negation=rng.choice(choices))
        if top and sort == "p" and not self.progressive:
            found = self.enriched(found)
        return found

    def enriched(self, it: VerbPhrase) -> VerbPhrase:
        rng = self.rng
        drawn = rng.random()
        if it.object is not None and it.object.determiner == "no":
            return it  # *no* may be above what is added
        if drawn < 0.3 and self.intensional and it.verb not in ("own", "wear"):
            return it._replace(operator=rng.choice(list(OPERATORS)))
        if drawn < 0.4 and self.intensional and it.negation != "never":
            return it._replace(modal=rng.choice(MODALS))
        if drawn < 0.5 and it.negation != "never":
            return it._replace(joint=rng.choice(["and", "or"]), other=self.plain(it.verb))
        if drawn < 0.6 and not it.negation:
            return it._replace(without=self.plain(it.verb))
        return it

    def joined(self, first: NounPhrase, nouns: tuple[str, ...]) -> NounPhrase:
        """A noun phrase and another one with the same determiner: *a dog or a car*."""
        known = {first.noun, NOUNS[first.noun].above}
        apart = [each for each in nouns if known.isdisjoint((each, NOUNS[each].above))]
        if not apart:
            return first
        other = self.noun("t", 1, (first.determiner,), self.rng.choice(apart))
        return first._replace(joint=self.rng.choice(["and", "or"]), other=other)

    def plain(self, apart: str) -> VerbPhrase:
        verb = self.rng.choice([v for v in ("dance", "sing", "smile", "eat") if v != apart])
        inner = NounPhrase("a", "apple") if verb == "eat" else None
        return VerbPhrase(verb, inner)

    # --- editing ---------------------------------------------------------------------------

    def edited(self, it: Sentence) -> Sentence:
        """The sentence with one edit."""
        edits = list(self.edits(it))
        return self.rng.choice(edits)() if edits else it  # type: ignore[no-any-return]

    def edits(self, it: Sentence) -> Iterator[Edit]:
        match it:
            case Clause():
                yield from self.of_clause(it)
                yield lambda: self.wrapped(it)
            case Denied(_, clause) | Framed(_, clause):
                yield lambda: clause
                if isinstance(clause, Clause):
                    for each in self.of_clause(clause):
                        yield lambda each=each: it._replace(clause=each())  # type: ignore[misc]
            case Attitude():
                yield lambda: it.clause
                yield lambda: it._replace(verb=self.rng.choice(list(ATTITUDES)), wrongly=False)
                if it.subject.is_name:
                    yield lambda: it._replace(negated=not it.negated, wrongly=False)
                for each in self.of_clause(it.clause):
                    yield lambda each=each: it._replace(clause=each())  # type: ignore[misc]
            case Conditional(_, condition, clause):
                yield lambda: clause
                yield lambda: condition
                yield lambda: Compound(".", it, condition)
                for each in self.of_clause(clause):
                    yield lambda each=each: it._replace(clause=each())  # type: ignore[misc]
                for each in self.of_clause(condition):
                    yield lambda each=each: it._replace(condition=each())  # type: ignore[misc]
            case Compound(_, first, second):
                yield lambda: first
                yield lambda: second
                for each in self.of_clause(first) if isinstance(first, Clause) else ():
                    yield lambda each=each: it._replace(first=each())  # type: ignore[misc]

    def of_clause(self, it: Clause) -> Iterator[Edit]:
        if it.form == "there":
            for each in self.of_noun(it.subject, 1):
                yield lambda each=each: self.there(each())  # type: ignore[misc]
            return
        for each in self.of_noun(it.subject, it.form == "cleft"):
            yield lambda each=each: it._replace(subject=each())  # type: ignore[misc]
        for each in self.of_verb(it.verb, top=it.form == "plain"):
            yield lambda each=each: it._replace(verb=each())  # type: ignore[misc]
        verb = it.verb
        if "passive" in it.form or self.turns(it.subject, verb):
            for form in ("plain", "passive", "short passive"):
                if form != it.form:
                    yield lambda form=form: it._replace(form=form)  # type: ignore[misc]
        elif it.form == "cleft":
            yield lambda: it._replace(form="plain")

    def of_noun(self, it: NounPhrase, depth: int = 0) -> Iterator[Edit]:
        rng = self.rng
        if it.is_name:
            return
        sort = it.sort
        entry = NOUNS[it.noun]
        if it.determiner in PRONOUNS:
            yield lambda: it._replace(determiner=rng.choice(list(PRONOUNS)))
            yield lambda: it._replace(determiner=it.quantifier, noun=rng.choice(_SUBJECTS[:6]))
            return
        if sort == "p" and not depth and not it.exception:
            said = {quantifier: pronoun for pronoun, quantifier in PRONOUNS.items()}
            pronoun = said.get(it.determiner, "somebody")
            yield lambda: it._replace(determiner=pronoun, noun="person", adjective="")
        if it.other is not None:
            yield lambda: it._replace(other=None, joint="")
            yield lambda: it.other
            yield lambda: it._replace(joint="or" if it.joint == "and" else "and")
        if it.adjective:
            yield lambda: it._replace(adjective="")
        else:
            yield lambda: it._replace(adjective=rng.choice(ADJECTIVES[sort]))
        near = [n for n, e in NOUNS.items() if e.above == it.noun or n == entry.above]
        near += [n for n, e in NOUNS.items() if e.apart == it.noun or n == entry.apart]
        if near and it.other is None:
            yield lambda: it._replace(noun=rng.choice(near))
        if it.phrase is not None:
            yield lambda: it._replace(phrase=None)
            inner = it.phrase.noun
            if inner is not None:
                for each in self.of_noun(inner, 1):
                    yield lambda each=each: it._replace(  # type: ignore[misc]
                        phrase=it.phrase._replace(noun=each())  # type: ignore[union-attr]
                    )
        if it.relative is not None:
            yield lambda: it._replace(relative=None)
            for each in self.of_verb(it.relative.verb):
                yield lambda each=each: it._replace(  # type: ignore[misc]
                    relative=it.relative._replace(verb=each())  # type: ignore[union-attr]
                )
        if it.exception:
            yield lambda: it._replace(exception="")
            yield lambda: NounPhrase("", it.exception)
            return
        if not depth:
            if it.phrase is None and it.relative is None:
                yield lambda: it._replace(phrase=self.phrase(sort))
                if sort == "p":
                    yield lambda: it._replace(relative=self.relative(sort))
        for _ in range(2):
            inner = rng.choice(["a", "the", "no", "every"])
            new = inner if depth else self.determiner()
            yield lambda new=new: it._replace(determiner=new)  # type: ignore[misc]

    def of_verb(self, it: VerbPhrase, top: bool = False) -> Iterator[Edit]:
        rng = self.rng
        if it.object is not None:
            for each in self.of_noun(it.object, 1):
                yield lambda each=each: it._replace(object=each())  # type: ignore[misc]
            nouns = VERBS[it.verb].objects
            if top and it.object.other is None and len(nouns) > 1:
                yield lambda: it._replace(object=self.joined(it.object, nouns))  # type: ignore
        if it.adverb:
            yield lambda: it._replace(adverb="")
        elif it.object is None:
            yield lambda: it._replace(adverb=rng.choice(ADVERBS))
        if it.place:
            yield lambda: it._replace(place="")
        else:
            yield lambda: it._replace(place=rng.choice(PLACES))
        if it.time:
            yield lambda: it._replace(time="")
        elif not self.progressive and not it.modal:
            yield lambda: it._replace(time=rng.choice(TIMES))
        if it.negation:
            yield lambda: it._replace(negation="")
        elif not it.without:
            yield lambda: it._replace(negation="not")
        if it.operator:
            yield lambda: it._replace(operator="")
            yield lambda: it._replace(operator=rng.choice(list(OPERATORS)))
        elif it.modal:
            yield lambda: it._replace(modal="")
            yield lambda: it._replace(modal=rng.choice(MODALS))
        elif it.other:
            yield lambda: it._replace(other=None, joint="")
        elif it.without:
            yield lambda: it._replace(without=None)
        elif top and VERBS[it.verb].sort == "p" and not self.progressive:
            yield lambda: self.enriched(it)
            yield lambda: self.enriched(it)


_SUBJECTS = ("man", "woman", "boy", "girl", "singer", "doctor", "dog", "poodle", "cat", "animal")
_WEAK = ("a", "no", "two", "some", "no:pl", "many", "few", "at least two", "at most two")
_EXCEPTIVE = ("every", "no", "all the", "none of the")
