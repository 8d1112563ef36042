"""Sieges and field battles (Phase Three)."""
