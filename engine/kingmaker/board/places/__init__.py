"""Control of places, and distances."""
