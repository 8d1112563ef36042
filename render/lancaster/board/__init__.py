"""The board: England, the Channel, the conflicts in France, and the houses beside them."""
