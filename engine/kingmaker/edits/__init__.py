"""The game master's hand."""
