"""What is kept of a game: its transcript, the chain that seals it, and what a release changed."""
