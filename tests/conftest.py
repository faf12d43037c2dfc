"""What all tests share."""

import os

# Playwright keeps an event loop running in the test's thread, where Django would refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
