"""Pictures of Lancaster."""
