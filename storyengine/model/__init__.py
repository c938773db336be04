"""What an author wrote: a story as frozen values with the place of each in its file. Nothing here runs anything."""
