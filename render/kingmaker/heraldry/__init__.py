"""Shields, charges, and the small signs of a condition."""
