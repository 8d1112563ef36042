"""What keeps Herald running: supervision, health, backups, and work on the database from the command line."""
