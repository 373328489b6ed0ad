# What kernels say to the compiler, for the type checker: as it is where there is none.
from game.spatial.kernels.uncompiled import ccall as ccall
from game.spatial.kernels.uncompiled import cfunc as cfunc
from game.spatial.kernels.uncompiled import compiled as compiled
from game.spatial.kernels.uncompiled import exceptval as exceptval
from game.spatial.kernels.uncompiled import inline as inline
from game.spatial.kernels.uncompiled import locals as locals
from game.spatial.kernels.uncompiled import void as void
