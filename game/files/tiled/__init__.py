"""Battle maps from Tiled: ``read_map`` gives the field that rules play on, the picture to draw and a report.

A map is read in four steps: XML or JSON is parsed with no trust in it (``documents``, ``xml``), repaired for pytmx
(``repair``, with the classes of its project, ``classes``, and cropped to what is drawn, ``cropping``), read with
pytmx (``tmx``), and understood: our own classes first (``ground``, ``things``), then guesses for maps from elsewhere
(words in ``hints``; where floor is in ``evidence``, ``marks`` and ``emptiness``; ``walls``, ``starts``), then checks
(``checks``). What a player says of it otherwise lies beside it (``corrections``) and is worked in (``correcting``);
``copying`` writes all of it as layers.
"""

from game.files.tiled.chart import Chart, check_map, read_map
from game.files.tiled.picture import Picture, PictureLayer, Placed, TileImage
from game.files.tiled.report import Entry, MapReport
from game.files.tiled.schema import project_file

__all__ = [
    "Chart",
    "Entry",
    "MapReport",
    "Picture",
    "PictureLayer",
    "Placed",
    "TileImage",
    "check_map",
    "project_file",
    "read_map",
]
