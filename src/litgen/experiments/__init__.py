"""Experiments that train models: the IE test, its sweep over rho, and inoculation.

Example:
    >>> from litgen.experiments import equivalence_contrasts
    >>> [str(contrast) for contrast in equivalence_contrasts("passive")]
    ['passive;passive', 'passive;original', 'original;passive']
"""

from litgen.experiments.equivalence import equivalence_contrasts

__all__ = ["equivalence_contrasts"]
