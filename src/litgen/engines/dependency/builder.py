"""From a parsed sentence to its MRS, with the words that its variables stand for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from litgen.engines.dependency.clauses import is_fragment
from litgen.engines.dependency.composition import (
    constructions,  # noqa: F401 - declares them
    leftovers,
)
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import FORCE, UNTENSED, Proposition
from litgen.engines.dependency.composition.lexicon import Lexicon
from litgen.exceptions import EngineError

if TYPE_CHECKING:
    from delphin.mrs import MRS

    from litgen.engines.dependency.clauses import Sentence
    from litgen.engines.dependency.composition.graph import Graph
    from litgen.engines.dependency.composition.semi import SemI
    from litgen.engines.dependency.words import Word

_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "PRON", "ADP", "SCONJ"))
_FUNCTION_TAGS = frozenset(("TO", "POS", "EX"))


class NotBuilt(EngineError):
    """A sentence for which no well-formed, connected MRS was found; the message says why."""


@dataclass
class Built:
    """An MRS and the words its variables stand for.

    Attributes:
        mrs: well-formed and connected.
        events: head of a clause -> variable of its event; of a copular clause, *be* -> the
            predicate's event.
        referents: head of a noun phrase -> its variable; in a coordination each conjunct's own.
        groups: first conjunct -> variable of the coordination.
        uncovered: indices of content words that no elementary predication stands for.
    """

    graph: Graph
    main: Proposition
    events: dict[int, str]
    referents: dict[int, str]
    groups: dict[int, str]
    uncovered: tuple[int, ...]

    @cached_property
    def mrs(self) -> MRS:
        """Made when it is asked for: of most candidates that are read back nobody does."""
        return self.graph.finish(self.main)

    def variable(self, token: int) -> str | None:
        """The variable of the phrase that a token heads; of the whole of a coordination."""
        return self.groups.get(token) or self.referents.get(token)


def build(sentence: Sentence, semi: SemI | None = None) -> Built:
    """Compose the MRS of a parsed sentence.

    Args:
        semi: the ERG's semantic interface, for its sense names and frames.

    Raises:
        NotBuilt: no well-formed, connected MRS was found.

    Example:
        *The dog barked.* has ``_the_q``, ``_dog_n_1`` and ``_bark_v_1`` (TENSE past, ARG1 the dog).
    """
    c = Composer(sentence, _lexicon(semi))
    roots = [w for w in c.words if w.dep == "ROOT"]  # one per sentence of the string
    if not roots:
        raise NotBuilt("no root")
    main, *others = [_main(c, root) for root in roots]
    c.pending.extend(others)
    for part in c.pending:
        main = _also(c, main, part)
    main = leftovers.attach(c, main)
    if not c.graph.is_well_formed(main.top):
        raise NotBuilt("not well-formed")
    uncovered = tuple(w.i for w in c.words if w.i not in c.covered and _is_content(w))
    return Built(c.graph, main, c.events, c.referents, c.groups, uncovered)


def _main(c: Composer, root: Word) -> Proposition:
    """A main clause, or a fragment, whose phrase the ERG has under ``unknown``."""
    if not is_fragment(root):
        return c.clause(root)
    label = c.graph.handle()
    if root.pos in ("NOUN", "PROPN", "PRON", "NUM"):
        said = c.noun_phrase(root)
    elif root.pos in ("ADP", "ADJ"):
        said = c.predicate(root, c.graph.variable(), label, UNTENSED)
        said = c.graph.variable("u") if root.pos == "ADP" else said
    else:
        raise NotBuilt("no verb")
    event = c.graph.event(FORCE)
    span = (c.words[0].start, c.words[-1].wide_end)
    c.graph.add("unknown", span, label, event, ARG=said)
    return Proposition(label, event, label, event)


@lru_cache(maxsize=4)
def _lexicon(semi: SemI | None) -> Lexicon:
    return Lexicon(semi)


def _also(c: Composer, main: Proposition, part: Proposition) -> Proposition:
    """Another clause beside the main one."""
    c.graph.merge(part.top, main.top)
    event = c.graph.event(c.graph.variables.get(main.event, {}))
    c.graph.add("implicit_conj", (0, c.words[-1].end), main.top, event,
                ARG1=main.head, ARG2=part.head)  # fmt: skip
    return Proposition(main.top, event, main.label, main.event)


def _is_content(word: Word) -> bool:
    if word.pos not in _CONTENT or word.dep == "expl" or word.tag in _FUNCTION_TAGS:
        return False
    if word.dep == "mark" and word.lower in ("that", "whether", "if", "for"):
        return False
    return any(character.isalnum() for character in word.text)
