"""The one writer of running games, and what follows from an action: messages, questions, timers."""
