"""The board (rules 0): the map, its people and their cards, who controls what; all chapters stand on it."""
