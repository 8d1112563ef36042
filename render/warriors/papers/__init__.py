"""What lies beside the map: battles, orders of battle, the score explained, leaders and areas as cards."""
