"""python -m marchland"""

import sys

from marchland.cli import main

if __name__ == "__main__":
    sys.exit(main())
