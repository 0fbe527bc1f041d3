"""Snippets that try again, written after the rules and none of them a reason for one: each is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from .trees import found

JAVASCRIPT = [
    "new setTimeout.constructor('return 1')()",
    "import {readFileSync as r} from 'fs'; new r.constructor('x')()",
    "class A{}; new A.constructor('x')()",
    "Function`return 1`()",
    "globalThis[`ev${'al'}`]('1')",
    "Object.getOwnPropertyDescriptor(globalThis,'eval').value('1')",
    "const {process:{binding:b}}=globalThis; b('x')",
    "(({constructor:F})=>F('x'))(()=>{})",
    "const g=globalThis; const {p=process}={}; p.binding('x')",
    "for (const p of [process]) p.binding('x')",
    "class A { p = process; m(){ return this.p.binding('x') } }",
    "let x; [x]=[process]; x.binding('x')",
    "const f=()=>({p:process}); f().p.binding('x')",
    "process.constructor.constructor('x')",
    "export {default as p, binding} from 'process'",
    "import {default as p} from 'process'; p.binding('x')",
    "const {default:{binding}} = await import('process')",
    "(await import('process')).default.binding('x')",
    "import('process').then(m=>m.binding('x'))",
    "import('process').then(function({default:p}){p.dlopen()})",
    "Reflect.get(process,'bin'+'ding')('x')",
    "process.binding.call(process,'x')",
    "with_(process)",
    "`${process.binding('x')}`",
    "const {constructor:{constructor:F}}={}; F('x')",
    "const t={}; t.f=eval; t.f('1')",
    "var e=globalThis?.[('ev')+('al')]; e('1')",
    "self.eval?.('1'); globalThis.globalThis.eval('1')",
    "const a=[...'lave'].reverse().join(''); globalThis[a]('1')",
    "const k=Object.keys({eval:1})[0]; globalThis[k]('1')",
    "const p=(0,process); p.binding('x')",
    "const p=[process][0]; p.binding('x')",
    "new (class extends Function{})('x')()",
    "async function f(){return process}; (await f()).binding('x')",
    "function* g(){yield process}; g().next().value.binding('x')",
    "try{throw process}catch(p){p.binding('x')}",
    "import fs from 'fs'; fs.promises.readFile('/proc/self/environ')",
    "import * as u from 'url'; import fs from 'fs'; fs.readFileSync(u.fileURLToPath('file:///etc/passwd'))",
    "label: { break label }; process[Symbol.for('x')]",
    "Object.assign(globalThis,{}).eval('1')",
    "globalThis.Reflect.get(globalThis,'eval')('1')",
    "(function(){ return typeof this==='undefined'?globalThis:this })().eval('1')",
    "const {global:" + "{global:" * 900 + "{eval:e}" + "}" * 900 + "}=globalThis; e('1')",
    "x" + ".__proto__" * 1500 + ".constructor('x')",
]
RUST = [
    'use std::{self as s}; fn main(){ s::process::Command::new("sh"); }',
    'fn main(){ let _=<std::net::TcpStream>::connect("x"); }',
    'macro_rules! a{()=>{std::process::Command::new("x")}}fn main(){}',
    "type X=::std::net::TcpListener;",
    "use std::process::Command as _;",
    "mod std2{pub use ::std::*;} use std2::process::Command;",
    'use core as c; fn f(){ c::arch::asm!("nop"); }',
    '#[cfg_attr(x,path="/a.rs")]mod y;',
    'const X:&str=concat!("/pr","oc/self");',
    "pub use std::process; mod a{ use crate::process::*; }",
    'use std::process::{self as p, exit}; fn f(){ p::Command::new("x"); }',
    'unsafe extern "C" { fn f(); }',
    'extern "C"\n// x\n{ fn f(); }',
    'macro_rules! m{($($x:ident)::+)=>{$($x)::+::new("sh")}} fn f(){ m!(std::process::Command); }',
    "macro_rules! m{($p:path)=>{use $p as q;}} m!(std::process);",
    "trait T{type C;} impl T for (){type C=std::process::Command;}",
    "use std::os::fd::{AsRawFd}; ",
    "#![feature(asm_experimental_arch)]",
    "fn f(){ " + "concat!(" * 500 + '"/proc/x"' + ")" * 500 + " }",
]


@pytest.mark.parametrize("text", JAVASCRIPT, ids=lambda text: text[:50])
def test_a_javascript_snippet_is_refused(text: str, tmp_path: Path) -> None:
    assert [v for v in found(tmp_path, "py2js", {"main.mjs": text + "\n"}) if v.severity == "reject"]


@pytest.mark.parametrize("text", RUST, ids=lambda text: text[:50])
def test_a_rust_snippet_is_refused(text: str, tmp_path: Path) -> None:
    assert [v for v in found(tmp_path, "c2rust", {"src/main.rs": text + "\n"}) if v.severity == "reject"]
