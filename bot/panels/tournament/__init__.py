"""What people and officials of a tournament see and press."""
