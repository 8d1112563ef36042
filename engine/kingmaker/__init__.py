"""Kingmaker: the Wars of the Roses. One folder per chapter of the rule book."""
