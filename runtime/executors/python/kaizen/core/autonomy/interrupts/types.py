"""How an interrupt stops the agent, and who asked for it: enums in the data of pre_interrupt."""

from enum import Enum

__all__ = ["InterruptMode", "InterruptSource"]


class InterruptMode(Enum):
    """At the next step, or at once."""

    GRACEFUL = "graceful"
    IMMEDIATE = "immediate"


class InterruptSource(Enum):
    """Who asked."""

    SIGNAL = "signal"
    TIMEOUT = "timeout"
    BUDGET = "budget"
    USER = "user"
    PROGRAMMATIC = "programmatic"
