"""What is only read: the log, the rules, maps of phases, and what has been."""
