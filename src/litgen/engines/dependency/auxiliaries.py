"""Forms of auxiliaries and pronouns, from ``rules/auxiliaries.toml`` and ``rules/pronouns.toml``.

All forms are in lower case, clitics with a straight apostrophe (*'m*, *'ve*).
"""

from __future__ import annotations

from litgen.engines.dependency.morphology import Agreement
from litgen.tables import rules_table

_TABLE = rules_table("auxiliaries")["auxiliary"]


def _forms(key: str) -> frozenset[str]:
    """What all auxiliaries have under a key, together."""
    return frozenset(form for entry in _TABLE for form in entry.get(key, ()))


#: Form -> lemma, clitics included (*ca n't*, *wo n't*); *'s* and *'d* may be of two.
AUXILIARIES: dict[str, str] = {form: entry["lemma"] for entry in _TABLE for form in entry["forms"]}
MODALS = frozenset(entry["lemma"] for entry in _TABLE if entry.get("modal"))
#: Forms that show person and number: *am*; *is*, *has*; *are*, *have*.
FIRST, SINGULAR, PLURAL = _forms("first"), _forms("singular"), _forms("plural")
#: Forms that are finite, whatever the tagger says.
PRESENT, PAST = _forms("present"), _forms("past")
#: Lemma -> form before *n't*, where it has one of its own; forms that do not take *n't*.
BEFORE_NT = {entry["lemma"]: entry["before_nt"] for entry in _TABLE if "before_nt" in entry}
WITHOUT_NT = _forms("without_nt")
#: Clitic -> the full forms that it may stand for.
CLITICS = {
    clitic: tuple(
        entry["clitics"][clitic] for entry in _TABLE if clitic in entry.get("clitics", {})
    )
    for clitic in sorted(_forms("clitics"))
}

_PRONOUNS = rules_table("pronouns")["pronoun"]
_CHANGING = [entry for entry in _PRONOUNS if entry["subject"] != entry["object"]]
#: Pronoun -> what it becomes as a subject; as an object or after *by*.
SUBJECT_CASE: dict[str, str] = {entry["object"]: entry["subject"] for entry in _CHANGING}
OBJECT_CASE: dict[str, str] = {entry["subject"].lower(): entry["object"] for entry in _CHANGING}
#: Subject -> the person and number of its verb.
AGREEMENT = {
    entry["subject"].lower(): Agreement(entry["person"], entry.get("plural", False))
    for entry in _PRONOUNS
    if "person" in entry
}
