"""What may be done: one function per act. See `act`."""
