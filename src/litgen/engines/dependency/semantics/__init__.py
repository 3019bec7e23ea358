"""Composing an MRS in ERG style over a dependency tree, one construction a module."""
