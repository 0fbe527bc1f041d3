"""What is read from a driver without running it, and drivers that cannot be read."""

from __future__ import annotations

import pytest
from portproof.exchange.usage import native_usage, python_usage


def test_options_keep_their_settings_as_the_source_spells_them() -> None:
    source = '''"""First line.

More."""
import argparse
p = argparse.ArgumentParser()
p.add_argument("-n", "--count", type=int, default=3 * 2, choices=[1, 6], help="how " "often")
p.add_argument(name)
'''
    usage = python_usage(source)
    assert usage.summary == "First line."
    (option,) = usage.options
    assert option.names == ("-n", "--count")
    assert option.help == "how often"
    assert option.facts == (("type", "int"), ("default", "3 * 2"), ("choices", "[1, 6]"))


@pytest.mark.parametrize(
    "source",
    ["def", "x" * (2 << 20), "(" * 5000, "-" * 200_000 + "1", "\0", "a" + ".b" * 100_000, "print 1"],
)
def test_a_driver_that_cannot_be_read_is_told_or_has_no_options(source: str) -> None:
    usage = python_usage(source)
    assert usage.options == ()
    assert usage.notes or source.startswith("a.b")


def test_argv_positions_and_counts_of_a_native_driver() -> None:
    source = "int main(int argc, char** argv) { if (argc < 3) return 1; use(argv[1], argv [ 2 ], argv[2], argv[0]); }"
    assert native_usage(source).notes == (
        "the driver reads the arguments at these positions: 1, 2",
        "it checks `argc < 3`",
    )
    assert native_usage("int main() {}").notes == ("the driver looks at no argument",)
