"""Nobles, their forces, and the royal houses."""
