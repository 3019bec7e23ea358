"""Properties of the root clause that guards use: verb group, dependents, conjuncts."""

from collections.abc import Iterator
from itertools import chain

from litgen.engines.dependency.phrases import Named, Part, Property, adverbials
from litgen.trees.tokens import Token

_FORMS = ("copular", "passive", "progressive", "perfect")


def _start(p: Part) -> int:
    return p.doc[p.clause.subject or 0].left_edge.i


def _form(p: Part) -> Named:
    """Tense, voice and aspect of the verb group, and whether it is negated or has a modal."""
    clause = p.clause
    names = [form for form in _FORMS if getattr(clause, form)]
    if clause.modal:
        names.append("modal")
    if clause.negation is not None:
        yield "negated", p.doc[clause.negation]
    for name in filter(None, (*names, clause.tense)):
        yield from ((name, p.doc[i]) for i in clause.group)


def _verb(p: Part) -> Token:
    """The verb; for the passive of an infinitive (*has to feed*), the infinitive."""
    verb = p.doc[p.clause.last]
    return p.head if verb.dep_ == "conj" else verb


def _placed(p: Part, where: str) -> Iterator[Token]:
    """Dependents of the verb at the ``front``, in the ``middle`` (up to it) or in the ``rest``."""
    first, last = {
        "front": (0, _start(p)), "middle": (_start(p), p.head.i), "rest": (p.head.i, len(p.doc)),
    }[where]  # fmt: skip
    group, verb = [p.clause.subject, *p.clause.auxiliaries], _verb(p)
    if verb != p.head:
        group += [verb.i, *(t.i for t in verb.ancestors)]
    shared = () if p.clause.object_of is None else p.doc[p.clause.object_of].rights
    below = (*p.head.children, *shared)
    return (c for c in below if first <= c.i < last and c.i not in group)


def _conjuncts(p: Part) -> Named:
    """The verbs coordinated with the root, by how they differ from it."""
    root = p.clause
    for other in p.sentence.clauses:
        if other.governor == root.head and other.kind == "conjunct":
            facts = {
                "clause": other.subject is not None,
                "verb": other.subject is None,
                "with auxiliary": other.subject is None and other.auxiliaries,
                "another tense": other.tense and root.tense and other.tense != root.tense,
                "unlike": (other.copular, other.passive) != (root.copular, root.passive),
            }  # fmt: skip
            yield from ((name, p.doc[other.head]) for name, holds in facts.items() if holds)


PROPERTIES: dict[str, Property] = {
    "facts": lambda p: p.told("root", "facts"),
    "lemma": lambda p: [(_verb(p).lemma_, _verb(p))],
    "form": _form,
    "modal": lambda p: [(p.clause.modal, p.doc[p.clause.group[0]])] if p.clause.modal else (),
    "front": lambda p: chain(adverbials(p, _placed(p, "front")), p.told("root", "front")),
    "middle": lambda p: adverbials(p, _placed(p, "middle")),
    "rest": lambda p: adverbials(p, _placed(p, "rest")),
    "adverb": lambda p: p.told("root", "adverb"),
    "conjunct": _conjuncts,
    "dependents": lambda p: p.told("root", "dependents"),
}
