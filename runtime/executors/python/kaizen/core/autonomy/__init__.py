"""Hooks and interrupts of an agent."""
