"""The composer: the state of one composition, and the entry points that find constructions.

A construction composes the dependents of its word through the composer (``c.noun_phrase``,
``c.clause``, ``c.modifiers`` ...) and does not refer to other constructions.
"""

from collections.abc import Sequence
from typing import Any

from litgen.engines.dependency.clauses import SUBJECTS, Clause, Sentence
from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.graph import SINGULAR, Graph, Properties, Proposition
from litgen.engines.dependency.composition.lexicon import Lexicon
from litgen.engines.dependency.composition.registry import Table
from litgen.engines.dependency.composition.relations import Conjunct, conjuncts
from litgen.tables import rules_table
from litgen.trees.words import Span, Word, extent

#: Tables of constructions by result; the composer's methods of the same names show the arguments.
noun_phrase: Table[str] = Table("noun_phrase")
predicate: Table[str] = Table("predicate")
argument: Table[str] = Table("argument")
verb: Table[str] = Table("verb")
be: Table[str] = Table("be")
clause: Table[Proposition] = Table("clause")
scope: Table[Proposition] = Table("scope")
#: Modifier constructions by host; each returns an event that can be coordinated, or None.
MODIFIERS: dict[str, Table[str | None]] = {
    host: Table(f"modifier.{host}") for host in rules_table("semantics/constructions")["modifier"]
}
_COORDINATORS = rules_table("semantics/conjunctions")["coordinator"]


