"""What talks to Discord by itself: the client, and the courier that sends messages."""
