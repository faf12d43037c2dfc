"""The one error of this package."""


class RotationError(ValueError):
    """A wish that cannot be met: the text names the players or tables and says what is possible instead."""
