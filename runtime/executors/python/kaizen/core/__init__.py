"""The base agent, its configuration and its hooks."""