class Composer(Graph):
    """The state that constructions share during the composition of one sentence.

    Attributes:
        events, referents, joined: as in ``Analysis``.
        known: by token index, the variable already composed, such as a shared subject or a
            relative pronoun's antecedent.
        gaps: by (token index of a verb or preposition, role), the variable that fills the gap.
        pending: clauses without an attachment, which are joined to the root at the end.
        deferred: scopal adverbs and adverbial clauses that are not yet composed.
    """

    def __init__(self, sentence: Sentence, lexicon: Lexicon) -> None:
        super().__init__()
        self.lexicon = lexicon
        self.words = sentence.words
        self.clauses: dict[int, Clause] = dict(sentence.by_head)
        self.events: dict[int, str] = {}
        self.referents: dict[int, str] = {}
        self.joined: dict[int, str] = {}
        self.known: dict[int, str] = {}
        self.gaps: dict[tuple[int, str], str] = {}
        self.pending: list[Proposition] = []
        self.deferred: list[Word] = []

    def noun_phrase(self, word: Word, alone: bool = False) -> str:
        """Compose a noun phrase and return its referent; ``alone`` omits other conjuncts."""
        known = self.known.get(word.i)
        if known is not None:
            self.covered.add(word.i)
            return known
        row = noun_phrase.take(self, word, alone)
        referent = row.build(self, word)
        if not row.whole:
            self.known[word.i] = self.referents[word.i] = referent
        return referent

    def predicate(
        self, word: Word, subject: str, label: str, properties: Properties, alone: bool = False
    ) -> str:
        """Compose a phrase of any category as a predicate of ``subject``; return its event."""
        return predicate.take(self, word, alone).build(self, word, subject, label, properties)

    def argument(self, word: Word) -> str:
        """Compose a subject or prepositional object; return a referent or the hole of a clause."""
        row = argument.find(self, word)
        return self.noun_phrase(word) if row is None else row.build(self, word)

    def clause(self, word: Word, subject: str = "", alone: bool = False, **how: Any) -> Proposition:
        """Compose a clause with the clauses coordinated with it.

        Args:
            subject: variable of a subject that is expressed elsewhere, such as a controller.
            alone: whether to omit the coordinated clauses.
            how: further arguments of ``clauses.simple``.
        """
        return clause.take(self, word, alone).build(self, word, subject, **how)

    def info(self, word: Word) -> Clause:
        """Return the clause that a word heads, or else a clause without a verb group."""
        return self.clauses.get(word.i) or Clause(word.i, "complement")

    def verb_phrase(self, word: Word, subject: str, label: str, properties: Properties) -> str:
        """Compose a verb or *be* with its arguments and return its event."""
        row = (be if word.lemma == "be" else verb).take(self, word)
        return row.build(self, word, subject, label, properties)

    def subject(self, word: Word) -> str:
        """Compose a clause's own subject and return its variable; empty for an expletive."""
        for d in word.of(*SUBJECTS):
            if d.dep != "expl" and not (d.lower == "it" and relations.is_empty_it(word)):
                return self.argument(d)
            self.cover(d)
        return ""

    def scope(self, core: Proposition, word: Word, force: str) -> Proposition:
        """Put a clause under a scopal adverb, or combine it with an adverbial clause."""
        return scope.take(self, word).build(self, core, word, force)

    def modifiers(self, word: Word, hosts: str, target: str, label: str) -> None:
        """Compose the remaining dependents of a word with the tables of ``hosts``, in order."""
        for host in hosts.split():
            for d in word.dependents:
                if d.i not in self.covered:
                    self.modifier(d, host, target, label)

    def modifier(self, word: Word, host: str, target: str, label: str, role: str = "") -> None:
        """Compose a modifier with its conjuncts, if one of the host's constructions applies to it.

        ``role`` replaces the word's label. Other conjuncts take the label of ``word``; a word to
        which no construction applied takes ``left``.
        """
        clausal = host == "clause"  # a coordination here would look like coordinated verbs
        items, events = [], []
        for item in conjuncts(word):
            sister = item.word is not word
            own = host == "form" or (clausal and item.word.pos in relations.VERBAL)
            if sister and (own or item.word.i in self.covered):
                continue
            as_label = role or (word.dep if sister else "")
            row = MODIFIERS[host].find(self, item.word, role=as_label)
            event = row.build(self, item.word, target, label) if row else None
            if event is not None:
                items.append(item)
                events.append(event)
            elif not sister:
                return
        if len(items) > 1 and not clausal:
            self.join(items, events, label, self.variables[events[0]])

    def join(
        self, items: Sequence[Conjunct], variables: Sequence[str], label: str,
        properties: Properties,
    ) -> str:  # fmt: skip
        """Join conjuncts from the right, two at a time, and return the variable of the whole.

        A coordination of events has the label ``label``; a coordination of things has its own label
        and a quantifier.
        """
        end, right = extent(items[-1].word)[1], variables[-1]
        for left, item, following in zip(
            variables[-2::-1], items[-2::-1], items[:0:-1], strict=True
        ):
            predicate, span = "implicit_conj", (extent(following.word)[0], end)
            if following.coordinator is not None:
                predicate, span = self.coordinator(following.coordinator)
            whole = self.variable("e" if label else "x", properties)
            here = label or self.handle()
            if not label:
                self.quantify("udef_q", (extent(item.word)[0], end), whole, here)
            self.add(predicate, span, here, whole, ARG1=left, ARG2=right)
            right = whole
        return right

    def coordinator(self, word: Word) -> tuple[str, Span]:
        """Return the predicate of a coordinator and the span of its words, such as *as well as*."""
        parts = (word, *(d for d in word.dependents if d.pos != "PUNCT"))
        words = sorted(parts, key=lambda each: each.i)
        self.cover(*words)
        phrases = (" ".join(each.lower for each in words), word.lower)
        predicates = (_COORDINATORS[each]["predicate"] for each in phrases if each in _COORDINATORS)
        return next(predicates, "_and_c"), (words[0].start, words[-1].end)

    def start(self, word: Word, properties: Properties = SINGULAR) -> tuple[str, str]:
        """Begin a noun phrase; return its referent and the label of its noun."""
        referent = self.known[word.i] = self.variable("x", properties)
        return referent, self.handle()

    def pronoun(
        self, noun: str, quantifier: str, word: Word, properties: Properties = SINGULAR
    ) -> tuple[str, str]:
        """Add the noun and the quantifier of one word; return the referent and the noun's label."""
        self.covered.add(word.i)
        referent = self.known[word.i] = self.thing(noun, quantifier, word.span, properties)
        return referent, self.heads[referent].label

    def cover(self, *words: Word | None) -> None:
        self.covered.update(word.i for word in words if word is not None)

    def over(
        self, core: Proposition, predicate: str, word: Word, properties: Properties
    ) -> tuple[str, str]:
        """Add an operator over a clause; return the operator's label and event."""
        label, event = self.handle(), self.event(properties)
        self.add(predicate, word, label, event, ARG1=self.qeq(core.top))
        return label, event

    def fill_gap(self, verb: Word, referent: str) -> bool:
        """Let ``referent`` fill the gap of a clause; return whether the clause has a gap."""
        if (place := relations.gap(verb)) is not None:
            self.gaps[place] = referent
        return place is not None
