"""`images`: the toolchain images of the container backend, made, listed, proved and removed."""

from __future__ import annotations

from typing import Annotated

import typer

from . import options

Names = Annotated[list[str] | None, typer.Argument(help="py2js, c2rust, originals [default: those of the track].")]

images = typer.Typer(
    help="Make, list, prove and remove the toolchain images of the container backend.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def _named(context: typer.Context, names: list[str] | None) -> tuple[str, ...]:
    return tuple(names) if names else (str(context.obj), "originals")


@images.command("build")
def build(
    context: typer.Context,
    names: Names = None,
    from_host: Annotated[
        bool, typer.Option("--from-host", help="Of this host's toolchains, without any registry; reproducible.")
    ] = False,
    base: Annotated[
        str, typer.Option("--base", help="Base of the Dockerfile: any local image [default: the public one it pins].")
    ] = "",
    json: options.Json = False,
) -> None:
    """Make images: of this host's toolchains with --from-host, else from their Dockerfiles."""
    import json as json_module

    from ..core.errors import UserError
    from ..toolchains.images.build import from_dockerfile
    from ..toolchains.images.build import from_host as of_host
    from ..toolchains.images.catalogue import image

    if from_host and base:
        raise UserError("--from-host has no base image", "give one of the two")
    chosen = [image(name) for name in _named(context, names)]
    made = [of_host(it) if from_host else from_dockerfile(it, base) for it in chosen]
    if json:
        rows = [{"reference": it.reference, "identifier": it.identifier, "labels": it.labels} for it in made]
        typer.echo(json_module.dumps(rows, ensure_ascii=False, indent=2))
        return
    for it in made:
        typer.echo(f"{it.reference} {it.identifier}")


@images.command("list")
def list_(json: options.Json = False) -> None:
    """Say which images the engine has, and in what their toolchains differ from this host's."""
    import json as json_module
    from dataclasses import asdict

    from ..toolchains.images.listing import rows
    from ..toolchains.images.verify import titled

    found = rows()
    if json:
        typer.echo(json_module.dumps([asdict(row) for row in found], ensure_ascii=False, indent=2))
        return
    for row in found:
        if not row.identifier:
            typer.echo(f"{row.reference}  not there (images build --from-host {row.name})")
            continue
        inside = ", ".join(titled(name, version) for name, version in row.toolchains.items())
        typer.echo(f"{row.reference}  {row.identifier[:19]}  {row.size / 1e6:.0f} MB  of {row.origin}: {inside}")
        for line in row.differences:
            typer.echo(f"  differs: {line}")


@images.command("verify")
def verify(context: typer.Context, names: Names = None, json: options.Json = False) -> None:
    """Run each toolchain's echo program in its image, and look for runtimes that should not be there (exit 1)."""
    import json as json_module
    from dataclasses import asdict

    from ..core.errors import Exit
    from ..toolchains.images.catalogue import image
    from ..toolchains.images.verify import verify as proved

    found = [proved(image(name)) for name in _named(context, names)]
    if json:
        typer.echo(json_module.dumps([asdict(it) for it in found], ensure_ascii=False, indent=2))
    else:
        for it in found:
            typer.echo(f"{it.reference}: {', '.join(it.echoes)} echo behind {len(it.walls)} walls; {it.files:,} files")
            for path in it.foreign:
                typer.echo(f"  foreign: {path}")
    raise typer.Exit(Exit.GATE if any(it.foreign for it in found) else Exit.DONE)


@images.command("prune")
def prune(
    everything: Annotated[bool, typer.Option("--all", help="The images of this version too.")] = False,
    json: options.Json = False,
) -> None:
    """Remove images of other versions, those that were built over, and containers that killed commands left."""
    import json as json_module

    from ..toolchains.images.listing import prune as removed

    gone = removed(everything)
    if json:
        found = {"removed": list(gone.removed), "kept": list(gone.kept)}
        typer.echo(json_module.dumps(found, ensure_ascii=False, indent=2))
        return
    for line in gone.removed:
        typer.echo(f"removed {line}")
    for line in gone.kept:
        typer.echo(f"kept {line}: a container uses it")
