"""The one writer of running games, and the effects of an action: messages, questions, timers."""
