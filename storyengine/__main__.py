"""`python -m storyengine`."""

import sys

from storyengine.cli import main

sys.exit(main())
