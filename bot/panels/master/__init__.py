"""What the game master sees and presses."""
