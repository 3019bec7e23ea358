"""Read WordNet through NLTK: find the database, look up senses and disambiguate words.

>>> from litgen.wordnet import load_wordnet
>>> load_wordnet().senses("dog", "n")[0].lemmas  # doctest: +SKIP
('dog', 'domestic dog', 'Canis familiaris')
"""

from litgen.wordnet.lexicon import Pos, WordNet, load_wordnet
from litgen.wordnet.locations import find_wordnet

__all__ = ["Pos", "WordNet", "find_wordnet", "load_wordnet"]
