"""Declarations of the properties of transformations other than rules.

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
    """Properties of a transformation that are known from its name alone.

    Attributes:
        factory: ``module:function``; empty for a transformation from another package.
        label_class: the class in ``rules/labels.toml`` whose label rules apply: ``surface`` (labels
            are assumed to be unchanged), ``tautology`` (labels are logically unchanged),
            ``corruption`` (labels remain as targets); None if label rules name the transformation
            itself, or if none apply.
        contrasts: the contrasts that the bare name expands to, where ``{}`` is the name and
            ``{:entailed}`` is the name with the argument ``entailed`` added.
        level: ``sentence`` or ``pair``; a pair transformation is a complete contrast.
        shown: the names that ``litgen show`` tries; empty for none.
        surveys: whether the transformation must first process the whole corpus (``Surveying``), or
            the argument that requires this, such as ``"paper"``.
        any_text: whether the transformation accepts every text, even an empty or very long one.
        tags: whether the transformation uses a part-of-speech tagger (``Settings.tagger``).
        ranked: whether a language model chooses among a variant's candidates.
        judged: whether a language model may reject awkward outputs, or the only mode in which it
            may do so.
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


#: Contrasts that make a new pair from one sentence and its rewriting, in either order.
_AND_NEW = ("premise;premise+{}", "hypothesis;hypothesis+{}")
_NEW_AND = ("premise+{};premise", "hypothesis+{};hypothesis")
_HYPOTHESIS, _PAIR = ("original;{}",), ("{}",)
#: Properties of transformations whose outputs a language model may reject.
_JUDGED = {"judged": "sound", "wordnet": True}


def _own(factory: str, phenomenon: str, summary: str = "", **fields: object) -> Declaration:
    if fields.get("level") == "pair":
        fields["contrasts"] = _PAIR
    declared = Declaration(summary, f"litgen.transformations.{factory}", phenomenon)
    return declared._replace(**fields)  # type: ignore[arg-type]


