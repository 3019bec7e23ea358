"""Read labels from the text of language models, with the tables of ``rules/answers.toml``.

Reasoning is removed, and so is any further example that the model adds. The rest is an answer if it
states one label in JSON or a container (``\\boxed{}``), after *Answer:*, at the beginning or in the
last clause, or if it asserts one label and no other. Everything else is unreadable, refused, empty
or cut off.

``litgen export`` copies this file to its tasks, so it imports nothing from litgen at run time.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from litgen.models.prompts import Prompt
    from litgen.models.protocol import Outcome

_TRIES = 20  #: number of opening braces, from the end, at which to look for JSON
LONG = 40_000  #: maximum characters to read: half from the beginning, half from the end
_BEFORE, _AFTER = 200, 80  #: characters of context before and after a word
#: Map full-width forms and typographic quotation marks to ASCII.
_ASCII = {0xFF01 + i: 0x21 + i for i in range(94)} | {
    ord(mark): plain for mark, plain in zip("\u3000\u3002’‘“”", " .''\"\"", strict=True)
}
_LATEX = re.compile(
    r"\\(?:text\w{0,6}|math\w{0,4}|operatorname|emph|bf|rm)\s?\{([^{}]*)\}|"
    r"\\[()\[\]!,;]|\\q?quad\b|\$"
)
_MARKUP = re.compile(
    r"[*`~]+|(?<!\w)_+|_+(?!\w)|^[ \t]*[#>]+|</?(?:b|i|u|em|strong|code|p|br|span)\s?/?>", re.M
)
_SUBJECTS = ("it", "this", "that", "the", "i", "we", "which")  #: words that open a clause
_KEY = re.compile(r"[\"']\s?:")  #: the text after a JSON key
#: The text between the labels of a list.
_JOINED = (
    r"[ \t,;/|\"'()\[\]&+–—-]{1,6}"
    r"(?:(?:(?:and/or|or|and|versus|as well as|but also)\b|vs\.?)[ \"'(]{0,3})?"
    r"(?:(?:an?|the|option|also|rather|possibly|maybe|perhaps) )?[\"'(]{0,2}"
)
#: The text between a noun that announces an answer and the answer: a modifier and a link.
_ABOUT = r"(?: (?:between|for|of|to|in|from|here|that|which|would|i|we)\b[^.\n:?!;]{0,80}?)?"
_LINK = (
    r"(?:\s*(?:=>|->|=|→|⇒|:)|\s[-–—]\s|\s(?:is|was|would be|should be|must be|becomes)\b(?!n't))"
)
#: What must follow a letter or an everyday word for it to be an answer.
_ENDS = r"[\"')\]}]*\s*(?:\Z|[.,;:!\n)\]}(]|\s[-–—]\s|[–—]|->|→|\s[^\w\s\"'(/|&+<>=])"


class _Said(NamedTuple):
    """An answer without reasoning, continuation or markup, and the labels its letters denote."""

    text: str
    letters: Mapping[str, str]
    cut: bool  # whether the answer is incomplete
    listed: frozenset[str]  # letters and labels that the answer enumerates


class _Word(NamedTuple):
    """An occurrence of a word for a label in an answer."""

    start: int
    end: int
    label: str


class AnswerReader:
    """Reads the answers to a prompt with the words and patterns of ``rules/answers.toml``.

    Example:
        >>> from litgen.models.prompts import load_prompt
        >>> reader = AnswerReader(load_prompt("anli"))
        >>> reader.text("A man rides.", "A man moves.", "**True**, since riding is moving.")
        ('answered', 'entailment')
    """

    def __init__(self, prompt: Prompt, tables: Mapping[str, Any] | None = None) -> None:
        if tables is None:
            from litgen.tables import rules_table

            tables = rules_table("answers")
        self.prompt = prompt
        said = tables["words"]
        terms = {word: label for label in prompt.labels for word in said.get(label, [])}
        choices = {_bare(choice.split("{")[0]): label for label, choice in prompt.choices.items()}
        #: An everyday word, such as *yes*, counts as an answer only where it can have no other use.
        self._everyday = {
            word: label for word, label in choices.items() if " " not in word and word not in terms
        }
        self._words = {**terms, **choices}
        plain = [word for word in self._words if word not in self._everyday]
        self._term = re.compile(rf"(?<!\w)(?<!\w-)(?:{_any(plain)})(?!\w)(?!-\w)")
        followers = _any(tables["followers"]["words"])
        self._ends = re.compile(rf"{_ENDS}|\s(?:{followers})\b")
        everyday = _any(self._everyday) if self._everyday else r"\A(?!)"
        ending = rf"(?={_ENDS}|\s(?:{followers})\b|\s?[/|?]|\s(?:or|and|nor)\b)"
        self._particle = re.compile(rf"(?<!\w)(?<!\w-)(?:{everyday})(?!\w)(?!-\w){ending}")
        self._letter = re.compile(r"(?:option |choice )?([a-c])(?!\w)")
        self._neither = re.compile(
            rf"\bneither (?:{_any(self._words)}) nor (?:{_any(self._words)})\b"
        )
        names = _any(name.casefold() for name in prompt.labels)
        self._name = re.compile(names)
        self._filler = re.compile(rf"(?:{_any(tables['fillers']['words'])})\b[\s\"'(\[,]{{1,6}}")
        self._fill = re.compile(r"[\s\"'(\[{:=>.?,-]{0,40}")
        self._thought = re.compile(
            "(?P<open>" + "|".join(each["open"] for each in tables["reasoning"]) + ")|"
            "(?P<close>" + "|".join(each["close"] for each in tables["reasoning"]) + ")"
        )
        own = (stop.strip().rstrip(":").casefold() for stop in getattr(prompt, "stop", ()))
        lines = _any({*tables["run_on"]["lines"], *own})
        self._next = re.compile(
            rf"^[\s*#>_-]{{0,8}}(?:{lines})(?: ?\d{{1,3}})?[*_]{{0,2}} ?:", re.M
        )
        self._token = re.compile("|".join(map(re.escape, tables["run_on"]["tokens"])))
        self._containers = [re.compile(each) for each in tables["containers"]["patterns"]]
        self._keys = tables["containers"]["keys"]
        nouns, verbs = (_any(tables["announcements"][key]) for key in ("nouns", "verbs"))
        self._announcement = re.compile(
            rf"\b(?:{nouns})\b[\"')\]]*(?: ?\([^()\n]{{0,40}}\))?"
            rf"{_ABOUT}{_LINK}|"
            rf"\b(?:i|we)(?:'d|'ll| would| will| must| have to)? (?:{verbs})\b"
        )
        finals = _any(tables["announcements"]["final"])
        self._final = re.compile(rf"\b(?:{finals})\b[\w ]{{0,20}}$")
        self._verdict = re.compile(
            r"(?<!\w)([a-c])[\"')]* is (?:therefore |clearly )?(?:the )?(?:most )?"
            r"(?:correct|right|best|appropriate|answer)\b"
        )
        negations = _any(set(tables["negations"]["words"]) - {"n't"})
        self._negation = re.compile(rf"n't\b|(?<!\w)(?:{negations})\b")
        self._asserting = [
            (re.compile(each["pattern"]), bool(each.get("verbs"))) for each in tables["asserted"]
        ]
        self._fillers = re.compile(
            rf"[\W\d_]*(?:(?:{_any(tables['fillers']['words'])}|and|\w+ly)[\W_]+)*"
        )
        self._if = re.compile(
            r"(?:\A|[.!?;\n])\W*(?:and |but |so )?(?:if|unless|suppos\w+|assuming)\b[^.!?;\n]*\Z"
        )
        self._considered = [re.compile(each["pattern"]) for each in tables["considered"]]
        self._dismissed = [re.compile(each["pattern"]) for each in tables["dismissed"]]
        self._naming = re.compile(tables["naming"]["pattern"])
        self._predicate = re.compile(tables["predicates"]["pattern"])
        self._clause = re.compile(tables["clauses"]["pattern"])
        self._subordinate = re.compile(rf"\s*(?:{_any(tables['clauses']['subordinators'])})\b")
        self._revision = re.compile(rf"\b(?:{_any(tables['revisions']['words'])})\b")
        self._unsure = re.compile("|".join(each["pattern"] for each in tables["unsure"]))
        self._refusal = re.compile("|".join(each["pattern"] for each in tables["refusal"]))
        self._declines = re.compile(
            "|".join(each["pattern"] for each in tables["refusal"] if not each.get("apology"))
        )

    def text(self, premise: str, hypothesis: str, answer: str) -> tuple[Outcome, str | None]:
        """Return the outcome of a complete text, and the label if the outcome is ``answered``."""
        return self._read(premise, hypothesis, answer, cut=False)[:2]

    def generated(
        self, premise: str, hypothesis: str, answer: str, cut: bool = False
    ) -> tuple[Outcome, str | None]:
        """Return the outcome of a generated answer, and the label if the outcome is ``answered``.

        If the model reached its token limit (``cut``) or its reasoning is unfinished, an answer
        without a label is ``cut off``.
        """
        outcome, label, unfinished = self._read(premise, hypothesis, answer, cut)
        if outcome in ("unreadable", "empty") and (cut or unfinished):
            return "cut off", None
        return outcome, label

    def first_token(
        self, premise: str, hypothesis: str, tokens: Sequence[tuple[str, float]]
    ) -> tuple[dict[str, float] | None, bool]:
        """Return label probabilities, and whether the most probable first token begins an answer.

        ``tokens`` are the most probable first tokens, each with its log probability. The
        probabilities are None if no token begins an answer; a token that begins two answers is
        ignored.
        """
        wanted = self._letters(premise, hypothesis) or {
            choice.casefold(): label for label, choice in self.prompt.choices.items()
        }
        mass = dict.fromkeys(self.prompt.labels, 0.0)
        by_rank = sorted(tokens, key=lambda each: -each[1])
        found = [_begun(token, wanted, bool(self.prompt.letters)) for token, _ in by_rank]
        for label, (_, log) in zip(found, by_rank, strict=True):
            if label is not None:
                mass[label] += math.exp(log)
        total = math.fsum(mass.values())
        if not total:
            return None, False
        return {label: p / total for label, p in mass.items()}, found[0] is not None

    def _letters(self, premise: str, hypothesis: str) -> dict[str, str]:
        if not self.prompt.letters:
            return {}
        answers = self.prompt.answers(premise, hypothesis)
        return {letter.casefold(): label for label, letter in answers.items()}

    def _read(
        self, premise: str, hypothesis: str, answer: str, cut: bool
    ) -> tuple[Outcome, str | None, bool]:
        folded = answer.translate(_ASCII).casefold()
        visible, unfinished = self._without_reasoning(folded)
        if not visible.strip():
            return ("unreadable" if unfinished else "empty"), None, unfinished
        own = self._without_run_on(visible, (premise, hypothesis))
        whole = own == visible
        if len(own) > LONG:
            own = f"{own[: LONG // 2]}\n{own[-LONG // 2 :]}"
        letters = self._letters(premise, hypothesis)
        label = self._label(own, letters, (cut or unfinished) and whole)
        if label is not None:
            return "answered", label, unfinished
        refusal = self._declines if cut or unfinished else self._refusal
        refused = refusal.search(_plain(own[:600]))  # refusals occur at the beginning
        return ("refused" if refused else "unreadable"), None, unfinished

    def _without_reasoning(self, text: str) -> tuple[str, bool]:
        """Return the text outside reasoning, and whether the last reasoning is unfinished."""
        parts: list[str] = []
        at, thinks = 0, False
        for match in self._thought.finditer(text):
            if match["close"] is not None:
                if not thinks:
                    parts.clear()
                at, thinks = match.end(), False
            elif not thinks:
                parts.append(text[at : match.start()])
                thinks = True
        if not thinks:
            parts.append(text[at:])
        return "\n".join(parts), thinks

    def _without_run_on(self, text: str, pair: tuple[str, str]) -> str:
        """Return the text before another example; the answer may repeat its own pair."""
        if token := self._token.search(text, len(text) - len(text.lstrip())):
            text = text[: token.start()] or text
        own = [letters for sentence in pair if (letters := _letters_of(sentence)[:60])]
        for match in self._next.finditer(text):
            after = _letters_of(text[match.end() : match.end() + 2 * _BEFORE])
            if not any(after.startswith(each) for each in own):
                return text[: match.start()]
        return text

    def _label(self, text: str, letters: Mapping[str, str], cut: bool) -> str | None:
        values = list(_json_answers(text, self._keys))
        if not values:
            text = _plain(text)
            values = [
                match[1] for each in self._containers for match in each.finditer(text)
                if match[1].strip() and not (cut and match.end(1) == len(text))
            ]  # fmt: skip
        if values:
            return _only(self._value(value, letters) for value in values[-_TRIES:])
        return self._decided(self._said(text, letters, cut))

    def _value(self, value: Any, letters: Mapping[str, str]) -> str | None:
        if isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            return None
        bare = _bare(_plain(value.casefold()))
        exact = letters.get(bare) or self._words.get(bare)
        return exact or self._decided(self._said(_plain(value.casefold()), letters, False))

    def _said(self, text: str, letters: Mapping[str, str], cut: bool) -> _Said:
        text = text.strip()
        if "neither" in self._everyday:
            text = self._neither.sub("neither", text)
        lines = re.findall(
            r"^\W{0,6}(?:option )?([a-c]) ?[).:]|(?<=\s)([a-c]) ?[):](?=\s)", text, re.M
        )
        listed = {"".join(each) for each in lines} & set(letters)
        named = {
            self._words[word] for word in re.findall(rf"({self._term.pattern})[\"')]* ?[:=]", text)
        }
        every = (each for each in (listed, named) if len(each) > 1)
        return _Said(text, letters, cut, frozenset().union(*every))

    def _decided(self, said: _Said) -> str | None:
        found = sorted({*self._explicit(said), *self._final_clause(said)})
        unsure = self._unsure.search(said.text) is not None
        if not unsure and (head := self._slot(said, 0, head=True)):
            found.insert(0, (0, head))
        if not found:
            return None if unsure or said.cut else self._claim(said)
        labels = {label for _, label in found}
        last, label = found[-1]
        revised = [match.end() for match in self._revision.finditer(said.text)]
        if len(labels) > 1 and not (
            self._final.search(said.text[max(0, last - 30) : last])
            or any(found[-2][0] < at <= last for at in revised)
        ):
            return None
        start = max((at for at in revised if at > last), default=None)
        if start is not None and said.cut:
            return None
        if start is not None:
            others = {
                self._words[word]
                for each in (self._term, self._particle) for word in each.findall(said.text, start)
            }  # fmt: skip
        elif said.cut or (found == [(0, label)] and not self._begins_with_term(said)):
            others = set(self._asserted(said, 0))
        elif found == [(0, label)]:
            sentence = re.split(r"[.!?\n]", said.text[: 2 * _BEFORE])[0]
            others = set(self._asserted(said._replace(text=sentence), 0))
        else:
            others = set()
        return None if others - {label} else label

    def _begins_with_term(self, said: _Said) -> bool:
        """Check whether a text begins with a single-word term for a label."""
        begin = self._fill.match(said.text)
        word = self._term.match(said.text, begin.end() if begin else 0)
        return word is not None and " " not in word[0]

    def _explicit(self, said: _Said) -> Iterator[tuple[int, str]]:
        for match in self._announcement.finditer(said.text):
            if self._is_open(said.text, match.start()):
                continue
            label = self._slot(said, match.end())
            if label is None:
                rest = said.text[match.end() : match.end() + 2 * _BEFORE].lstrip()
                line = rest.partition("\n")[0]
                if said.cut or (said.letters and self._letter.match(line)):
                    continue
                label = self._claim(said._replace(text=line))
            if label is not None:
                yield match.start() + 1, label
        if said.letters:
            for match in self._verdict.finditer(said.text):
                if not self._is_open(said.text, match.start()) and match[1] in said.letters:
                    yield match.start() + 1, said.letters[match[1]]

    def _final_clause(self, said: _Said) -> Iterator[tuple[int, str]]:
        """Yield the position and label of the last clause if it contains only an answer."""
        if said.cut:
            return
        start = max(0, len(said.text) - _BEFORE)
        tail = said.text[start:].rstrip(" \t\n.!\"')]}")
        ends = [match for match in self._clause.finditer(tail) if match.end() < len(tail)]
        at, before = (ends[-1].end(), ends[-1][0]) if ends else (0, "")
        clause = _bare(tail[at:])
        while filler := self._filler.match(clause):
            clause = clause[filler.end() :]
        label = said.letters.get(clause) or self._words.get(clause)
        if label is None or " " in clause or (not ends and start):
            return
        place = start + tail.rindex(clause)
        if self._is_joined(said, _Word(place, place + len(clause), label)) or re.search(
            rf"(?<!\w)[a-c]{_JOINED}$", said.text[max(0, place - 20) : place]
        ):
            return
        if clause in self._everyday and before == "?":
            return
        yield start + at + 1, label

    def _slot(self, said: _Said, at: int, head: bool = False) -> str | None:
        for _ in range(8):
            at = self._fill.match(said.text, at).end()  # type: ignore[union-attr]
            letter = self._letter.match(said.text, at) if said.letters else None
            if letter and re.match(
                rf"{_JOINED}(?:option )?[a-c](?!\w)", said.text[letter.end() :][:_AFTER]
            ):
                return None
            if letter and letter[1] in said.letters and self._closes(said, letter.end(), letter[1]):
                return None if head and letter[1] in said.listed else said.letters[letter[1]]
            word = self._term.match(said.text, at) or self._particle.match(said.text, at)
            if word:
                return self._stands(said, _Word(*word.span(), self._words[word[0]]), head)
            filler = self._filler.match(said.text, at)
            if not filler:
                return None
            at = filler.end()
        return None

    def _stands(self, said: _Said, word: _Word, head: bool) -> str | None:
        """Return the label of a word, unless the text around it shows that it is not the answer."""
        after = said.text[word.end : word.end + _AFTER]
        if head and word.label in said.listed and re.match(r"[\"')]* ?[:=]", after):
            return None
        if (said.cut and not after.strip(" \n")) or _KEY.match(after):
            return None
        if said.text[word.start : word.end] in self._everyday and not self._ends.match(after):
            return None
        if self._is_dismissed(said, word) or self._is_joined(said, word):
            return None
        if head and self._only_names(said, word):
            return None
        return word.label

    def _closes(self, said: _Said, at: int, letter: str) -> bool:
        """Check whether the letter before a position is an answer, not an article or list item."""
        after = said.text[at : at + _AFTER]
        if not self._ends.match(after) or (said.cut and not after.strip()) or _KEY.match(after):
            return False
        if re.match(r"[\"')\]]*\s?\?", after):
            return False
        place = at + len(re.match(r"[\s\"')\].:,(=-]*", after)[0])  # type: ignore[index]
        word = self._term.match(said.text, place)
        return word is None or self._words[word[0]] == said.letters[letter]

    def _claim(self, said: _Said) -> str | None:
        """Return the label that a text asserts, if it asserts exactly one."""
        label = _only(self._asserted(said, 0))
        framed = label is not None and any(
            self._words[match[0]] == label
            and self._is_asserted(said, word := _Word(*match.span(), label))
            and self._is_framed(said.text, word)
            for match in self._words_of(said.text, 0)
        )
        return label if framed else None

    def _asserted(self, said: _Said, start: int) -> Iterator[str]:
        """Yield each label that is asserted after a position, once."""
        seen: set[str] = set()
        for match in self._words_of(said.text, start):
            word = _Word(*match.span(), self._words[match[0]])
            if word.label not in seen and self._is_asserted(said, word):
                seen.add(word.label)
                yield word.label

    def _words_of(self, text: str, start: int) -> Iterator[re.Match[str]]:
        yield from self._term.finditer(text, start)
        for match in self._particle.finditer(text, start):
            if self._predicate.search(text[max(0, match.start() - _AFTER) : match.start()]):
                yield match

    def _is_asserted(self, said: _Said, word: _Word) -> bool:
        after = said.text[word.end : word.end + 2]
        if (word.label in said.listed and re.match(r" ?[:=]", after)) or self._is_joined(
            said, word
        ):
            return False
        letter = re.search(r"(?<!\w)([a-c])[\"')\].:(=\s-]{1,6}$", said.text[: word.start][-9:])
        if letter and said.letters.get(letter[1], word.label) != word.label:
            return False
        return not (
            self._is_open(said.text, word.start)
            or self._is_dismissed(said, word)
            or self._only_names(said, word)
        )

    def _is_framed(self, text: str, word: _Word) -> bool:
        """Check that a word is asserted by its clause; always accept everyday words and phrases."""
        term = text[word.start : word.end]
        if term in self._everyday or " " in term:
            return True
        opening, clause = self._clause_before(text, word.start)
        if self._subordinate.match(opening + clause) and "," in clause:
            clause = clause.rpartition(",")[2]
        elif opening in _SUBJECTS:
            clause = opening + clause
        verb = not self._name.fullmatch(term)
        rest = self._term.sub("", clause)  # a word may be repeated
        return self._fillers.fullmatch(f"{rest} ") is not None or any(
            each.search(clause) for each, of_verbs in self._asserting if verb or not of_verbs
        )

    def _clause_before(self, text: str, start: int) -> tuple[str, str]:
        """Return the words that open the clause at a position, and its text before the position."""
        begin = max(0, start - _BEFORE)
        ends = [
            match for match in self._clause.finditer(text, begin, start + 10)
            if match.start() < start
        ]  # fmt: skip
        opening = ends[-1][0].strip(", ") if ends else ""
        return opening, text[ends[-1].end() if ends else begin : start]

    def _is_open(self, text: str, start: int) -> bool:
        """Check whether the clause at a position is negated, conditional, tentative or declined."""
        opening, clause = self._clause_before(text, start)
        subordinate = self._subordinate.match(opening + clause)
        if subordinate and "," in clause:
            clause = clause.rpartition(",")[2]
        return bool(
            self._negation.search(clause)
            or self._declines.search(clause)
            or self._if.search(text[max(0, start - _BEFORE) : start])
            or any(each.search(clause) for each in self._considered)
        )

    def _is_dismissed(self, said: _Said, word: _Word) -> bool:
        after = said.text[word.end : word.end + _AFTER]
        if said.text[word.start : word.end] in self._everyday:
            return re.match(r"[\"')]*\s?\?", after) is not None
        question = re.match(r"[^.!;:\n?]*\?", after)
        return question is not None or any(each.match(after) for each in self._dismissed)

    def _is_joined(self, said: _Said, word: _Word) -> bool:
        text = said.text
        after = re.compile(_JOINED).match(text, word.end)
        if after:
            other = self._term.match(text, after.end()) or self._particle.match(text, after.end())
            if other and self._words[other[0]] != word.label:
                return True
        before = text[max(0, word.start - _AFTER) : word.start]
        for each in (self._term, self._particle):
            others = list(each.finditer(before + text[word.start : word.end], 0, len(before)))
            if (
                others
                and self._words[others[-1][0]] != word.label
                and re.fullmatch(_JOINED, before[others[-1].end() :])
            ):
                return True
        return False

    def _only_names(self, said: _Said, word: _Word) -> bool:
        """Check whether a sentence begins with a label's name and is about the label itself."""
        if not self._name.fullmatch(said.text, word.start, word.end):
            return False
        before = said.text[max(0, word.start - _AFTER) : word.start]
        sentence = re.split(r"[.!?\n]", before)[-1].strip(" \"'([*-")
        while filler := self._filler.match(f"{sentence} "):
            sentence = f"{sentence} "[filler.end() :].strip()
        after = said.text[word.end : word.end + _AFTER]
        return not sentence and not (
            re.match(_ENDS, after) or self._naming.match(after) or re.match(r" \(", after)
        )


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))


