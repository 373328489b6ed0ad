"""Compiled sight kernels, kept together: plain arrays in, plain arrays out.

They give the same answers uncompiled (``NUMBA_DISABLE_JIT=1``); a test holds them to it. Import them at first use,
not at the top of a module: loading the compiler takes a while.
"""
