"""What the policy says about code that nobody here wrote: `python benches/policy/false_alarms.py TRACK CACHE`.

Fetches the packages of npm.txt or crates.txt with npm or cargo into CACHE (outside the repository, never committed),
keeps the ES modules reachable from the entry, or the sources under src/, lays them out under CACHE/trees as submissions
would be, checks each and prints every finding. Manifests are replaced: what a package depends on is not the question
here.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path

from portproof.validators.check import check
from portproof.validators.policy import policy

HERE = Path(__file__).parent
SPECIFIER = re.compile(rb"""(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")


def main() -> None:
    """Prints a line per package with findings, then the totals."""
    track, cache = sys.argv[1], Path(sys.argv[2])
    trees = javascript(cache) if track == "py2js" else rust(cache)
    rules = policy(track)
    totals: Counter[str] = Counter()
    clean = lines = 0
    for tree in trees:
        found = check(tree, rules)
        lines += sum(
            file.read_bytes().count(b"\n") for file in tree.rglob("*") if file.suffix in {".js", ".mjs", ".rs"}
        )
        clean += not found
        for violation in found:
            totals[violation.rule] += 1
            place = f"{violation.file}:{violation.line}:{violation.column}"
            said = f"{violation.severity} {violation.rule}  {place}  {violation.message}"
            print(f"{tree.name}  {said}  | {violation.excerpt[:100]}")
    print(f"{len(trees)} packages, {lines:,} lines, {clean} without a finding; findings: {dict(totals.most_common())}")


def javascript(cache: Path) -> list[Path]:
    """One tree per npm package that has an ES module form."""
    trees = []
    for name in (HERE / "npm.txt").read_text().split():
        package = cache / "npm" / name.replace("/", "+").replace("@", "")
        if not package.exists():
            package.mkdir(parents=True)
            subprocess.run(["npm", "pack", "--silent", name], cwd=package, check=False, stdout=subprocess.DEVNULL)
            for archive in package.glob("*.tgz"):
                with tarfile.open(archive) as packed:
                    packed.extractall(package, filter="data")
        tree = cache / "trees" / "npm" / package.name
        root = package / "package"
        entry = esm_entry(root) if root.exists() else None
        if entry is None:
            print(f"{name}: no ES module", file=sys.stderr)
            continue
        shutil.rmtree(tree, ignore_errors=True)
        collect(root, entry, tree)
        (tree / "package.json").write_text('{"type": "module"}\n')
        trees.append(tree)
    return trees


def esm_entry(root: Path) -> Path | None:
    """The module that `import "package"` loads."""
    manifest = json.loads((root / "package.json").read_text("utf-8"))
    found = condition(manifest.get("exports", {}))
    choices = [found, manifest.get("module")]
    if manifest.get("type") == "module":
        choices += [manifest.get("main"), "index.js"]
    for choice in choices:
        if isinstance(choice, str) and not choice.endswith((".cjs", ".d.ts")) and (root / choice).is_file():
            if (
                choice == found
                and choice.endswith(".js")
                and manifest.get("type") != "module"
                and manifest.get("module")
            ):
                continue
            return root / choice
    return None


def condition(exports: object) -> str | None:
    """The target of the conditions of an import, depth first."""
    if isinstance(exports, str):
        return exports
    if isinstance(exports, list):
        return next((found for found in map(condition, exports) if found), None)
    if not isinstance(exports, dict):
        return None
    if "." in exports:
        return condition(exports["."])
    for key in ("node", "import", "module", "default"):
        found = condition(exports.get(key))
        if found:
            return found
    return None


def collect(root: Path, entry: Path, tree: Path) -> None:
    """Copies the modules reachable from the entry by relative imports."""
    pending, seen = [entry.resolve()], set()
    while pending:
        file = pending.pop()
        if file in seen or not file.is_file():
            continue
        seen.add(file)
        data = file.read_bytes()
        target = tree / file.relative_to(root.resolve())
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        for match in SPECIFIER.finditer(data):
            pending.append((file.parent / match.group(1).decode()).resolve())


def rust(cache: Path) -> list[Path]:
    """One tree per crate: its src folder under a manifest without dependencies."""
    names = (HERE / "crates.txt").read_text().split()
    project = cache / "crates"
    vendored = project / "vendor"
    if not vendored.exists():
        (project / "src").mkdir(parents=True, exist_ok=True)
        (project / "src" / "lib.rs").write_text("")
        listed = "\n".join(f'{name} = {{ version = "*", default-features = false }}' for name in names)
        manifest = f'[package]\nname = "all"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n{listed}\n'
        (project / "Cargo.toml").write_text(manifest)
        subprocess.run(["cargo", "vendor", "--quiet"], cwd=project, check=True, stdout=subprocess.DEVNULL)
    trees = []
    for name in names:
        tree = cache / "trees" / "crates" / f"crate-{name}"
        shutil.rmtree(tree, ignore_errors=True)
        source = vendored / name / "src"
        for document in vendored.glob(f"{name}/*.md"):
            tree.mkdir(parents=True, exist_ok=True)
            shutil.copy(document, tree)
        if source.exists():
            shutil.copytree(source, tree / "src")
        else:
            (tree / "src").mkdir(parents=True)
            shutil.copy(vendored / name / "lib.rs", tree / "src" / "lib.rs")
        (tree / "Cargo.toml").write_text(f'[package]\nname = "{name}"\nversion = "0.0.0"\n')
        trees.append(tree)
    return trees


if __name__ == "__main__":
    main()
