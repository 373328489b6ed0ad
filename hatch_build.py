"""Builds the sight kernels (``game/spatial/kernels``) into an extension module, ``battlemat_kernels``, at installation.

A C compiler is asked for from the package index only where none is on the PATH. Where the build fails all the same the
installation goes on and says so in one line; the game then interprets the kernels' Python files.

It is no part of the game's folder, so that one built module serves every checkout that an environment is used with.
"""

from __future__ import annotations

import ast
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "battlemat_kernels"
KERNELS = Path(__file__).parent / "game" / "spatial" / "kernels"
FIELD = KERNELS.parent / "field.py"
WINDOWS = os.name == "nt"
SAME = ["-O3", "-g0", "-ffp-contract=off"]
"""A product and a sum are never fused into one step with another rounding: answers are the same on all processors."""
ZIG = {"x86_64", "amd64", "aarch64", "arm64", "armv7l", "i686", "x86"}
"""Processors for which the package index has ziglang."""
FAILED = "The sight kernels could not be built and will be interpreted, which is slow"


def compiler() -> str | None:
    """A C compiler that is here: the one asked for, the one Python was built with, or a usual one."""
    if WINDOWS:
        studio = Path(os.environ.get("PROGRAMFILES(X86)", "")) / "Microsoft Visual Studio" / "Installer" / "vswhere.exe"
        return shutil.which("cl") or (str(studio) if studio.exists() else None)
    names = (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang")
    return next((name for name in names if name and shutil.which(name.split()[0])), None)


def wanted() -> list[str]:
    """What the package index is asked for: a compiler, if there is none and one of its could build for this Python."""
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    known = sys.platform in ("linux", "darwin", "win32") and platform.machine().lower() in ZIG
    return ["ziglang>=0.13"] if compiler() is None and headers.exists() and known else []


def digest() -> str:
    """As ``game.spatial.kernels`` has it."""
    files = [FIELD, *sorted((*KERNELS.glob("*.py"), *KERNELS.glob("*.pyx")))]
    return sha256(b"".join(file.read_bytes().replace(b"\r\n", b"\n") for file in files)).hexdigest()[:16]


def columns() -> str:
    """The numbers that kernels share, as Cython has them: whole ones an enumeration, others for C's preprocessor."""
    known: dict[str, Any] = {"range": range}
    for source in (FIELD, KERNELS / "columns.py"):
        for node in ast.parse(source.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and (source != FIELD or ast.unparse(node.targets[0]) in ("UNIT", "SKY")):
                exec(compile(ast.Module([node], []), str(source), "exec"), known)
    whole = [f"    {name} = {value}" for name, value in known.items() if isinstance(value, int)]
    others = {name: value for name, value in known.items() if isinstance(value, float)}
    defined = [f"    #define {name} {value!r}" for name, value in others.items()]
    told = [f"    double {name}" for name in others]
    return "\n".join(("cdef enum:", *whole, "cdef extern from *:", '    """', *defined, '    """', *told, ""))


def translate(into: Path) -> Path:
    """Have Cython write the kernels' C."""
    from Cython.Compiler.Main import CompilationOptions, compile

    (into / "columns.pxi").write_text(columns(), encoding="utf-8")
    code = into / f"{NAME}.c"
    options = CompilationOptions(include_path=[str(into)], output_file=str(code))
    if compile(str(KERNELS / f"{NAME}.pyx"), options, full_module_name=NAME).num_errors:
        raise RuntimeError("Cython finds errors in the kernels")
    return code


def build(into: Path) -> Path:
    """Compile the kernels into a folder; the extension module."""
    code, made = translate(into), into / (NAME + (sysconfig.get_config_var("EXT_SUFFIX") or ".pyd"))
    macro = "SOURCES", f'"{digest()}"'
    if found := compiler():
        from setuptools import Distribution, Extension

        flags = ["/O2"] if WINDOWS else SAME
        extension = Extension(NAME, [str(code)], define_macros=[macro], extra_compile_args=flags)
        if not WINDOWS:
            os.environ.setdefault("CC", found)
        command = Distribution({"name": NAME, "ext_modules": [extension]}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(into), str(into / "objects")
        command.ensure_finalized()
        command.run()
        return made
    paths = [f"-I{sysconfig.get_path('include')}", f"-I{sysconfig.get_path('platinclude')}"]
    link = {"nt": [f"-L{Path(sys.base_prefix) / 'libs'}", f"-lpython{sys.version_info[0]}{sys.version_info[1]}"]}
    darwin = ["-Wl,-undefined,dynamic_lookup"] if sys.platform == "darwin" else []
    zig = [sys.executable, "-m", "ziglang", "cc", "-mcpu=baseline", "-shared", "-fPIC", *SAME]
    told = ["-D{}={}".format(*macro), *paths, str(code), "-o", str(made), *link.get(os.name, darwin)]
    if subprocess.run([*zig, *told]).returncode:
        raise RuntimeError("no C compiler is here, and ziglang could not do it")
    return made


class Kernels(BuildHookInterface[Any]):
    """For hatchling: adds the built module to a wheel, and to what an editable installation is made of."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What building asks for besides ``build-system.requires``."""
        return wanted() if self.target_name == "wheel" else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, for a wheel."""
        self.room = Path(mkdtemp())
        if self.target_name != "wheel":
            return
        try:
            made = build(self.room)
        except (Exception, SystemExit) as error:
            why = str(error).strip().splitlines() or [type(error).__name__]
            self.app.display_warning(f"{FAILED}: {why[-1]}")
            return
        build_data["pure_python"], build_data["infer_tag"] = False, True
        files = "force_include_editable" if version == "editable" else "force_include"
        build_data[files][str(made)] = made.name

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Throw away what building left."""
        shutil.rmtree(self.room, ignore_errors=True)
