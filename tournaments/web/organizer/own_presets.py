"""A host's own presets: save a night's settings under a name, offer them on *New night*, take them along as a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actions.saved_presets import delete_preset, preset_of, save_preset
from tournaments.models import SavedPreset
from tournaments.preset_files import (
    LARGEST,
    LONGEST_NAME,
    PresetFile,
    UnreadablePreset,
    as_file,
    read_text,
)
from tournaments.problems import ActRefused
from tournaments.web import access
from tournaments.web.acting import SeeOther, night_url
from tournaments.web.frame import frame
from tournaments.web.organizer.fields import LineField
from tournaments.web.problems_on_forms import show_problems


class SavePresetForm(forms.Form):
    name = LineField(label="Name of the preset", max_length=LONGEST_NAME)
    confirmed = forms.BooleanField(label="Replace the one of this name", required=False)


class FileForm(forms.Form):
    file = forms.FileField(label="A preset’s file", allow_empty_file=True)
    confirmed = forms.BooleanField(label="Replace the one of this name", required=False)

    def clean_file(self) -> PresetFile:
        """The preset in the file; what is wrong with it is said by field."""
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST:
            raise forms.ValidationError(f"The file is larger than {LARGEST // 1000} kB: it is no preset.")
        try:
            return read_text(upload.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise forms.ValidationError("The file is no text: choose one that was saved here.") from None
        except UnreadablePreset as error:
            raise forms.ValidationError(str(error)) from error


@access.organizer
@require_http_methods(["GET", "HEAD", "POST"])
def save(request: Any, code: str) -> HttpResponse:
    """GET: the name to keep this night's settings under. POST: keep them."""
    form = SavePresetForm(
        request.POST if request.method == "POST" else None, initial={"name": request.night.name}
    )
    if form.is_bound and form.is_valid():
        try:
            preset = preset_of(request.night, form.cleaned_data["name"])
            saved = save_preset(request.user, preset, confirmed=form.cleaned_data["confirmed"])
        except ActRefused as refused:
            show_problems(form, refused.problems)
        else:
            messages.success(request, f"“{saved.name}” is kept: New night offers it from now on.")
            return SeeOther(night_url(request.night, "organizer:settings"))
    context = {**frame(request, "organizer:settings"), "form": form}
    return render(request, "organizer/save_preset.html", context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@access.signed_in
def from_file(request: Any) -> HttpResponse:
    """GET: choose a file. POST: keep the preset in it."""
    posted = request.method == "POST"
    form = FileForm(request.POST, request.FILES) if posted else FileForm()
    if form.is_bound and form.is_valid():
        try:
            saved = save_preset(
                request.user, form.cleaned_data["file"], confirmed=form.cleaned_data["confirmed"]
            )
        except ActRefused as refused:
            for problem in refused.problems:
                form.add_error("file", problem.text)
        else:
            messages.success(request, f"“{saved.name}” is kept among your presets.")
            return SeeOther(reverse("organizer:new_night"))
    return render(request, "organizer/preset_file.html", {"form": form}, status=422 if posted else 200)


@require_safe
@access.signed_in
def download(request: Any, preset_id: int) -> HttpResponse:
    """The preset as a file, as it was kept: also one that no longer fits this program."""
    saved = saved_preset(request, preset_id)
    response = HttpResponse(as_file(saved.data), content_type="application/json; charset=utf-8")
    name = slugify(saved.name) or "preset"
    response["Content-Disposition"] = f'attachment; filename="euchre-night-{name}.json"'
    return response


@require_POST
@access.signed_in
def delete(request: Any, preset_id: int) -> HttpResponse:
    """Take the preset away; nights made from it stay as they are."""
    try:
        messages.success(request, f"“{delete_preset(request.user, preset_id)}” is deleted.")
    except ActRefused as refused:
        messages.error(request, str(refused))
    return SeeOther(reverse("organizer:new_night"))


def saved_preset(request: Any, preset_id: int) -> SavedPreset:
    """The host's preset of that id, or Http404."""
    saved = SavedPreset.objects.filter(owner=request.user, pk=preset_id).first()
    if saved is None:
        raise Http404("No such preset.")
    return saved


def own_presets(user: Any) -> list[SavedPreset]:
    """The host's presets by name, capitals aside."""
    return sorted(SavedPreset.objects.filter(owner=user), key=lambda saved: saved.name.casefold())
