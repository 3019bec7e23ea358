"""Experiments that train models: the IE test, its sweep over rho, and inoculation."""
