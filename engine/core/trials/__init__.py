"""Rules that are tried out: scenarios that people write, whole games that computers play, and what is not allowed."""
