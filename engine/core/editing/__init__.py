"""What a game master changes at a table: the edits of a game, dice and decks at hand, and what an edit has changed."""
