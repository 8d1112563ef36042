"""What lies beside the board: duels blow by blow."""
