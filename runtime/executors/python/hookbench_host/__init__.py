"""Hosts Kaizen's hook classes for Hookbench: loads them from trusted bytes, runs them concurrently, reports results.
"""
