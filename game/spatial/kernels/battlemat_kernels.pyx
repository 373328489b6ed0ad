# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: infer_types=False, binding=False
"""The kernels, built: these very files as one unit of C, so that small ones are compiled into those that use them.

``columns.pxi`` is written by ``hatch_build.py`` from ``columns.py``; SOURCES, a digest of all sources, is given to the C
compiler. Whole numbers are divided (``//``, ``%``) only where none is negative, as C rounds to zero and Python down; and
``/`` has a number with a point on one side, as C gives a whole one of two whole ones.
"""

from libc.math cimport floor

ctypedef long long Int
ctypedef double Real
ctypedef bint Flag
ctypedef unsigned char Byte
ctypedef long long[::1] Ints1
ctypedef long long[:, ::1] Ints2
ctypedef long long[:, :, ::1] Ints3
ctypedef double[::1] Reals1
ctypedef double[:, ::1] Reals2
ctypedef double[:, :, ::1] Reals3
ctypedef unsigned char[:, ::1] Marks2
ctypedef unsigned char[:, :, ::1] Marks3
ctypedef signed char[:, ::1] Counts2

cdef extern from *:
    const char *SOURCES

DIGEST = SOURCES.decode()

include "columns.pxi"
include "bounds.py"
include "pieces.py"
include "onward.py"
include "horizon.py"
include "polygons.py"
include "pair.py"
include "straight.py"
include "sweep.py"
include "gather.py"
include "whole.py"
