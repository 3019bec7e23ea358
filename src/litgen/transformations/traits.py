"""Traits: facts about a source sentence that the label guards test (``rules/labels.toml``)."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from delphin.mrs import EP, MRS

from litgen.engines import Engine, load_engine
from litgen.lexicon import has_feature
from litgen.mrs.application import Edited, apply_sequence
from litgen.mrs.frame import Frame, Source
from litgen.mrs.polarity import Polarities
from litgen.mrs.rule import Rule
from litgen.mrs.scope import NOT_ARGUMENTS
from litgen.mrs.skeleton import Clause, skeleton
from litgen.transformations.homogeneity import homogeneity, situation
from litgen.transformations.phrases import (
    kind_of,
    lemma_and_pos,
    noun_of,
    variables_of,
    word_of,
)

#: The engine for all traits. It is always installed, so labels do not depend on other engines.
EMBEDDED = "dependency"
_CONTENT = frozenset("nva")
_YEAR = re.compile(r"(1[0-9]|20)\d\d")
_DATES = frozenset(("yofc", "mofy", "dofw", "dofm", "time_n", "numbered_hour"))
_CONCESSIVES = ("but", "although", "though", "however", "yet")


@lru_cache(maxsize=512)  # all transformations need the traits of the same sentences
def traits_of(source: Source) -> dict[str, Any]:
    """Return the traits of one reading of a sentence.

    Example:
        *A man is riding a bike today.* has tense ``pres``, time_adverb True, subject ``man``,
        subject_kind ``indefinite``, root ``ride``, content ``[bike, man, today]``.
    """
    if not source.frames:
        return {}
    frames = source.frames
    first = frames[0]
    head = first.eps["head"]
    subject = first.names.get("subject")
    quantifier = source.scope.quantifier.get(subject) if subject else None
    events = {frame.names["e"] for frame in frames}
    subjects = (frame.names.get("subject") or frame.names["e"] for frame in frames)
    negative = quantifier is not None and has_feature(quantifier.predicate, "negative")
    return {
        "tense": first.clause.finite_tense or "untensed",
        "modal": any("modal" in frame.operators for frame in frames),
        "negated": negative or any("neg" in frame.operators for frame in frames),
        "question": source.skeleton.force in ("ques", "comm")
        or any(frame.clause.force in ("ques", "comm") for frame in frames),
        "stative": any(_is_state(frame) for frame in frames),
        # excludes feelings (*am glad*), which are stage-level predicates (Carlson 1977)
        "lasting": any(
            _is_state(frame) and not has_feature(frame.eps["head"].predicate, "felt")
            for frame in frames
        ),
        "generic": any(_is_generic(source, frame) for frame in frames),
        "end_of_state": any(has_feature(f.eps["verb"].predicate, "end_of_state") for f in frames),
        "symmetric": has_feature(head.predicate, "symmetric"),
        "semelfactive": any(has_feature(f.eps["verb"].predicate, "semelfactive") for f in frames),
        "time_adverb": any(_tells_time(ep) for ep in source.mrs.rels),
        "coordinated": len(frames) > 1,
        # single-word modifiers of an event: *mostly*, *together*, *well*
        "adverbs": any(
            "_a_" in ep.predicate and ep.args.get("ARG1") in events and "ARG2" not in ep.args
            for ep in source.mrs.rels
        ),
        "quantifiers": [
            source.scope.quantifier[value].predicate
            for _, value in _bound(source, first.eps["verb"])
        ],
        "subject": noun_of(source, subject) if subject else None,
        "subject_kind": kind_of(source, subject),
        "root": _root(head),
        "roots": sorted({_root(frame.eps[name]) for frame in frames for name in ("head", "verb")}),
        "content": _content(source, [frame.eps["head"] for frame in frames]),
        "events": _events(source, frames),
        "perfect": any(frame.clause.perfect for frame in frames),
        "concessive": any(lemma_and_pos(ep)[0] in _CONCESSIVES for ep in source.mrs.rels),
        "homogeneity": homogeneity(source, subject),
        "situation": situation(source, frames),
        "polarity": _polarity(source, frames),
        "progressive": any(frame.clause.progressive for frame in frames),
        "clauses": fragments(source) + len({*subjects}),
        "arguments": _arguments(source, (first.eps["verb"], head), subject),
    }


def _polarity(source: Source, frames: Sequence[Frame]) -> str:
    """Return the joint polarity of the roots: ``down`` if any is ``down`` (*failed to open*)."""
    polarities = Polarities(source.scope)
    roots = [frame.eps[name] for frame in frames for name in ("head", "verb")]
    found = {polarities.of(each).value for each in roots}
    return next(value for value in ("down", "none", "up") if value in found)


def uncovered_clauses(source: Source, edited: MRS) -> int:
    """Count the main clauses that an edit should have changed but did not.

    A clause is covered if, after the edit, it has every value that the edit introduced in another
    clause: in *A man sings and a woman will dance*, an edit to the future covers the second clause.
    A fragment next to a clause (*Nothing at all!*) is never covered.
    """
    before = {clause.event: _verb_group(clause) for clause in source.skeleton.clauses}
    after = {c.event: _verb_group(c) for c in skeleton(edited).clauses if c.event in before}
    wanted: dict[int, set[object]] = {}
    for event, group in after.items():
        for i, value in enumerate(group):
            if value != before[event][i]:
                wanted.setdefault(i, set()).add(value)
    return fragments(source) + sum(
        group == before[event] and any(group[i] not in values for i, values in wanted.items())
        for event, group in after.items()
    )


def fragments(source: Source) -> int:
    """Count the fragments of a sentence: utterances that are not clauses."""
    return sum(ep.predicate == "unknown" for ep in source.mrs.rels)


def _verb_group(clause: Clause) -> tuple[object, ...]:
    operators = tuple(o.predicate for o in clause.operators)
    aspect = (clause.progressive, clause.perfect)
    return operators, clause.finite_tense, aspect, clause.voice


def _is_state(frame: Frame) -> bool:
    """Check for a copula or stative verb, including *likes to sing* and *needs to sing*."""
    return any(
        "_v_" not in predicate or any(has_feature(predicate, f) for f in ("stative", "state"))
        for predicate in (frame.eps[name].predicate for name in ("head", "verb"))
    )


def _is_generic(source: Source, frame: Frame) -> bool:
    """Check for a simple present with *usually*, or a bare subject and no prepositional phrase."""
    clause = frame.clause
    if clause.finite_tense != "pres" or clause.progressive or clause.perfect:
        return False
    if any(has_feature(ep.predicate, "habitual") for ep in source.mrs.rels):
        return True
    subject = frame.names.get("subject")
    if subject is None or kind_of(source, subject) != "bare":
        return False
    return not any(
        "_p" in ep.predicate and ep.args.get("ARG1") == frame.names["e"] for ep in source.mrs.rels
    )


def _tells_time(ep: EP) -> bool:
    if ep.predicate in _DATES or "_p_temp" in ep.predicate:
        return True
    if any(has_feature(ep.predicate, f) for f in ("tells_time", "past_time", "future_time")):
        return True
    return bool(_YEAR.fullmatch(ep.args.get("CARG", "")))


def _bound(source: Source, verb: EP) -> list[tuple[str, str]]:
    return [
        (role, value)
        for role, value in sorted(verb.args.items())
        if role not in NOT_ARGUMENTS and value in source.scope.quantifier
    ]


def _root(head: EP) -> str:
    """Return the lemma of the root predicate, which is *be* for a copula."""
    if "_v_" not in head.predicate or head.predicate.startswith("_be_v_"):
        return "be"
    return lemma_and_pos(head)[0]


def _content(source: Source, heads: list[EP]) -> list[str]:
    roots = {id(ep) for ep in heads if "_v_" in ep.predicate}
    words = set()
    for ep in source.mrs.rels:
        if id(ep) in roots:
            continue
        lemma, pos = lemma_and_pos(ep)
        if pos in _CONTENT and not ep.predicate.endswith(("_v_modal", "_v_qmodal")):
            words.add(lemma.lower())
        elif "CARG" in ep.args:
            words.add(ep.args["CARG"].lower())
    return sorted(words)


def _events(source: Source, frames: tuple[Frame, ...]) -> list[str]:
    """Return the lemmas of all verbs except the roots, and of nouns or adjectives in *-ing*."""
    roots = {id(frame.eps[name]) for frame in frames for name in ("head", "verb")}
    words = set()
    for ep in source.mrs.rels:
        lemma, pos = lemma_and_pos(ep)
        verb = pos == "v" and not ep.predicate.endswith(("_v_modal", "_v_qmodal", "_v_itcleft"))
        if id(ep) not in roots and (verb or (pos in ("n", "a") and lemma.endswith("ing"))):
            words.add(lemma.lower())
    return sorted(words)


def _arguments(
    source: Source, verbs: tuple[EP, ...], subject: str | None
) -> dict[str, dict[str, Any]]:
    """Describe the subject and the arguments of the root predicates by role."""
    found = {"subject": subject} if subject else {}
    for verb in verbs:
        found |= dict(_bound(source, verb))
    return {role: _argument(source, value) for role, value in found.items()}


def _argument(source: Source, variable: str) -> dict[str, Any]:
    noun = source.scope.by_event.get(variable)
    own = source.scope.by_label.get(noun.label, []) if noun is not None else []
    card = next((ep.args.get("CARG") for ep in own if ep.predicate == "card"), None)
    return {
        "noun": noun_of(source, variable),
        "coordinated": noun is not None and noun.predicate.endswith("_c"),
        "kind": kind_of(source, variable),
        "number": card or source.scope.properties(variable).get("NUM"),
        "words": sorted(_phrase(source, variable) - {word_of(noun) or ""}),
    }


def _phrase(source: Source, variable: str) -> set[str]:
    words: set[str] = set()
    for each in variables_of(source, variable):
        noun = source.scope.by_event.get(each)
        for ep in source.scope.by_label.get(noun.label, ()) if noun is not None else ():
            lemma, pos = lemma_and_pos(ep)
            if pos in _CONTENT:
                words.add(lemma.lower())
            elif ep is noun:
                words.add(word_of(ep) or "")
    return words


class TraitReader:
    """Compute the traits of sentences, always with the embedded engine.

    Engines parse differently, but a label must not depend on the engine.
    """

    def __init__(self, engine: Engine | None = None) -> None:
        self.engine = load_engine(EMBEDDED) if engine is None else engine
        self._known = lru_cache(maxsize=4096)(self._read)

    def read(self, text: str) -> Mapping[str, Any]:
        """Return the traits of a text; the mapping is empty if the text has no reading."""
        return self._known(text)[1]

    def _read(self, text: str) -> tuple[Source | None, Mapping[str, Any]]:
        (parse,) = self.engine.parse([text])
        if not parse.statements:
            return None, {}
        source = parse.statements[0].source
        return source, traits_of(source)

    def of_variant(
        self, text: str, own: Source, edited: Edited, sequence: Sequence[Rule]
    ) -> Mapping[str, Any]:
        """Return the traits of a variant, including ``uncovered_clauses``.

        If the embedded engine has no reading, the traits come from the variant's engine.
        """
        source, traits = self._known(text)
        if source is None:
            traits = traits_of(own)
            return {**traits, "uncovered_clauses": uncovered_clauses(own, edited.mrs)}
        uncovered: int | None = fragments(source)
        if len(source.skeleton.clauses) > 1:
            # count the clauses in the embedded engine's version of the edit, if there is one
            wanted = dict(edited.parameters)
            made = apply_sequence(sequence, source, self.engine.dialect).variants
            same = [variant for variant in made if dict(variant.parameters) == wanted] or made
            uncovered = max((uncovered_clauses(source, each.mrs) for each in same), default=None)
        return {**traits, "uncovered_clauses": uncovered}
