"""The pictures of War Lord Tourney; `pictures` is the door."""
