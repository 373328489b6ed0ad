"""The documentation: guides, the rules of the five books, decisions, the glossary, the map of the code, the API.

Build it with ``sphinx-build -W docs docs/_build`` (from the project's folder, after ``pip install -e '.[docs]'``).
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import books
import code_map

HERE = Path(__file__).parent
MADE = HERE / "made"

books.write(MADE / "books")
code_map.write(MADE / "code-map.svg")

project = "Battlemat"
extensions = [
    "myst_parser",
    "sphinx.ext.apidoc",
    "sphinx.ext.autodoc",
]
exclude_patterns = ["_build", "made/api/modules.rst"]

html_theme = "furo"
html_title = "Battlemat"
html_show_copyright = False

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
suppress_warnings = [
    "myst.xref_missing",  # the guides link to files of the checkout, which have no page here
    "ref.python",  # a name without its module, which two of them have
]

apidoc_modules = [
    {
        "path": "../game",
        "destination": "made/api",
        # What a ruleset is written with. Those above are read in the checkout, where each file opens with what it is.
        "exclude_patterns": [
            *(
                f"../game/{package}/**"
                for package in ("cli", "window", "terminal", "lab", "view", "play", "scene", "ai", "files")
            ),
            "../game/typed_changes.py",  # plug-ins of mypy
            "../game/float_sums.py",
            "../game/spatial/kernels/*.py",  # compiled, and interpreted only with a stand-in for Cython
            "../game/spatial/kernels/*.pyx",
        ],
        "separate_modules": True,
        "module_first": True,
        "implicit_namespaces": False,
    }
]
autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
