"""Computer players on seats that people left or nobody took: who asks them, and where they think."""
