"""Evaluations of one submission are alike to the last byte, however busy the machine is."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack

from portproof.evaluate.plan import Selection

EVALUATIONS = 20
SELECTION = Selection(tasks=("odd/ends", "odd/bytes"))  # ends by exits and signals, passes and mismatches


def test_twenty_evaluations_give_one_digest_also_beside_a_busy_core(submit, tmp_path) -> None:
    digests = set()
    with ExitStack() as stack:
        for number in range(EVALUATIONS):
            if number == EVALUATIONS // 2:
                load = stack.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
                stack.callback(load.kill)
            digests.add(submit({}, selection=SELECTION, folder=tmp_path / f"run-{number}").digest)
    assert len(digests) == 1
