"""What a Python package offers is read from its source, never by importing it, and never from bodies."""

from __future__ import annotations

from pathlib import Path

import pytest
from portproof.core.errors import UserError
from portproof.scaffold.model import Kind, Offer
from portproof.scaffold.python_api import offers
from portproof.scaffold.python_types import kind, literal


def offered(site: Path) -> dict[str, Offer]:
    return {offer.path: offer for offer in offers(site, "tinylib")[0]}


def test_the_package_is_not_imported(site: Path) -> None:
    init = site / "tinylib" / "__init__.py"
    init.write_text("import sys\nsys.exit('imported')\n" + init.read_text())
    assert "double" in offered(site)


def test_public_functions_and_classes_are_offered_and_others_left_out_with_a_reason(site: Path) -> None:
    found, skipped = offers(site, "tinylib")
    assert [offer.path for offer in found] == ["Box", "shout", "double", "pad", "join"]  # documented ones first
    why = {one.name: one.why for one in skipped}
    assert set(why) == {"Odd", "call", "later"}
    assert "ValueError" in why["Odd"]
    assert "value" in why["call"]
    assert "coroutine" in why["later"]


def test_a_default_that_is_code_is_not_taken_over(site: Path) -> None:
    data, char, left = offered(site)["pad"].entries[0].parameters
    assert (data.kind, data.required) == (Kind.BYTES, True)
    assert (char.kind, char.required, char.default) == (Kind.BYTES, False, "")
    assert (left.kind, left.default) == (Kind.FLAG, "True")


def test_nothing_of_a_body_is_taken_over(site: Path) -> None:
    assert "12345" not in repr(offers(site, "tinylib"))


def test_a_class_is_offered_with_the_methods_that_words_can_call(site: Path) -> None:
    box = offered(site)["Box"]
    assert box.owner is not None
    assert [p.name for p in box.owner.parameters] == ["text", "upper"]
    assert [(entry.name, entry.bound) for entry in box.entries] == [("cut", True), ("name", False)]


def test_only_what_all_names_is_public(site: Path) -> None:
    init = site / "tinylib" / "__init__.py"
    init.write_text(init.read_text() + '\n__all__ = ["double"]\n')
    assert list(offered(site)) == ["double"]


def test_a_deprecated_function_is_left_out(site: Path) -> None:
    init = site / "tinylib" / "__init__.py"
    init.write_text("import warnings\n\n@warnings.deprecated('x')\ndef old(a: str) -> str:\n    return a\n")
    assert {one.name: one.why for one in offers(site, "tinylib")[1]}["old"] == "is deprecated"


def test_an_unknown_module_is_the_users_mistake(site: Path) -> None:
    with pytest.raises(UserError, match="no module"):
        offers(site, "tinylib.none")


@pytest.mark.parametrize(
    ("annotation", "default", "expected"),
    [
        ("str", "", Kind.TEXT),
        ("Union[str, bytes]", "", Kind.BYTES),
        ("typing.Optional[int]", "None", Kind.INTEGER),
        ("'list[int] | None'", "", Kind.JSON),
        ("Callable[[int], str]", "", None),
        ("", "False", Kind.FLAG),
        ("", "-3", Kind.INTEGER),
        ("", "compute()", None),
        ("", "", Kind.TEXT),
        ("not valid python", "", None),
    ],
)
def test_a_word_stands_for_what_the_annotation_says(annotation: str, default: str, expected: Kind | None) -> None:
    assert kind(annotation, default) is expected


def test_only_short_literals_are_defaults() -> None:
    assert literal("'a'") == "'a'"
    assert literal("__import__('os')") == ""
    assert literal(repr("x" * 99)) == ""
    assert literal("[1]") == ""
