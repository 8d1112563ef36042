"""Cards, in hands and in piles."""
