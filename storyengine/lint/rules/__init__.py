"""One rule a file, named after its slug. To add one, copy the nearest, rename it, and write its two example stories."""
