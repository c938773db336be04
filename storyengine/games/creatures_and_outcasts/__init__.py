"""Creatures & Outcasts: a climbing game for two to six, whole, with its expert and team variants.

Where to look: `cards` and `characters` hold the tables, `options` the configuration and the rulings, `state` a
position, `turns`, `effects`, `tricks`, `rounds` and `expert` what moves do, `knowledge` what each seat has seen,
`view` and `sampling` what a bot may know, `wording`, `explain` and `rules_text` the words.
"""
