"""Control and troops (Phases Four to Six, and Ten)."""
