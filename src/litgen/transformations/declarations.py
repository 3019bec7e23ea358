"""Declarations of transformations other than rules, available without loading them.

Another package registers a factory through the entry point group ``litgen.transformations``; the
factory may have an attribute ``declaration``.
"""

import pkgutil
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

from litgen.transformations.naming import split_steps
from litgen.transformations.protocol import Level, Order, PairTransformation, Transformation

GROUP = "litgen.transformations"
Factory = Callable[[Order], Transformation | PairTransformation]


class Declaration(NamedTuple):
    """The properties of a transformation that its name alone determines.

    Attributes:
        factory: ``module:function``, for litgen's own; for others the entry point gives it.
        label_class: the class in ``rules/labels.toml`` whose label rules apply: ``surface`` (labels
            are assumed to stay), ``tautology`` (labels stay by logic), ``corruption`` (labels stay
            as targets); None if label rules name the transformation itself, or if there are none.
        contrasts: the contrasts that the bare name expands to, with ``{}`` for the name and
            ``{:entailed}`` for the name with a further argument.
        level: ``sentence`` or ``pair``; a pair transformation is a contrast by itself.
        shown: the names that ``litgen show`` tries, ``()`` for none.
        surveys: whether it must see the whole corpus first (``Surveying``), or the argument that
            requires this, such as ``"paper"``.
        any_text: whether it accepts every text, including empty and very long ones.
        tags: whether it uses a part-of-speech tagger (``Settings.tagger``).
        ranked: whether a language model chooses among a variant's candidates.
        judged: whether a language model may reject awkward outputs, or the mode in which it may.
    """

    summary: str
    factory: str = ""
    phenomenon: str = "others"
    label_class: str | None = None
    contrasts: tuple[str, ...] = ("{};{}",)
    level: Level = "sentence"
    shown: tuple[str, ...] = ()
    surveys: bool | str = False
    any_text: bool = False
    tags: bool = False
    ranked: bool = False
    judged: bool | str = False
    wordnet: bool = False


