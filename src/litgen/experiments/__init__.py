"""Experiments that train: the IE test, its sweep over rho, inoculation.

Example:
    >>> from litgen.experiments import equivalence_contrasts
    >>> [str(contrast) for contrast in equivalence_contrasts("passive")]
    ['passive;passive', 'passive;original', 'original;passive']
"""

from litgen.experiments.equivalence import equivalence_contrasts

__all__ = ["equivalence_contrasts"]
