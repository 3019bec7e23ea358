"""Homogeneity: predicates hold of all parts or of none, so a negation is stronger than *not all*.

*The guests ate* is true if all did and false if none did; in between, it is neither (Löbner 2000;
Križ 2015). The same holds for conjoined noun phrases, mass and group nouns, kinds and habits.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from delphin.mrs import EP

from litgen.lexicon import has_feature
from litgen.mrs.frame import Frame, Source
from litgen.mrs.operators import joins
from litgen.mrs.scope import NOT_ARGUMENTS
from litgen.transformations.phrases import kind_of, lemma_and_pos, variables_of
from litgen.trees.morphology import known_as

#: Referring noun phrases, which do not take scope below a negation.
_REFERRING = ("definite", "proper", "pronoun")
#: Situation types of clauses, from the most specific in time to the most general.
_SITUATIONS = ("episode", "state", "caption", "habit", "frequency")


def homogeneity(source: Source, subject: str | None) -> str | None:
    """Find which part of a sentence is homogeneous: the ``subject``, another part, or none.

    Returns:
        ``subject``: *The guests ate.*, *Two guests ate.* (which may become *the two guests*);
        ``other``: *Tom read the books.*; ``none``: *The guest ate an apple.*, *Most guests ate.*;
        None if the grammatical number of a noun phrase is unknown.
    """
    ours = set(_parts(source, subject)) if subject else set()
    within = _restricting(source)
    found = {
        variable: homogeneous
        for variable in source.scope.quantifier
        if variable not in within
        and (homogeneous := _is_homogeneous(source, variable, named=variable in ours)) is not False
    }
    if None in found.values():
        return None
    events = any(joins(ep) and "_or_c" not in ep.predicate for ep in source.mrs.rels
                 if ep.args.get("ARG0", "")[:1] == "e")  # fmt: skip
    if events or not found.keys() <= ours:
        return "other"
    return "subject" if found else "none"


def situation(source: Source, frames: Sequence[Frame]) -> str:
    """Classify a sentence by situation type (Smith 1991; Krifka et al. 1995).

    Returns:
        ``episode``: a progressive, past, perfect or future event; ``state``; ``caption``: a simple
        present action that may also be a habit (*A man rides a bike.*); ``habit``: a habit or a
        statement about a kind (*Tom smokes.*, *A dog is loyal.*); ``frequency``: the sentence has
        an adverb of frequency.
    """
    if any(has_feature(ep.predicate, "habitual") and ep.args.get("ARG1", "")[:1] in "eh"
           for ep in source.mrs.rels):  # fmt: skip
        return "frequency"
    return max((_of_clause(source, frame) for frame in frames), key=_SITUATIONS.index)


def _of_clause(source: Source, frame: Frame) -> str:
    clause = frame.clause
    if clause.finite_tense != "pres" or clause.progressive or clause.perfect:
        return "episode"
    if "modal" in frame.operators:
        return "state"
    head, verb = frame.eps["head"].predicate, frame.eps["verb"].predicate
    state = "_v_" not in head or any(
        has_feature(each, name) for each in (head, verb) for name in ("stative", "state")
    )
    subject = frame.names.get("subject")
    noun, kind = source.scope.by_event.get(subject or ""), kind_of(source, subject)
    if not state:
        being = kind not in ("bare", "quantified") and noun is not None and any(
            has_feature(noun.predicate, name) for name in ("person", "animal", "group")
        )  # fmt: skip
        return "caption" if being or kind in ("indefinite", "numeral") else "habit"
    lasts = "_p" not in head and "_v_there" not in head and not has_feature(head, "felt")
    one = noun is not None and not joins(noun)  # excludes *the boy and the girl*
    return "habit" if lasts and one and kind in ("indefinite", "bare") else "state"


def _is_homogeneous(source: Source, variable: str, *, named: bool) -> bool | None:
    """Check whether a predicate holds of all parts or none; ``named`` phrases count as definite."""
    ep = source.scope.by_event.get(variable)
    if ep is not None and joins(ep):
        return "_or_c" not in ep.predicate
    kind = kind_of(source, variable)
    if kind == "bare" and not named:
        return _is_kind(source, variable)
    if ep is None or not (kind in _REFERRING or (named and kind != "quantified")):
        return False
    number = source.scope.properties(variable).get("NUM")
    if number == "pl" or has_feature(ep.predicate, "group") or has_feature(ep.predicate, "mass"):
        return True
    if number is None or (kind == "definite" and not _has_known_number(ep)):
        return None
    return False


def _has_known_number(noun: EP) -> bool:
    """Check that a noun parsed as singular cannot be a plural, unlike *sheep*."""
    lemma, pos = lemma_and_pos(noun)
    last = lemma.lower().rpartition("-")[2].rpartition("+")[2]
    return pos != "n" or ("NOUN" in known_as(last) and _plural(last) != last)


@lru_cache(maxsize=4096)
def _plural(noun: str) -> str:
    """Return the usual plural of a noun, or an empty string if the dictionary has none."""
    from lemminflect import getInflection

    return next(iter(getInflection(noun, "NNS", inflect_oov=False)), "")


def _is_kind(source: Source, variable: str) -> bool:
    """Check whether a bare noun is the object of a stative verb and therefore denotes a kind."""
    return any(
        "_v_" in ep.predicate
        and ep.args.get("ARG2") == variable
        and any(has_feature(ep.predicate, name) for name in ("stative", "state"))
        and not has_feature(ep.predicate, "having")
        for ep in source.mrs.rels
    )


def _parts(source: Source, variable: str) -> Iterator[str]:
    yield variable
    ep = source.scope.by_event.get(variable)
    if ep is not None and joins(ep):
        for role, value in ep.args.items():
            if role not in NOT_ARGUMENTS and value[:1] == "x":
                yield from _parts(source, value)


def _restricting(source: Source) -> set[str]:
    """Return the variables in restrictors: *the dogs* in *the man with the dogs*."""
    found: set[str] = set()
    for variable in source.scope.quantifier:
        noun = source.scope.by_event.get(variable)
        if noun is None or joins(noun):
            continue
        partitive = noun.predicate in ("part_of", "generic_entity")
        if partitive or kind_of(source, variable) in _REFERRING:
            found |= {*variables_of(source, variable)} - {variable}
    return found
