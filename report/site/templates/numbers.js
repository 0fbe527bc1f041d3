// The numbers of portproof's `scoring/`, for whatever window a reader chooses: the same formulas in the same order, held
// against the Python ones by the tests. Nothing here touches the page.
"use strict";
const numbers = (() => {
  const Z = 1.959963984540054; // the 97.5 % quantile of the normal distribution
  const GRID = [0, 0.002, 0.01, 0.03, 0.08, 0.16, 0.3, 0.5], GOLDEN = (Math.sqrt(5) - 1) / 2, EDGE = 1e-9, TINY = 1e-300;
  const LANCZOS = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];

  const sum = (values) => values.reduce((total, value) => total + value, 0);

  const lgamma = (x) => {
    if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
    const at = x - 1, t = at + 7.5;
    let series = LANCZOS[0];
    for (let i = 1; i < 9; i += 1) series += LANCZOS[i] / (at + i);
    return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(t) - t + Math.log(series);
  };

  const nonzero = (value) => (Math.abs(value) > TINY ? value : TINY);
  const fraction = (a, b, x) => {
    let c = 1, d = 1 / nonzero(1 - ((a + b) * x) / (a + 1)), value = d;
    for (let m = 1; m < 500; m += 1) {
      const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
      const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
      let step = 1;
      for (const term of [even, odd]) {
        d = 1 / nonzero(1 + term * d);
        c = nonzero(1 + term / c);
        step = c * d;
        value *= step;
      }
      if (Math.abs(step - 1) < 1e-15) break;
    }
    return value;
  };
  const incompleteBeta = (a, b, x) => {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const front = Math.exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * Math.log(x) + b * Math.log1p(-x));
    return x < (a + 1) / (a + b + 2) ? (front * fraction(a, b, x)) / a : 1 - (front * fraction(b, a, 1 - x)) / b;
  };
  const quantiles = new Map();
  const tQuantile = (probability, df) => {
    const key = `${probability} ${df}`;
    if (!quantiles.has(key)) {
      let low = 0, high = 1, x = 0.5;
      for (let i = 0; i < 200; i += 1) {
        x = (low + high) / 2;
        if (x === low || x === high) break;
        if (incompleteBeta(df / 2, 0.5, x) < 2 * (1 - probability)) low = x;
        else high = x;
      }
      x = (low + high) / 2;
      quantiles.set(key, Math.sqrt((df * (1 - x)) / x));
    }
    return quantiles.get(key);
  };

  const degreesOfFreedom = (sizes) => {
    const trials = sum(sizes), weights = sizes.map((size) => 1 / (1 - size / trials));
    const own = sum(sizes.map((size, i) => (weights[i] * size) ** 2));
    const cross = sum(sizes.map((size, i) => weights[i] ** 2 * size ** 3));
    const shared = sum(sizes.map((size, i) => weights[i] * size * size));
    return trials ** 2 / (own - (2 * cross) / trials + (shared / trials) ** 2);
  };

  const wilson = (rate, trials, z) => {
    const denominator = 1 + (z * z) / trials, centre = rate + (z * z) / (2 * trials);
    const half = z * Math.sqrt(Math.max(0, (rate * (1 - rate)) / trials + (z * z) / (4 * trials * trials)));
    return [rate === 0 ? 0 : Math.max(0, (centre - half) / denominator), rate === 1 ? 1 : Math.min(1, (centre + half) / denominator)];
  };

  const effectiveTrials = (clusters) => {
    const trials = sum(clusters.map((c) => c[1])), rate = sum(clusters.map((c) => c[0])) / trials;
    const variance = sum(clusters.map(([passed, total]) => (passed - total * rate) ** 2 / (1 - total / trials))) / trials ** 2;
    const t = tQuantile(0.975, degreesOfFreedom(clusters.map((c) => c[1])));
    const spread = variance * trials * (t / Z) ** 2, plain = rate * (1 - rate);
    return spread > plain && plain > 0 ? (trials * plain) / spread : trials;
  };

  const maximum = (f, low, high, rounds) => {
    let left = high - GOLDEN * (high - low), right = low + GOLDEN * (high - low), atLeft = f(left), atRight = f(right);
    for (let i = 0; i < rounds; i += 1) {
      if (atLeft >= atRight) {
        [high, right, atRight] = [right, left, atLeft];
        left = high - GOLDEN * (high - low);
        atLeft = f(left);
      } else {
        [low, left, atLeft] = [left, right, atRight];
        right = low + GOLDEN * (high - low);
        atRight = f(right);
      }
    }
    return atLeft >= atRight ? atLeft : atRight;
  };

  // The beta-binomial profile likelihood of (passed, total) counts.
  const profile = (counts) => {
    const passed = sum(counts.map((c) => c[0])), failed = sum(counts.map((c) => c[1] - c[0]));
    const tally = (values) => {
      const seen = new Map();
      for (const value of values) if (value) seen.set(value, (seen.get(value) ?? 0) + 1);
      return [...seen];
    };
    const lengths = [tally(counts.map((c) => c[0])), tally(counts.map((c) => c[1] - c[0])), tally(counts.map((c) => c[1]))];
    const rising = (start, runs) => {
      if (start <= 0) return runs.length ? -Infinity : 0;
      const base = lgamma(start);
      return sum(runs.map(([length, times]) => times * (lgamma(start + length) - base)));
    };
    const likelihood = (rate, correlation) => {
      if (correlation <= 0) return passed * Math.log(rate) + failed * Math.log1p(-rate);
      const scale = (1 - correlation) / correlation;
      return rising(rate * scale, lengths[0]) + rising((1 - rate) * scale, lengths[1]) - rising(scale, lengths[2]);
    };
    const at = (rate) => {
      const values = GRID.map((correlation) => likelihood(rate, correlation));
      const best = values.indexOf(Math.max(...values));
      const low = GRID[Math.max(0, best - 1)], high = GRID[Math.min(GRID.length - 1, best + 1)];
      return Math.max(values[best], maximum((rho) => likelihood(rate, rho), low, high, 8));
    };
    const peak = () => {
      if (!passed || !failed) return 0;
      const start = passed / (passed + failed), coarse = [];
      for (let k = 1; k < 8; k += 1) coarse.push((start * k) / 8);
      for (let k = 0; k < 8; k += 1) coarse.push(start + ((1 - start) * k) / 8);
      const values = coarse.map(at), best = values.indexOf(Math.max(...values));
      return Math.max(values[best], maximum(at, best ? coarse[best - 1] : EDGE, coarse[best + 1] ?? 1 - EDGE, 16));
    };
    const limit = (floor, inside, outside) => {
      for (let i = 0; i < 30; i += 1) {
        const middle = (inside + outside) / 2;
        if (at(Math.min(Math.max(middle, EDGE), 1 - EDGE)) >= floor) inside = middle;
        else outside = middle;
      }
      return inside;
    };
    return { at, peak, limit };
  };

  // [low, high] of a rate from one [passed, total] a library; null below two libraries.
  const interval = (counts) => {
    const clusters = counts.filter((c) => c[1]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (clusters.length < 2) return null;
    const rate = sum(clusters.map((c) => c[0])) / sum(clusters.map((c) => c[1]));
    let [low, high] = wilson(rate, effectiveTrials(clusters), Z);
    const likely = profile(clusters), floor = likely.peak() - ((Z * Z) / 2) * (clusters.length / (clusters.length - 1));
    if (low > EDGE && likely.at(low) > floor) low = likely.limit(floor, low, 0);
    if (high < 1 - EDGE && likely.at(high) > floor) high = likely.limit(floor, high, 1);
    return [low, high];
  };

  // The two-sided p of whole-numbered sums, one a library, under sign flips: counted on the lattice of all sums.
  const signFlip = (sums) => {
    const whole = sums.map(Math.abs).filter(Boolean), observed = Math.abs(sum(sums)), reach = sum(whole);
    if (!observed) return 1;
    let ways = new Float64Array(2 * reach + 1); // shares of the assignments, so that no count overflows
    ways[reach] = 1;
    for (const value of whole) {
      const next = new Float64Array(2 * reach + 1);
      ways.forEach((share, at) => {
        if (!share) return;
        next[at + value] += share / 2;
        next[at - value] += share / 2;
      });
      ways = next;
    }
    return Math.min(1, sum([...ways].filter((_, at) => Math.abs(at - reach) >= observed)));
  };

  // Two rows of standings (1 passed, 0 failed, null neither), compared where both count; `library` names each column.
  const compare = (left, right, library) => {
    const byLibrary = new Map();
    let won = 0, lost = 0, tied = 0;
    left.forEach((one, i) => {
      if (one === null || right[i] === null) return;
      const difference = one - right[i], kept = byLibrary.get(library[i]) ?? [0, 0];
      byLibrary.set(library[i], [kept[0] + difference, kept[1] + 1]);
      if (difference > 0) won += 1;
      else if (difference < 0) lost += 1;
      else tied += 1;
    });
    const groups = [...byLibrary.values()], trials = won + lost + tied;
    const made = { won, lost, tied, libraries: groups.length, difference: null, low: null, high: null, detectable: null };
    made.p = signFlip(groups.map((g) => g[0]));
    if (!trials) return made;
    made.difference = (won - lost) / trials;
    if (groups.length < 2) return made;
    const squares = sum(groups.map(([total, size]) => (total - size * made.difference) ** 2 / (1 - size / trials)));
    const error = Math.sqrt(squares) / trials, df = degreesOfFreedom(groups.map((g) => g[1]).sort((a, b) => a - b));
    const half = tQuantile(0.975, df) * error;
    made.low = Math.max(-1, made.difference - half);
    made.high = Math.min(1, made.difference + half);
    made.detectable = (tQuantile(0.975, df) + tQuantile(0.8, df)) * error;
    return made;
  };

  const holm = (values) => {
    const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]), adjusted = [];
    let running = 0;
    order.forEach((index, rank) => {
      running = Math.max(running, Math.min(1, (values.length - rank) * values[index]));
      adjusted[index] = running;
    });
    return adjusted;
  };

  return { interval, compare, holm };
})();
