"""Every route says who may use it, or the site does not start."""

from types import ModuleType

import pytest
from django.core.checks import run_checks
from django.http import HttpResponse
from django.urls import include, path

from euchre_night.checks import every_route_declares_its_access


def bare(request):
    return HttpResponse()


def declared(access):
    def view(request):
        return HttpResponse()

    view.access = access
    return view


def urlconf(*patterns):
    module = ModuleType("some_urls")
    module.urlpatterns = list(patterns)
    return module


def errors(settings, *patterns):
    settings.ROOT_URLCONF = urlconf(*patterns)
    return every_route_declares_its_access()


@pytest.mark.parametrize("access", ["public", frozenset({"organizer", "desk"})])
def test_a_declared_view_is_fine(settings, access):
    assert errors(settings, path("a/", declared(access))) == []


@pytest.mark.parametrize("access", ["", frozenset(), None, True, ["organizer"]])
def test_an_empty_or_odd_declaration_is_none(settings, access):
    assert len(errors(settings, path("a/", declared(access)))) == 1


def test_the_error_names_the_route_and_the_view_however_deep(settings):
    inner = [path("fine/", declared("public")), path("<int:number>/", bare)]
    (error,) = errors(settings, path("night/", include([path("tables/", include((inner, "tables")))])))
    assert error.id == "euchre_night.E001"
    assert "/night/tables/<int:number>/" in error.msg
    assert "bare" in error.msg
    assert "@access." in error.hint


def test_the_check_is_made_at_every_start(settings):
    settings.ROOT_URLCONF = urlconf(path("forgotten/", bare))
    assert any(message.id == "euchre_night.E001" for message in run_checks())


def test_every_route_of_the_site_is_declared():
    assert every_route_declares_its_access() == []
