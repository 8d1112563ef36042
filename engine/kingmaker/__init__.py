"""Kingmaker: the Wars of the Roses. One file per chapter of the rule book."""
