"""Building verb groups: the words of a chain of verbs in a tense, an aspect and a voice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from litgen.engines.dependency.morphology import Agreement, finite_form, inflect


class Element(NamedTuple):
    """One verb of a chain: a modal, a raising or control verb, or the main verb."""

    lemma: str
    perfect: bool = False
    progressive: bool = False
    passive: str = ""  # the auxiliary: "be", "get"
    modal: bool = False
    to: bool = False  # what follows takes infinitival *to*
    gerund: bool = False  # what follows is a gerund
    support: bool = False  # takes *do* in questions and negations though its verb is *have*
    controls: bool = False  # its subject is its own: *want*, not *seem*
    between: tuple[
        str, ...
    ] = ()  # words that follow the verb (*persuaded Carol to ...*, *be about to*)


def group_words(
    elements: Sequence[Element],
    tense: str | None,
    agreement: Agreement,
    support: bool,
    forms: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """The words of a finite verb group, outermost first.

    Args:
        elements: the chain; the last is the main verb.
        tense: of the first element: ``pres``, ``past`` or ``fut``; ignored for a modal.
        agreement: of the subject.
        support: a single verb takes *do*, as questions and negations ask for.
        forms: Penn tag -> form of the main verb that the source uses (*wove*, not *weaved*).

    Example:
        >>> group_words([Element("may", modal=True), Element("ride", progressive=True)],
        ...             "pres", Agreement(), False)
        ['may', 'be', 'riding']
    """
    words: list[str] = []
    form = tense or "pres"
    if form == "fut" and not elements[0].modal:
        words.append("will")
        form = "VB"
    for element in elements:
        if element.modal:
            words.append(element.lemma)
            form = "VB"
            continue
        for lemma, following in _verbs(element):
            known = forms if lemma == elements[-1].lemma != "be" else {}
            words.append(known.get(_TAGS.get(form, form)) or _form(lemma, form, agreement))
            form = following
        words.extend(element.between)
        if element.to:
            words.append("to")
        form = "VBG" if element.gerund else "VB"
    lead = _verbs(elements[0])[0][0]
    takes_do = lead not in ("be", "have") or elements[0].support
    if support and not elements[0].modal and tense != "fut" and takes_do:
        words[0] = lead
        words.insert(0, finite_form("do", tense or "pres", agreement))
    elif support and words == [finite_form("have", tense or "pres", agreement)]:
        words = [finite_form("do", tense or "pres", agreement), "have"]
    return words


#: The present's forms differ by agreement, which the source's form need not have.
_TAGS = {"past": "VBD", "pres": ""}


def _verbs(element: Element) -> list[tuple[str, str]]:
    """(lemma, the form the next verb takes) of an element's auxiliaries and its verb."""
    verbs = []
    if element.perfect:
        verbs.append(("have", "VBN"))
    if element.progressive:
        verbs.append(("be", "VBG"))
    if element.passive:
        verbs.append((element.passive, "VBN"))
    return [*verbs, (element.lemma, "VB")]


def _form(lemma: str, form: str, agreement: Agreement) -> str:
    if form in ("pres", "past"):
        return finite_form(lemma, form, agreement)
    return inflect(lemma, form)
