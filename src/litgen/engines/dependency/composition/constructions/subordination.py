"""What has scope over a clause: adverbs such as *probably*, adverbial clauses."""

from __future__ import annotations

from litgen.engines.dependency.composition.composer import Composer, modifier, scope
from litgen.engines.dependency.composition.graph import FORCE, Proposition, Span
from litgen.engines.dependency.composition.words import Word, extent
from litgen.lexicon import lemmas_with
from litgen.tables import rules_table

_SCOPAL = lemmas_with("scopal", "adverb")
_SUBORDINATORS = rules_table("semantics/conjunctions")["subordinator"]


def _over_clause(_: Composer, word: Word) -> bool:
    """*with his dog running*: a preposition over a clause."""
    inner = word.first("pcomp")
    return inner is not None and inner.pos == "VERB" and inner.first("nsubj") is not None


@modifier(
    "clause", 20, pos="VERB AUX",
    label="advcl ccomp xcomp parataxis relcl acl dep pcomp acomp advmod prep meta intj dobj "
          "npadvmod attr oprd",
)  # fmt: skip
@modifier("clause", 25, label="not neg", words=("with",), pos="ADP SCONJ", when=_over_clause)
@modifier("clause", 50, label="not prt neg", words=_SCOPAL, pos="ADV ADP PART")
@modifier("clause", 50, label="advmod", words=_SCOPAL, pos="ADJ SCONJ")
@modifier("clause", 90, label="advcl", pos="ADJ")
def defer(c: Composer, word: Word, target: str, label: str) -> None:
    """The clause takes these once its verb stands."""
    c.deferred.append(word)


@scope(90)
def scopal_adverb(c: Composer, core: Proposition, word: Word, force: str) -> Proposition:
    """*The dog probably barked*: ``_probable_a_1`` over the barking."""
    label = c.graph.handle()
    event = c.graph.event(FORCE)
    c.add(_SCOPAL[word.lower]["predicate"], word, label, event, ARG1=c.graph.qeq(core.top))
    c.modifiers(word, "degree", event, label)
    return core._replace(top=label)


@scope(10, pos="VERB AUX ADJ")
@scope(10, label="prep")
def subordinate(c: Composer, core: Proposition, word: Word, force: str) -> Proposition:
    """An adverbial clause: its subordinator over both clauses, ``subord`` where it has none."""
    inner = word.first("pcomp") if word.dep == "prep" else None
    if inner is not None:
        c.cover(word)
        predicate, span = "_with_x_subord", word.span
        word = inner
    else:
        predicate, span = _subordinator(c, word)
    if word.pos == "ADJ":
        top = c.graph.handle()
        c.predicate(word, c.graph.variable(), top, FORCE, alone=True)
    else:
        top = c.clause(word).top
    label = c.graph.handle()
    event = c.graph.event(FORCE if predicate == "subord" else {"SF": force})
    c.graph.add(predicate, span, label, event, ARG1=c.graph.qeq(core.top), ARG2=c.graph.qeq(top))
    return core._replace(top=label)


def _subordinator(c: Composer, word: Word) -> tuple[str, Span]:
    """The predicate of an adverbial clause's subordinator, and its span."""
    for mark in word.dependents:
        if mark.i > word.i or mark.i in c.covered or not (
            mark.dep == "mark" or (mark.dep == "advmod" and mark.tag == "WRB")
        ):  # fmt: skip
            continue
        c.cover(mark)
        if mark.lower in _COMPLEMENTISERS:
            continue
        before = [d for d in (*mark.dependents, *word.dependents) if d.i < mark.i]
        phrase = next((f"{b.lower} {mark.lower}" for b in before
                       if f"{b.lower} {mark.lower}" in _SUBORDINATORS), "")  # fmt: skip
        entry = _SUBORDINATORS.get(phrase or mark.lower)
        if phrase:
            c.cover(*before)
        start = before[0].start if phrase else mark.start
        return entry["predicate"] if entry else f"_{mark.lower}_x", (start, mark.end)
    info = c.clauses.get(word.i)
    if info is None or info.to is None or word.dep != "advcl":
        return "subord", extent(word)
    span = c.words[info.to].span
    order = next((d for d in word.dependents if d.lower == "order"), None)
    if order is not None:
        c.cover(*[d for d in word.dependents if d.i <= order.i])
        span = (c.words[order.i - 1].start, order.end)
    return "_in+order+to_x", span


_COMPLEMENTISERS = frozenset(("that", "whether", "for", "to"))
