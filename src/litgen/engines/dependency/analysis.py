"""A sentence analysed: its tree, its clauses, its MRS, and which words stand for what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from litgen.engines.dependency.builder import Built
from litgen.engines.dependency.clauses import Sentence
from litgen.engines.dependency.features import Features
from litgen.engines.dependency.groups import Group, read_group, skeletons
from litgen.mrs.scope import Scope
from litgen.mrs.skeleton import skeleton

if TYPE_CHECKING:
    from delphin.mrs import MRS

    from litgen.mrs.skeleton import Clause as ClauseSkeleton


@dataclass
class Analysis:
    """A sentence with the MRS composed of it; what edits and guards ask is read when asked for."""

    sentence: Sentence
    built: Built

    @property
    def mrs(self) -> MRS:
        """The MRS of the sentence."""
        return self.built.mrs

    @property
    def events(self) -> dict[int, str]:
        """Head of a clause -> variable of its event."""
        return self.built.events

    @cached_property
    def own_events(self) -> frozenset[str]:
        """The variables of the clauses' events."""
        return frozenset(self.built.events.values())

    @cached_property
    def copular_events(self) -> frozenset[str]:
        """The variables of what *be* has as its predicate."""
        clauses = self.sentence.by_head
        return frozenset(v for h, v in self.events.items() if h in clauses and clauses[h].copular)

    @cached_property
    def heads(self) -> dict[str, int]:
        """Variable -> token that heads its phrase; of a coordination, the head of the first."""
        found = {variable: index for index, variable in self.built.referents.items()}
        found.update({variable: index for index, variable in self.built.groups.items()})
        return found

    def variable(self, token: int) -> str | None:
        """The variable of the phrase that a token heads; of the whole of a coordination."""
        return self.built.groups.get(token) or self.built.referents.get(token)

    @cached_property
    def features(self) -> Features:
        """What guards ask about the sentence."""
        return Features(self.sentence)

    @cached_property
    def scope(self) -> Scope:
        """Look-up tables over the MRS."""
        return Scope(self.mrs)

    @cached_property
    def skeletons(self) -> dict[int, ClauseSkeleton]:
        """Head of a clause -> its skeleton in the MRS."""
        return skeletons(self.sentence, self.events, self.scope)

    @cached_property
    def groups(self) -> dict[int, Group]:
        """Head of a finite clause -> its verb group."""
        return {
            clause.head: read_group(self, clause, self.skeletons[clause.head], self.scope, True)
            for clause in self.sentence.clauses
            if clause.finite and clause.head in self.skeletons
        }

    @cached_property
    def main_events(self) -> tuple[str, ...]:
        """The events of the main clauses, in the order of their coordination."""
        clauses = skeleton(self.scope).clauses
        found = [clause.event for clause in clauses]
        root = self.events.get(self.sentence.root.head) if self.sentence.root else None
        passed = {o.event for clause in clauses for o in clause.operators}
        ep = self.scope.by_event.get(root or "")
        if ep is not None and root in self.copular_events - {*found, *passed}:
            if "_a_" in ep.predicate:  # *may be easy to read*, untensed, is taken for an adverb
                found[:1] = [ep.args["ARG0"]]
        return tuple(found)

    @cached_property
    def asks(self) -> bool:
        """The sentence is a question."""
        root, index = self.sentence.root, self.mrs.index
        asks = index is not None and self.scope.properties(index).get("SF") == "ques"
        return asks or (root is not None and root.question)
