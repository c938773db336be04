"""Maps of a story: one layout, and a writer for each kind of file and for the terminal."""
