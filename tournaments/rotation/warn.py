"""What an organizer should know about a plan before using it."""

from __future__ import annotations

from .model import Plan


def warnings_for(plan: Plan) -> tuple[str, ...]:
    """Plain sentences; empty when there is nothing to say."""
    found = []
    quality = plan.quality
    if quality.partners is not None and quality.partners.repeats_bound:
        found.append(
            f"More games than new partners: at least {quality.partners.repeats_bound} partnerships must repeat; "
            f"this plan repeats {quality.partners.repeats}."
        )
    elif quality.partners is not None and quality.partners.repeats:
        found.append(f"{quality.partners.repeats} partnerships repeat although no count forces it.")
    if quality.guarded:
        found.append("The search was cut short by the clock: planning again may find a better plan.")
    return tuple(found)
