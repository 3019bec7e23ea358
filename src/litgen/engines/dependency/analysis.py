"""A sentence analysed: its tree, its clauses, its MRS, and which words stand for what."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from litgen.engines.dependency.builder import Built
from litgen.engines.dependency.clauses import Sentence
from litgen.engines.dependency.features import Features
from litgen.engines.dependency.plan import Plan
from litgen.engines.dependency.planning import read_plan

if TYPE_CHECKING:
    from delphin.mrs import MRS


@dataclass
class Analysis:
    """A sentence with the MRS built of it.

    Attributes:
        heads: variable -> token index of the head of the phrase that it stands for; that of a
            coordination stands for the whole coordination.
    """

    sentence: Sentence
    built: Built
    heads: dict[str, int] = field(init=False)
    source_plan: Plan | None = None

    def __post_init__(self) -> None:
        self.heads = {variable: index for index, variable in self.built.referents.items()}
        self.heads.update({variable: index for index, variable in self.built.groups.items()})

    @property
    def mrs(self) -> MRS:
        """The MRS of the sentence."""
        return self.built.mrs

    @property
    def events(self) -> dict[int, str]:
        """Head of a clause -> variable of its event."""
        return self.built.events

    def variable(self, token: int) -> str | None:
        """The variable of the phrase that a token heads; of the whole of a coordination."""
        return self.built.groups.get(token) or self.built.referents.get(token)

    @cached_property
    def features(self) -> Features:
        """What guards ask about the sentence."""
        return Features(self.sentence)

    @property
    def plan(self) -> Plan:
        """The plan that the unedited MRS makes; read once."""
        if self.source_plan is None:
            self.source_plan = read_plan(self, self.mrs)
        return self.source_plan
