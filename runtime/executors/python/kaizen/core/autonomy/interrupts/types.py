"""How an interrupt stops the agent, and what caused it: enums in the data of pre_interrupt."""

from enum import Enum

__all__ = ["InterruptMode", "InterruptSource"]


class InterruptMode(Enum):
    """At the next step, or immediately."""

    GRACEFUL = "graceful"
    IMMEDIATE = "immediate"


class InterruptSource(Enum):
    """The cause of the interrupt."""

    SIGNAL = "signal"
    TIMEOUT = "timeout"
    BUDGET = "budget"
    USER = "user"
    PROGRAMMATIC = "programmatic"
