"""The map: areas and borders, armies and their camps, the tracks beside them, and what has changed."""
