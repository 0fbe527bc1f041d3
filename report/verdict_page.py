"""docs/verdicts.md, generated from `core.verdict`: `python -m portproof.report.verdict_page > docs/verdicts.md`."""

from __future__ import annotations

from ..core.verdict import MEANING, Diagnosis, Verdict, scored


def page() -> str:
    """The page as Markdown."""
    lines = [
        "# Verdicts",
        "",
        "Generated from `core/verdict.py`; do not edit. Every case of a suite has exactly one verdict in every run.",
        "",
        "In order of precedence: where several hold, the first is given.",
        "",
        "| verdict | meaning | whose doing | in the denominator |",
        "|---|---|---|---|",
    ]
    for verdict in Verdict:
        meaning = MEANING[verdict]
        counted = "yes" if scored(verdict) else "no"
        lines.append(f"| `{verdict.value}` | {meaning.sentence} | {meaning.whose.value} | {counted} |")
    lines += [
        "",
        "## Diagnoses",
        "",
        "A mismatch also gets a diagnosis. It explains and never changes a verdict.",
        "",
        *(f"- {diagnosis.value}" for diagnosis in Diagnosis),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(page(), end="")
