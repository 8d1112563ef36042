"""Services for tournaments."""
