"""What is done with games through the referee: by players, by game masters, and by the clock."""
