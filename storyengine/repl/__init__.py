"""The player's session. `session` knows no terminal; `plain` and `terminal` are two ways to talk to it."""
