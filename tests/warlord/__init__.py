"""Tests of War Lord Tourney that scenarios cannot say well."""
