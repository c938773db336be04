"""Exit statuses, the same for every command."""

FINE = 0
"""All is well."""
FOUND = 1
"""Something was found: a problem of the story, or a replay that parted from its record."""
COULD_NOT_RUN = 2
"""The command could not do its work."""
INTERRUPTED = 130
"""Ctrl-C."""