def _plain(text: str) -> str:
    """Remove LaTeX and Markdown from a text."""
    if "\\" in text or "$" in text:
        for _ in range(2):
            text = _LATEX.sub(lambda match: match[1] or " ", text)
    return _MARKUP.sub("", text)


def _bare(text: str) -> str:
    """Fold the case of a text and strip the punctuation, quotes and brackets around it."""
    return text.casefold().strip(" \t\n.,!:;\"'()[]")


def _letters_of(text: str) -> str:
    return "".join(re.findall(r"\w+", text.casefold()))


def _only(labels: Iterable[str | None]) -> str | None:
    """Return the label if there is exactly one."""
    found = set(labels)
    return found.pop() if len(found) == 1 else None


def _begun(token: str, wanted: Mapping[str, str], whole: bool) -> str | None:
    """Return the label whose answer starts with a token, or None unless there is exactly one."""
    plain = token.strip().casefold()
    return _only(
        label for word, label in wanted.items()
        if plain and (word == plain or (not whole and word.startswith(plain)))
    )  # fmt: skip


def _json_answers(answer: str, keys: Sequence[str]) -> Iterator[Any]:
    """Yield the answers in the last JSON objects; skip objects without an answer."""
    decoder = json.JSONDecoder()
    places = [match.start() for match in re.finditer(r"\{", answer)][-_TRIES:]
    for place in places:
        try:
            found, _ = decoder.raw_decode(answer, place)
        except (ValueError, RecursionError):
            continue
        values = {str(key).casefold(): value for key, value in found.items()}
        for key in keys:
            if key in values and not isinstance(values[key], dict):
                yield values[key]
                break


def check_prompt(prompt: Prompt) -> list[dict[str, Any]]:
    """Run the examples of a prompt and compare expected and actual results."""
    reader = AnswerReader(prompt)
    checks = []
    for example in prompt.examples:
        pair = str(example.get("premise", "")), str(example.get("hypothesis", ""))
        got: dict[str, Any] = {"question": prompt.question(*pair), "answers": prompt.answers(*pair)}
        if "said" in example:
            outcome, label = reader.text(*pair, str(example["said"]))
            got["read"] = label or outcome
        expected = {key: example[key] for key in ("question", "answers", "read") if key in example}
        shown = {key: got.get(key) for key in expected}
        checks.append({
            "prompt": prompt.name, "example": str(example.get("said", pair[1])),
            "expected": expected, "got": shown, "passed": bool(expected) and shown == expected,
        })  # fmt: skip
    return checks
