"""Questions about all plays of a story: verdicts, witnesses, proofs."""
