"""Count the negated sentences in a file of pairs that get an affirmative version.

    python studies/negated_coverage.py PAIRS [-n 400] [--seed 1] [--outputs FILE]

The script counts sentences whose only negative word is one negation (*not*, *n't*, *never*, *no*
and its pronouns) of the main clause, and the reasons why others have no affirmative version.
``--outputs`` writes each sentence with its affirmative version or the reason.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from pathlib import Path

from litgen.data import read_pairs
from litgen.tables import function_words
from litgen.transformations import find

#: Reasons that exclude a sentence from the count.
OTHERS = ("not negated", "two negations", "a part is negated", "question")


def main() -> None:
    """Count and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("pairs", type=Path)
    arguments.add_argument("-n", type=int, default=400)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--outputs", type=Path)
    given = arguments.parse_args()
    words = "|".join(map(re.escape, sorted({*function_words()["negative"]} - {"neither"})))
    negated = re.compile(rf"\b(?:{words})\b|n['’]t\b|\bcannot\b", re.IGNORECASE)
    texts = {t for pair in read_pairs(given.pairs) for t in (pair.premise, pair.hypothesis)}
    drawn = sorted(text for text in texts if len(negated.findall(text)) == 1)
    random.Random(given.seed).shuffle(drawn)
    outcomes = find("affirmative").apply(drawn[: given.n])
    made = [(t, o.variants[0].text) for t, o in zip(drawn, outcomes, strict=False) if o.variants]
    why = Counter(f"{o.stage}: {o.declined}" for o in outcomes if not o.variants)
    others = sum(n for reason, n in why.items() if reason.split(": ")[1] in OTHERS)
    counted = len(outcomes) - others
    print(f"{len(outcomes)} drawn, {counted} with one negation of the main clause")
    print(f"affirmative: {len(made)} ({len(made) / counted:.1%})")
    for reason, number in why.most_common():
        print(f"{number:6}  {reason}")
    if given.outputs:
        lines = [f"{new}\t{text}\n" for text, new in made]
        lines += [
            f"({o.declined})\t{t}\n"
            for t, o in zip(drawn, outcomes, strict=False)
            if not o.variants
        ]
        given.outputs.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
