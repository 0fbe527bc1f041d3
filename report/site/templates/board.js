// The page's own script: sorts, filters, counts again for a window of release dates, compares two entries. What a reader
// chose is in the fragment, so that every view has an address. Everything is shown as text nodes, never as HTML.
"use strict";
(() => {
  const facts = JSON.parse(document.getElementById("facts").textContent);
  const PASSED = 0, SCORED = 1, STANDING = 3, BUILT = 4, CLEAN = 5;
  const find = (id) => document.getElementById(id);
  const fields = { q: find("q"), from: find("from"), to: find("to"), verified: find("verified"), a: find("a"), b: find("b"), every: find("every") };
  const body = document.querySelector("#table tbody"), rows = [...body.rows], heads = [...document.querySelectorAll("#table th[data-key]")];
  const byId = new Map(facts.entries.map((entry) => [entry.id, entry]));
  const taskOf = facts.tasks.flatMap((task, index) => Array(task[2]).fill(index));
  const libraryOf = taskOf.map((task) => facts.libraries[task]);
  const start = { key: "rank", down: false };
  let order = { ...start };

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };
  const bdi = (text) => element("bdi", text);
  const day = (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : "");

  // As the Python reports round: half to even on two decimals, and 0 and 100 only where none or all pass.
  const percent = (passed, total) => {
    if (!total) return "–";
    let hundredths = Math.floor((10000 * passed) / total);
    const rest = 10000 * passed - hundredths * total;
    if (2 * rest > total || (2 * rest === total && hundredths % 2)) hundredths += 1;
    if (passed < total) hundredths = Math.min(hundredths, 9999);
    if (passed) hundredths = Math.max(hundredths, 1);
    return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")} %`;
  };
  const tenth = (share) => (100 * share).toFixed(1);
  const signed = (share) => (share < 0 ? "" : "+") + tenth(share);
  const probability = (p) => (p >= 0.001 ? p.toFixed(3) : "< 0.001");

  const chosen = () => {
    const from = day(fields.from.value), to = day(fields.to.value);
    return facts.tasks.map((task) => (!from || task[1] >= from) && (!to || task[1] <= to));
  };

  const counted = (trials) => {
    const libraries = new Map();
    for (const [library, passed, total] of trials) {
      const kept = libraries.get(library) ?? [0, 0];
      libraries.set(library, [kept[0] + passed, kept[1] + total]);
    }
    const groups = [...libraries.values()];
    return { passed: groups.reduce((n, g) => n + g[0], 0), total: groups.reduce((n, g) => n + g[1], 0), groups };
  };

  const score = (entry, inside) => {
    const cases = [], programs = [], built = [], rejected = [], tasks = facts.tasks.map(() => new Set());
    entry.cells.forEach((cell, i) => {
      if (!inside[taskOf[i]]) return;
      cases.push([libraryOf[i], cell[PASSED], cell[SCORED]]);
      if ("pf".includes(cell[STANDING])) programs.push([libraryOf[i], cell[STANDING] === "p" ? 1 : 0, 1]);
      if (cell[STANDING] !== "a") tasks[taskOf[i]].add(cell[STANDING]);
      if (cell[BUILT] >= 0) built.push(["", cell[BUILT], 1]);
      if (cell[CLEAN] >= 0) rejected.push(["", 1 - cell[CLEAN], 1]);
    });
    const whole = [];
    tasks.forEach((seen, index) => {
      if (!seen.size || (seen.has("u") && !seen.has("f"))) return;
      whole.push([facts.libraries[index], seen.has("f") ? 0 : 1, 1]);
    });
    return { case: counted(cases), program: counted(programs), task: counted(whole), built: counted(built), rejected: counted(rejected) };
  };

  const standings = (entry, inside) =>
    entry.cells.map((cell, i) => (inside[taskOf[i]] && "pf".includes(cell[STANDING]) ? Number(cell[STANDING] === "p") : null));

  const compared = (inside) => {
    const lines = facts.entries.map((entry) => standings(entry, inside)), pairs = [];
    for (let a = 0; a < lines.length; a += 1) {
      for (let b = a + 1; b < lines.length; b += 1) pairs.push({ a, b, ...numbers.compare(lines[a], lines[b], libraryOf) });
    }
    const adjusted = numbers.holm(pairs.map((pair) => pair.p));
    pairs.forEach((pair, i) => { pair.adjusted = adjusted[i]; });
    return pairs;
  };

  const ranked = (pairs) => {
    const ranks = facts.entries.map(() => [1, facts.entries.length]);
    for (const { a, b, adjusted, difference } of pairs) {
      if (adjusted > 0.05 || !difference) continue;
      const [winner, loser] = difference > 0 ? [a, b] : [b, a];
      ranks[loser][0] += 1;
      ranks[winner][1] -= 1;
    }
    return new Map(facts.entries.map((entry, i) => [entry.id, ranks[i]]));
  };

  const draw = (cell, rate) => {
    cell.dataset.sort = rate.total ? rate.passed / rate.total : -1;
    cell.querySelector(".share").textContent = percent(rate.passed, rate.total);
    cell.querySelector(".counts").textContent = `${rate.passed.toLocaleString("en")} of ${rate.total.toLocaleString("en")}`;
    const chart = cell.querySelector("svg");
    if (!chart) return;
    const reach = numbers.interval(rate.groups), [band, point] = [chart.querySelector(".reach"), chart.querySelector(".point")];
    band.setAttribute("x", reach ? 100 * reach[0] : 0);
    band.setAttribute("width", reach ? 100 * (reach[1] - reach[0]) : 0);
    point.setAttribute("x", rate.total ? (99 * rate.passed) / rate.total : 0);
    point.setAttribute("width", rate.total ? 1 : 0);
    cell.querySelector(".spread").textContent = reach ? `${tenth(reach[0])} to ${tenth(reach[1])} %` : "no interval";
  };

  const mark = (row, entry, inside) => {
    const cell = row.querySelector(".seen"), window_ = facts.tasks.filter((_, i) => inside[i]);
    const seen = entry.cutoff ? window_.filter((task) => task[1] <= entry.cutoff).length : 0;
    cell.classList.toggle("mark", seen > 0);
    if (!entry.cutoff) cell.textContent = "cutoff not stated";
    else if (!seen) cell.textContent = `cutoff ${entry.cutoff}, before these tasks`;
    else cell.textContent = `cutoff ${entry.cutoff}: may have seen ${seen} of ${window_.length} tasks`;
  };

  const released = [...document.querySelectorAll("[data-released]")];
  const inWindow = () => {
    const from = day(fields.from.value), to = day(fields.to.value);
    const holds = (date) => (!from || date >= from) && (!to || date <= to);
    for (const place of released) place.hidden = !place.dataset.released.split(" ").some(holds);
  };

  let memory = { window: undefined };
  const recount = () => {
    const inside = chosen(), window_ = inside.join();
    if (memory.window !== window_) {
      const pairs = compared(inside), asMade = memory.window === undefined && inside.every(Boolean);
      memory = { window: window_, inside, pairs };
      inWindow();
      const ranks = ranked(pairs);
      for (const row of rows) {
        const entry = byId.get(row.dataset.id);
        mark(row, entry, inside);
        if (asMade) continue; // the page as it was made has these numbers already
        const numbersOf = score(entry, inside);
        row.querySelectorAll("[data-rate]").forEach((cell) => draw(cell, numbersOf[cell.dataset.rate]));
        const [best, worst] = ranks.get(entry.id), cell = row.querySelector(".rank");
        cell.textContent = best === worst ? `${best}` : `${best}–${worst}`;
        cell.dataset.sort = best + worst / 10000;
      }
    }
    return memory;
  };

  const value = (row, index) => {
    const text = row.cells[index].dataset.sort;
    return heads[index].classList.contains("number") ? Number(text) : text;
  };

  const arrange = () => {
    const index = heads.findIndex((head) => head.dataset.key === order.key), program = heads.findIndex((head) => head.dataset.key === "program");
    const sign = order.down ? -1 : 1;
    const sorted = [...rows].sort((one, other) => {
      const [a, b] = [value(one, index), value(other, index)];
      return sign * (a < b ? -1 : a > b ? 1 : 0) || value(other, program) - value(one, program) || (one.dataset.id < other.dataset.id ? -1 : 1);
    });
    const words = fields.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of sorted) {
      const text = row.querySelector(".who").textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word)) || (fields.verified.checked && row.dataset.verified !== "1");
      shown += !row.hidden;
    }
    body.append(...sorted);
    for (const head of heads) {
      if (head.dataset.key === order.key) head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    const inside = memory.inside, programs = taskOf.filter((task) => inside[task]).length;
    const tasks = inside.filter(Boolean).length;
    find("status").textContent = `${shown} of ${rows.length} entries, on ${programs} of ${taskOf.length} programs of ${tasks} of ${inside.length} tasks`;
  };

  const words = (cell) => {
    const standing = { p: "passed", f: "failed", u: "not scored", a: "quarantined" }[cell[STANDING]];
    return `${standing}, ${cell[PASSED]} of ${cell[SCORED]} cases`;
  };

  const contrast = () => {
    const place = find("comparison"), [a, b] = [fields.a, fields.b].map((field) => facts.entries.findIndex((entry) => entry.id === field.value));
    place.replaceChildren();
    if (a < 0 || b < 0) return;
    if (a === b) {
      place.append(element("p", "Choose two different entries."));
      return;
    }
    const [one, other] = [facts.entries[a], facts.entries[b]], { inside, pairs } = memory;
    const pair = numbers.compare(standings(one, inside), standings(other, inside), libraryOf);
    const { adjusted } = pairs.find((it) => (it.a === a && it.b === b) || (it.a === b && it.b === a));
    const said = element("p");
    said.append(bdi(one.name), ` passed ${pair.won} program${pair.won === 1 ? "" : "s"} that `, bdi(other.name), ` failed, and failed ${pair.lost} that it passed; they agree on ${pair.tied}.`);
    const more = element("p", pair.difference === null ? "No program counts for both." : `Difference ${signed(pair.difference)} points` +
      (pair.low === null ? "" : ` (95 % interval ${signed(pair.low)} to ${signed(pair.high)}, ${pair.libraries} libraries)`) +
      `; p ${probability(pair.p)}, ${probability(adjusted)} after Holm's correction over all pairs` +
      (pair.detectable === null ? "." : `; a difference of ${tenth(pair.detectable)} points would be found with 80 % power.`));
    place.append(said, more);
    const lines = [];
    one.cells.forEach((cell, i) => {
      const theirs = other.cells[i];
      const alike = cell[STANDING] === theirs[STANDING] && cell[PASSED] === theirs[PASSED];
      if (!inside[taskOf[i]] || (alike && !fields.every.checked)) return;
      const line = element("tr"), head = element("th");
      head.scope = "row";
      head.append(bdi(facts.programs[i]));
      line.append(head, element("td", facts.tasks[taskOf[i]][1], "nowrap"));
      for (const it of [cell, theirs]) line.append(element("td", words(it), it[STANDING] === "p" ? "good" : it[STANDING] === "f" ? "bad" : ""));
      lines.push(line);
    });
    if (!lines.length) {
      place.append(element("p", "They agree on every program and every count of cases."));
      return;
    }
    const table = element("table", undefined, "small"), top = table.createTHead().insertRow(), region = element("div", undefined, "scroll");
    for (const text of ["Program", "Released", one.name, other.name]) {
      const head = element("th");
      head.scope = "col";
      head.append(bdi(text));
      top.append(head);
    }
    table.createTBody().append(...lines);
    region.tabIndex = 0;
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", "The two entries, program by program; may scroll sideways");
    region.append(table);
    place.append(region);
  };

  // The address: only what differs from the page as it opens.
  const remember = () => {
    const kept = new URLSearchParams();
    for (const [name, field] of Object.entries(fields)) {
      if (field.type === "checkbox" ? field.checked : field.value) kept.set(name, field.type === "checkbox" ? "1" : field.value);
    }
    if (order.key !== start.key || order.down !== start.down) kept.set("sort", (order.down ? "-" : "") + order.key);
    try { history.replaceState(null, "", kept.size ? `#${kept}` : location.pathname + location.search); } catch { /* refused for some files: only the address is lost */ }
  };

  const recall = () => {
    const text = location.hash.slice(1);
    if (!text.includes("=")) {
      const target = document.getElementById(text);
      if (target instanceof HTMLDetailsElement) {
        target.open = true;
        target.scrollIntoView();
      }
      return false;
    }
    const kept = new URLSearchParams(text);
    for (const [name, field] of Object.entries(fields)) {
      if (field.type === "checkbox") field.checked = kept.get(name) === "1";
      else if (field.type === "date") field.value = day(kept.get(name) ?? "");
      else field.value = kept.get(name) ?? "";
    }
    const sort = kept.get("sort") ?? start.key, key = sort.replace(/^-/, "");
    order = heads.some((head) => head.dataset.key === key) ? { key, down: sort.startsWith("-") } : { ...start };
    return true;
  };

  const show = () => { recount(); arrange(); contrast(); };
  const changed = () => { show(); remember(); };

  for (const field of Object.values(fields)) field.addEventListener(field.type === "search" ? "input" : "change", changed);
  for (const form of [find("controls"), find("pair")]) form.addEventListener("submit", (event) => event.preventDefault());
  find("controls").addEventListener("reset", () => setTimeout(() => { order = { ...start }; changed(); }));
  heads.forEach((head) => {
    const button = head.querySelector("button");
    head.querySelector(".plainhead").remove();
    button.hidden = false;
    button.addEventListener("click", () => {
      const first = !["rank", "model", "rejected", "unsafe", "tokens", "cost"].includes(head.dataset.key);
      order = { key: head.dataset.key, down: order.key === head.dataset.key ? !order.down : first };
      changed();
    });
  });
  for (const select of [fields.a, fields.b]) {
    const none = element("option", "choose an entry");
    none.value = "";
    select.append(none, ...facts.entries.map((entry) => Object.assign(element("option", entry.name), { value: entry.id })));
  }
  const theme = find("theme");
  theme.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  addEventListener("hashchange", () => { if (recall()) show(); });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));

  for (const part of [theme, find("controls"), find("pair")]) part.hidden = false;
  recall();
  show();
})();
