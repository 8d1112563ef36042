"""The record of a game: its transcript, the chain of hashes that seals it, and changes of rules by releases."""
