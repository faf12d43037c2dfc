"""The entry for ASGI servers; `manage.py serve` is the usual one."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_night.settings")
application = get_asgi_application()
