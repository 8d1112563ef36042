"""Dice checked by a program that was written from docs/fairness.md alone."""
