"""From a parsed sentence to its MRS, with the words that its variables stand for."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from litgen.engines.dependency.composition import coverage, leftovers
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.constructions.clauses import clause
from litgen.engines.dependency.composition.graph import Proposition
from litgen.engines.dependency.composition.lexicon import Lexicon
from litgen.exceptions import EngineError

if TYPE_CHECKING:
    from delphin.mrs import MRS

    from litgen.engines.dependency.clauses import Sentence
    from litgen.engines.dependency.composition.semi import SemI


class NotBuilt(EngineError):
    """A sentence for which no well-formed, connected MRS was found; the message says why."""


class Built(NamedTuple):
    """An MRS and the words its variables stand for.

    Attributes:
        mrs: well-formed and connected.
        events: head of a clause -> variable of its event; of a copular clause, *be* -> the
            predicate's event.
        referents: head of a noun phrase -> its variable; in a coordination each conjunct's own.
        groups: first conjunct -> variable of the coordination.
        uncovered: indices of content words that no elementary predication stands for.
    """

    mrs: MRS
    events: dict[int, str]
    referents: dict[int, str]
    groups: dict[int, str]
    uncovered: tuple[int, ...]


def build(sentence: Sentence, semi: SemI | None = None) -> Built:
    """Compose the MRS of a parsed sentence.

    Args:
        semi: the ERG's semantic interface, for its sense names and frames.

    Raises:
        NotBuilt: no well-formed, connected MRS was found.

    Example:
        *The dog barked.* has ``_the_q``, ``_dog_n_1`` and ``_bark_v_1`` (TENSE past, ARG1 the dog).
    """
    composer = Composer(sentence, _lexicon(semi))
    roots = [w for w in composer.words if w.dep == "ROOT"]  # one per sentence of the string
    if not roots:
        raise NotBuilt("no root")
    if any(root.pos not in ("VERB", "AUX") for root in roots):
        raise NotBuilt("no verb")
    main, *others = [clause(composer, root) for root in roots]
    composer.pending.extend(others)
    for part in composer.pending:
        main = _also(composer, main, part)
    main = leftovers.attach(composer, main)
    mrs = composer.graph.finish(main)
    reason = coverage.fault(mrs)
    if reason:
        raise NotBuilt(reason)
    return Built(
        mrs,
        composer.events,
        composer.referents,
        composer.groups,
        coverage.uncovered(composer),
    )


@lru_cache(maxsize=4)
def _lexicon(semi: SemI | None) -> Lexicon:
    return Lexicon(semi)


def _also(composer: Composer, main: Proposition, part: Proposition) -> Proposition:
    graph = composer.graph
    graph.merge(part.top, main.top)
    event = graph.event(graph.variables.get(main.event, {}))
    graph.add("implicit_conj", (0, composer.words[-1].end), main.top, event,
              ARG1=main.head, ARG2=part.head)  # fmt: skip
    return Proposition(main.top, event, main.label, main.event)
