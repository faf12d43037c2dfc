"""Small pages with one fault each, for the test of the harness itself."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

PAGE = "<!doctype html><html lang=en><head><title>Hall</title><meta name=viewport content='width=device-width'>{head}</head><body><main><h1>Hall</h1>{body}</main>"

PAGES = {
    "fine": PAGE.format(head="", body="<p>Table 5</p>"),
    "stranger": PAGE.format(head="<script src='https://stranger.example/x.js'></script>", body=""),
    "inline": PAGE.format(head="<script>document.title = 'changed'</script>", body=""),
    "style": PAGE.format(head="", body="<p style='color: red'>Table 5</p>"),
    "missing": PAGE.format(head="", body="<img src='/no-such.png' alt=''>"),
    "throws": PAGE.format(head="<script src='/throws.js'></script>", body=""),
    "nameless": PAGE.format(head="", body="<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='><input>"),
    "wide": PAGE.format(head="<link rel=stylesheet href='/wide.css'>", body="<p>Table 5</p>"),
}


def page(request: HttpRequest, name: str) -> HttpResponse:
    if name not in PAGES:
        raise Http404
    return HttpResponse(PAGES[name])


def throws(request: HttpRequest) -> HttpResponse:
    return HttpResponse("throw new Error('lost count of the tricks')", content_type="text/javascript")


def wide(request: HttpRequest) -> HttpResponse:
    return HttpResponse("p { inline-size: 3000px }", content_type="text/css")


def icon(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


urlpatterns = [
    path("favicon.ico", icon),
    path("throws.js", throws),
    path("wide.css", wide),
    path("<str:name>/", page),
]
