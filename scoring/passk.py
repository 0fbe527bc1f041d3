"""Several attempts at one program: did any of k succeed, did all? Unbiased, by counting the draws of k out of n."""

from __future__ import annotations

from math import comb, prod


def pass_at_k(n: int, c: int, k: int) -> float:
    """The chance that of k attempts drawn from n, c of them right, at least one is: 1 - C(n-c, k) / C(n, k), in the
    product form of Chen et al. (2021), arXiv 2107.03374. Raises ValueError unless 0 ≤ c ≤ n and 1 ≤ k ≤ n."""
    _check(n, c, k)
    if n - c < k:
        return 1.0
    return 1.0 - prod(1.0 - k / i for i in range(n - c + 1, n + 1))


def pass_hat_k(n: int, c: int, k: int) -> float:
    """The chance that all of k attempts drawn from n, c of them right, are: C(c, k) / C(n, k) (Yao et al. 2024,
    arXiv 2406.12045). Raises ValueError unless 0 ≤ c ≤ n and 1 ≤ k ≤ n."""
    _check(n, c, k)
    return comb(c, k) / comb(n, k)


def _check(n: int, c: int, k: int) -> None:
    if not 0 <= c <= n:
        raise ValueError(f"right attempts must lie between 0 and {n}, not {c}")
    if not 1 <= k <= n:
        raise ValueError(f"k must lie between 1 and the {n} attempts there are, not {k}")
