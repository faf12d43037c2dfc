"""What every request passes: the host it asked for, the content security policy, the static files."""

from collections.abc import Callable
from contextlib import closing
from inspect import iscoroutinefunction
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.request import split_domain_port, validate_host
from django.utils.decorators import sync_and_async_middleware
from whitenoise.middleware import WhiteNoiseMiddleware

READ_SIZE = 64 * 1024

Handler = Callable[[HttpRequest], Any]

# Everything from this site alone, no inline script or style. `data:` pictures are for small CSS icons.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


@sync_and_async_middleware
def content_security_policy(get_response: Handler) -> Handler:
    """Add the site's policy to every answer."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponse:
            response: HttpResponse = await get_response(request)
            response.headers["Content-Security-Policy"] = POLICY
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponse:
        response: HttpResponse = get_response(request)
        response.headers["Content-Security-Policy"] = POLICY
        return response

    return answer


@sync_and_async_middleware
def local_hosts_only(get_response: Handler) -> Handler:
    """In local mode, answer to a bare IP address and to the names of this machine, and to no other name.

    That is what `ALLOWED_HOSTS` is for -- a page elsewhere whose name is pointed at this machine must get no
    answer -- but a laptop's address changes with the network it joins, and phones must reach it at once.
    Production has its names in `ALLOWED_HOSTS`, and this passes everything on.
    """
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponse:
            response: HttpResponse = _refusal(request) or await get_response(request)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponse:
        response: HttpResponse = _refusal(request) or get_response(request)
        return response

    return answer


def _refusal(request: HttpRequest) -> HttpResponse | None:
    if settings.PRODUCTION:
        return None
    host = split_domain_port(request.get_host())[0]
    if _is_address(host) or validate_host(host, settings.LOCAL_HOST_NAMES):
        return None
    return HttpResponseBadRequest(
        f"This server does not know the name {host}. Use its address, or list the name in ALLOWED_HOSTS.",
        content_type="text/plain",
    )


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


class AsgiWhiteNoise(WhiteNoiseMiddleware):  # type: ignore[misc]  # it carries no types
    """WhiteNoise answers with a file iterator, which Django warns about under ASGI: send the bytes at once."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The static file, the part of it that was asked for, or 304, as a plain response."""
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with closing(found.file):
                body = b"".join(iter(lambda: found.file.read(READ_SIZE), b""))
        response = HttpResponse(body, status=int(found.status))
        del response["Content-Type"]  # its headers are complete
        for name, value in found.headers:
            response[name] = value
        return response
