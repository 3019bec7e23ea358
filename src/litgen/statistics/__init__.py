"""Statistical tests, confidence intervals and agreement measures.

Example:
    >>> from litgen.statistics import PairedSample, bootstrap_paired_t, generator
    >>> sample = PairedSample.of_counts(n=500, lost=0, gained=0)
    >>> bootstrap_paired_t(sample, generator(0)).remark
    'no discordant pairs'
"""

from litgen.statistics.agreement import (
    agreement_interval,
    fleiss_kappa,
    krippendorff_alpha,
    majority,
    unanimous,
)
from litgen.statistics.bootstrap import (
    bootstrap_paired_t,
    check_replicates,
    null_statistics,
    paired_t,
    replicates_needed,
)
from litgen.statistics.corrections import CORRECTIONS, adjust, strictest_level
from litgen.statistics.exact import mcnemar
from litgen.statistics.intervals import Share, Stratified, share, stratified_share, wilson
from litgen.statistics.joint import JointTest, joint_test
from litgen.statistics.resampling import generator
from litgen.statistics.sample import PairedSample
from litgen.statistics.score import Equivalence, detectable_effect, difference_interval, equivalence

__all__ = [
    "CORRECTIONS",
    "Equivalence",
    "JointTest",
    "PairedSample",
    "Share",
    "Stratified",
    "adjust",
    "agreement_interval",
    "bootstrap_paired_t",
    "check_replicates",
    "detectable_effect",
    "difference_interval",
    "equivalence",
    "fleiss_kappa",
    "generator",
    "joint_test",
    "krippendorff_alpha",
    "majority",
    "mcnemar",
    "null_statistics",
    "paired_t",
    "replicates_needed",
    "share",
    "stratified_share",
    "strictest_level",
    "unanimous",
    "wilson",
]
