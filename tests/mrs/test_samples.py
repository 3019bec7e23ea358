import delphin.mrs
import pytest

from tests.mrs.samples import SAMPLES


@pytest.mark.parametrize("sentence", SAMPLES)
def test_samples_are_well_formed(sentence):
    assert delphin.mrs.is_well_formed(SAMPLES[sentence])
