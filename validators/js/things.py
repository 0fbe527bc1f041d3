"""The things that lead out of a module, as dotted paths: `process.env`, `node:fs.readFileSync`, `Function`,
`local:a.mjs`."""

from __future__ import annotations

from ..policy import Policy

LOCAL = "local:"
CONSTRUCTOR = "(constructor)"  # the constructor of some object: Function's, if the object is a function
FUNCTION = "(Function)"  # Function, or a sibling of it, reached through the constructor of a function
TIMERS = ("setTimeout", "setInterval", "setImmediate")  # they take code as a string
ROOTS = {"globalThis", "global"}


def thing_of(builtin: str) -> str:
    """The thing that a built-in module is."""
    return "process" if builtin == "process" else f"node:{builtin}"


def member(thing: str, key: str, policy: Policy) -> str:
    """The thing that `thing.key` is; empty where it leads nowhere."""
    if thing in ROOTS:
        if key in ROOTS or key in policy.globals:
            return "globalThis" if key in ROOTS else key
        return f"globalThis.{key}" if f"globalThis.{key}" in policy.giving else ""
    if key == "constructor":
        return FUNCTION if thing.startswith(("Function", FUNCTION, "eval", CONSTRUCTOR)) else CONSTRUCTOR
    if thing == CONSTRUCTOR or thing.startswith("local:"):
        return ""
    if key == "default" and (thing.startswith("node:") or thing == "process") and "." not in thing:
        return thing
    if thing == "node:fs" and key == "promises":
        return "node:fs/promises"
    if thing == "node:timers" and key in TIMERS:
        return key
    if thing.startswith(("node:timers.", *TIMERS)):
        return ""
    return _leading(f"{thing}.{key}", policy)


def _leading(thing: str, policy: Policy) -> str:
    """The thing, or nothing where neither naming nor using it, nor any member of it, can be refused."""
    holder, _, key = thing.rpartition(".")
    listed = policy.members.get(holder)
    if (listed is not None and key not in listed.keeps) or (holder in policy.globals and holder not in policy.members):
        return thing
    if thing.startswith(("node:fs.", "node:fs/promises.")) or thing in policy.members or thing in policy.giving:
        return thing
    below = thing + "."
    return thing if any(name == thing or name.startswith(below) for name in policy.denied) else ""


def refusal(thing: str, policy: Policy) -> tuple[str, str]:
    """The rule that refuses to even name a thing, and why; empty where naming it is fine."""
    rule = policy.denied.get(thing, "")
    if rule:
        return rule, f"reaches {spoken(thing)}"
    holder, _, key = thing.rpartition(".")
    listed = policy.members.get(holder)
    if listed is not None and key not in listed.keeps:
        return listed.rule, f"uses {spoken(thing)}"
    if holder in policy.globals and policy.globals[holder] and holder not in policy.members:
        return policy.globals[holder], f"uses {spoken(thing)}"
    return "", ""


def closed(thing: str, policy: Policy) -> bool:
    """Whether every use of the thing must be readable."""
    return thing in policy.closed


def escape(thing: str, policy: Policy) -> tuple[str, str]:
    """The rule for a closed thing that goes where it cannot be followed, and why."""
    return policy.globals.get(thing) or "js-computed", f"passes {spoken(thing)} on to where it cannot be followed"


def spoken(thing: str) -> str:
    """A thing as a message calls it."""
    return thing.replace(FUNCTION, "a function's constructor").replace(CONSTRUCTOR, "an object's constructor")
