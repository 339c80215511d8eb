"""Prices per call, in US dollars."""

PER_CALL = {
    "DatabaseQuery": 0.0005,
    "WebSearch": 0.01,
}


def price_of(tool_name: str, estimated: float) -> float:
    """The agreed price of a tool, or the estimate where none was agreed."""
    return PER_CALL.get(tool_name, estimated)
