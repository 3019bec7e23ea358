"""Words replaced by synonyms: the paper's function (Salvatore et al. 2023) and a sound one."""