_WORDS = Declaration("", phenomenon="words", judged="sound", wordnet=True)
_ADDED = Declaration(
    "",
    "litgen.transformations.tautology:Tautology",
    "distraction",
    "tautology",
    ("original;{}",),
    any_text=True,
)
_CORRUPTION = Declaration(
    "",
    "litgen.transformations.corruption:Corruption",
    "corruption",
    "corruption",
    any_text=True,
    tags=True,
)
_OF_PAIRS = Declaration(
    "",
    "litgen.transformations.pairs:Rearranged",
    "corruption",
    contrasts=("{}",),
    level="pair",
    any_text=True,
)
_EDIT = Declaration(
    "",
    "litgen.transformations.monotone:find",
    "monotonicity",
    "edit",
    ("original;premise+{}", "premise+{};premise"),
)
#: Transformations that litgen ships in addition to the rules; their modules are imported lazily.
BUILTIN: dict[str, Declaration] = {
    "synonym": _WORDS._replace(
        summary="words replaced by synonyms: nouns, or synonym:VERB+ADJ; synonym:paper",
        factory="litgen.transformations.synonyms:find",
        label_class="surface",
        shown=("synonym",),
        surveys="paper",
    ),
    "antonym": _WORDS._replace(
        summary="a noun or adjective turned into its opposite: antonym:affixal, antonym:paper",
        factory="litgen.transformations.antonyms:find",
        contrasts=("original;premise+{}", "hypothesis;hypothesis+{}"),
        shown=("antonym",),
    ),
    "numerical": Declaration(
        "a number changed, or put under a bound: new pairs",
        "litgen.transformations.numerical:Numerical",
        "numbers",
        contrasts=(
            "original;premise+{:entailed}",
            "original;premise+{:contradicted}",
            "premise+{:entailed};premise",
            "hypothesis;hypothesis+{:entailed}",
            "hypothesis;hypothesis+{:contradicted}",
            "hypothesis+{:entailed};hypothesis",
        ),
        shown=("numerical:entailed", "numerical:contradicted"),
    ),
    "overlap": _ADDED._replace(
        summary="and true is true, after the hypothesis", shown=("overlap",)
    ),
    "negation-tautology": _ADDED._replace(
        summary="and false is not true, after the hypothesis", shown=("negation-tautology",)
    ),
    "length-mismatch": _ADDED._replace(
        summary="and true is true, five times after the premise",
        contrasts=("{};original",),
        shown=("length-mismatch",),
    ),
    "tautology": _ADDED._replace(
        summary="another tautology, after the hypothesis: tautology:NAME",
        shown=("tautology:green",),
    ),
    "spelling": Declaration(
        "a word of the hypothesis misspelt: swap or keyboard; any, content or function words",
        "litgen.transformations.spelling:Spelling",
        "noise",
        "surface",
        ("original;{}",),
        shown=("spelling:swap", "spelling:keyboard"),
        any_text=True,
        tags=True,
    ),
    "contraction": Declaration(
        "not after an auxiliary contracted, or written in full",
        "litgen.transformations.contracting:Contraction",
        "words",
        "surface",
        shown=("contraction",),
    ),
    "drop": _CORRUPTION._replace(
        summary="words of these parts of speech left out: drop:NOUN+PRON",
        shown=("drop:NOUN", "drop:VERB"),
    ),
    "keep": _CORRUPTION._replace(
        summary="all words but those of these parts of speech left out: keep:NOUN+VERB",
        shown=("keep:NOUN+VERB",),
    ),
    "shuffle": _CORRUPTION._replace(
        summary="n-grams of words in another order: shuffle:2",
        factory="litgen.transformations.corruption:Shuffle",
        shown=("shuffle:1",),
        tags=False,
    ),
    "drop-modifier": _EDIT._replace(
        summary="a modifier left out: by its polarity, the rest says less or more",
        shown=("drop-modifier",),
        wordnet=True,
    ),
    "drop-conjunct": _EDIT._replace(
        summary="a conjunct left out: by its polarity, the rest says less or more",
        shown=("drop-conjunct",),
    ),
    "hypernym": _EDIT._replace(
        summary="a noun or verb exchanged for a broader one (dog, animal)",
        shown=("hypernym",),
        wordnet=True,
    ),
    "hyponym": _EDIT._replace(
        summary="a noun or verb exchanged for a narrower one (animal, dog)",
        shown=("hyponym",),
        wordnet=True,
    ),
    "quantifier": _EDIT._replace(
        summary="a determiner or numeral exchanged for one that says less or more",
        shown=("quantifier",),
    ),
    "under": Declaration(
        "a subject under another determiner, for what comes after it: under:no, under:the",
        "litgen.transformations.monotone:find_under",
        "monotonicity",
        contrasts=("premise+{};premise+{}+drop-modifier", "premise+{};premise+{}+hypernym"),
        shown=("under:every", "under:no", "under:the"),
    ),
    "frame": Declaration(
        "the sentence inside another: frame:knows-that, frame:not-true; new pairs",
        "litgen.transformations.framing:Frame",
        "embedding",
        contrasts=("premise+{};premise", "hypothesis+{};hypothesis"),
        shown=("frame:knows-that", "frame:not-true", "frame:if"),
    ),
    "adverb": Declaration(
        "an adverb that tells of before or after: adverb:still, adverb:almost; new pairs",
        "litgen.transformations.framing:Adverb",
        "embedding",
        contrasts=("premise+{};premise", "hypothesis+{};hypothesis"),
        shown=("adverb:still", "adverb:again"),
    ),
    "presupposed": Declaration(
        "what a sentence takes for granted: presupposed:existence, presupposed:somebody; new pairs",
        "litgen.transformations.presuppositions:Presupposed",
        "presupposition",
        contrasts=("premise;premise+{}", "hypothesis;hypothesis+{}"),
        shown=("presupposed:existence", "presupposed:somebody", "presupposed:possession"),
    ),
    "affirmative": Declaration(
        "a negated sentence without its negation",
        "litgen.transformations.affirming:Affirmative",
        "negation",
        contrasts=("original;{}",),
        shown=("affirmative",),
    ),
    "double-negation": Declaration(
        "it is not true that not: two negations, and the meaning stays",
        "litgen.transformations.framing:double_negation",
        "negation",
        contrasts=("original;{}",),
        shown=("double-negation",),
    ),
    "local-negation": Declaration(
        "a clause inside the sentence negated; new pairs",
        "litgen.transformations.local_negation:LocalNegation",
        "negation",
        contrasts=("premise;premise+{}", "hypothesis;hypothesis+{}"),
        shown=("local-negation",),
    ),
    "conditional": Declaration(
        "both sentences of a pair in one: conditional:modus-ponens, conditional:or",
        "litgen.transformations.conditionals:Conditional",
        "conditional",
        contrasts=("{}",),
        level="pair",
    ),
    "entity": Declaration(
        "a name or a year of the hypothesis exchanged for another of the premise",
        "litgen.transformations.entities:Entity",
        "entities",
        contrasts=("{}",),
        level="pair",
    ),
    "shared-word": _WORDS._replace(
        summary="a noun of both sentences exchanged for another of its class in both",
        factory="litgen.transformations.shared_word:SharedWord",
        contrasts=("{}",),
        level="pair",
    ),
    "swap-pair": _OF_PAIRS._replace(summary="premise and hypothesis exchanged"),
    "hypothesis-only": _OF_PAIRS._replace(summary="the premise left out", label_class="corruption"),
}


