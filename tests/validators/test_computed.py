"""Strings that a Rust source puts together are judged by what they come to."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.validators.check import check
from portproof.validators.policy import policy

MANIFEST = '[package]\nname = "port"\nversion = "0.1.0"\nedition = "2021"\n'

# Each comes to a path of the system, or opens one that the case does not pass.
REFUSED = """
let base = "/pro"; f(format!("{base}c/self"));
f(format!("{1}{0}", "c/self", "/pro"));
f(format!("{a}{b}", a = "/pro", b = "c/self"));
let pid = std::process::id(); f(format!("{}c/{pid}/environ", "/pro"));
f(["/pr", "oc/self"].concat());
f(["", "sys", "kernel"].join("/"));
let p: String = ["/", "pr", "oc/"].iter().copied().collect(); f(p);
f(["/pr", "oc/1"].iter().map(|s| s.to_string()).collect::<String>());
let p: std::path::PathBuf = ["/", "proc", "self"].iter().collect(); f(p);
let mut p = String::from("/"); p.push_str("proc"); p.push_str("/self"); f(&p);
let mut p = String::new(); p.push('/'); p += "proc"; p += "/self"; f(p);
let mut p = "/pr".to_string(); p = p + "oc/self"; f(p);
let mut p = "/pr".to_string(); p = format!("{p}oc/self"); f(p);
let mut s = String::new(); write!(s, "/{}", "proc").unwrap(); s.push_str("/self"); f(s);
let mut p = std::path::PathBuf::from("/"); p.push("proc"); p.push("self"); f(p);
let mut v = Vec::new(); v.push("/pro"); v.push("c/self"); f(v.concat());
let mut p = String::with_capacity(9); for part in ["/pro", "c/self"] { p.push_str(part); } f(p);
let (a, b) = ("/pro", "c/self"); f(format!("{a}{b}"));
let t = ("/pro", "c/self"); f(t.0.to_owned() + t.1);
f(String::from("/") + &String::from("proc") + &"/".repeat(1) + "x");
f({ "/pro".to_owned() + "c/self" });
let p = &format!("{}c/self", { let x = "/pro"; x })[..]; f(p);
f("mem/fles/corp/".chars().rev().collect::<String>());
f("#proc#self".replace('#', "/"));
f(String::from_utf8(vec![47, 112, 114, 111, 99, 47]).unwrap());
f(std::str::from_utf8(&[b'/', b'p', b'r', b'o', b'c', b'/']).unwrap());
f([std::path::MAIN_SEPARATOR_STR, "proc", "/", "self"].concat());
f(std::path::PathBuf::from_iter(["/", "proc", "1"]));
const A: &str = "/pro"; const B: &str = concat!("c/", "self"); f([A, B].concat());
fn base() -> &'static str { "/pro" } f(format!("{}c/self", base()));
let name = "/etc"; std::fs::read(std::path::Path::new(name).join("passwd"));
let up = ".."; std::fs::File::open(format!("{up}/oracle"));
let p = if c { "/etc/passwd" } else { "x" }; std::fs::read(p);
std::fs::rename("a", ["/etc/", "x"].concat());
let p = String::from("/e") + "tc/x"; std::fs::OpenOptions::new().read(true).open(p);
let d = std::path::Path::new("/").join("opt").join("oracle"); d.exists();
let d = std::path::Path::new("/opt").join("oracle"); std::path::Path::is_dir(&d);
use std::fs::read as slurp; slurp("/et".to_owned() + "c/passwd");
"""
# None of these does.
FINE = """
let base = "/pro"; f(format!("{base}cess"));
let mut p = String::from("/"); p.push_str("proc"); p.push_str("edure"); f(&p);
let p = "/pro"; let p = p.len(); f(format!("{p}c/self"));
let p = "/pro"; { let p = "a"; f(format!("{p}c/self")); }
let mut p = String::from("/pro"); p.clear(); p.push_str("c/self"); f(p);
f(["a", "proc", "self"].join("/"));
std::fs::write("out", ["/etc", "/passwd"].concat());
std::fs::read(format!("{}/x", name));
std::fs::read(format!("/{}", name));
let null = String::from("/dev") + "/null"; std::fs::read(null);
std::fs::read(["out/", "../in"].concat());
if c == '/' { f("proc"); }
f(format!("{}/{}", 1, 2));
let route = ["/users", "/list"].concat(); f(route);
struct File; let p = ["/etc", "/x"].concat(); File::parse(p);
"""
MANY = 20_000
# Each has very many literals, names or steps; none has a finding here, and each is done.
LARGE = {
    "an array": "let x = [" + ",".join(['"/x"'] * MANY) + "];",
    "a sum": "let x = " + " + ".join(['"/x"'] * MANY) + ";",
    "pushes": "let mut p = String::new();" + 'p.push_str("/x");' * MANY,
    "variables of one name": 'let p = "/x"; let p = format!("{p}{p}");' * (MANY // 4),
    "variables of many names": "".join(f'let a{n} = "/x";' for n in range(MANY // 2)),
    "strings that double": 'let a0 = "/x";' + "".join(f"let a{n + 1} = [a{n}, a{n}].concat();" for n in range(999)),
    "calls in calls": "f(" + 'format!("{}", ' * 400 + '"/x"' + ")" * 400 + ");",
    "uses": 'let p = "/x";' + 'f(format!("{p}"));' * MANY,
    "constants in a circle": "".join(f'const A{n}: &str = concat!("/", A{(n + 1) % 500});' for n in range(500)),
    "functions in a circle": 'fn a() -> String { format!("/{}", b()) } fn b() -> String { a() } f(a());',
    "a variable of itself": 'let mut p = "/x"; p = format!("{p}{}", p); p += p; f(p);',
    "brackets that do not match": 'let p = ["/x", (format!("{}", "/y"]; f(p);',
    "what ends": 'let mut p = "/x".to_owned(); p.push_str(',
}  # fmt: skip


def found(tree: Path, body: str) -> list[str]:
    (tree / "src").mkdir()
    (tree / "Cargo.toml").write_text(MANIFEST)
    (tree / "src" / "main.rs").write_text(f"fn main() {{\n{body}\n}}\n")
    return [violation.message for violation in check(tree, policy("c2rust")) if violation.rule == "rust-path"]


@pytest.mark.parametrize("body", REFUSED.strip().splitlines())
def test_a_path_that_is_put_together_is_judged_by_what_it_comes_to(tmp_path: Path, body: str) -> None:
    assert len(found(tmp_path, body)) == 1


@pytest.mark.parametrize("body", FINE.strip().splitlines())
def test_what_only_looks_like_a_path_of_the_system_is_none(tmp_path: Path, body: str) -> None:
    assert found(tmp_path, body) == []


@pytest.mark.parametrize("shape", LARGE)
def test_many_strings_end_in_no_hang(tmp_path: Path, shape: str) -> None:
    assert found(tmp_path, LARGE[shape]) == []


@pytest.mark.parametrize(
    "source", ["", "// '/' [47, 1]", "const X: &str", "let p =", "const X: Y<(", "for x in", "fn f() ->"]
)
def test_what_stops_short_is_read_to_its_end(tmp_path: Path, source: str) -> None:
    (tmp_path / "short.rs").write_text(source)
    (tmp_path / "shorter.rs").write_text('"/a" + ' + source)
    assert found(tmp_path, 'f("/pro".to_owned() + X); let x = ["/pro", "c/self"].concat();') == ["names /proc/self"]


def test_a_constant_of_another_file_is_known(tmp_path: Path) -> None:
    (tmp_path / "names.rs").write_text('pub const ROOT: &str = "/pro";\n')
    (tmp_path / "more.rs").write_text('pub static REST: &str = "c/self";\n')
    assert found(tmp_path, "f(names::ROOT.to_owned() + crate::more::REST);") == ["names /proc/self"]
