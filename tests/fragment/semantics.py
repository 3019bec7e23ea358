"""The meanings of the fragment: in which small models a sentence is true, and in which false.

A model has some persons and things, in some situations (worlds; each with an earlier time). Either
some thousand models are drawn (:class:`Sample`), each a bit of a number, so that a conjunction of
two numbers tells in which of them both are true; or all are tried at once, as a decision diagram
(:mod:`litgen.logic.models`), which takes a hundred times as long. A definite description that fits
nobody makes a
sentence neither true nor false; connectives are Kleene's. Where English has several readings, or
semanticists several analyses, a sentence has several meanings, named in ``READINGS``, and whatever
label one of them gives is right.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import and_
from typing import Any, NamedTuple

from litgen.logic.models import Key, Models, Sizes
from tests.fragment.grammar import (
    ATTITUDES,
    DETERMINERS,
    NOUNS,
    OPERATORS,
    UNCOUNTED,
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
)

#: So many models are drawn.
MODELS = 8192
READINGS = {
    "exact": "two is exactly two, or at least two",
    "coreferent": "definites of one place are of the same thing, or described otherwise another",
    "presupposed": "there is what the hypothesis alone calls *the dog*, or perhaps not",
    "inverse": "a negation is above the quantified subject, or below it",
    "closed": "what is wanted or said holds of what follows from it, or of nothing else",
    "strict": "a conditional is strict, or material",
    "projects": "a semifactive projects over a negation, or not",
    "telic": "who begins an activity has done some of it, or may not have",
    "exhaustive": "a cleft says that nothing else did it, or nothing of that",
    "many": "many are three, or two",
    "few": "few are some, or perhaps none",
    "low": "a place is one of the clause, or of the noun before it",
    "homogeneous": "what is denied of one thing and another is denied of both, or of one",
    "epistemic": "what must be is, or ought to be; who may not is not allowed, or perhaps does not",
}


class Value(NamedTuple):
    """In which models something is true, and in which false; in others it is neither."""

    true: Any
    false: Any

    def __invert__(self) -> Value:
        return Value(self.false, self.true)

    def __and__(self, other: Value) -> Value:
        return Value(self.true & other.true, self.false | other.false)

    def __or__(self, other: Value) -> Value:
        return Value(self.true | other.true, self.false & other.false)

    def where(self, presupposed: Value) -> Value:
        """The same, and neither true nor false where something presupposed is not so."""
        return Value(self.true & presupposed.true, self.false & presupposed.true)


class Meaning(NamedTuple):
    value: Value
    held: Any  #: what is taken for granted: that there are some of whom *every*, *no* speak


Scope = Callable[[int], Value]
#: An agent with one of these may be what a passive is about: *a dog was chased by every cat*.
_UPWARD = ("a", "every", "each", "all", "two", "some")
#: What else may have done it.
_OTHER = -1
_ABOVE_NEGATION = (
    "a", "the", "some", "no", "no:pl", "none of the", "not a", "not every", "not all", "few",
    "hardly any", "not a single",
    "at most one", "at most two", "fewer than three", "at most half of the",
)  # fmt: skip
_UNIVERSAL = ("every", "each", "all", "all the", "all of the")
#: The agent of a short passive, by the sort of its verb's subject.
_ANYONE = {"p": "person", "t": "animal"}
#: Who is meant by names.
_NAMES = {"Tom": 0, "Mary": 1, "Kim": 2}


class Fragment:
    """Meanings of sentences in models of some size.

    Args:
        persons, things, worlds: how many there are; with one world nothing may be possible that is
            not so.
        exact: whether to try all models, and not a sample. What a sample refutes is refuted; what
            it does not may still be.
    """

    def __init__(
        self, persons: int = 3, things: int = 3, worlds: int = 1, *, exact: bool = False
    ) -> None:
        self.models: Models | Sample = Models(Sizes()) if exact else Sample()
        self.size = {"p": persons, "t": things}
        self.worlds = worlds
        self._reading: Mapping[str, bool] = {}
        self._used: set[str] = set()
        self._held: list[Any] = []
        #: Whether a definite description is of a subject, and the description.
        self._described: set[tuple[bool, str]] = set()
        self._described_in: dict[Sentence, frozenset[tuple[bool, str]]] = {}
        self._known: dict[Sentence, tuple[frozenset[str], dict[tuple[bool, ...], Meaning]]] = {}

    def label(self, premise: Sentence, hypothesis: Sentence) -> frozenset[str]:
        """The labels of a pair, in all readings; none where the premise cannot be true."""
        found = set()
        for reading in self._choices(premise, hypothesis):
            true, h = self._pair(premise, hypothesis, reading)
            both, alone = true & h, true & ~h
            if both or alone:
                found.add(
                    "neutral" if both and alone else "entailment" if both else "contradiction"
                )
        return frozenset(found)

    def _choices(self, premise: Sentence, hypothesis: Sentence) -> Iterator[dict[str, bool]]:
        names = self.readings(premise) | self.readings(hypothesis)
        if self._described_in[premise] == self._described_in[hypothesis]:
            names -= {"coreferent"}
        told = self._described_in[premise]
        new = self._described_in[hypothesis] - told
        if {place for place, _ in told} & {place for place, _ in new}:
            names -= {"presupposed"}  # it may be what the premise calls otherwise
        for choice in itertools.product((True, False), repeat=len(names)):
            yield {"coreferent": True, "presupposed": True} | dict(
                zip(sorted(names), choice, strict=True)
            )

    def _pair(
        self, premise: Sentence, hypothesis: Sentence, reading: dict[str, bool]
    ) -> tuple[Any, Any]:
        """In which models the premise is true, and the hypothesis.

        All that both take for granted holds; none where one of them can never be true, or false.
        """
        p = self.meaning(premise, reading | {"coreferent": True})
        h = self.meaning(hypothesis, reading)
        held = p.held & h.held
        if not h.value.true & held or not held & ~h.value.true:
            return self.models.false, self.models.false
        return p.value.true & held, h.value.true

    def counterexample(self, premise: Sentence, hypothesis: Sentence, answer: str) -> str:
        """What is true in a model against an answer, in the first reading that has one."""
        assert isinstance(self.models, Models)
        for reading in self._choices(premise, hypothesis):
            true, h = self._pair(premise, hypothesis, reading)
            against = true & h if answer == "contradiction" else true & ~h
            if answer != "neutral" and against:
                found = sorted(self.models.witness(against))
                return "true in a model: " + ", ".join(f"{name}{who}" for _, name, who in found)
        return "no model is for it"

    def prepare(self, sentences: Iterable[Sentence]) -> None:
        """Ask for all atoms, so that those of one individual lie together (as diagrams should)."""
        models, self.models = self.models, _Listing()  # type: ignore[assignment]
        for sentence in sentences:
            for value in (True, False):
                self._evaluate(sentence, dict.fromkeys(READINGS, value))
        asked = self.models.asked  # type: ignore[attr-defined]
        self.models = models
        if isinstance(models, Models):
            for key in sorted(asked, key=_order):
                models.atom(*key)

    def readings(self, sentence: Sentence) -> frozenset[str]:
        """The names of the choices in which readings of a sentence differ."""
        if sentence not in self._known:
            names = self._evaluate(sentence, dict.fromkeys(READINGS, True))[1]
            self._known[sentence] = names, {}
            self._described_in[sentence] = frozenset(self._described)
        return self._known[sentence][0]

    def meaning(self, sentence: Sentence, reading: Mapping[str, bool]) -> Meaning:
        names = sorted(self.readings(sentence))
        known = self._known[sentence][1]
        key = tuple(reading[name] for name in names)
        if key not in known:
            known[key] = self._evaluate(sentence, dict.fromkeys(READINGS, True) | dict(reading))[0]
        return known[key]

    def _evaluate(
        self, sentence: Sentence, reading: Mapping[str, bool]
    ) -> tuple[Meaning, frozenset[str]]:
        self._reading, self._used, self._held, self._described = reading, set(), [], set()
        value = self.sentence(sentence, 0)
        held = reduce(and_, self._held, self.models.true)
        return Meaning(value, held), frozenset(self._used)

    def _is(self, name: str) -> bool:
        self._used.add(name)
        return self._reading[name]

    # --- sentences ---------------------------------------------------------------------------

    def sentence(self, it: Sentence, w: int) -> Value:
        match it:
            case Clause():
                return self.clause(it, w)
            case Denied(_, clause):
                return ~self.sentence(clause, w)
            case Framed(words, clause):
                return self.everywhere(words, (), w, lambda v: self.sentence(clause, v), str(it))
            case Conditional(word, condition, clause):
                return self.conditional(word, condition, clause, w)
            case Compound(joint, first, second):
                one, other = self.sentence(first, w), self.clause(second, w)
                if joint == "or":
                    return one | other
                opaque = joint == "because" and not self._is("closed")
                return one & other & (self.atom(str(it), (w,)) if opaque else self.true)
            case Attitude():
                return self.noun(it.subject, w, "subject", lambda x: self.attitude(it, x, w))

    def conditional(self, word: str, condition: Clause, clause: Clause, w: int) -> Value:
        sign = word == "unless"

        def follows(v: int) -> Value:
            one = self.clause(condition, v)
            return (one if sign else ~one) | self.clause(clause, v)

        if not self._is("strict"):
            return follows(w)
        return self.everywhere("possible", (), w, follows, "", reflexive=True)

    def attitude(self, it: Attitude, x: int, w: int) -> Value:
        says = ATTITUDES[it.verb].says
        inner = lambda v: self.clause(it.clause, v)  # noqa: E731
        key = (it.subject.sort, x)
        holds = self.everywhere(it.verb, key, w, inner, str(it.clause), reflexive="+" in says)
        if says == "doubt":
            holds = self.everywhere(it.verb, key, w, lambda v: ~inner(v), str(it.clause))
        if it.wrongly:
            holds &= ~inner(w)
        if says.startswith("+"):
            holds &= inner(w)
        if it.negated:
            holds = ~holds
        if says == "+/+" or (says == "+/?" and self._is("projects")):
            holds = holds.where(inner(w))
        return holds

    def clause(self, it: Clause, w: int) -> Value:
        subject, verb = it.subject, it.verb
        if it.form == "there":
            return self.noun(subject, w, "there", lambda _: self.true)
        if it.form == "cleft":
            value = self.noun(subject, w, "subject", lambda x: self.verb(verb, x, w))
            return value & self.atom(str(it), (w,)) if self._is("exhaustive") else value
        if it.form != "plain":
            return self.passive(it, w)

        def low(denied: bool) -> Value:
            what = verb._replace(negation="") if denied else verb
            return self.noun(subject, w, "subject", lambda x: self.verb(what, x, w))

        # What is downward entailing has a negation below it (Beghelli and Stowell 1997).
        quantified = not subject.is_name and subject.quantifier not in _ABOVE_NEGATION
        if verb.negation and quantified and self._is("inverse"):
            return ~low(True)
        return low(False)

    def passive(self, it: Clause, w: int) -> Value:
        verb = it.verb
        assert verb.object is not None
        patient = verb.object
        agent = (
            it.subject if it.form == "passive" else NounPhrase("a", _ANYONE[VERBS[verb.verb].sort])
        )
        others = it.form == "short passive"
        if verb.place and it.form == "passive" and not agent.is_name and not self._is("low"):
            agent, verb = agent._replace(phrase=Phrase(verb.place)), verb._replace(place="")
        plain = verb._replace(object=None, negation="")
        if not others and agent.quantifier in _UPWARD and self._is("inverse"):
            return self.clause(it._replace(subject=agent, verb=verb, form="plain"), w)

        def done(y: int) -> Value:
            by_agent = self.noun(agent, w, "subject", lambda x: self.event(plain, (x, y), w))
            return by_agent | self.event(plain, (_OTHER, y), w) if others else by_agent

        denied = (lambda y: ~done(y)) if verb.negation else done
        return self.noun(patient, w, "object", denied)

    # --- verbs -------------------------------------------------------------------------------

    def verb(self, it: VerbPhrase, x: int, w: int) -> Value:
        """What a verb phrase says of somebody."""
        if it.modal and (it.modal != "may" or self._is("epistemic")):  # above a negation
            return self.modal(it.modal, it._replace(modal=""), x, w)
        if it.negation == "never":
            bare = it._replace(negation="")
            return ~self.verb(bare, x, w) & ~self.verb(bare, x, w + self.worlds)
        if it.negation:
            return ~self.verb(it._replace(negation=""), x, w)
        if it.modal:
            return self.modal(it.modal, it._replace(modal=""), x, w)
        if it.operator:
            return self.operator(it, it._replace(operator=""), x, w)
        found = self.transitive(it, x, w)
        if it.other is not None:
            other = self.verb(it.other, x, w)
            found = found | other if it.joint == "or" else found & other
        if it.without is not None:
            found &= ~self.verb(it.without, x, w)
        return found

    def modal(self, word: str, bare: VerbPhrase, x: int, w: int) -> Value:
        says = lambda v: self.verb(bare, x, v)  # noqa: E731
        if word == "must":
            if self._is("epistemic"):
                return self.everywhere("possible", (), w, says, "", reflexive=True)
            return self.everywhere("ideal", (), w, says, "")
        return ~self.everywhere("possible", (), w, lambda v: ~says(v), "", reflexive=True)

    def operator(self, it: VerbPhrase, bare: VerbPhrase, x: int, w: int) -> Value:
        says = OPERATORS[it.operator].says
        done = self.verb(bare, x, w)
        sort = VERBS[it.verb].sort
        if says == "+":
            return done
        if says == "-":
            return ~done
        if says == "begin":
            if not it.object and self._is("telic"):
                return done
            return done | self.verb(bare, x, w + 2 * self.worlds)  # under way
        whole = str(bare)
        if says == "-o":
            planned = self.everywhere(
                it.operator, (sort, x), w, lambda v: ~self.verb(bare, x, v), whole
            )
            return planned & ~done
        return self.everywhere(it.operator, (sort, x), w, lambda v: self.verb(bare, x, v), whole)

    def transitive(self, it: VerbPhrase, x: int, w: int) -> Value:
        if it.object is None:
            return self.event(it, (x,), w)
        if it.place and not it.object.is_name and not self._is("low"):
            last = it.object.other or it.object
            of = last._replace(phrase=Phrase(it.place))
            if it.object.other is not None:
                of = it.object._replace(other=of)
            it = it._replace(object=of, place="")
        return self.noun(it.object, w, "object", lambda y: self.event(it, (x, y), w))

    def event(self, it: VerbPhrase, who: tuple[int, ...], w: int) -> Value:
        sorts = VERBS[it.verb].sort
        found = self.atom(f"{sorts} {it.verb}", (*who, w))
        for extra in (it.adverb, it.place, it.time):
            if extra:
                found &= self.atom(f"{sorts} {it.verb} {extra}", (*who, w))
        return found

    # --- nouns -------------------------------------------------------------------------------

    def noun(self, it: NounPhrase, w: int, role: str, scope: Scope) -> Value:
        if it.is_name:
            return scope(_NAMES[it.noun])
        if it.other is not None:
            one = self.noun(it._replace(other=None), w, role, scope)
            other = self.noun(it.other, w, role, scope)
            if it.joint == "or":
                return one | other
            homogeneous = Value(one.true & other.true, one.false & other.false)
            return homogeneous if self._is("homogeneous") else one & other
        word = it.quantifier
        if word == "the":
            return self.definite(it, w, role, scope)
        domain = range(self.size[it.sort])
        kinds = [self.restriction(it, i, w) for i in domain]
        both = [(kind, scope(i)) for i, kind in zip(domain, kinds, strict=True)]
        if (role != "there" or word in _UNIVERSAL) and word not in ("a", "some", "two", "three"):
            self._held.append(self.at_least(1, kinds).true)
        if it.exception:
            who = _NAMES[it.exception]
            rest = [pair for i, pair in enumerate(both) if i != who]
            mine = both[who][1] if word.startswith("no") else ~both[who][1]
            return kinds[who] & mine & self.quantified(word, rest)
        return self.quantified(word, both)

    def definite(self, it: NounPhrase, w: int, role: str, scope: Scope) -> Value:
        """What is said of the one that a description is of, which is that of the other sentence."""
        self._described.add((role == "subject", str(it)))
        apart = not self._is("coreferent")
        one = ((role == "subject") + apart) % self.size[it.sort]
        fits = self.restriction(it, one, w)
        if not self._is("presupposed"):
            self._held.append(fits.true)
        return scope(one).where(fits)

    def restriction(self, it: NounPhrase, i: int, w: int) -> Value:
        found = self.kind(it.noun, i, w)
        if it.adjective:
            found &= self.atom(f"{it.sort} {it.adjective}", (i, w))
        if it.phrase is not None:
            name = f"{it.sort} {it.phrase.text}"
            inner = it.phrase.noun
            if inner is None:
                found &= self.atom(name, (i, w))
            else:
                found &= self.noun(inner, w, "there", lambda y: self.atom(name, (i, y, w)))
        if it.relative is not None:
            found &= self.relative(it.relative, i, w)
        return found

    def relative(self, it: Relative, i: int, w: int) -> Value:
        if it.subject is None:
            return self.verb(it.verb, i, w)
        bare = it.verb._replace(negation="")
        done: Scope = lambda x: self.event(bare, (x, i), w)  # noqa: E731
        said: Scope = (lambda x: ~done(x)) if it.verb.negation else done
        return self.noun(it.subject, w, "there", said)

    def kind(self, name: str, i: int, w: int) -> Value:
        noun = NOUNS[name]
        found = self.true if name == "person" else self.atom(f"{noun.sort} {name}", (i, w))
        for other, each in NOUNS.items():
            if each.apart == name:
                found &= ~self.atom(f"{noun.sort} {other}", (i, w))
        return found & self.kind(noun.above, i, w) if noun.above else found

    def quantified(self, word: str, both: Sequence[tuple[Value, Value]]) -> Value:
        """What a determiner says of those of a kind, and of what is said of each."""
        some = [kind & said for kind, said in both]
        none = [kind & ~said for kind, said in both]
        n = lambda number: self.at_least(number, some)  # noqa: E731
        match word.removesuffix(":pl"):
            case "a" | "some" | "some of the":
                return n(1)
            case "every" | "each" | "all" | "all the" | "all of the":
                return ~self.at_least(1, none)
            case "no" | "none of the" | "not a" | "not a single":
                return ~n(1)
            case "not every" | "not all":
                return self.at_least(1, none)
            case "the":  # of several: all or none
                every, any_of = ~self.at_least(1, none), n(1)
                return Value(every.true, any_of.false)
            case "two" | "three" | "two of the":
                number = 3 if word == "three" else 2
                return n(number) & ~n(number + 1) if self._is("exact") else n(number)
            case "a few":
                return n(2 if self._is("many") else 1)
            case "several" | "at least two" | "more than one":
                return n(2)
            case "at least three":
                return n(3)
            case "at most two" | "fewer than three":
                return ~n(3)
            case "at most one":
                return ~n(2)
            case "exactly two":
                return n(2) & ~n(3)
            case "exactly one":
                return n(1) & ~n(2)
            case "many":
                return n(3 if self._is("many") else 2)
            case "few" | "hardly any":
                less = ~n(3 if self._is("many") else 2)
                return less & n(1) if self._is("few") else less
            case "all but one of the":
                return self.at_least(1, none) & ~self.at_least(2, none) & n(1)
            case "most" | "most of the" | "more than half of the":
                return self.compared(some, none, lambda a, b: a > b)
            case "at most half of the":
                return self.compared(some, none, lambda a, b: a <= b)
            case "exactly half of the":
                return self.compared(some, none, lambda a, b: a == b)
        raise KeyError(word)

    def at_least(self, number: int, values: Sequence[Value]) -> Value:
        models = self.models
        sure = _counts([each.true for each in values], number, models)
        possible = _counts([~each.false for each in values], number, models)
        return Value(sure, ~possible)

    def compared(
        self, some: Sequence[Value], none: Sequence[Value], test: Callable[[int, int], bool]
    ) -> Value:
        """By how many do something and how many do not; of these it is true or false."""
        found = self.models.false
        sizes = range(len(some) + 1)
        exactly = {
            (name, k): _counts([v.true for v in values], k, self.models)
            & ~_counts([v.true for v in values], k + 1, self.models)
            for name, values in (("some", some), ("none", none))
            for k in sizes
        }
        for a, b in itertools.product(sizes, repeat=2):
            if test(a, b):
                found |= exactly["some", a] & exactly["none", b]
        return Value(found, ~found)

    # --- atoms -------------------------------------------------------------------------------

    @property
    def true(self) -> Value:
        return Value(self.models.true, self.models.false)

    def atom(self, name: str, numbers: tuple[int, ...]) -> Value:
        found = self.models.atom("", name, numbers)
        return Value(found, ~found)

    def everywhere(
        self,
        name: str,
        who: tuple[object, ...],
        w: int,
        says: Callable[[int], Value],
        whole: str,
        *,
        reflexive: bool = False,
    ) -> Value:
        """What holds in all worlds that are reached from one; some are.

        Args:
            whole: what is said, where it may be about these words and no others.
        """
        if whole and not self._is("closed"):
            return self.atom(f"{name} {who} {whole}", (w,))
        relation = f"{name} {who}"
        reached = [
            self.true if reflexive and v == w else self.atom(relation, (w, v))
            for v in range(self.worlds)
        ]
        self._held.append(self.at_least(1, reached).true)
        return reduce(
            Value.__and__, (~there | says(v) for v, there in enumerate(reached)), self.true
        )


class Sample:
    """Some thousand models drawn at random; a truth is a number with a bit for each.

    What one predicate is true of, is true of few in some of them, of many in others.
    """

    true, false = (1 << MODELS) - 1, 0

    def atom(self, owner: str, name: str, numbers: tuple[int, ...]) -> int:
        return _drawn(name, numbers)

    def choose(self, where: int, yes: int, no: int) -> int:
        return (where & yes) | (~where & no)


@cache
def _drawn(name: str, numbers: tuple[int, ...]) -> int:
    often, seldom = _bits(f"{name} often"), _bits(f"{name} seldom")
    one, two, three = (_bits(f"{name}{numbers}{k}") for k in range(3))
    return (
        (often & (one | two | three))
        | (~often & seldom & one & two & three)
        | (~often & ~seldom & one)
    )


def _bits(seed: str) -> int:
    return random.Random(seed).getrandbits(MODELS)


class _Any:
    """Stands for every truth while atoms are listed."""

    def __and__(self, other: object) -> _Any:
        return self

    __or__ = __and__

    def __invert__(self) -> _Any:
        return self


class _Listing:
    """Models that only note which atoms they are asked for."""

    true = false = _Any()

    def __init__(self) -> None:
        self.asked: dict[Key, None] = {}

    def atom(self, owner: str, name: str, numbers: tuple[int, ...]) -> _Any:
        self.asked[owner, name, numbers] = None
        return self.true

    def choose(self, *_: object) -> _Any:
        return self.true


def _order(key: Key) -> tuple[object, ...]:
    """World by world; things first, then each person with what it does to them."""
    _, name, numbers = key
    if not name.startswith(("p ", "t ")):
        return numbers[-2:-1] or numbers, 2, numbers, name
    return numbers[-1:], name[0] == "p", numbers[:1], len(numbers), numbers, name


def _counts(truths: Sequence[Any], number: int, models: Models | Sample) -> Any:
    """In which models at least so many of some things are true."""
    reached = [models.true, *[models.false] * number]
    for each in truths:
        for k in range(number, 0, -1):
            reached[k] = models.choose(each, reached[k - 1] | reached[k], reached[k])
    return reached[number]


def sizes(sentences: Iterable[Sentence]) -> tuple[int, int, int]:
    """Persons, things and worlds that models of some sentences need."""
    text = str(list(sentences))
    words = (*ATTITUDES, *OPERATORS, "may", "might", "must")
    intensional = any(f"'{word}'" in text for word in words)
    intensional |= any(f"{name}(" in text for name in ("Framed", "Conditional"))
    counted = "'chase'" in text or any(
        f"'{word}'" in text for word in DETERMINERS if word not in UNCOUNTED
    )
    binary = "object=N" in text.replace("object=None", "") or "noun=NounPhrase" in text
    if intensional:
        return (2, 3 if "'chase'" in text else 2, 2) if binary else (3, 3, 2)
    return (3, 4 if counted else 2, 1) if binary else (4, 4, 1)
