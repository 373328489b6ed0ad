"""Battle maps, of Tiled or in Universal VTT: ``read_map`` gives the field that rules play on, a picture and a report.

A map is read in stages, each a function from one frozen value to the next, which has what was found on the way:

* ``documents.read_document``: a file to the ``Element`` it would be in XML, parsed with no trust in it, or
  ``vtt_document`` for one in Universal VTT, whose walls are laid on cells;
* ``repair.repair``: to ``Repaired``, a tree that pytmx can take, and its layers and tilesets (``layers``, ``tilesets``)
  with the defaults of the project's ``classes``, cropped to what is drawn;
* ``tmx.parse``: to ``ParsedMap``, tiles by cell and outlines of objects, read by pytmx;
* ``fields.read_field``: to ``ReadField``, from our own classes (``ground``, ``map_objects``), or on maps from elsewhere
  by guesses (``walls``; words in ``hints``, figures and doors in ``evidence``, what they weigh in ``meanings``);
* ``corrections.correct``: with what a player says otherwise beside the map;
* ``fields.guess_spawns``, ``checks``: starts where there are none, and what an author should know;
* ``chart.read_map``: all of them, to a ``Chart``.

``copying`` writes all of it as layers.
"""

from game.files.tiled.chart import Chart, check_map, read_map
from game.files.tiled.map_report import MapReport, ReportEntry
from game.files.tiled.picture import Picture, PictureLayer, Placed, TileImage
from game.files.tiled.schema import project_file

__all__ = [
    "Chart",
    "MapReport",
    "Picture",
    "PictureLayer",
    "Placed",
    "ReportEntry",
    "TileImage",
    "check_map",
    "project_file",
    "read_map",
]
