"""The database: games with their logs, messages, timers and people."""
