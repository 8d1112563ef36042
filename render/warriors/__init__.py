"""Pictures of Warriors of God."""