def base_of(step: str) -> str:
    """Return a step's name without its arguments: ``drop`` for ``drop:NOUN+PRON``."""
    return step.partition(":")[0]


def declaration(step: str) -> Declaration | None:
    """Return the declaration of a step; None for rules and unknown names."""
    base = base_of(step)
    if base in BUILTIN:
        return BUILTIN[base]
    return _of_others(base) if base in registered() else None


def is_grammar(name: str) -> bool:
    """Check that a transformation consists of grammar rules only: ``past+cleft``."""
    return all(declaration(step) is None for step in split_steps(name))


def needs_wordnet(name: str | None) -> bool:
    """Check whether any step of a transformation needs WordNet."""
    stated = [declaration(step) for step in split_steps(name or "")]
    return any(each is not None and each.wordnet for each in stated)


def fill(template: str, name: str) -> str:
    """Insert a name into a template from ``Declaration.contrasts``.

    Example:
        >>> fill("original;premise+{:entailed}", "numerical"), fill("{};{}", "drop:NOUN")
        ('original;premise+numerical:entailed', 'drop:NOUN;drop:NOUN')
    """
    joined = "," if ":" in name.rpartition("+")[2] else ":"
    filled = template.replace("{:", name + joined + "{").replace("{}", name)
    return filled.replace("{", "").replace("}", "")


def label_class(step: str) -> str | None:
    """Return the class in ``rules/labels.toml`` that a step's declaration names, if any."""
    stated = declaration(step)
    return None if stated is None else stated.label_class


def declared() -> dict[str, Declaration]:
    names = [*BUILTIN, *sorted(set(registered()) - set(BUILTIN))]
    return {name: found for name in names if (found := declaration(name)) is not None}


def factory_of(base: str) -> Factory:
    factory: Factory
    if base in BUILTIN:
        factory = pkgutil.resolve_name(BUILTIN[base].factory)
    else:
        factory = registered()[base].load()
    return factory


@lru_cache(maxsize=1)
def registered() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _of_others(base: str) -> Declaration:
    factory = factory_of(base)
    stated: object = getattr(factory, "declaration", None)
    if isinstance(stated, Declaration):
        return stated
    level: Level = getattr(factory, "level", "sentence")
    return Declaration(base, level=level, contrasts=("{}",) if level == "pair" else ("{};{}",))
