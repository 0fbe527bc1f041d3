"""The images there are, as data: what each brings, from what it is built, and what must not be in it.

One image a toolchain, never one a task: a submission is copied into a container that is thrown away."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ... import __version__
from ...core.errors import UserError

REPOSITORY = "portproof"
DOCKERFILES = Path(__file__).parent

# Programs that run other languages, compile them, or fetch them. A foreign runtime that is not there cannot be called.
SHELLS = ("sh", "bash", "dash", "ash", "zsh", "ksh", "busybox", "toybox")
SCRIPTING = (
    *("python*", "libpython*", "pypy*", "perl*", "libperl*", "ruby*", "libruby*", "lua", "lua5*", "luajit*", "php*"),
    *("awk", "gawk", "mawk", "sed", "tclsh*", "guile*", "Rscript", "R", "julia*", "java", "javac", "dotnet", "mono*"),
)
NODE = ("node", "nodejs", "libnode*")
JAVASCRIPT = ("deno", "bun", "qjs*", "d8", "js", "npm", "npx")
NATIVE = ("gcc*", "g++*", "clang*", "tcc", "cc1", "cc1plus", "lto1", "as", "go", "gofmt", "zig", "ocaml*", "swift*")
RUST = ("rustc", "cargo", "rustup", "librustc_driver*")
NETWORK = ("curl", "wget", "git", "ssh", "scp", "nc", "ncat", "netcat", "socat", "ftp", "apt*", "dpkg*", "apk", "pip*")


@dataclass(frozen=True, slots=True)
class Image:
    """`absent` are globs of file names; `toolchains` are those whose echo program must run in it."""

    name: str
    toolchains: tuple[str, ...]
    absent: tuple[str, ...]

    @property
    def reference(self) -> str:
        """Repository and tag: one version of portproof, one image."""
        return f"{REPOSITORY}/{self.name}:{__version__}"

    @property
    def dockerfile(self) -> Path:
        """The recipe for those who have a registry."""
        return DOCKERFILES / f"{self.name}.Dockerfile"


IMAGES = {
    image.name: image
    for image in (
        Image("py2js", ("node",), (*SHELLS, *SCRIPTING, *JAVASCRIPT, *NATIVE, *RUST, *NETWORK, "cc", "ld")),
        Image("c2rust", ("rust",), (*SHELLS, *SCRIPTING, *NODE, *JAVASCRIPT, *NATIVE, *NETWORK, "rustup")),
        Image("originals", ("cpython", "gcc"), (*SHELLS, *NODE, *JAVASCRIPT, *RUST, *NETWORK, "perl*", "ruby*")),
    )
}


def image(name: str) -> Image:
    """The image called `name`. Raises UserError with the names there are."""
    try:
        return IMAGES[name]
    except KeyError:
        raise UserError(f"there is no image {name!r}", f"images: {', '.join(IMAGES)}") from None
