"""The game master's changes to a table: edits, dice and decks used at the table, and the effects of an edit."""
