"""THE NIGHT, one Django app: what is stored, what may be done, what is read, who is looking."""
