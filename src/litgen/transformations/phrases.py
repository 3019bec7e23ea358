"""Describe the noun phrases in an MRS by their nouns and quantifiers."""

from delphin.mrs import EP

from litgen.lexicon import lemma_of
from litgen.mrs.frame import Source
from litgen.mrs.matching import fits
from litgen.mrs.scope import NOT_ARGUMENTS

_KINDS = {
    "definite": ("_the_q", "def_explicit_q", "def_implicit_q", "_this_q*", "_that_q*",
                 "_these_q*", "_those_q*"),
    "proper": ("proper_q",),
    "pronoun": ("pronoun_q",),
    "indefinite": ("_a_q", "_some_q*", "_another_q"),
}  # fmt: skip
_PRONOUNS: dict[tuple[str, str, str | None], str] = {
    ("1", "sg", None): "i", ("1", "pl", None): "we", ("3", "sg", "m"): "he",
    ("3", "sg", "f"): "she", ("3", "sg", "n"): "it", ("3", "pl", None): "they",
}  # fmt: skip


def lemma_and_pos(ep: EP) -> tuple[str, str]:
    lemma, _, pos = lemma_of(ep.predicate).partition("/")
    return lemma, pos


def kind_of(source: Source, variable: str | None) -> str | None:
    """Classify a noun phrase by its quantifier.

    Returns:
        ``definite``, ``proper``, ``pronoun``, ``indefinite``, ``bare``, ``numeral`` or
        ``quantified``; None without a quantifier.
    """
    quantifier = source.scope.quantifier.get(variable) if variable else None
    if quantifier is None or variable is None:
        return None
    for kind, predicates in _KINDS.items():
        if fits(quantifier.predicate, predicates):
            return kind
    if not fits(quantifier.predicate, ("udef_q", "number_q")):
        return "quantified"
    noun = source.scope.by_event.get(variable)
    if noun is not None and noun.predicate.endswith("_c"):
        return "indefinite"
    for ep in source.mrs.rels:
        if ep.args.get("ARG1") == variable and ep.predicate in ("card", "ord"):
            return "numeral"
        if ep.args.get("ARG1") == variable and fits(ep.predicate, ("much-many_a*", "_several_a*")):
            return "quantified"
    return "bare"


def variables_of(source: Source, variable: str) -> list[str]:
    """Return the variables of a noun phrase: its own, then those of its modifiers."""
    found = [variable]
    for each in found:
        noun = source.scope.by_event.get(each)
        for ep in source.scope.by_label.get(noun.label, ()) if noun is not None else ():
            for role, value in ep.args.items():
                if role not in NOT_ARGUMENTS and value[:1] == "x" and value not in found:
                    found.append(value)
    return found


def noun_of(source: Source, variable: str) -> str | None:
    """Return the noun that introduces a variable, or a pronoun in its nominative form."""
    ep = source.scope.by_event.get(variable)
    if ep is None or ep.predicate != "pron":
        return word_of(ep)
    properties = source.scope.properties(variable)
    person, number = properties.get("PERS", ""), properties.get("NUM", "")
    if person == "2":
        return "you"
    gendered = _PRONOUNS.get((person, number, properties.get("GEND")))
    return gendered or _PRONOUNS.get((person, number, None))


def word_of(ep: EP | None) -> str | None:
    """Return the word of a predication: a lemma, or a name as written."""
    if ep is None:
        return None
    if "CARG" in ep.args:
        return str(ep.args["CARG"])
    lemma, pos = lemma_and_pos(ep)
    return lemma.lower() if pos else ep.predicate
