"""Out Of This World: a cooperative card game for three to five, whole, with its campaign of five adventures.

Where to look: `vocabulary`, `cards` and `adventures` read the data files and what authors add, `options` the
configuration and the rulings, `box` turns both into small numbers; `state` is a position, `rounds`, `turns`, `moves`,
`effects` and `talk` what moves do, `view` and `sampling` what a bot may know, `advice` and `worth` how a sensible team
plays, `outlook` how a position looks to a search, `wording`, `explain`, `picture` and `rules_text` the words.
"""
