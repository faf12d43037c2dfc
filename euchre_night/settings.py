"""All settings, in one file, from the environment. A wrong value stops the start; see docs/developing.md.

Two modes. *Local* (the default): a laptop at the venue, SQLite in the data folder, a key made by itself,
plain http on the local network. *Production* (`PRODUCTION=1`): a server behind https, which must be given
its `SECRET_KEY` and `ALLOWED_HOSTS`.
"""

import socket
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from euchre_night import env
from euchre_night.secret import kept_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "data"))).expanduser().resolve()

PRODUCTION = env.boolean("PRODUCTION")
DEBUG = env.boolean("DEBUG")

# --- Who may ask, and by which name ---

SECRET_KEY = env.text("SECRET_KEY")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
# Host names a laptop answers to, besides any bare address; see middleware.local_hosts_only.
LOCAL_HOST_NAMES: list[str] = []

if PRODUCTION:
    if DEBUG:
        raise ImproperlyConfigured(
            "DEBUG shows visitors the inside of the site: not together with PRODUCTION."
        )
    if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5:
        raise ImproperlyConfigured("PRODUCTION needs SECRET_KEY: at least 50 random characters, kept secret.")
    if not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS:
        raise ImproperlyConfigured(
            "PRODUCTION needs ALLOWED_HOSTS: the names of the site, such as euchre.example.org (not *)."
        )
else:
    SECRET_KEY = SECRET_KEY or kept_secret_key(DATA_DIR)
    LOCAL_HOST_NAMES = ["localhost", socket.gethostname(), f"{socket.gethostname()}.local", *ALLOWED_HOSTS]
    # The address of a laptop changes with the network it joins, so no list made at the start can hold it.
    ALLOWED_HOSTS = ["*"]

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 24 * 60 * 60 if PRODUCTION else 0
# Browsers complain about this header where there is no https.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if PRODUCTION else None
SECURE_REFERRER_POLICY = "same-origin"  # links of runners and players are secrets: no other site sees them

SESSION_COOKIE_NAME = "euchre_session"
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
# Phones read the token when they send a sheet, so that a sheet kept for hours is not refused.
CSRF_COOKIE_HTTPONLY = False
CSRF_USE_SESSIONS = False
X_FRAME_OPTIONS = "DENY"

LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

# --- What runs ---

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "euchre_night",
    "tournaments",
]

# No GZipMiddleware: it compresses every chunk of the live stream apart, which browsers do not read.
MIDDLEWARE = [
    "euchre_night.middleware.local_hosts_only",
    "django.middleware.security.SecurityMiddleware",
    "euchre_night.middleware.content_security_policy",
    "euchre_night.middleware.AsgiWhiteNoise",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "euchre_night.urls"
ASGI_APPLICATION = "euchre_night.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
if DEBUG:  # a changed template shows at the next request
    TEMPLATES[0]["OPTIONS"]["loaders"] = ["django.template.loaders.filesystem.Loader"]

# --- What is kept ---

SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "euchre-night.sqlite3",
    "OPTIONS": {
        # A transaction that may write takes the write lock at its start: upgrading a read lock in the middle
        # fails at once with "database is locked", whatever the timeout.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds
        # FULL: a sheet that was acknowledged survives an empty battery.
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"
            "PRAGMA mmap_size=134217728;PRAGMA journal_size_limit=27103364"
        ),
    },
}
DATABASES: dict[str, dict[str, Any]] = {"default": env.database("DATABASE_URL") or SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- What is sent ---

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(BASE_DIR / "staticfiles"))).resolve()
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LANGUAGE_CODE = "en-us"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "tournaments": {"level": "INFO"},
        "euchre_night": {"level": "INFO"},
        # Django's own handlers write to the console only in DEBUG, and would then write twice.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},  # a mistyped address is no news
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # nor is a scanner from somewhere
    },
}
