"""A working copy of an MRS that edits can change."""

from collections.abc import Iterable, Mapping

from delphin.lnk import Lnk
from delphin.mrs import EP, MRS, HCons, ICons


class Draft:
    """An MRS that is being edited; the source MRS and its predications never change.

    Unedited variables, labels and character links remain those of the source, so that an engine
    can use them to find the source's words.
    """

    def __init__(self, mrs: MRS) -> None:
        self.source = mrs
        self.top = mrs.top
        self.index = mrs.index
        self.rels: list[EP] = list(mrs.rels)
        self.hcons: list[HCons] = list(mrs.hcons)
        self.icons: list[ICons] = list(mrs.icons)
        self.variables: dict[str, dict[str, str]] = dict(mrs.variables)
        self._next = 1 + max((_number(v) for v in mrs.variables), default=0)

    def fresh(self, sort: str, properties: Mapping[str, str] | None = None) -> str:
        """Return a new variable of a given sort (such as ``e``), with the next free number."""
        variable = f"{sort}{self._next}"
        self._next += 1
        self.variables[variable] = dict(properties or {})
        return variable

    def set_property(self, variable: str, name: str, value: str) -> None:
        """Set a property of a variable; an empty value removes the property."""
        properties = dict(self.variables.get(variable) or {})
        if value:
            properties[name] = value
        else:
            properties.pop(name, None)
        self.variables[variable] = properties

    def property_of(self, variable: str, name: str) -> str:
        """Return the current value of a property, or an empty string if it has none."""
        return (self.variables.get(variable) or {}).get(name, "")

    def add_qeq(self, hi: str, lo: str) -> None:
        self.hcons.append(HCons.qeq(hi, lo))

    def add_icon(self, left: str, relation: str, right: str) -> None:
        self.icons.append(ICons(left, relation, right))

    def remove_icons(self, left: str, relation: str, right: str) -> None:
        """Remove all matching individual constraints (ICONS); ``*`` matches anything."""
        wanted = (left, relation, right)
        self.icons = [
            i for i in self.icons if any(w not in ("*", p) for w, p in zip(wanted, i, strict=True))
        ]

    def change(self, old: EP, predicate: str | None, args: Mapping[str, str]) -> None:
        """Change a predication's predicate, arguments or LBL."""
        same = (i for i, ep in enumerate(self.rels) if ep is old or ep.id == old.id)
        if (at := next(same, None)) is None:
            return
        ep = self.rels[at]
        merged = {**ep.args, **{r: v for r, v in args.items() if r != "LBL"}}
        label = args.get("LBL", ep.label)
        name = predicate or ep.predicate
        self.rels[at] = EP(name, label, merged, ep.lnk, ep.surface, ep.base)

    def add(self, predicate: str, label: str, args: Mapping[str, str]) -> None:
        """Add a predication without a link to characters of the source (lnk ``<-1:-1>``)."""
        self.rels.append(EP(predicate, label, args=dict(args), lnk=Lnk.default()))

    def put_over(self, label: str, new: str) -> None:
        """Replace ``label`` with ``new`` wherever it is a scopal argument or the top."""
        self.hcons = [HCons(h.hi, h.relation, new) if h.lo == label else h for h in self.hcons]
        for ep in list(self.rels):
            taken = {r: new for r, v in ep.args.items() if v == label}
            if taken:
                self.change(ep, None, taken)

    def _used(self) -> set[str]:
        used = {v for ep in self.rels for r, v in ep.args.items() if r != "CARG"}
        return used | {ep.label for ep in self.rels} | {self.top or "", self.index or ""}

    def remove(self, eps: Iterable[EP]) -> None:
        """Remove predications together with their handle constraints."""
        gone = {id(ep) for ep in eps}
        holes = {v for ep in self.rels if id(ep) in gone for r, v in ep.args.items() if r != "CARG"}
        self.rels = [ep for ep in self.rels if id(ep) not in gone]
        used = self._used()
        self.hcons = [h for h in self.hcons if h.hi not in holes or h.hi in used]
        self.icons = [i for i in self.icons if i.left in used and i.right in used]

    def finish(self) -> MRS:
        """Return the edited MRS, without variables that are no longer used."""
        used = self._used() | {v for h in self.hcons for v in (h.hi, h.lo)}
        used |= {v for i in self.icons for v in (i.left, i.right)}
        source = self.source
        return MRS(
            top=self.top,
            index=self.index,
            rels=self.rels,
            hcons=self.hcons,
            icons=self.icons,
            variables={v: p for v, p in self.variables.items() if v in used},
            lnk=source.lnk,
            surface=source.surface,
            identifier=source.identifier,
        )


def _number(variable: str) -> int:
    digits = variable.lstrip("abcdefghijklmnopqrstuvwxyz")
    return int(digits) if digits.isdigit() else 0


def phrase_of(
    mrs_rels: Iterable[EP], low: Mapping[str, str], variable: str, uses: int = 1
) -> list[EP] | None:
    """Return the predications of a variable's noun phrase, or None if it is used elsewhere.

    The phrase consists of the quantifier, the predications in its restriction, and the phrases of
    the variables used there, unless these variables are also used outside.

    Args:
        uses: maximum number of uses of the variable itself outside the phrase.

    Example:
        For the dog in *The dog on the grass sees a cat*, the result is ``_the_q _dog_n_1
        _on_p_loc`` and the grass with its quantifier. For the owner in *A cat licks its owner's
        hand*, it is None.
    """
    rels = list(mrs_rels)
    bound = {ep.args["ARG0"]: ep for ep in rels if "RSTR" in ep.args}
    if variable not in bound:
        return None
    inside: dict[int, EP] = {}
    pending = [variable]
    introduced: set[str] = set()
    while pending:
        quantifier = bound[pending.pop()]
        introduced.add(quantifier.args["ARG0"])
        inside[id(quantifier)] = quantifier
        labels = [low.get(quantifier.args["RSTR"], quantifier.args["RSTR"]), quantifier.label]
        while labels:
            label = labels.pop()
            for ep in rels:
                if ep.label != label or id(ep) in inside:
                    continue
                inside[id(ep)] = ep
                introduced.add(ep.args.get("ARG0", ""))
                for role, value in ep.args.items():
                    if role in ("ARG0", "CARG"):
                        continue
                    if value[:1] == "h":
                        labels.append(low.get(value, value))
                    elif value in bound and value not in introduced and value not in pending:
                        pending.append(value)
    taken = {ep.label for ep in inside.values()}
    outside = [
        (role, value)
        for ep in rels
        if id(ep) not in inside
        for role, value in ep.args.items()
        if role != "CARG"
    ]
    if any(value[:1] == "h" and low.get(value, value) in taken for _, value in outside):
        return None
    used = [(role, value) for role, value in outside if value in introduced]
    own = all(value == variable and role != "ARG0" for role, value in used)
    return list(inside.values()) if own and len(used) <= uses else None
