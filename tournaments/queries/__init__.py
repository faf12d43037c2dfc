"""What is read: plain dataclasses, with a fixed number of SQL queries each."""
