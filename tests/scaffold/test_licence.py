"""Licences: what a distribution says of itself, and what follows."""

from __future__ import annotations

import pytest
from portproof.core.errors import UserError
from portproof.scaffold.debian import copyright_licence
from portproof.scaffold.licence import accepted, found, recognised
from portproof.suite.licence import Terms, terms

MIT = "Permission is hereby granted, free of charge, to any person\nobtaining a copy of this software"
BSD = "Redistributions in binary form must reproduce the above\n copyright notice"
GPL3 = "GNU GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007 … use the GNU Lesser General Public License instead"
LGPL = "GNU LESSER GENERAL PUBLIC LICENSE\n Version 2.1, February 1999 … the GNU General Public License version 2"


@pytest.mark.parametrize(
    ("spdx", "kind"),
    [
        ("MIT", Terms.PERMISSIVE),
        ("GPL-3.0-only", Terms.COPYLEFT),
        ("GPL-2.0-only OR MIT", Terms.PERMISSIVE),
        ("MIT AND LGPL-3.0-only", Terms.COPYLEFT),
        ("(Apache-2.0 WITH LLVM-exception) OR Own-1", Terms.PERMISSIVE),
        ("Own-1", Terms.UNKNOWN),
        ("", Terms.UNKNOWN),
    ],
)
def test_an_expression_is_as_free_as_its_freest_alternative(spdx: str, kind: Terms) -> None:
    assert terms(spdx) is kind


@pytest.mark.parametrize(
    ("text", "spdx"),
    [
        (MIT, "MIT"),
        (BSD, "BSD-2-Clause"),
        (BSD + " Neither the name of the author", "BSD-3-Clause"),
        (GPL3, "GPL-3.0-only"),
        (LGPL, "LGPL-2.1-only"),
        ("All rights reserved.", ""),
    ],
)
def test_a_licence_is_known_by_its_text(text: str, spdx: str) -> None:
    assert recognised(text) == spdx


def test_what_is_declared_goes_before_texts_and_classifiers() -> None:
    gpl = "License :: OSI Approved :: GNU General Public License v2 or later (GPLv2+)"
    assert found("0BSD", [gpl], "", [MIT]) == "0BSD"
    assert found("", [gpl], "", [MIT]) == "MIT"
    assert found("", [gpl], "", [GPL3]) == "GPL-2.0-or-later"  # only the classifier says "or later"
    assert found("", [], "MIT License", []) == "MIT"
    assert found("", [], "see the file", ["All rights reserved."]) == ""


def test_nothing_is_refused_without_the_word_that_allows_it() -> None:
    assert accepted("a 1", "MIT", ()) == "MIT"
    with pytest.raises(UserError, match="copyleft") as copyleft:
        accepted("a 1", "GPL-3.0-only", ())
    assert "--allow-licence GPL-3.0-only" in copyleft.value.hint
    assert accepted("a 1", "GPL-3.0-only", ("GPL-3.0-only",)) == "GPL-3.0-only"
    with pytest.raises(UserError, match="does not say"):
        accepted("a 1", "", ())
    assert accepted("a 1", "", ("ISC",)) == "ISC"
    with pytest.raises(UserError):
        accepted("a 1", "GPL-3.0-only", ("ISC",))


def test_debian_says_the_licence_of_all_files() -> None:
    text = "Format: x\n\nFiles: debian/*\nLicense: GPL-2+\n\nFiles: *\nCopyright: 2009\nLicense: Expat\n"
    assert copyright_licence(text) == "MIT"
    assert copyright_licence("Files: *\nLicense: own-words\n") == ""
