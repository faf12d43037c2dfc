"""The project's settings for tests: their own data folder, a throw-away database, quick passwords.

SQLite in a file (threads of the live server share it) unless `TEST_DATABASE_URL` names a PostgreSQL server;
`python -m tests.postgres` starts one and sets it.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="euchre-night-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)

# What the developer's shell says about a real night must not reach the tests.
for name in ("PRODUCTION", "DEBUG", "CSRF_TRUSTED_ORIGINS", "DATABASE_URL", "STATIC_ROOT"):
    os.environ.pop(name, None)
os.environ["DATA_DIR"] = str(FOLDER)
os.environ["SECRET_KEY"] = "only-for-tests-" * 4
os.environ["ALLOWED_HOSTS"] = "testserver,night.test"  # of Django's client, and of the test browser

from euchre_night import env  # noqa: E402
from euchre_night.settings import *  # noqa: E402, F403
from euchre_night.settings import SQLITE, STORAGES  # noqa: E402

POSTGRES = env.database("TEST_DATABASE_URL")
if POSTGRES:
    DATABASES = {"default": {**POSTGRES, "TEST": {"NAME": f"euchre_night_tests_{os.getpid()}"}}}
else:
    # As in the hall, except that nobody waits for the disk.
    init_command = SQLITE["OPTIONS"]["init_command"].replace("synchronous=FULL", "synchronous=OFF")
    OPTIONS = {**SQLITE["OPTIONS"], "init_command": init_command}
    DATABASES = {"default": {**SQLITE, "OPTIONS": OPTIONS, "TEST": {"NAME": FOLDER / "tests.sqlite3"}}}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Static files straight from their folders: nothing has to be collected first.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
