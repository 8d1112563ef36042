"""What becomes of leaders between battles (Phases Seven to Nine)."""