_ADDED = _own(
    "tautology:Tautology",
    "distraction",
    label_class="tautology",
    contrasts=_HYPOTHESIS,
    any_text=True,
)
_CORRUPTION = _own(
    "corruption:Corruption", "corruption", label_class="corruption", any_text=True, tags=True
)
_OF_PAIRS = _own("corruption:Rearranged", "corruption", level="pair", any_text=True)
_EDIT = _own(
    "monotone:find",
    "monotonicity",
    label_class="edit",
    contrasts=("original;premise+{}", "premise+{};premise"),
)
_SHIPPED: dict[str, Declaration] = {
    "synonym": _own(
        "synonyms:find",
        "words",
        "replaces nouns with synonyms; also synonym:VERB+ADJ, synonym:paper",
        label_class="surface",
        surveys="paper",
        **_JUDGED,
    ),
    "antonym": _own(
        "antonyms:find",
        "words",
        "replaces a noun or adjective with its antonym; also antonym:affixal, antonym:paper",
        contrasts=("original;premise+{}", "hypothesis;hypothesis+{}"),
        **_JUDGED,
    ),
    "numerical": _own(
        "numerical:Numerical",
        "numbers",
        "changes a number or adds a bound to it; makes new pairs",
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
    "overlap": _ADDED._replace(summary="adds 'and true is true' to the hypothesis"),
    "negation-tautology": _ADDED._replace(summary="adds 'and false is not true' to the hypothesis"),
    "length-mismatch": _ADDED._replace(
        summary="adds 'and true is true' to the premise five times",
        contrasts=("{};original",),
    ),
    "tautology": _ADDED._replace(
        summary="adds a tautology of your choice to the hypothesis: tautology:NAME",
        shown=("tautology:green",),
    ),
    "spelling": _own(
        "spelling:Spelling",
        "noise",
        "misspells a word of the hypothesis: spelling:swap, spelling:keyboard,content",
        label_class="surface",
        contrasts=_HYPOTHESIS,
        shown=("spelling:swap", "spelling:keyboard"),
        any_text=True,
        tags=True,
    ),
    "contraction": _own(
        "contracting:Contraction",
        "words",
        "contracts a negated auxiliary or expands the contraction (is not, isn't)",
        label_class="surface",
    ),
    "drop": _CORRUPTION._replace(
        summary="drops all words with the given parts of speech: drop:NOUN+PRON",
        shown=("drop:NOUN", "drop:VERB"),
    ),
    "keep": _CORRUPTION._replace(
        summary="keeps only words with the given parts of speech: keep:NOUN+VERB",
        shown=("keep:NOUN+VERB",),
    ),
    "shuffle": _CORRUPTION._replace(
        summary="shuffles the word n-grams of a sentence: shuffle:2",
        factory="litgen.transformations.corruption:Shuffle",
        shown=("shuffle:1",),
        tags=False,
    ),
    "drop-modifier": _EDIT._replace(
        summary="drops a modifier; the result is weaker or stronger, depending on polarity",
        wordnet=True,
    ),
    "drop-conjunct": _EDIT._replace(
        summary="drops a conjunct; the result is weaker or stronger, depending on polarity"
    ),
    "hypernym": _EDIT._replace(
        summary="replaces a noun or verb with a broader one (dog, animal)", wordnet=True
    ),
    "hyponym": _EDIT._replace(
        summary="replaces a noun or verb with a narrower one (animal, dog)", wordnet=True
    ),
    "quantifier": _EDIT._replace(
        summary="replaces a determiner or numeral with a weaker or stronger one"
    ),
    "under": _own(
        "monotone:find_under",
        "monotonicity",
        "replaces the subject's determiner for the steps that follow: under:no, under:the",
        contrasts=("premise+{};premise+{}+drop-modifier", "premise+{};premise+{}+hypernym"),
        shown=("under:every", "under:no", "under:the"),
    ),
    "frame": _own(
        "framing:Frame",
        "embedding",
        "embeds the sentence in another one: frame:knows-that, frame:not-true; makes new pairs",
        contrasts=_NEW_AND,
        shown=("frame:knows-that", "frame:not-true", "frame:if"),
    ),
    "adverb": _own(
        "framing:Adverb",
        "embedding",
        "adds an adverb such as still, again or almost: adverb:still, adverb:almost",
        contrasts=_NEW_AND,
        shown=("adverb:still", "adverb:again"),
    ),
    "presupposed": _own(
        "presuppositions:Presupposed",
        "presupposition",
        "states a presupposition: presupposed:existence, presupposed:somebody; makes new pairs",
        contrasts=_AND_NEW,
        shown=("presupposed:existence", "presupposed:somebody", "presupposed:possession"),
    ),
    "affirmative": _own(
        "affirming:Affirmative",
        "negation",
        "removes the negation of a negated sentence",
        contrasts=_HYPOTHESIS,
    ),
    "double-negation": _own(
        "framing:double_negation",
        "negation",
        "adds two negations that cancel out (it is not true that no ...)",
        contrasts=_HYPOTHESIS,
    ),
    "local-negation": _own(
        "local_negation:LocalNegation",
        "negation",
        "negates an embedded clause; makes new pairs",
        contrasts=_AND_NEW,
    ),
    "conditional": _own(
        "conditionals:Conditional",
        "conditional",
        "joins the two sentences of a pair: conditional:modus-ponens, conditional:or",
        level="pair",
    ),
    "entity": _own(
        "entities:Entity",
        "entities",
        "replaces a name or a year in the hypothesis with another from the premise",
        level="pair",
    ),
    "shared-word": _own(
        "shared_word:SharedWord",
        "words",
        "replaces a noun in both sentences with another noun of its class",
        level="pair",
        **_JUDGED,
    ),
    "swap-pair": _OF_PAIRS._replace(summary="exchanges premise and hypothesis"),
    "hypothesis-only": _OF_PAIRS._replace(summary="removes the premise", label_class="corruption"),
}
#: Transformations that litgen ships in addition to the rules; their modules are imported lazily.
BUILTIN = {
    name: each if each.shown or each.level == "pair" else each._replace(shown=(name,))
    for name, each in _SHIPPED.items()
}


def base_of(step: str) -> str:
    """Return a step's name without its arguments: ``drop`` for ``drop:NOUN+PRON``."""
    return step.partition(":")[0]


def declaration(step: str) -> Declaration | None:
    """Return the declaration of a step, or None for a rule or an unknown name."""
    base = base_of(step)
    if base in BUILTIN or base not in registered():
        return BUILTIN.get(base)
    factory = factory_of(base)
    stated: object = getattr(factory, "declaration", None)
    if isinstance(stated, Declaration):
        return stated
    level: Level = getattr(factory, "level", "sentence")
    return Declaration(base, level=level, contrasts=_PAIR if level == "pair" else ("{};{}",))


def is_grammar(name: str) -> bool:
    """Check whether a transformation consists of grammar rules only, like ``past+cleft``."""
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
    """Return the class in ``rules/labels.toml`` that a step declares, or None."""
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
