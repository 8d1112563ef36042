"""Standings and champions of tournaments."""
