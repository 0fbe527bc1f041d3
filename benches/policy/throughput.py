"""How fast the checker is against tree-sitter's bare parse of the same files (target: at most four times as long):
`python benches/policy/throughput.py TREE TRACK [CACHE]`.

Prints one line a tree: files, megabytes, seconds for the parse alone, seconds for the whole check, files a second and
the ratio; for JavaScript also what ESLint's parser takes, for scale. Processor time, so that a busy machine does not
change the ratio much. With `made` as TREE it measures 5,000 made files and one 5 MB source. The packages that
false_alarms.py lays out are trees, too: CACHE/trees/npm and CACHE/trees/crates of that script. ESLint's parser comes
from npm into CACHE; without npm or a network its part is skipped and says so.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import tree_sitter_javascript
import tree_sitter_rust
from portproof.validators.check import check
from portproof.validators.policy import policy
from tree_sitter import Language, Parser

ESPREE = "espree@10.4.0"  # what ESLint 9 parses with
CACHE = Path(tempfile.gettempdir()) / "portproof-espree"
ROUNDS = 3  # of which the fastest counts: the first one also loads the checker
SUFFIXES = {"py2js": {".js", ".mjs"}, "c2rust": {".rs"}}
LANGUAGES = {"py2js": tree_sitter_javascript.language, "c2rust": tree_sitter_rust.language}
MODULE = """\
export function f{n}(a, k) {{
  const t = a[k] ?? 'text {n}';
  return t.length > {n} ? t.slice(1) : t;
}}
"""
FUNCTION = """\
pub fn f{n}(a: &[u8], k: usize) -> u8 {{
    let t = a.get(k).copied().unwrap_or({m});
    t.wrapping_mul(3)
}}
"""


def main() -> None:
    """Measures one tree, or the two made ones."""
    if sys.argv[1] != "made":
        measure(Path(sys.argv[1]), sys.argv[2])
        return
    track = sys.argv[2]
    text = MODULE if track == "py2js" else FUNCTION
    name = "m{n}.mjs" if track == "py2js" else "src/m{n}.rs"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "src").mkdir()
        for n in range(5000):
            body = "".join(text.format(n=n * 10 + i, m=n % 256) for i in range(10))
            (Path(folder) / name.format(n=n)).write_text(body)
        measure(Path(folder), track)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "src").mkdir()
        count = 5_000_000 // len(text)
        body = "".join(text.format(n=n, m=n % 256) for n in range(count))
        (Path(folder) / name.format(n=0)).write_text(body)
        measure(Path(folder), track)


def measure(tree: Path, track: str) -> None:
    """One line for a tree."""
    parser = Parser(Language(LANGUAGES[track]()))
    paths = [file for file in sorted(tree.rglob("*")) if file.suffix in SUFFIXES[track] and file.is_file()]
    sources = [path.read_bytes() for path in paths]
    rules = policy(track)
    parsed = checked = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for source in sources:
            parser.parse(source)
        parsed = min(parsed, time.process_time() - start)
        start = time.process_time()
        found = check(tree, rules)
        checked = min(checked, time.process_time() - start)
    size = sum(map(len, sources)) / 1e6
    print(
        f"{track}: {len(sources):,} files, {size:.1f} MB, parse {parsed:.2f} s, check {checked:.2f} s "
        f"({len(sources) / checked:,.0f} files/s), ratio {checked / parsed:.1f}, {len(found)} findings"
    )
    if track == "py2js":
        print(f"       ESLint's parser: {espree(paths, Path(sys.argv[3]) if len(sys.argv) > 3 else CACHE)}")


def espree(paths: list[Path], cache: Path) -> str:
    """Seconds that ESLint's parser takes for the files, or why that is not known."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return "skipped: no npm or node on this machine"
    if not (cache / "node_modules" / "espree").exists():
        cache.mkdir(parents=True, exist_ok=True)
        (cache / "package.json").write_text('{"private": true}\n')
        install = [npm, "install", "--silent", "--no-audit", "--no-fund", "--fetch-retries=0"]
        install += ["--prefix", str(cache), ESPREE]
        if subprocess.run(install, check=False, capture_output=True).returncode:
            return f"skipped: npm cannot install {ESPREE} (no network?)"
    with tempfile.NamedTemporaryFile("w") as listed:
        listed.write("\n".join(map(str, paths)))
        listed.flush()
        script = str(Path(__file__).with_name("espree.mjs"))
        run = subprocess.run([node, script, str(cache), listed.name], check=False, capture_output=True, text=True)
    if run.returncode:
        return f"failed: {run.stderr.strip()[-200:]}"
    seconds, refused = run.stdout.split()
    return f"{float(seconds):.2f} s" + (f", {refused} files refused" if refused != "0" else "")


if __name__ == "__main__":
    main()
