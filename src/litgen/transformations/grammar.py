"""Grammar transformations: apply the rules in ``rules/mrs`` through an engine."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import repeat
from typing import Any, get_args

from litgen.acceptability import confidence, digest_of_weights
from litgen.acceptability.model import Evidence
from litgen.engines.loading import Fallback
from litgen.engines.protocol import UNCOVERED, Engine, Generation, Parse, Reading, Request
from litgen.mrs.application import Edited, apply_sequence, canonical
from litgen.mrs.frame import Source
from litgen.mrs.loading import Rules
from litgen.mrs.rule import Rule
from litgen.transformations.protocol import Level, Outcome, Stage, Variant
from litgen.transformations.traits import EMBEDDED, TraitReader
from litgen.transformations.wording import Style, Wording, style_of

#: A reading with its rank, its MRS and the edited versions of the MRS.
_Edits = tuple[Reading, int, Source, tuple[Edited, ...]]
#: Garbage collection threshold during ``apply``. With Python's default of 700, the collector scans
#: the cached parses repeatedly, which takes a tenth of the run time.
_OBJECTS = 100_000


@contextmanager
def _seldom_collected() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(before[0] and max(before[0], _OBJECTS), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


class GrammarTransformation:
    """A sequence of rules, applied with one engine or with several engines in turn.

    Args:
        sequence: names of rules, applied in the canonical order
            (:func:`litgen.mrs.application.apply_sequence`): *cleft+past* equals *past+cleft*.
        engine: an engine, or a ``Fallback`` whose engines run in turn; each engine adds the
            variants that earlier engines did not make.
        lenient: see :class:`litgen.engines.protocol.Request`.

    Example:
        >>> from litgen.engines import load_engine
        >>> from litgen.mrs import load_rules
        >>> past = GrammarTransformation(["past"], load_engine("dependency"), load_rules())
        >>> past.apply(["A man is riding a bike."])[0].variants[0].candidates
        ('A man was riding a bike.',)
    """

    level: Level = "sentence"

    def __init__(
        self, sequence: Sequence[str], engine: Engine, rules: Rules, lenient: bool = False
    ) -> None:
        self.name = "+".join(sequence)
        self.rules: list[Rule] = canonical(rules.by_name[step] for step in sequence)
        self._steps = [rule.name for rule in self.rules]
        self._keeps = all(rule.keeps for rule in self.rules)
        self._all = rules
        self._lenient = lenient
        self._fallback = engine if isinstance(engine, Fallback) else Fallback([engine])
        embedded = next((e for e in self._fallback.engines if e.name == EMBEDDED), None)
        self._traits = TraitReader(embedded)

    @_seldom_collected()
    def apply(self, texts: Sequence[str]) -> list[Outcome]:
        """Return one outcome for each text; ``passed_over`` explains why earlier engines failed.

        Raises:
            RuleError: a rule turned a well-formed MRS into an ill-formed one.
        """
        return self._fallback.ask(texts, self._made_by, joined)

    def _made_by(self, engine: Engine, texts: Sequence[str]) -> list[Outcome]:
        parses = engine.parse(texts)
        edits = [self._edit(parse, engine.dialect) for parse in parses]
        requests = [each for _, made in edits for each in self._requests(made)]
        generations = iter(engine.generate(requests) if requests else ())
        return [
            self._outcome(parse, declined, made, generations, engine.name)
            for parse, (declined, made) in zip(parses, edits, strict=True)
        ]

    def evidence_of(self, texts: Sequence[str]) -> list[dict[str, Evidence]]:
        """Return, for each text, the evidence for each output of the first engine."""
        engine = self._fallback.engines[0]
        found = []
        for parse in engine.parse(texts):
            requests = self._requests(self._edit(parse, engine.dialect)[1])
            generated = engine.generate(requests) if requests else []
            found.append({s: each.evidence for each in generated for s in each.surfaces})
        return found

    def _requests(self, made: Iterable[_Edits]) -> list[Request]:
        return [
            Request(variant.mrs, reading, variant.parameters, self._lenient)
            for reading, _, _, variants in made
            for variant in variants
        ]

    def describe(self) -> Mapping[str, Any]:
        engines = [dict(engine.describe()) for engine in self._fallback.engines]
        return {
            "name": self.name,
            "rules": [rule.name for rule in self.rules],
            "rules_signature": self._all.signature,
            "engine": engines if len(engines) > 1 else engines[0],
            "traits": dict(self._traits.engine.describe()),
            "confidence": digest_of_weights(),
            "lenient": self._lenient,
        }

    def _edit(self, parse: Parse, dialect: str) -> tuple[str | None, list[_Edits]]:
        """Return why a reading was declined, or None, and the edits of all other readings."""
        declined: str | None = None
        made = []
        uncovered = self._lenient and parse.declined == UNCOVERED
        for rank, reading in enumerate(parse.readings if uncovered else parse.statements, 1):
            source = reading.source
            application = apply_sequence(self.rules, source, dialect)
            if application.variants:
                made.append((reading, rank, source, application.variants))
            declined = declined or application.declined
        return declined, made

    def _outcome(
        self,
        parse: Parse,
        declined: str | None,
        made: list[_Edits],
        generations: Any,
        engine: str,
    ) -> Outcome:
        failures = [] if parse.failure is None else [parse.failure]

        def nothing(reason: str | None, stage: Stage, words: tuple[str, ...] = ()) -> Outcome:
            return Outcome((), reason, stage, failures=(*failures,), words=words)

        if not made and not parse.statements:
            return nothing(parse.declined or "parse.no-parse", "unparsed")
        if not made:
            return nothing(declined, "inapplicable")
        variants: dict[tuple[tuple[str, str], ...], Variant] = {}
        failed: list[Generation] = []
        for reading, rank, source, edits in made:
            for edited in edits:
                generation: Generation = next(generations)
                if generation.failure is not None:
                    failures.append(generation.failure)
                same = () if self._keeps else (parse.text, reading.text)
                found = _wordings(parse.text, generation)
                wordings = {each.text: each for each in found if each.text not in same}
                if not wordings:
                    failed.append(generation)
                    continue
                key = tuple(sorted(edited.parameters.items()))
                if key in variants:  # a further reading adds its candidates
                    old = variants[key]
                    wordings = {each.text: each for each in (*old.wordings, *wordings.values())}
                    variants[key] = old._replace(
                        candidates=(*wordings,), wordings=(*wordings.values(),)
                    )
                elif all(v.candidates != (*wordings,) for v in variants.values()):
                    by = engine + (f":{rank}" if rank > 1 else "")
                    traits = self._traits.of_variant(parse.text, source, edited, self.rules)
                    variants[key] = Variant(
                        (*wordings,), edited.parameters, reading.form, by, traits,
                        confidence=confidence(self._steps, generation.evidence),
                        wordings=(*wordings.values(),),
                    )  # fmt: skip
        if variants:
            return Outcome((*variants.values(),), failures=(*failures,))
        first = next((g for g in failed if g.declined), Generation())
        if any(generation.surfaces for generation in failed):
            return nothing("generation.unchanged", "not generated")
        if any(generation.generated for generation in failed):
            return nothing(
                first.declined or "generation.not-read-back", "not read back", first.words
            )
        return nothing(first.declined or "generation.empty", "not generated", first.words)


def _wordings(source: str, generation: Generation) -> Iterator[Wording]:
    styles: Iterable[Style] = generation.styles or repeat({})
    for text, style in zip(generation.surfaces, styles, strict=False):
        yield Wording(text, {**style_of(text, source), **style})


def joined(
    old: Outcome, new: Outcome, before: Engine, of: Callable[[Variant], object] | None = None
) -> Outcome:
    """Add the variants that only the next engine made to the outcome of earlier engines.

    Args:
        before: the previous engine.
        of: returns the property by which variants differ; by default, their parameters.
    """
    of = of or (lambda variant: dict(variant.parameters))
    failures = (*old.failures, *new.failures)
    if not old.variants:
        stages = get_args(Stage)
        # If no engine made a variant, keep the outcome that reached the later stage.
        further = new.variants or stages.index(new.stage) >= stages.index(old.stage)
        passed = (*old.passed_over, f"{before.name}: {old.declined or old.stage}")
        return (new if further else old)._replace(passed_over=passed, failures=failures)
    known = [of(variant) for variant in old.variants]
    more = [variant for variant in new.variants if of(variant) not in known]
    again = {known.index(of(each)): each for each in new.variants if of(each) in known}
    ours = (_followed(each, again.get(at)) for at, each in enumerate(old.variants))
    return old._replace(variants=(*ours, *more), failures=failures)


def _followed(variant: Variant, later: Variant | None) -> Variant:
    """Append a later engine's version to a variant's ``otherwise`` chain."""
    if variant.otherwise is not None:
        later = _followed(variant.otherwise, later)
    return variant._replace(otherwise=later)
