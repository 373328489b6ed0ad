"""How names are compared: letters as Unicode has them, whatever their accents and capitals."""

from __future__ import annotations

import re
import unicodedata

_ACCENTS = 200
"""The combining classes from here on are of accents; those below, such as the marks of kana, make other letters."""

_BARRED = str.maketrans("łŁøØđĐ", "lLoOdD")
"""Letters with a bar, which Unicode does not take apart."""

_APOSTROPHE = re.compile("(?<=[\u0400-\u04ff])['\u2019\u02bc](?=[\u0400-\u04ff])")
"""What stands within words in Cyrillic letters, and does not part them."""


LONGEST = 200
"""Signs of a text that are compared: a property's text may be as long as its file."""


def plain(text: str) -> str:
    """A text without accents, in the usual forms of its letters; capitals stay."""
    apart = unicodedata.normalize("NFKD", _APOSTROPHE.sub("", text))
    bare = "".join(sign for sign in apart if unicodedata.combining(sign) < _ACCENTS)
    return unicodedata.normalize("NFC", bare).translate(_BARRED)


def folded(text: str) -> str:
    """The beginning of a text as it is compared: without accents, capitals and outer blanks."""
    return plain(text.strip()[:LONGEST]).strip().casefold()
