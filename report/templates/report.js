// The page's own script: filters, sorts and pages through the cases. Everything is shown as text nodes, never as HTML.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const PROGRAM = 0, ID = 1, VERDICT = 2, DIAGNOSIS = 3, ARGUMENTS = 6, DETAIL = 7, ROWS = 100;
  const find = (id) => document.getElementById(id);
  const fields = { q: find("q"), verdict: find("verdict"), program: find("program"), diagnosis: find("diagnosis") };
  const passed = data.verdicts.indexOf("pass");
  const texts = new Map();
  let order = { column: PROGRAM, down: false };
  let shown = [];
  let page = 0;

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  };

  const option = (select, value, text) => {
    const made = element("option", text);
    made.value = value;
    select.append(made);
  };

  const fill = () => {
    const used = new Set(data.cases.map((row) => row[VERDICT]));
    option(fields.verdict, "", "all that did not pass");
    option(fields.verdict, "all", "all");
    data.verdicts.forEach((name, index) => used.has(index) && option(fields.verdict, name, name));
    option(fields.program, "", "all");
    data.programs.forEach((name) => option(fields.program, name, name));
    option(fields.diagnosis, "", "all");
    const diagnoses = new Set(data.cases.map((row) => row[DIAGNOSIS]));
    data.diagnoses.forEach((name, index) => diagnoses.has(index) && option(fields.diagnosis, name, name));
  };

  // What the search looks at: names, arguments and what was shown of both sides.
  const text = (row) => {
    if (!texts.has(row)) {
      const parts = [data.programs[row[PROGRAM]], "/", row[ID], " ", ...row.slice(ARGUMENTS).flatMap((part) => [part, " "])];
      texts.set(row, parts.join("").toLowerCase());
    }
    return texts.get(row);
  };

  const select = () => {
    const words = fields.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const verdict = fields.verdict.value, program = data.programs.indexOf(fields.program.value);
    const diagnosis = data.diagnoses.indexOf(fields.diagnosis.value);
    const wanted = data.verdicts.indexOf(verdict);
    shown = data.cases.filter((row) =>
      (verdict === "all" || (verdict === "" ? row[VERDICT] !== passed : row[VERDICT] === wanted)) &&
      (program < 0 || row[PROGRAM] === program) &&
      (diagnosis < 0 || row[DIAGNOSIS] === diagnosis) &&
      words.every((word) => text(row).includes(word)));
    const { column, down } = order;
    const sign = down ? -1 : 1;
    shown.sort((a, b) => sign * (a[column] < b[column] ? -1 : a[column] > b[column] ? 1 : 0));
    page = 0;
  };

  const used = (value) => (value < 0 ? "–" : value.toFixed(1));

  const line = (row) => {
    const made = element("tr", undefined, explained(row) ? "explained" : "");
    const cell = (content, className) => made.append(element("td", content, className));
    cell(data.programs[row[PROGRAM]]);
    cell(row[ID]);
    cell(data.verdicts[row[VERDICT]]);
    cell(row[DIAGNOSIS] < 0 ? "" : data.diagnoses[row[DIAGNOSIS]]);
    cell(used(row[4]));
    cell(used(row[5]));
    cell(row[ARGUMENTS]);
    return made;
  };

  const explained = (row) => row.length > DETAIL || data.quarantine[row[ID]] !== undefined;

  const detail = (row) => {
    const why = data.quarantine[row[ID]];
    if (!explained(row)) return [];
    const made = element("tr"), cell = element("td", undefined, "detail");
    cell.colSpan = 7;
    if (why !== undefined) cell.append(why);
    else if (row.length === DETAIL + 1) cell.append(row[DETAIL]);
    else {
      cell.append(row[DETAIL], "\nexpected ", element("span", row[DETAIL + 1]), "\ngiven    ", element("span", row[DETAIL + 2]));
    }
    made.append(cell);
    return [made];
  };

  const draw = () => {
    const pages = Math.max(1, Math.ceil(shown.length / ROWS));
    const part = shown.slice(page * ROWS, (page + 1) * ROWS);
    find("rows").replaceChildren(...part.flatMap((row) => [line(row), ...detail(row)]));
    find("count").textContent = `${shown.length.toLocaleString("en")} of ${data.cases.length.toLocaleString("en")} cases`;
    find("page").textContent = `page ${page + 1} of ${pages}`;
    find("pager").hidden = pages === 1;
    find("back").disabled = page === 0;
    find("forth").disabled = page + 1 >= pages;
    document.querySelectorAll(".cases th").forEach((head) => {
      const button = head.querySelector("button");
      if (!button) return;
      if (Number(button.dataset.column) === order.column) head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  };

  // The filters live in the fragment, so that a filtered list has an address.
  const remember = () => {
    const kept = new URLSearchParams();
    for (const [name, field] of Object.entries(fields)) if (field.value) kept.set(name, field.value);
    const fragment = kept.size ? `#cases?${kept}` : "#cases";
    try { history.replaceState(null, "", fragment); } catch { /* some browsers refuse this for files: only the address is lost */ }
  };

  const recall = () => {
    const [name, query] = location.hash.slice(1).split("?", 2);
    if (name !== "cases" || query === undefined) return false;
    const kept = new URLSearchParams(query);
    for (const [key, field] of Object.entries(fields)) field.value = kept.get(key) ?? "";
    return true;
  };

  const follow = () => {
    if (recall()) {
      select();
      draw();
      find("cases").scrollIntoView();
      find("cases").focus({ preventScroll: true });
      return;
    }
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.scrollIntoView();
    }
  };

  const changed = () => { select(); draw(); remember(); };

  let waiting = 0;
  fields.q.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(changed, 120); });
  for (const name of ["verdict", "program", "diagnosis"]) fields[name].addEventListener("change", changed);
  find("filters").addEventListener("reset", () => setTimeout(changed));
  find("filters").addEventListener("submit", (event) => event.preventDefault());
  find("back").addEventListener("click", () => { page -= 1; draw(); });
  find("forth").addEventListener("click", () => { page += 1; draw(); });
  document.querySelectorAll(".cases th button").forEach((button) => button.addEventListener("click", () => {
    const column = Number(button.dataset.column);
    order = { column, down: order.column === column && !order.down };
    select();
    draw();
  }));

  const theme = find("theme");
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  const every = () => document.querySelectorAll("details");
  const unfold = find("unfold");
  if (unfold) {
    unfold.hidden = false;
    unfold.addEventListener("click", () => every().forEach((one) => { one.open = true; }));
  }
  addEventListener("beforeprint", () => every().forEach((one) => { one.open = true; }));
  addEventListener("hashchange", follow);

  fill();
  find("filters").hidden = false;
  find("listing").hidden = false;
  select();
  draw();
  if (location.hash) follow();
})();
