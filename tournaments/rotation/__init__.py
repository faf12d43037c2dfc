"""Who sits where: pure Python, deterministic, provably even."""
