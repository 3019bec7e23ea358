"""Pairs of sentences: what is proved, and the neighbour that must not be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import litgen
from litgen.cli import main
from litgen.data import Pair
from litgen.exceptions import DataError, UsageError
from litgen.proving import Proof, is_suspicious, prove_pairs, prove_texts
from litgen.proving.proofs import TOO_DIFFERENT

E, N, C = "entailment", "neutral", "contradiction"

#: Premise, hypothesis, answer, the kind of the edit; below each what is near it.
PROVED = [
    ("A young dog barked.", "A dog barked.", E, "adjective"),
    ("A dog barked.", "A young dog barked.", N, "adjective"),
    ("No dog barked.", "No young dog barked.", E, "adjective"),
    ("Every young dog barked.", "Every dog barked.", N, "adjective"),
    ("A former king slept.", "A king slept.", None, ""),
    ("A man is not wearing a red hat.", "A man is not wearing a hat.", N, "adjective"),
    ("Exactly three young dogs barked.", "Exactly three dogs barked.", N, "adjective"),
    ("A man slept in a bed.", "A man slept.", E, "phrase"),
    ("Every boy except a singer slept.", "Every boy slept.", None, ""),
    ("A man quickly ate an apple.", "A man ate an apple.", E, "adverb"),
    ("A man almost ate an apple.", "A man ate an apple.", None, ""),
    ("A man who was wearing a hat slept.", "A man slept.", E, "relative clause"),
    ("A man sang and danced.", "A man sang.", E, "conjunct"),
    ("A man sang.", "A man sang and danced.", N, "conjunct"),
    ("The men met Kim and Lee together.", "The men met Kim together.", None, ""),
    ("A man sang or danced.", "A man sang.", N, "disjunct"),
    ("A man sang.", "A man sang or danced.", E, "disjunct"),
    ("A dog barked.", "An animal barked.", E, "noun exchanged"),
    ("An animal barked.", "A dog barked.", N, "noun exchanged"),
    ("No animal barked.", "No dog barked.", E, "noun exchanged"),
    ("A dog barked.", "A cat barked.", N, "other noun"),
    ("The dog barked.", "The cat barked.", None, ""),
    ("Exactly two men ate green apples.", "Exactly two men ate apples.", N, "adjective"),
    ("Kim drove to central Tokyo.", "Kim drove to Tokyo.", E, "adjective"),
    ("There are apples in a box.", "There are lemons in a box.", N, "other noun"),
    ("A woman wore a summer hat.", "A woman wore a hat.", E, "compound"),
    ("The soup is hot.", "The soup is cold.", C, "opposite"),
    ("The soup is not hot.", "The soup is not cold.", None, ""),
    ("Some dogs barked.", "No dogs barked.", C, "quantifier"),
    ("Every dog barked.", "Some dog barked.", E, "quantifier"),
    ("Most dogs barked.", "Every dog barked.", N, "quantifier"),
    ("At least five dogs barked.", "At least two dogs barked.", E, "quantifier"),
    ("At most five dogs barked.", "At most two dogs barked.", N, "quantifier"),
    ("About five dogs barked.", "About four dogs barked.", None, ""),
    ("The dog is not barking.", "The dog is barking.", C, "negation"),
    ("The dogs are not barking.", "The dogs are barking.", C, "negation"),
    ("Few of the dogs barked.", "The dogs did not bark.", None, ""),
    ("The young dogs barked.", "The dogs barked.", None, ""),
    ("The dogs barked.", "The young dogs barked.", None, ""),
    ("The young dog barked.", "The dog barked.", E, "adjective"),
    ("The dogs barked loudly.", "The dogs barked.", E, "adverb"),
    ("All the dogs barked.", "The dogs barked.", E, "quantifier"),
    ("The dogs barked.", "All the dogs barked.", None, ""),
    ("All the dogs are not barking.", "The dogs are not barking.", None, ""),
    ("A hungry dog is dangerous.", "A dog is dangerous.", None, ""),
    ("A hungry dog is afraid.", "A dog is afraid.", E, "adjective"),
    ("Tom sings in the shower.", "Tom sings.", None, ""),
    ("Tom is singing in the shower.", "Tom is singing.", E, "phrase"),
    ("A man sings in the shower.", "A man sings.", E, "phrase"),
    ("The water is clean in the mountains.", "The water is clean.", None, ""),
    ("The dog is happy in the garden.", "The dog is happy.", E, "phrase"),
    ("A dog is not barking.", "A dog is barking.", None, ""),
    ("A man managed to win.", "A man won.", E, "implicative"),
    ("The man failed to win.", "The man won.", C, "implicative"),
    ("The man did not fail to win.", "The man won.", E, "implicative"),
    ("The man did not manage to win.", "The man won.", C, "implicative"),
    ("The man wanted to win.", "The man won.", N, "implicative"),
    ("A man wanted to buy a red car.", "A man wanted to buy a car.", E, "adjective"),
    ("A man did not want to buy a car.", "A man did not want to buy a red car.", E, "adjective"),
    ("No man slept.", "No man slept due to noise.", None, ""),
    ("A man feared buying a red car.", "A man feared buying a car.", None, ""),
    ("No man left without seeing a red car.", "No man left without seeing a car.", E, "adjective"),
    ("No man left without seeing red cars.", "No man left without seeing cars.", E, "adjective"),
    ("At least five men sang or danced.", "At least five men danced.", N, "disjunct"),
    ("At most five men sang or danced.", "At most five men danced.", E, "disjunct"),
    ("It was built in 1982 and was sold in 1990.", "It was built in 1982.", E, "conjunct"),
    ("It was built in 1982 and was sold in 1990.", "It was sold in 1990.", E, "conjunct"),
    ("A man sang, but a woman danced.", "A woman danced.", E, "conjunct"),
    ("A man sang.", "A man sang, but a woman danced.", N, "conjunct"),
    ("A man did not sing and dance.", "A man did not dance.", None, ""),
    ("The woman knows that a dog is barking.", "A dog is barking.", E, "factive"),
    ("The woman does not know that a dog is barking.", "A dog is barking.", E, "factive"),
    ("The woman believes that a dog is barking.", "A dog is barking.", N, "attitude"),
    ("The woman says that a dog is barking.", "A dog is barking.", None, ""),
    ("The woman did not see that a dog is barking.", "A dog is barking.", N, "attitude"),
    ("I do not know that a dog is barking.", "A dog is barking.", None, ""),
    ("Nobody knows that a dog is barking.", "A dog is barking.", E, "factive"),
    ("Kim did not know that a dog barked and a cat slept.", "A dog barked.", None, ""),
    ("Kim proved that a dog barked.", "A dog barked.", E, "attitude"),
    ("Nobody proved that a dog barked.", "A dog barked.", None, ""),
    ("None of this proves that a dog barked.", "A dog barked.", None, ""),
    ("Did Kim prove that a dog barked?", "A dog barked.", None, ""),
    ("Kim almost proved that a dog barked.", "A dog barked.", None, ""),
    ("Kim wrongly believes that the dog barked.", "The dog barked.", C, "attitude"),
    ("Kim rightly believes that the dog barked.", "The dog barked.", E, "attitude"),
    ("Kim does not wrongly believe that the dog barked.", "The dog barked.", None, ""),
    ("A boy failed to sing.", "A boy sang.", None, ""),
    ("Two boys refused to leave.", "Two boys left.", None, ""),
    ("A man did not manage to enter.", "A man entered.", None, ""),
    ("Many boys planned to leave.", "Many boys left.", None, ""),
    ("Some boys hoped to win.", "Some boys won.", N, "implicative"),
    ("Few boys managed to sing.", "Few boys sang.", E, "implicative"),
    ("No emperor has not dared to rule.", "No emperor has ruled.", None, ""),
    ("Kim slept, but Tom did not manage to win.", "Kim slept, but Tom won.", None, ""),
    ("We have got to find Tom.", "We have found Tom.", None, ""),
    ("The boy began to build a house.", "The boy built a house.", None, ""),
    ("The boy did not begin to build a house.", "The boy built a house.", C, "implicative"),
    ("The boy began to work.", "The boy worked.", E, "implicative"),
    ("The boy decided to leave.", "The boy left.", None, ""),
    ("The boy did not attempt to leave.", "The boy left.", None, ""),
    ("If it rains, the dog will bark.", "The dog will bark.", N, "adverbial clause"),
    ("If you listen, the dog is barking.", "The dog is barking.", None, ""),
    ("Were Tom here, Mary would leave.", "Mary would leave.", N, "adverbial clause"),
    ("Provided that it rains, the dog will bark.", "The dog will bark.", None, ""),
    ("In case of rain, the dog will bark.", "The dog will bark.", None, ""),
    ("The dog will bark with your help.", "The dog will bark.", None, ""),
    ("In your place, the dog would bark.", "The dog would bark.", None, ""),
    ("Call a dog and it will bark.", "It will bark.", None, ""),
    ("In the film, a dog barked.", "A dog barked.", None, ""),
    ("In the garden, a dog barked.", "A dog barked.", E, "phrase"),
    ("According to the police, a dog barked.", "A dog barked.", None, ""),
    ("A dog barked in my dream.", "A dog barked.", None, ""),
    ("We played every Saturday in spring.", "We played every Saturday.", None, ""),
    ("We played on Sundays in May.", "We played on Sundays.", None, ""),
    ("A man left without respect for dogs.", "A man left without respect.", None, ""),
    ("Tom did not bark, being ill.", "Tom did not bark.", None, ""),
    ("An old dog likes soft bones.", "A dog likes soft bones.", None, ""),
    ("A trained dog can swim.", "A dog can swim.", None, ""),
    ("A nervous horse kicks.", "A horse kicks.", None, ""),
    ("A wet match does not burn.", "A match does not burn.", None, ""),
    ("A young man rides a bike.", "A man rides a bike.", E, "adjective"),
    ("A man was running.", "A man ran.", E, "aspect"),
    ("A man was building a house.", "A man built a house.", None, ""),
    ("A man has slept.", "A man slept.", E, "tense"),
    ("A man slept.", "A man has slept.", None, ""),
    ("A bike was ridden by a man.", "A man rode a bike.", E, "voice"),
    ("A man was seen by a dog.", "A man saw a dog.", None, ""),
    ("It is a man who is riding a bike.", "A man is riding a bike.", E, "cleft"),
    ("Some tourists are waiting.", "Some people are waiting.", E, "noun exchanged"),
    ("A man bought shirts.", "A man bought clothes.", E, "noun exchanged"),
    ("A man bought a poodle.", "A man bought a pet.", None, ""),
    ("A girl received a necklace.", "A girl received a present.", None, ""),
    ("A man read a note.", "A man read a paper.", None, ""),
    ("A man did not buy an apple.", "A man did not buy a pear.", N, "other noun"),
    ("A girl is singing.", "A woman is singing.", None, ""),
    ("A man is screaming.", "A man is crying.", None, ""),
    ("A man walked down a road.", "A man walked down a street.", N, "noun exchanged"),
    ("A man took a photo.", "A man took a picture.", E, "noun exchanged"),
    ("A mammal is sleeping.", "An animal is sleeping.", E, "noun exchanged"),
    ("A hot dog was eaten.", "A dog was eaten.", None, ""),
    ("A sea lion slept.", "A lion slept.", None, ""),
    ("A stone lion fell.", "A lion fell.", None, ""),
    ("A brick wall fell.", "A wall fell.", E, "compound"),
    ("A sports car stopped.", "A car stopped.", E, "compound"),
    ("A wooden horse fell.", "A horse fell.", None, ""),
    ("A vice president slept.", "A president slept.", None, ""),
    ("A good teacher slept.", "A good person slept.", None, ""),
    ("An angry teacher slept.", "An angry person slept.", E, "noun exchanged"),
    ("Little water was left.", "A little water was left.", None, ""),
    ("More than five men slept.", "Two men slept.", None, ""),
    ("Fewer than ten men slept.", "Twelve men slept.", C, "quantifier"),
    ("The soup is hot.", "The soup is not cold.", E, "opposite"),
    ("The soup is not cold.", "The soup is hot.", None, ""),
    ("The king is dead.", "The king is alive.", C, "opposite"),
    ("The box is not empty.", "The box is full.", None, ""),
    ("A cartoon mouse danced.", "A mouse danced.", None, ""),
    ("A man was reading a novel.", "A man was reading.", E, "object"),
    ("A man was reading her thoughts.", "A man was reading.", None, ""),
    ("A man is eating his words.", "A man is eating.", None, ""),
    ("The shop is open.", "The shop is closed.", C, "opposite"),
    ("A shop is open.", "A shop is not closed.", None, ""),
    ("The boy is very tall.", "The boy is tall.", E, "adverb"),
    ("The boy is too tall.", "The boy is tall.", None, ""),
    ("Kim is taller than Lee.", "Lee is taller than Kim.", C, "comparison"),
    ("Kim is taller than Lee.", "Lee is shorter than Kim.", E, "comparison"),
    ("Kim is not taller than Lee.", "Lee is taller than Kim.", None, ""),
    ("A man is eating an apple.", "A man is eating.", E, "object"),
    ("A man is not eating.", "A man is not eating an apple.", E, "object"),
    ("A man drinks milk.", "A man drinks.", None, ""),
    ("A man is eating no apples.", "A man is eating.", None, ""),
    ("A man is playing football.", "A man is playing.", E, "object"),
    ("A man is playing a role.", "A man is playing.", None, ""),
    ("A man is driving a nail.", "A man is driving.", None, ""),
    ("A woman is singing.", "Someone is singing.", E, "pronoun"),
    ("Someone is singing.", "A woman is singing.", N, "pronoun"),
    ("No woman is singing.", "Someone is singing.", None, ""),
    ("A dog is barking.", "Someone is barking.", None, ""),
    ("The old man slept.", "An old man slept.", E, "determiner"),
    ("An old man slept.", "The old man slept.", None, ""),
    ("Her dog slept.", "A dog slept.", E, "determiner"),
    ("A dog slept.", "Her dog slept.", N, "determiner"),
    ("The first man slept.", "A first man slept.", None, ""),
    ("The dog barks.", "A dog barks.", None, ""),
    ("The queen is meeting her two sons.", "The queen has sons.", E, "possession"),
    ("The queen is meeting her two sons.", "The queen has three sons.", None, ""),
    ("The queen lost her sons.", "The queen had sons.", E, "possession"),
    ("The queen lost her sons.", "The queen has sons.", None, ""),
    ("A jelly baby was eaten.", "A baby was eaten.", None, ""),
    ("The queen sold her car.", "The queen has a car.", None, ""),
    ("The man who won the lottery bought a boat.", "Someone won the lottery.", E, "clause"),
    ("The man who did not win bought a boat.", "Someone did not win.", None, ""),
    ("No man who won bought a boat.", "Someone won.", None, ""),
    ("A man is riding a bike.", "It is a man who is riding a bike.", None, ""),
]  # fmt: skip


@pytest.fixture(scope="module")
def proofs() -> dict[tuple[str, str], Proof]:
    texts = [(premise, hypothesis) for premise, hypothesis, _, _ in PROVED]
    return dict(zip(texts, prove_texts(texts), strict=True))


@pytest.mark.parametrize(("premise", "hypothesis", "answer", "kind"), PROVED)
def test_what_is_proved(
    premise: str,
    hypothesis: str,
    answer: str | None,
    kind: str,
    proofs: dict[tuple[str, str], Proof],
) -> None:
    proof = proofs[premise, hypothesis]
    assert proof.answer == answer, proof.line
    if kind:
        assert [edit.kind for edit in proof.edits] == [kind]


def test_a_proof_in_a_line_and_why_there_is_none() -> None:
    proved, other, same = prove_texts([
        ("No dog barked.", "No big dog barked."),
        ("A dog barked.", "The quick brown fox jumps over a lazy dog in a field of red flowers."),
        ("A dog barked.", "A dog barked ."),
    ])  # fmt: skip
    assert proved.line == "add 'big' (down under _no_q): follows; so entailment"
    assert other.answer is None
    assert other.line == TOO_DIFFERENT
    assert same.line == "the same words; so entailment"


@pytest.mark.parametrize("text", ["", "   ", "\x00\x01", "12 34 !!", "犬が吠える。", "a" * 2000])
def test_what_cannot_be_read_is_not_known(text: str) -> None:
    (proof,) = prove_texts([(text, text)])
    assert proof.answer is None
    assert "not parsed" in proof.why or proof.why == TOO_DIFFERENT


def test_an_edit_that_breaks_the_chain_leaves_it_unproved() -> None:
    """Of several edits the answer is that of all: one that is not known takes it away."""
    (proof,) = prove_texts([("A young man slept in a bed.", "A man slept almost in a bed.")])
    assert proof.answer is None


def test_suspicious_is_what_contradicts_a_proof() -> None:
    pairs = [
        Pair("1", "A young dog barked.", "A dog barked.", N),
        Pair("2", "A young dog barked.", "A dog barked.", E),
        Pair("3", "A dog barked.", "A young dog barked.", C),  # told of one dog it may be
        Pair("4", "A dog barked.", "A cat barked.", N),
        Pair("5", "A young dog barked.", "A dog barked.", ""),
    ]
    odd = [pair.id for pair, proof in prove_pairs(pairs) if is_suspicious(pair, proof)]
    assert odd == ["1"]


@pytest.mark.slow
def test_workers_give_the_same() -> None:
    pairs = [
        Pair(f"{i}", f"A young man saw {i} dogs.", f"A man saw {i} dogs.", "") for i in range(300)
    ]
    assert list(prove_pairs(pairs)) == list(prove_pairs(pairs, jobs=2))


def test_from_python() -> None:
    rows = [
        {"premise": "A young dog barked.", "hypothesis": "A dog barked.", "label": N},
        {"premise": "The dog barked.", "hypothesis": "The cat barked."},
    ]
    first, second = litgen.prove(rows)
    assert (first["label"], first["answer"]) == (N, E)
    assert second["label"] is None
    assert second["answer"] is None
    assert [row["id"] for row in litgen.prove(rows, suspicious=True)] == [first["id"]]
    with pytest.raises(UsageError, match="no pairs"):
        litgen.prove([])
    with pytest.raises(DataError, match="no column for the hypothesis"):
        litgen.prove([{"premise": "A dog barked."}])


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as exit_:
        main(["analyze", "--prove", *arguments])
    return int(exit_.value.code or 0)


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "pairs.tsv"
    source.write_text(
        "Premise\tHypothesis\tgold\nA young dog barked.\tA dog barked.\tneutral\n"
        "The dog barked.\tThe cat barked.\t\n", "utf-8",
    )  # fmt: skip
    columns = ("--columns", "premise=Premise,hypothesis=Hypothesis,label=gold")
    out = tmp_path / "out.jsonl"
    assert run(str(source), *columns, "-o", str(out)) == 0
    records = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [(each["label"], each["answer"]) for each in records] == [(N, E), (None, None)]
    assert "suspicious 1" in capsys.readouterr().out
    assert run(str(source), *columns, "--suspicious", "--json") == 0
    assert [json.loads(line)["answer"] for line in capsys.readouterr().out.splitlines()] == [E]
    assert run(str(source), *columns, "-n", "1") == 0
    assert "drop 'young' (up): follows; so entailment" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"\x00\xff\xfe\x80\n\x81", ""),
        (b"text\tother\nA dog barked.\tA cat barked.\n", "no column for the premise"),
    ],
    ids=["empty", "binary", "columns"],
)
def test_bad_files(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "pairs.tsv", tmp_path / "out.jsonl"
    source.write_bytes(content)
    assert run(str(source), "-o", str(out)) != 0
    error = capsys.readouterr().err.strip()
    assert "pairs.tsv" in error
    assert said in error
    assert len(error.splitlines()) == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("premise", "hypothesis", "answer"),
    [
        ("The girl is reading a book.", "The girl is not reading two books.", N),
        ("The girl is reading two books.", "The girl is not reading a book.", C),
        ("The girl is reading no books.", "The girl is not reading all the books.", E),
        ("Tom is not singing.", "Tom and Mary are singing.", C),
    ],
)
def test_edits_are_made_at_their_place_before_or_after_a_negation(
    premise: str, hypothesis: str, answer: str | None
) -> None:
    (proof,) = prove_texts([(premise, hypothesis)])
    assert proof.answer == answer, proof.line
