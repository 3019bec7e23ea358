"""A WordNet of a few senses, written for the tests in the format of Princeton's database."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from litgen.wordnet import WordNet
from litgen.wordnet.locations import Place

FILES = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
HEADER = "  1 This WordNet 3.0 Copyright is for tests only.  \n"
#: Lexicographers' files, by number.
FIELDS = {"n": 18, "v": 38, "a": 0, "s": 0, "r": 2}


class Tiny(NamedTuple):
    """A sense: part of speech, words with their counts, gloss; antonyms (word, sense, its word)."""

    key: str
    pos: str
    words: tuple[tuple[str, int], ...]
    gloss: str
    antonyms: tuple[tuple[str, str, str], ...] = ()
    hypernym: str = ""
    similar: str = ""


def _sense(key: str, words: str, gloss: str, **more: object) -> Tiny:
    """``words`` as in ``dog:42 domestic_dog``; the part of speech is the key's first letter."""
    read = [each.partition(":")[::2] for each in words.split()]
    return Tiny(key, key[0], tuple((w, int(n or 0)) for w, n in read), gloss, **more)  # type: ignore[arg-type]


SENSES = (
    _sense("n.animal", "animal:60 beast:5 creature:9", "a living organism that moves"),
    _sense(
        "n.dog", "dog:42 domestic_dog", 'of the genus Canis; "the dog barked"', hypernym="n.animal"
    ),
    _sense("n.child", "child:40 kid:8 youngster:1", "a young person of either sex"),
    _sense("n.goat", "kid:2", "young goat that eats grass in the meadow", hypernym="n.animal"),
    _sense("n.car", "car:71 automobile:5 auto:1", "a motor vehicle with four wheels on the road"),
    _sense("n.railcar", "car:2 railcar", "a wheeled vehicle adapted to the rails of railroad"),
    _sense("n.sofa", "sofa:3 couch:5 lounge:1", "an upholstered seat for more than one person"),
    _sense(
        "n.male",
        "man:150 adult_male",
        "an adult person who is male",
        antonyms=(("man", "n.female", "woman"),),
    ),
    _sense(
        "n.female",
        "woman:120 adult_female",
        "an adult person who is female",
        antonyms=(("woman", "n.male", "man"),),
    ),
    _sense("n.guy", "guy:33", "an informal term for a youth or man", hypernym="n.male"),
    _sense("n.infant", "infant:3 baby:9", "a very young child"),
    _sense(
        "n.winner",
        "winner:5",
        "the contestant who wins",
        antonyms=(("winner", "n.loser", "loser"),),
    ),
    _sense(
        "n.loser", "loser:3", "a contestant who loses", antonyms=(("loser", "n.winner", "winner"),)
    ),
    _sense("n.hotdog", "hot_dog:2", "a sausage in a roll"),
    _sense("v.begin", "begin:30 start:40", "take the first step in carrying out an action"),
    _sense("v.jump", "jump:9 leap:5", "move forward by leaps"),
    _sense(
        "a.hot",
        "hot:20",
        "used of physical heat; having a high temperature",
        antonyms=(("hot", "a.cold", "cold"),),
    ),
    _sense("a.cold", "cold:25", "having a low temperature", antonyms=(("cold", "a.hot", "hot"),)),
    _sense(
        "a.big",
        "large:40 big:38",
        "above average in size",
        antonyms=(("large", "a.small", "small"), ("big", "a.small", "little")),
    ),
    _sense(
        "a.small",
        "small:30 little:12",
        "below average in size",
        antonyms=(("small", "a.big", "large"), ("little", "a.big", "big")),
    ),
    _sense(
        "a.old", "old:50", "having lived for a long time", antonyms=(("old", "a.young", "young"),)
    ),
    _sense(
        "a.young",
        "young:40 immature:2",
        "in an early period of life",
        antonyms=(("young", "a.old", "old"),),
    ),
    _sense("s.aged", "aged:6 elderly:8", "advanced in years", similar="a.old"),
    _sense("a.happy", "happy:20", "enjoying joy", antonyms=(("happy", "a.unhappy", "unhappy"),)),
    _sense(
        "a.unhappy", "unhappy:9", "experiencing no joy", antonyms=(("unhappy", "a.happy", "happy"),)
    ),
    _sense("r.fast", "quickly:12 rapidly:8", "with little or no delay"),
)
EXCEPTIONS = {"noun": "children child\nmen man\nwomen woman\n", "verb": "began begin\n"}


