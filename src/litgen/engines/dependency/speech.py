"""Transcribed speech: the parser is shown the words as they would be written down.

*yeah i i started uh studying it* is parsed as *I started studying it.*, and the words that were
left out hang in its tree as interjections, so that a text keeps all of its words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgen.engines.dependency.words import WORDS
from litgen.tables import LISTS

if TYPE_CHECKING:
    from spacy.tokens import Doc

#: Of how many words a repetition is at most: *in high in high school*.
_LONGEST = 4
_LABELS: list[int | str] = ["TAG", "POS", "DEP", "LEMMA", "HEAD", "ENT_IOB", "ENT_TYPE"]
#: Key of ``Doc.user_data``: where the words of what the parser sees stand in the text.
_SAID = "litgen_said"


def written(doc: Doc) -> Doc:
    """A text as the parser is to see it: speech as it would be written, other text as it is.

    Without fillers and what is said twice; with *I*, a capital at the beginning and a final stop.
    """
    from spacy.tokens import Doc

    words = _said(doc)
    if words is None:
        return doc
    text = ["I" if doc[i].text == "i" else doc[i].text for i in words]
    spaces = [bool(doc[i].whitespace_) for i in words]
    text[0] = text[0][:1].upper() + text[0][1:]
    if text[-1] not in (".", "?", "!"):
        text.append(".")
        spaces.append(False)
    shown = Doc(doc.vocab, words=text, spaces=spaces)
    shown.user_data[_SAID] = words
    return shown


def restored(doc: Doc, parsed: Doc) -> Doc:
    """A text with the tree of what the parser saw of it; its other words are interjections.

    What stands before or after all others hangs on the root there, another word on the one that
    follows it.
    """
    import numpy as np

    words: list[int] | None = parsed.user_data.pop(_SAID, None)
    if words is None:
        return parsed
    add, last = doc.vocab.strings.add, len(words) - 1
    rows = np.zeros((len(doc), len(_LABELS)), dtype=np.uint64)
    rows[:, :3] = [add("UH"), add("INTJ"), add("intj")]
    tree = parsed.to_array(_LABELS)[: len(words)]
    roots = [words[t.i] for t in parsed if t.dep_ == "ROOT" and t.i <= last]
    heads = {i: words[min(t.head.i, last)] for t, i in zip(parsed, words, strict=False)}
    rows[words] = tree
    for i in range(len(doc)):
        if i not in heads:
            rows[i, 3] = add(doc[i].lower_)
            outside = roots[:1] if i < words[0] else roots[-1:]
            heads[i] = next((j for j in words if words[0] < i < j), *outside)
        rows[i, 4] = (heads[i] - i) % (1 << 64)
    doc.from_array(_LABELS, rows)  # type: ignore[arg-type]
    doc.user_data.update({k: v for k, v in parsed.user_data.items() if k != WORDS})
    return doc


def _said(doc: Doc) -> list[int] | None:
    """Of speech the words that say something, None where a text is not transcribed speech.

    Example:
        of *yeah i i started uh studying it* those of *i started studying it*.
    """
    lower = [token.lower_ for token in doc]
    if LISTS.hesitations.isdisjoint(lower) and all(token.text != "i" for token in doc):
        return None
    said = (i for i, word in enumerate(lower) if word not in LISTS.hesitations)
    words = [i for i in said if not _is_joint(lower, i)]
    for leave_out in (_without_asides, _without_answers, _without_repetitions):
        words = leave_out(lower, words)
    words = [
        i
        for before, i in zip([None, *words], words, strict=False)
        if not _is_left(lower, before, i)
    ]
    return words if any(lower[i].isalpha() for i in words) else None


def _is_left(lower: list[str], before: int | None, i: int) -> bool:
    """A comma left over from a filler: *well, um, he left*."""
    return lower[i] == "," and (before is None or (lower[before] == "," and before < i - 1))


def _is_joint(lower: list[str], i: int) -> bool:
    """The hyphen of *uh-huh*."""
    return lower[i] == "-" and {*lower[i - 1 : i], *lower[i + 1 : i + 2]} <= LISTS.hesitations


def _without_asides(lower: list[str], words: list[int]) -> list[int]:
    """Without *you know* and *i mean* where they say nothing: not in *you know what it is*."""
    found = list[int]()
    at = 0
    while at < len(words):
        before = lower[words[at - 1]] if at else ""
        after = lower[words[at + 2]] if at + 2 < len(words) else ""
        aside = " ".join(lower[i] for i in words[at : at + 2]) in LISTS.asides
        said = before in LISTS.no_aside_after or after in LISTS.no_aside_before
        if aside and not said:
            at += 2
        else:
            found.append(words[at])
            at += 1
    return found


def _without_answers(lower: list[str], words: list[int]) -> list[int]:
    """Without *well*, *no* or *right* before a statement: *no i did not*, not *no dog barks*."""
    while len(words) > 1 and lower[words[0]] in LISTS.answers:
        next_word = lower[words[1]] if words[1] == words[0] + 1 else ","
        if next_word not in {",", *LISTS.after_answers, *LISTS.answers}:
            break
        words = words[1:]
    return words


def _without_repetitions(lower: list[str], words: list[int]) -> list[int]:
    """Of words said twice the last: *the the dog*, *in high in high school*."""
    for size in range(_LONGEST, 0, -1):
        at = 0
        while at + 2 * size <= len(words):
            said, again = ([lower[i] for i in words[at + k : at + k + size]] for k in (0, size))
            if said == again and any(word not in LISTS.doubled for word in said):
                del words[at : at + size]
            else:
                at += 1
    return words
