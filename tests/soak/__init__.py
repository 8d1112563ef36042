"""A community of tables in bad weather: Herald is killed, cut off and refused, and must lose nothing."""
