"""The quick test gives PyDelphin's verdict."""

import delphin.mrs
import pytest
from delphin.mrs import EP, MRS, HCons

from litgen.mrs.wellformed import is_well_formed
from tests.mrs.samples import SAMPLES, ride


def broken() -> dict[str, MRS]:
    whole = ride()
    loose = EP("_dog_n_1", "h90", {"ARG0": "x91"})
    twin = EP("_ride_v_1", "h1", {"ARG0": "e2", "ARG1": "x3"})
    own_label = EP("neg", "h1", {"ARG0": "e92", "ARG1": "h1"})

    def with_(rels, hcons=whole.hcons, top=whole.top):
        return MRS(top, whole.index, rels, hcons, whole.icons, whole.variables)

    return {
        "loose predication": with_([*whole.rels, loose]),
        "same intrinsic variable": with_([*whole.rels, twin]),
        "scope over itself": with_([*whole.rels, own_label]),
        "no top": with_(whole.rels, whole.hcons[1:]),
        "constraint on no label": with_(whole.rels, [*whole.hcons, HCons.qeq("h6", "h93")]),
        "no ARG0": with_([*whole.rels, EP("_up_p", "h1", {"ARG1": "e2"})]),
    }


@pytest.mark.parametrize("sentence", SAMPLES)
def test_accepts_what_is_well_formed(sentence):
    assert is_well_formed(SAMPLES[sentence])


@pytest.mark.parametrize("case", broken())
def test_rejects_what_pydelphin_rejects(case):
    mrs = broken()[case]
    assert not delphin.mrs.is_well_formed(mrs)
    assert not is_well_formed(mrs)
