"""Template tags of the night."""
