"""Names of files that every system can have."""

from __future__ import annotations

import re
from hashlib import blake2b

LONGEST_NAME = 100
"""Bytes of a title that go into the name of a file."""

_LONGEST_WORD = 40
"""Bytes of a word in such a name, if it has a mark."""

_STRAY = '<>:"|?*\\'
_STRAYS = frozenset(_STRAY)
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])", re.IGNORECASE)


def reserved(name: str) -> str:
    """Why some system can't have a file or folder of that name, as the end of a sentence; "" if all can.

    Windows opens a device in place of a file with such a name, whatever its ending, takes dots and spaces off the end
    of a name, and puts what follows a colon out of sight. Signs that are not shown are allowed nowhere here.
    """
    if not name.isprintable() or not _STRAYS.isdisjoint(name):
        return f"has signs that not every system allows in names ({' '.join(_STRAY)}, and those that are not shown)"
    if name.endswith((".", " ")):
        return "ends with a dot or a space, which not every system allows"
    device = name.partition(".")[0].strip()
    return f"is one that Windows keeps for itself ({device})" if _DEVICE.fullmatch(device) else ""


def file_words(title: str) -> str:
    """A title as the name of a file, without an ending: small letters and digits, with hyphens between words.

    Of a long one its beginning, for no system takes names of more than some 250 bytes; never one that is ``reserved``.
    """
    name = hyphened(title).encode()[:LONGEST_NAME].decode(errors="ignore").strip("-") or "battle"
    return f"{name}-battle" if reserved(name) else name


def word_name(word: str, *rest: str) -> str:
    """The name of a file that is made of a word, without an ending: no two words have one, however long or odd.

    Words that small letters and digits do not tell whole have a mark of their own in it. ``rest``: what else it tells.
    """
    first, *others = map(hyphened, (word, *rest))
    whole = "-".join((first, *others))
    if first.replace("-", " ") == word and len(whole.encode()) <= LONGEST_NAME:
        return file_words(whole)
    begun = first.encode()[:_LONGEST_WORD].decode(errors="ignore").strip("-")
    mark = blake2b(word.encode(errors="surrogatepass"), digest_size=5).hexdigest()
    return "-".join(part for part in (begun, mark, *others) if part)


def hyphened(text: str) -> str:
    """A text as a word: small letters and digits, with hyphens between its words; "" if there is nothing of these."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())