def write_tiny(folder: Path, lexnames: bool = False) -> Path:
    """Write the database into a folder, as Debian has it: without ``lexnames``."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted(set(FILES.values())):
        own = [sense for sense in SENSES if FILES[sense.pos] == file]
        (folder / f"data.{file}").write_text(_data(own))
        (folder / f"index.{file}").write_text(_index(own))
        (folder / f"{file}.exc").write_text(EXCEPTIONS.get(file, ""))
    (folder / "cntlist.rev").write_text(_counts())
    if lexnames:
        source = Path(__file__).parents[2] / "src/litgen/wordnet/lexnames"
        (folder / "lexnames").write_bytes(source.read_bytes())
    return folder


def tiny_wordnet(folder: Path) -> WordNet:
    """The database, loaded."""
    return WordNet(Place(write_tiny(folder), "", "tests"))


def _offsets() -> dict[str, int]:
    """Where each sense begins; lines are as long with other offsets, which have eight digits."""
    found = {sense.key: 0 for sense in SENSES}
    at = dict.fromkeys(FILES.values(), len(HEADER))
    for sense in SENSES:
        file = FILES[sense.pos]
        found[sense.key] = at[file]
        at[file] += len(_line(sense, found))
    return found


def _data(senses: list[Tiny]) -> str:
    offsets = _offsets()
    return HEADER + "".join(_line(sense, offsets) for sense in senses)


def _line(sense: Tiny, offsets: dict[str, int]) -> str:
    by_key = {each.key: each for each in SENSES}
    names = [word for word, _ in sense.words]
    words = " ".join(f"{word} {_number(sense, word)}" for word in names)
    pointers = []
    for symbol, other in (("@", sense.hypernym), ("&", sense.similar)):
        if other:
            pointers.append(f"{symbol} {offsets[other]:08d} {other[0]} 0000")
    for word, other, its in sense.antonyms:
        target = [each for each, _ in by_key[other].words].index(its) + 1
        pointers.append(
            f"! {offsets[other]:08d} {other[0]} {names.index(word) + 1:02x}{target:02x}"
        )
    frames = "01 + 02 00 " if sense.pos == "v" else ""
    return (
        f"{offsets[sense.key]:08d} {FIELDS[sense.pos]:02d} {sense.pos} {len(names):02x} {words} "
        f"{' '.join([f'{len(pointers):03d}', *pointers])} {frames}| {sense.gloss}  \n"
    )


def _number(sense: Tiny, word: str) -> int:
    """``lex_id``: tells the senses of a word apart in their keys."""
    having = [each.key for each in SENSES if word in dict(each.words) and each.pos == sense.pos]
    return having.index(sense.key)


def _index(senses: list[Tiny]) -> str:
    offsets = _offsets()
    of: dict[str, list[tuple[int, int]]] = {}
    for sense in senses:
        for word, count in sense.words:
            of.setdefault(word.lower(), []).append((-count, offsets[sense.key]))
    pos = {"s": "a"}.get(senses[0].pos, senses[0].pos)
    lines = [
        f"{word} {pos} {len(found)} 0 {len(found)} 0 "
        + " ".join(f"{offset:08d}" for _, offset in sorted(found))
        + "  \n"
        for word, found in sorted(of.items())
    ]
    return HEADER + "".join(lines)


def _counts() -> str:
    """``cntlist.rev``: sense key, number of the sense, how often it was tagged."""
    numbers = {"n": 1, "v": 2, "a": 3, "r": 4, "s": 5}
    lines = []
    for sense in SENSES:
        head = next((each.words[0][0] for each in SENSES if each.key == sense.similar), "")
        for word, count in sense.words:
            tail = f"{head}:00" if head else ":"
            number = f"{numbers[sense.pos]}:{FIELDS[sense.pos]:02d}:{_number(sense, word):02d}"
            lines.append(f"{word}%{number}:{tail} 1 {count}")
    return "".join(f"{line}\n" for line in sorted(lines))
