"""Build the MRS of a parsed sentence and map the sentence's words to variables."""

from litgen.engines.dependency.analysis import Analysis
from litgen.engines.dependency.clauses import Sentence, is_fragment
from litgen.engines.dependency.composition.composer import Composer
from litgen.engines.dependency.composition.graph import FORCE, UNTENSED, Proposition
from litgen.engines.dependency.composition.lexicon import WITHOUT, Lexicon, SemI
from litgen.exceptions import EngineError
from litgen.mrs.wellformed import fit_together
from litgen.trees.words import Word

_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "PRON", "ADP", "SCONJ"))
#: Parts of speech of roots that have no content, as in *Yes.*
_WITHOUT_CONTENT = frozenset(("INTJ", "PUNCT", "X", "SYM", "SPACE"))


class NotBuilt(EngineError):
    """No well-formed, connected MRS can be built for a sentence; the message gives the reason."""


def build(sentence: Sentence, semi: SemI = WITHOUT) -> Analysis:
    """Compose the MRS of a parsed sentence; raise NotBuilt if the MRS is not well-formed."""
    c = Composer(sentence, Lexicon(semi))
    roots = (w for w in c.words if w.dep == "ROOT")  # one for each sentence in the text
    first, *others = sorted(roots, key=is_fragment)
    main = _main(c, first)
    said = [root for root in others if root.pos not in _WITHOUT_CONTENT]
    c.pending.extend(_main(c, root) for root in said if not is_fragment(root))
    for part in c.pending:
        c.merge(part.top, main.top)
        event = c.event(c.variables.get(main.event, {}))
        whole, both = (0, c.words[-1].end), {"ARG1": main.head, "ARG2": part.head}
        c.add("implicit_conj", whole, main.top, event, **both)
        main = main._replace(head=event)
    for root in filter(is_fragment, said):
        c.merge(_main(c, root).top, main.top)  # a fragment, which edits must not change
    main = _attach(c, main)
    if not fit_together(main.top, c.rels, c.holes):
        raise NotBuilt("parse.ill-formed")
    content = (w for w in c.words if w.pos in _CONTENT and any(map(str.isalnum, w.text)))
    uncovered = tuple(w.i for w in content if w.i not in c.covered)
    return Analysis(
        sentence.text, sentence.doc, sentence.form, sentence.clauses, sentence.declined,
        graph=c, main=main, events=c.events, referents=c.referents, joined=c.joined,
        uncovered=uncovered,
    )  # fmt: skip


def _main(c: Composer, root: Word) -> Proposition:
    """Compose a main clause or a fragment; the ERG represents fragments with ``unknown``."""
    if not is_fragment(root):
        return c.clause(root)
    label = c.handle()
    if root.pos in ("NOUN", "PROPN", "PRON", "NUM"):
        said = c.noun_phrase(root)
    elif root.pos in ("ADP", "ADJ"):
        said = c.predicate(root, c.variable(), label, UNTENSED)
        said = c.variable("u") if root.pos == "ADP" else said
    else:
        raise NotBuilt("parse.no-finite-verb")
    event = c.event(FORCE)
    span = (c.words[0].start, c.words[-1].wide_end)
    c.add("unknown", span, label, event, ARG=said)
    return Proposition(label, event, label, event)


#: Labels of connecting words, which modify their clause if no construction applied to them.
_MARKS = frozenset(("mark", "cc", "preconj", "predet", "dep"))
_NOMINAL = frozenset(("NOUN", "PROPN", "NUM"))
_IN_COMPOUND = frozenset(("compound", "nmod", "quantmod", "amod", "nummod", "npadvmod"))
_ADVERBIAL = frozenset(("advcl", "acl", "pcomp", "relcl", "parataxis"))
_MODIFYING = frozenset(("advmod", "amod", "acomp", "npadvmod"))
#: Parts of speech without a variable; dependents of such words attach higher up in the tree.
_WITHOUT_VARIABLE = frozenset(("PUNCT", "AUX", "DET", "PART", "CCONJ", "SPACE", "INTJ", "SYM", "X"))


def _attach(c: Composer, main: Proposition) -> Proposition:
    """Attach modifiers that no construction covered to the nearest word with a variable."""
    for word in c.words:
        reached = word.head.i in c.covered or word.head.pos in _WITHOUT_VARIABLE
        if word.i in c.covered or not (reached or word.head is word):
            continue
        above = (at.get(w.i, "") for w in word.ancestors() for at in (c.known, c.events))
        target = next((variable for variable in above if variable in c.heads), None)
        if target is None:
            continue
        label = c.heads[target].label
        if word.pos in ("ADP", "SCONJ", "VERB") and word.first("pobj") is not None:
            c.modifier(word, "preposition", target, label, role="prep")
        elif word.pos in ("ADV", "ADJ") and word.dep in _MODIFYING:
            _modifier(c, word, label, target)
        elif (word.pos in _NOMINAL and word.dep in _IN_COMPOUND) or _is_hyphenated(c, word):
            c.modifier(word, "before", target, label, role="compound")
        elif word.i in c.clauses and _is_adverbial(word):
            main = c.scope(main, word, "prop")
        elif word.dep in _MARKS or (word.dep == "conj" and word.pos in ("ADJ", "ADV")):
            _modifier(c, word, label, target)
    return main


def _is_adverbial(word: Word) -> bool:
    """Check whether a word heads an adverbial clause: *than he is*, *no matter who they are*."""
    concessive = word.dep == "ccomp" and word.head.pos == "ADV"
    of_be = word.pos == "AUX" and word.dep in ("advcl", "pcomp")
    return of_be or concessive or (word.pos == "VERB" and word.dep in _ADVERBIAL)


def _modifier(c: Composer, word: Word, label: str, target: str) -> None:
    adjective = target.startswith("x") and word.pos == "ADJ"
    host = "before" if adjective else "degree" if target.startswith("x") else "clause"
    c.modifier(word, host, target, label, role="amod" if adjective else "left")


def _is_hyphenated(c: Composer, word: Word) -> bool:
    """Check whether the other part of a hyphenated word is covered: *pre* - *approve*."""
    for at in (word.i - 2, word.i + 2):
        if 0 <= at < len(c.words) and c.words[(at + word.i) // 2].text in ("-", "–"):
            other = c.words[at]
            size = 1 + max(len(word.text), len(other.text))
            if at in c.covered and abs(other.start - word.start) <= size:
                return word.pos not in ("VERB", "AUX") or word.tag == "VB"
    return False
