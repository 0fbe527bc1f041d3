"""Quantiles of the normal and Student's t distributions, from the standard library alone. It never estimates."""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

TINY = 1e-300  # stands for zero where the continued fraction would divide by it (Lentz's method)
ROUNDS = 500  # the fraction needs about sqrt(max(a, b)) terms; 500 is enough up to a million degrees of freedom
NORMAL_FROM = 1e6  # from here on t and normal quantiles agree to six digits


def normal_quantile(probability: float) -> float:
    """z with P(Z ≤ z) = `probability`, 0 < probability < 1. Raises statistics.StatisticsError outside."""
    return NormalDist().inv_cdf(probability)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b), a and b > 0 (Abramowitz & Stegun 26.5.8, Lentz's method)."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _fraction(a, b, x) / a
    return 1.0 - front * _fraction(b, a, 1.0 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1.0 / _nonzero(1.0 - (a + b) * x / (a + 1.0))
    value = d
    for m in range(1, ROUNDS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        step = 1.0
        for term in (even, odd):
            d = 1.0 / _nonzero(1.0 + term * d)
            c = _nonzero(1.0 + term / c)
            step = c * d
            value *= step
        if abs(step - 1.0) < 1e-15:
            break
    return value


def _nonzero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def t_probability(t: float, df: float) -> float:
    """P(T ≤ t) of Student's t with `df` > 0 degrees of freedom, whole or not (Abramowitz & Stegun 26.7.1)."""
    tail = 0.5 * incomplete_beta(df / 2.0, 0.5, df / (df + t * t))
    return 1.0 - tail if t > 0 else tail


@lru_cache(maxsize=4096)
def t_quantile(probability: float, df: float) -> float:
    """t with P(T ≤ t) = `probability`, 0 < probability < 1, `df` > 0, to about twelve digits."""
    if not 0.0 < probability < 1.0 or df <= 0.0:
        raise ValueError(f"t_quantile needs 0 < probability < 1 and df > 0, not {probability} and {df}")
    if probability == 0.5:
        return 0.0
    if probability < 0.5:
        return -t_quantile(1.0 - probability, df)
    if df >= NORMAL_FROM:
        return normal_quantile(probability)
    # Bisect in x = df / (df + t²): the upper tail is I_x(df/2, 1/2) / 2, which rises with x.
    low, high, tail = 0.0, 1.0, 2.0 * (1.0 - probability)
    for _ in range(200):
        x = (low + high) / 2.0
        if x in (low, high):
            break
        if incomplete_beta(df / 2.0, 0.5, x) < tail:
            low = x
        else:
            high = x
    x = (low + high) / 2.0
    return sqrt(df * (1.0 - x) / x)
