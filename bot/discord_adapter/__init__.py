"""What talks to Discord by itself: the client, and the courier with his messages."""
