"""The organizer's account: made once by the first-run link, signed in to, signed out of."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from euchre_night import first_run as link
from scoring.words import counted
from tournaments.names import clean_name
from tournaments.web import access
from tournaments.web.acting import SeeOther
from tournaments.web.organizer import throttle

page_with_form = require_http_methods(["GET", "HEAD", "POST"])


class AccountForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """The first account. The host's name is what the log and the helpers see."""

    full_name = forms.CharField(
        label="Your name", max_length=120, help_text="The log says who did what by this name."
    )
    field_order = ["full_name", "username", "password1", "password2"]

    class Meta:
        model = User
        fields = ["username"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name to sign in with"
        self.fields["username"].help_text = ""

    def clean_full_name(self) -> str:
        return clean_name(self.cleaned_data["full_name"])

    def save(self, commit: bool = True) -> Any:
        self.instance.first_name = self.cleaned_data["full_name"]
        return super().save(commit)


class SignInForm(AuthenticationForm):
    """Name and password, looked at only when the account's turn has come (`throttle`)."""

    error_messages = {
        "invalid_login": "That name and password do not belong together. Capitals count.",
        "inactive": "This account is closed.",
    }

    def clean(self) -> Any:
        name = self.cleaned_data.get("username")
        if name is None or not self.cleaned_data.get("password"):
            return self.cleaned_data
        bucket = throttle.bucket_of(self.request, name)
        wait = throttle.take_a_try(bucket, timezone.now())
        if wait:
            raise forms.ValidationError(
                f"Too many wrong passwords for this account. Try again in {counted(wait, 'second')}.",
                code="wait",
            )
        cleaned = super().clean()
        throttle.forget(bucket)
        return cleaned


@sensitive_post_parameters("password1", "password2")
@page_with_form
@access.anybody
def first_run(request: Any, token: str) -> HttpResponse:
    """Make the organizer's account by the link printed at the first start (`euchre_night.first_run`)."""
    if not link.verify(token):
        return _used_up(request)
    form = AccountForm(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        context = {"form": form}
        return render(request, "organizer/first_run.html", context, status=422 if form.is_bound else 200)
    try:
        with link.claim(token):
            user = form.save()
    except link.Refused:
        return _used_up(request)
    login(request, user)
    response = SeeOther(reverse("organizer:nights"))
    throttle.remember_browser(response, user.get_username())
    return response


@sensitive_post_parameters("password")
@page_with_form
@access.anybody
def sign_in(request: Any) -> HttpResponse:
    """Sign in and go on to where the visitor wanted to go."""
    then = _wanted(request)
    if request.user.is_authenticated:
        return SeeOther(then)
    form = SignInForm(request, data=request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        login(request, form.get_user())
        response = SeeOther(then)
        throttle.remember_browser(response, form.cleaned_data["username"])
        return response
    status = 200
    if form.is_bound:
        status = 429 if form.has_error(NON_FIELD_ERRORS, "wait") else 422
    return render(request, "organizer/sign_in.html", {"form": form, "next": then}, status=status)


@require_POST
@access.anybody
def sign_out(request: Any) -> HttpResponse:
    logout(request)
    return SeeOther(reverse("organizer:nights"))


def _used_up(request: Any) -> HttpResponse:
    return render(request, "organizer/first_run_used.html", {"account_exists": not link.needed()}, status=404)


def _wanted(request: Any) -> str:
    """Where to go after signing in: a page of this site alone."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if safe else reverse("organizer:nights")
