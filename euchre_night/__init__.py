"""The Django project: settings, addresses, the server and the checks made before it starts."""
