"""``python -m analyzer`` is the command ``truco``."""

from __future__ import annotations

import sys

from analyzer.cli.main import main

sys.exit(main())
