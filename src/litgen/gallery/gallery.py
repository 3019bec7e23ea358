"""All rewritings of one sentence, grouped by phenomenon, with the reasons for missing ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from litgen.acceptability import DEFAULT_THRESHOLD, decider_of
from litgen.acceptability.network import Network
from litgen.contrast.sentences import rewrite
from litgen.contrast.toolbox import Toolbox
from litgen.engines.protocol import Engine
from litgen.frames import html_table
from litgen.gallery.marks import marked, with_arrows
from litgen.mrs.polarity import ARROWS, Marked
from litgen.ranking.ranker import Ranker
from litgen.transformations.declarations import is_grammar
from litgen.transformations.polarity import words_of
from litgen.transformations.protocol import Transformation, Variant
from litgen.version import __version__

if TYPE_CHECKING:
    from jinja2 import Template

#: Maximum number of further surface forms to show for a variant.
ALTERNATIVES = 3


class Entry(NamedTuple):
    transformation: str
    parameters: Mapping[str, str]
    text: str
    alternatives: tuple[str, ...] = ()
    score: float | None = None  #: the ranker's score of ``text``, None if no form was ranked
    #: the probability that ``text`` is right, None without the quality model
    confidence: float | None = None
    mrs: str | None = None  #: the MRS of ``text``, indented SimpleMRS, if requested

    @property
    def label(self) -> str:
        """The transformation with its parameters: *ARG2* for a role, otherwise *key=value*."""
        named = self.parameters.items()
        values = ", ".join(v if v.startswith("ARG") else f"{k}={v}" for k, v in named)
        return f"{self.transformation} ({values})" if values else self.transformation

    @property
    def is_dropped(self) -> bool:
        """Whether ``litgen transform`` drops the rewriting by default."""
        return self.confidence is not None and self.confidence < DEFAULT_THRESHOLD


class Declined(NamedTuple):
    """A transformation without a result, with the stage that it reached and the reason."""

    transformation: str
    stage: str
    reason: str

    @property
    def why(self) -> str:
        """The reason, with the component that made the decision (:mod:`litgen.acceptability`)."""
        return str(decider_of(self.reason) or self.reason)


class Group(NamedTuple):
    phenomenon: str
    entries: tuple[Entry, ...] = ()
    declined: tuple[Declined, ...] = ()


class Gallery(NamedTuple):
    """Everything that ``litgen show`` prints about a sentence."""

    sentence: str
    groups: tuple[Group, ...]
    versions: Mapping[str, str]
    #: the clause parsed in place of the caption; None if the sentence itself was parsed
    read_as: str | None = None
    unread: str | None = None  #: why the engine cannot rewrite the sentence; None if it can
    mrs: str | None = None
    #: the words of the parsed clause with their polarities, if requested
    words: tuple[Marked, ...] = ()

    @property
    def why_unread(self) -> str:
        """A sentence that explains why the engine cannot rewrite the text."""
        return str(decider_of(self.unread) or self.unread or "")

    def __repr__(self) -> str:
        """Return the rewritings, one per line."""
        width = max((len(e.label) for group in self.groups for e in group.entries), default=0)
        lines = [self.sentence]
        if self.unread:
            lines.append(f"No rule applies: {self.why_unread}")
        for group in self.groups:
            if group.entries:
                lines.append(group.phenomenon.capitalize())
                lines += (
                    f"  {each.label:{width}}  {each.text}{'  (dropped)' * each.is_dropped}"
                    for each in group.entries
                )
        if self.not_made:
            names = ", ".join(item.transformation for item in self.not_made)
            lines.append(f"Not made (see not_made for the reasons): {names}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: new words in bold, declined transformations below."""
        from markupsafe import Markup

        def text(entry: Entry) -> Markup:
            bold = Markup("<b>{}</b>")
            parts = marked(self.sentence, entry.text)
            shown = Markup("").join(bold.format(each.text) if each.new else each.text
                                    for each in parts)  # fmt: skip
            return Markup("<s>{}</s>").format(shown) if entry.is_dropped else shown

        made = [
            (group.phenomenon, entry.label, text(entry))
            for group in self.groups
            for entry in group.entries
        ]
        shown = html_table(("phenomenon", "transformation", "rewriting"), made, self.sentence)
        declined = [(each.transformation, each.why) for each in self.not_made]
        return shown + (html_table(("not made", "why"), declined) if declined else "")

    @property
    def not_made(self) -> list[Declined]:
        """The transformations without a result, except rules that had no parse to apply to."""
        items = [item for group in self.groups for item in group.declined]
        if not self.unread:
            return items
        return [item for item in items if item.stage != "unparsed" and item.reason != self.unread]

    @property
    def rewritings(self) -> int:
        return sum(len(group.entries) for group in self.groups)

    def as_record(self) -> dict[str, Any]:
        groups = [
            {
                "phenomenon": group.phenomenon,
                "entries": [_entry_record(entry) for entry in group.entries],
                "declined": [{**each._asdict(), "why": each.why} for each in group.declined],
            }
            for group in self.groups
        ]
        words = [
            {**word._asdict(), "polarity": word.polarity and word.polarity._asdict()}
            for word in self.words
        ]
        own = {"versions": dict(self.versions), "groups": groups, "words": words}
        return {**self._asdict(), **own}


