"""Computer players: their interface, their information, and lookahead by trying actions out.

They decide from what a seat sees and may do, and act through the same gate as people. Nothing here knows the true game.
"""
