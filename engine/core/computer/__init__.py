"""Computer players: what they are, what they decide from, and how those that think try actions out.

They decide from what a seat sees and may do, and act through the same gate as people. Nothing here knows the true game.
"""
