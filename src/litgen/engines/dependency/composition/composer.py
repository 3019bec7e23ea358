"""The composer: the state of one composition, and the entry points that find constructions.

A construction is a function in a file of ``constructions/``; the words that it takes stand in
``rules/semantics/constructions.toml``. It composes what hangs on its word through the composer
(``c.noun_phrase``, ``c.clause``, ``c.modifiers`` ...) and knows no other construction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import SUBJECTS
from litgen.engines.dependency.composition import relations
from litgen.engines.dependency.composition.graph import (
    SINGULAR,
    UNTENSED,
    Graph,
    Predication,
    Properties,
    Proposition,
)
from litgen.engines.dependency.composition.registry import Table
from litgen.engines.dependency.composition.relations import (
    Conjunct,
    conjuncts,
    coordinator_predicate,
    coordinator_span,
    coordinator_words,
)
from litgen.engines.dependency.words import extent
from litgen.tables import rules_table

if TYPE_CHECKING:
    from litgen.engines.dependency.clauses import Clause, Sentence
    from litgen.engines.dependency.composition.lexicon import Lexicon
    from litgen.engines.dependency.words import Word


#: Word -> the referent of the noun phrase that it heads.
noun_phrase: Table[Callable[[Composer, Word], str]] = Table("noun_phrase")
#: Word, subject, label, properties -> the event of a phrase that is said of the subject.
predicate: Table[Callable[[Composer, Word, str, str, Properties], str]] = Table("predicate")
#: Word -> the referent, or the handle, of a phrase in the place of an argument.
argument: Table[Callable[[Composer, Word], str]] = Table("argument")
#: A verb, or *be*, with its arguments: word, subject, label, properties -> its event.
verb: Table[Callable[[Composer, Word, str | None, str, Properties], str]] = Table("verb")
be: Table[Callable[[Composer, Word, str | None, str, Properties], str]] = Table("be")
#: Verb, its arguments so far, whether it is passive -> the predicate that a complement selects.
complement: Table[Callable[[Composer, Word, dict[str, str], bool], str | None]] = Table(
    "complement"
)
#: Verb, subject, label, properties, force, whether its operators are composed -> the clause.
clause: Table[
    Callable[[Composer, Word, str | None, str, Properties | None, str, bool], Proposition]
] = Table("clause")
#: Clause, word, force -> the clause under a scopal adverb or a subordinator.
scope: Table[Callable[[Composer, Proposition, Word, str], Proposition]] = Table("scope")
#: Noun, referent, label: binds the referent.
binding: Table[Callable[[Composer, Word, str, str], None]] = Table("binding")

Modify = Callable[["Composer", "Word", str, str], str | None]
#: Modifiers by what they hang on: word, the variable modified, the label where they go -> an event
#: that may be coordinated with others, None where it may not.
MODIFIERS: dict[str, Table[Modify]] = {
    host: Table(f"modifier.{host}") for host in rules_table("semantics/constructions")["modifier"]
}


class Composer:
    """What the constructions share while one sentence is composed.

    Attributes:
        events, referents, joined: as in ``Analysis``.
        known: token index -> variable already composed for it, a shared subject or a relative
            pronoun's antecedent.
        gaps: (token index of a verb or preposition, role) -> variable of the gap's filler.
        covered: token indices for which a predication or a function in the grammar stands.
        pending: clauses that hang nowhere else; they are joined to the root at the end.
        deferred: scopal adverbs and adverbial clauses, until their clause takes them.
    """

    def __init__(self, sentence: Sentence, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.words = sentence.words
        self.clauses: dict[int, Clause] = dict(sentence.by_head)
        self.graph = Graph()
        self.events: dict[int, str] = {}
        self.referents: dict[int, str] = {}
        self.joined: dict[int, str] = {}
        self.known: dict[int, str] = {}
        self.gaps: dict[tuple[int, str], str] = {}
        self.covered: set[int] = set()
        self.pending: list[Proposition] = []
        self.deferred: list[Word] = []

    def noun_phrase(self, word: Word, alone: bool = False) -> str:
        """The referent of the noun phrase of a head; ``alone``: without its coordinated sisters."""
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
        """The event of a phrase of any category that is said of ``subject``, at a label."""
        return predicate.take(self, word, alone).build(self, word, subject, label, properties)

    def argument(self, word: Word) -> str:
        """A subject, or the object of a preposition: a referent, or the hole of a clause."""
        row = argument.find(self, word)
        return self.noun_phrase(word) if row is None else row.build(self, word)

    def clause(
        self,
        word: Word,
        subject: str | None = None,
        label: str = "",
        properties: Properties | None = None,
        force: str = "",
        alone: bool = False,
        operate: bool = True,
    ) -> Proposition:
        """Compose a clause with the clauses coordinated with it.

        Args:
            subject: variable of a subject that is not expressed in it: a relative clause's noun,
                a controller.
            label: where the main predicate goes; a fresh label without it.
            properties: of the main event, in place of those that the verb group says.
            force: SF, in place of what the order of words says.
            alone: without the coordinated clauses.
            operate: with its modal and its negation.
        """
        return clause.take(self, word, alone).build(
            self, word, subject, label, properties, force, operate
        )

    def verb_phrase(
        self, word: Word, subject: str | None, label: str, properties: Properties
    ) -> str:
        """A verb or *be* with its arguments, at a label: its event, which has ``properties``."""
        row = (be if word.lemma == "be" else verb).take(self, word)
        return row.build(self, word, subject, label, properties)

    def subject(self, word: Word) -> str | None:
        """The variable of a clause's own subject; nothing for an expletive."""
        for d in word.dependents:
            if d.dep == "expl":
                self.covered.add(d.i)
            elif d.dep in SUBJECTS:
                if d.lower == "it" and relations.is_empty_it(word):
                    self.covered.add(d.i)
                    continue
                return self.argument(d)
        return None

    def complement(self, word: Word, args: dict[str, str], passive: bool) -> str | None:
        """What a verb takes besides objects; the predicate that the first of them selects."""
        found = None
        for row in complement.rows:
            if row.takes(self, word, ""):
                selected = row.build(self, word, args, passive)
                found = found or selected
        return found

    def scope(self, core: Proposition, word: Word, force: str) -> Proposition:
        """A clause under a scopal adverb, or with an adverbial clause."""
        return scope.take(self, word).build(self, core, word, force)

    def bind(self, word: Word, referent: str, label: str, bare: str = "") -> None:
        """Bind the referent of a noun: by what determines it, or by the quantifier ``bare``."""
        if bare:
            self.graph.quantify(bare, extent(word), referent, label)
        else:
            binding.take(self, word).build(self, word, referent, label)

    def modifier(self, word: Word, host: str, target: str, label: str, role: str = "") -> None:
        """Compose a modifier of a variable; nothing where no construction of the host takes it.

        Args:
            role: taken for the word's label: that of the word it is coordinated with, or
                ``left`` where nothing else took it.
        """
        self._modify(MODIFIERS[host], word, target, label, role)

    def modifiers(self, word: Word, hosts: str, target: str, label: str) -> None:
        """Compose what hangs on a word and is not composed yet, by one host's table after another.

        Example:
            ``c.modifiers(word, "before after", dog, label)`` adds ``_old_a_1`` for *old*.
        """
        for host in hosts.split():
            for d in word.dependents:
                if d.i not in self.covered:
                    self._modify(MODIFIERS[host], d, target, label)

    def _modify(
        self, table: Table[Modify], word: Word, target: str, label: str, role: str = ""
    ) -> None:
        """Compose a modifier; with its coordinated sisters: *a black and white dog*."""
        row = table.find(self, word, role=role)
        event = row.build(self, word, target, label) if row else None
        if event is None or word.first("conj") is None:
            return
        clausal = table is MODIFIERS["clause"]  # where the skeleton takes a coordination for verbs
        items, events = [Conjunct(word, None)], [event]
        for item in conjuncts(word):
            verb_phrase = clausal and item.word.pos in relations.VERBAL
            if item.word.i not in self.covered and not verb_phrase:
                row = table.find(self, item.word, role=role or word.dep)
                other = row.build(self, item.word, target, label) if row else None
                if other is not None:
                    items.append(item)
                    events.append(other)
        if len(items) > 1 and not clausal:
            self.join(items, events, label, self.graph.variables[event])

    def join(
        self,
        items: Sequence[Conjunct],
        variables: Sequence[str],
        label: str,
        properties: Properties,
    ) -> str:
        """Join conjuncts from the right, two at a time, and return the variable of the whole.

        Args:
            label: where the coordination of events goes; each of things has a label of its own,
                and a quantifier.
            properties: of the coordination's variables.
        """
        end = extent(items[-1].word)[1]
        right = variables[-1]
        for left, item, following in zip(
            variables[-2::-1], items[-2::-1], items[:0:-1], strict=True
        ):
            coordinator = following.coordinator
            span = (extent(following.word)[0], end)
            if coordinator is not None:
                self.cover(*coordinator_words(coordinator))
                span = coordinator_span(coordinator)
            whole = self.graph.variable("e" if label else "x", properties)
            here = label or self.graph.handle()
            if not label:
                self.graph.quantify("udef_q", (extent(item.word)[0], end), whole, here)
            joined = coordinator_predicate(coordinator)
            self.graph.add(joined, span, here, whole, ARG1=left, ARG2=right)
            right = whole
        return right

    def start(self, word: Word, properties: Properties = SINGULAR) -> tuple[str, str]:
        """The referent of a noun phrase that begins, and the label of its noun."""
        referent = self.known[word.i] = self.graph.referent(properties)
        return referent, self.graph.handle()

    def cover(self, *words: Word) -> None:
        """Words that the composition has taken account of."""
        self.covered.update(word.i for word in words)

    def add(self, predicate: str, word: Word, label: str, arg0: str, /, **args: str) -> Predication:
        """Add the elementary predication of a word, spanning it."""
        self.covered.add(word.i)
        return self.graph.add(predicate, word.span, label, arg0, **args)

    def modify(
        self, predicate: str, word: Word, label: str, target: str,
        properties: Properties = UNTENSED, **args: str,
    ) -> str:  # fmt: skip
        """Add a predication of ``target`` for a word, and return its event."""
        event = self.graph.event(properties)
        self.add(predicate, word, label, event, ARG1=target, **args)
        return event

    def over(
        self, core: Proposition, predicate: str, word: Word, properties: Properties
    ) -> tuple[str, str]:
        """Add an operator over a clause, and return its label and its event."""
        label, event = self.graph.handle(), self.graph.event(properties)
        self.add(predicate, word, label, event, ARG1=self.graph.qeq(core.top))
        return label, event

    def fill_gap(self, verb: Word, referent: str) -> bool:
        """Find what a clause leaves out, and say whether there is such a place."""
        if (place := relations.gap(verb)) is not None:
            self.gaps[place] = referent
        return place is not None
