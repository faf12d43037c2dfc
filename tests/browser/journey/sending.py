"""Many forms of the same kind, sent by the browser itself with its own cookies: for the bulk that nobody need watch.

Each form is fetched, filled and posted as it stands in the page, with its hidden fields and its CSRF token, as a
person would in as many tabs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

AT_A_TIME = 4

_SEND = """async ({forms, headers, width}) => {
  const send = async ({url, button, fields}) => {
    const page = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html");
    const pressed = [...page.querySelectorAll("button")].find((b) => b.textContent.trim().startsWith(button));
    if (!pressed) return {status: 0, text: `${url}: no button "${button}"`};
    const body = new URLSearchParams(new FormData(pressed.form));
    if (pressed.name) body.set(pressed.name, pressed.value);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const action = new URL(pressed.form.getAttribute("action") || url, location.href);
    const answer = await fetch(action, {method: "POST", body, headers});
    return {status: answer.status, text: await answer.text()};
  };
  const answers = [];
  const left = forms.map((form, index) => [form, index]);
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) answers[next[1]] = await send(next[0]);
  };
  await Promise.all(Array.from({length: width}, work));
  return answers;
}"""


@dataclass(frozen=True)
class Form:
    """The form of `button` (how its text begins) on the page at `url`, with these fields filled in."""

    url: str
    button: str
    fields: Mapping[str, str] = field(default_factory=dict)


def send_all(page: Page, forms: Sequence[Form], *, as_json: bool = False) -> list[str]:
    """Send the forms, some at a time, from the browser of `page`; answers with the texts. All must succeed."""
    headers = {"Accept": "application/json"} if as_json else {}
    sent = [{"url": form.url, "button": form.button, "fields": dict(form.fields)} for form in forms]
    answers: list[dict[str, Any]] = page.evaluate(
        _SEND, {"forms": sent, "headers": headers, "width": AT_A_TIME}
    )
    for form, answer in zip(forms, answers, strict=True):
        assert answer["status"] == 200, f"{form.url}: {answer['status']}\n{answer['text'][:3000]}"
    return [answer["text"] for answer in answers]
