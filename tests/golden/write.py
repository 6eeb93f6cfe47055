"""Write the golden matches anew: `make golden`, after a change of rules that is meant."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from golden.golden import cases, path, tell

for game, number in cases():
    path(game, number).write_text(tell(game, number), encoding="utf-8")
    print(path(game, number))
