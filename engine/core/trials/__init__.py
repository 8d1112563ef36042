"""Trials of the rules: scenarios written by people, whole games between computer players, and illegal actions."""
