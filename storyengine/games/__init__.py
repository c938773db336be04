"""Card games that any card of a story can open, and that can be played alone.

`protocol` says what a game is, `registry` which games there are, `session` plays one, `table` shows it in words and
`story_adapter` gives it the small shape a story runtime uses. Of the other rooms this one imports only `dice`.
"""
