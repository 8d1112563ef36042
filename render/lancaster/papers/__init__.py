"""What lies beside the board: Parliament, the court, castles, screens, battles, cards and the score sheet."""