def build(
    sentence: str,
    transformations: Sequence[tuple[str, Transformation]],
    engine: Engine | None,
    *,
    ranker: Ranker | None = None,
    network: Network | None = None,
    mrs: bool = False,
    polarity: bool = False,
    missing: Sequence[tuple[str, Declined]] = (),
) -> Gallery:
    """Apply every transformation to one sentence.

    Args:
        transformations: pairs of phenomenon and transformation, with phenomena in display order.
        engine: parses the sentence; None if no rule is applied.
        ranker: chooses among the forms of a variant; by default the engine's first form is used.
        network: the quality model's network, which scores rewritings made by a grammar.
    """
    parse = engine.parse([sentence])[0] if engine is not None else None
    reading = parse.readings[0] if parse is not None and parse.readings else None
    groups: dict[str, tuple[list[Entry], list[Declined]]] = {}
    by_name = {each.name: each for _, each in transformations}
    outcomes = rewrite({sentence: [*by_name]}, Toolbox(by_name, ranker, network=network))[sentence]
    for phenomenon, transformation in transformations:
        entries, declined = groups.setdefault(phenomenon, ([], []))
        name, outcome = transformation.name, outcomes[transformation.name]
        decided = network is not None and is_grammar(name)
        entries.extend(_entry(name, variant, decided) for variant in outcome.variants)
        if not outcome.variants:
            why = outcome.declined or outcome.stage
            declined.append(Declined(name, outcome.stage, why))
    for phenomenon, item in missing:
        groups.setdefault(phenomenon, ([], []))[1].append(item)
    if mrs and engine is not None:
        texts = list(dict.fromkeys(e.text for entries, _ in groups.values() for e in entries))
        parses = zip(texts, engine.parse(texts), strict=True)
        found = {text: encode(p.readings[0].mrs) for text, p in parses if p.readings}
        for entries, _ in groups.values():
            entries[:] = [entry._replace(mrs=found.get(entry.text)) for entry in entries]
    return Gallery(
        sentence,
        tuple(Group(name, tuple(made), tuple(not_made))
              for name, (made, not_made) in groups.items()),
        engine.describe() if engine is not None else {},
        read_as=reading.text if reading and reading.text != sentence else None,
        unread=None if parse is None or parse.statements else parse.declined or "parse.no-reading",
        mrs=encode(reading.mrs) if reading and mrs else None,
        words=tuple(words_of(reading)) if reading and polarity else (),
    )  # fmt: skip


def encode(mrs: Any) -> str:
    from delphin.codecs import simplemrs

    return str(simplemrs.encode(mrs, indent=True))


def _entry(name: str, variant: Variant, decided: bool) -> Entry:
    best, *others = variant.forms
    alternatives = tuple(each.text for each in others[:ALTERNATIVES])
    confidence = variant.confidence if decided else None
    return Entry(name, dict(variant.parameters), best.text, alternatives, variant.score, confidence)


def _entry_record(entry: Entry) -> dict[str, Any]:
    lists = {"parameters": dict(entry.parameters), "alternatives": list(entry.alternatives)}
    return {**entry._asdict(), **lists, "dropped": entry.is_dropped}


def render_page(gallery: Gallery) -> str:
    """Return one self-contained HTML page: no script, no external links, every text escaped."""
    functions = {"marked": marked, "arrows": ARROWS, "with_arrows": with_arrows}
    return _template().render(gallery=gallery, version=__version__, **functions) + "\n"


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    source = files("litgen.gallery").joinpath("page.html.jinja").read_text(encoding="utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(source)
