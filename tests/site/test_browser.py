"""The board in a real browser: sorting, filters, the window of dates, comparing, addresses; no error, no request."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from portproof.report.site.build import build
from portproof.report.site.table import board
from portproof.scoring.compare import compare, holm
from portproof.scoring.interval import korn_graubard

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (pip install 'portproof[dev]')")
if not shutil.which("chromium") or not shutil.which("chromedriver"):
    pytest.skip("no chromium with chromedriver on this machine", allow_module_level=True)

from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402 — only where selenium is

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--window-size=1280,1000"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
ACCESSIBILITY = (Path(__file__).parents[1] / "report" / "accessibility.js").read_text("utf-8")
Open = Callable[..., webdriver.Chrome]


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page(boards: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browsed") / "site"
    (made,) = build(boards, folder)
    return folder / made.name / "index.html"


@pytest.fixture
def opened(browser, page: Path) -> Open:
    """Opens the board at a fragment and gives the browser, its logs emptied."""

    def run(fragment: str = "", width: int = 1280):
        size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get("about:blank")
        for log in ("browser", "performance"):
            browser.get_log(log)
        browser.get(f"{page.as_uri()}{fragment}")
        return browser

    return run


def models(driver) -> list[str]:
    """The models of the rows that are shown, from top to bottom."""
    return driver.execute_script(
        "const rows = document.querySelectorAll('#table tbody tr:not([hidden])');"
        "return [...rows].map(row => row.querySelector('.who a').innerText)"
    )


def cell(driver, model: str, selector: str) -> str:
    return driver.execute_script(
        "return [...document.querySelectorAll('#table tbody tr')].find(row => row.querySelector('.who a').innerText "
        "=== arguments[0]).querySelector(arguments[1]).innerText.replace(/\\s+/g, ' ').trim()",
        model,
        selector,
    )


def choose(driver, field: str, value: str, event: str = "change") -> None:
    driver.execute_script(
        "const f = document.getElementById(arguments[0]); f.value = arguments[1];"
        "f.dispatchEvent(new Event(arguments[2], {bubbles: true}))",
        *(field, value, event),
    )


def wait(driver, script: str) -> None:
    WebDriverWait(driver, 10).until(lambda it: it.execute_script(script))


def press(driver, key: str) -> None:
    driver.find_element("css selector", f"th[data-key='{key}'] button").click()


def test_no_error_and_no_request_but_for_the_page_itself(opened) -> None:
    driver = opened()
    choose(driver, "from", "2021-01-01")
    assert driver.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    assert [url for url in asked if not url.startswith(("file:///", "data:"))] == []
    assert len([url for url in asked if url.startswith("file:")]) == 1


def test_a_heading_sorts_both_ways_and_says_so(opened) -> None:
    driver = opened()
    by_rank = models(driver)
    press(driver, "model")
    up = models(driver)
    assert up[1:] == ["Ada", "Babbage", "Curie", "Dud"]
    press(driver, "model")
    assert models(driver) == up[::-1]
    head = driver.find_element("css selector", "th[data-key='model']")
    assert head.get_attribute("aria-sort") == "descending"
    press(driver, "tokens")
    assert models(driver)[-1] == "Ada"
    press(driver, "rank")
    assert models(driver) == by_rank


def test_search_and_the_badge_filter_narrow_the_board(opened) -> None:
    driver = opened()
    choose(driver, "q", "radium", "input")
    assert models(driver) == ["Curie"]
    assert driver.find_element("id", "status").text.startswith("1 of 5 entries")
    choose(driver, "q", "", "input")
    driver.find_element("id", "verified").click()
    assert models(driver) == []


def test_a_window_counts_every_rate_again(opened) -> None:
    driver = opened()
    assert cell(driver, "Babbage", "[data-rate=program] .counts") == "15 of 18"
    choose(driver, "to", "2024-12-31")
    assert cell(driver, "Babbage", "[data-rate=program] .counts") == "13 of 13"
    assert cell(driver, "Babbage", "[data-rate=task] .counts") == "7 of 7"
    assert cell(driver, "Babbage", "[data-rate=program] .share") == "100.00 %"
    assert "on 13 of 18 programs of 7 of 9 tasks" in driver.find_element("id", "status").text
    choose(driver, "from", "2025-01-01")
    choose(driver, "to", "")
    assert cell(driver, "Babbage", "[data-rate=program] .counts") == "2 of 5"
    driver.find_element("css selector", "#controls button[type=reset]").click()
    wait(driver, "return document.getElementById('status').textContent.includes('on 18 of 18')")
    assert cell(driver, "Babbage", "[data-rate=program] .counts") == "15 of 18"


def test_a_window_marks_the_models_that_may_have_seen_its_tasks(opened) -> None:
    driver = opened()
    assert cell(driver, "Ada", ".seen") == "cutoff 2020-01-01: may have seen 2 of 9 tasks"
    choose(driver, "from", "2024-01-01")
    assert cell(driver, "Ada", ".seen") == "cutoff 2020-01-01, before these tasks"
    assert cell(driver, "Curie", ".seen") == "cutoff 2026-12-31: may have seen 3 of 3 tasks"
    assert cell(driver, "Dud", ".seen") == "cutoff not stated"


def test_a_window_shows_the_libraries_released_in_it_only(opened) -> None:
    driver = opened()

    def libraries() -> int:
        return len([strip for strip in driver.find_elements("css selector", ".strip") if strip.is_displayed()])

    every = libraries()
    choose(driver, "from", "2025-01-01")
    assert 0 < libraries() < every
    driver.find_element("css selector", "#controls button[type=reset]").click()
    wait(driver, "return document.getElementById('status').textContent.includes('on 18 of 18')")
    assert libraries() == every


def test_an_empty_window_breaks_nothing(opened) -> None:
    driver = opened("#from=2030-01-01")
    assert cell(driver, "Ada", "[data-rate=program] .share") == "–"
    assert cell(driver, "Ada", ".rank") == "1–5"
    assert driver.get_log("browser") == []


def test_two_entries_are_compared_program_by_program(opened) -> None:
    driver = opened()
    ids = dict(
        zip(
            models(driver),
            driver.execute_script("return [...document.querySelectorAll('#table tbody tr')].map(r => r.dataset.id)"),
            strict=True,
        )
    )
    choose(driver, "a", ids["Ada"])
    choose(driver, "b", ids["Curie"])
    said = driver.find_element("id", "comparison").text
    assert (
        "Ada, loop 1 passed 2 programs that Curie, loop 2 failed, and failed 0 that it passed; they agree on 16."
        in said
    )
    rows = driver.execute_script(
        "return [...document.querySelectorAll('#comparison tbody tr')].map(r => r.cells[0].innerText)"
    )
    assert rows == ["alder/leaf", "oak/leaf"]
    driver.find_element("id", "every").click()
    assert len(driver.find_elements("css selector", "#comparison tbody tr")) == 18
    choose(driver, "b", ids["Ada"])
    assert driver.find_element("id", "comparison").text == "Choose two different entries."


def test_every_view_has_an_address(opened) -> None:
    driver = opened()
    choose(driver, "from", "2022-01-01")
    choose(driver, "q", "loop", "input")
    press(driver, "case")
    address, shown = driver.execute_script("return location.hash"), models(driver)
    assert "from=2022-01-01" in address
    assert "sort=-case" in address
    again = opened(address)
    assert models(again) == shown
    assert again.find_element("id", "from").get_attribute("value") == "2022-01-01"
    assert again.find_element("css selector", "th[data-key='case']").get_attribute("aria-sort") == "descending"


def test_a_made_up_address_is_harmless(opened) -> None:
    driver = opened("#from=%3Cscript%3E&sort=nonsense&a=nobody&b=%22%3E&q=%00")
    assert driver.get_log("browser") == []
    assert driver.find_element("id", "from").get_attribute("value") == ""


def test_a_link_to_an_entry_opens_it(opened) -> None:
    driver = opened()
    driver.find_element("css selector", "#table tbody .who a").click()
    wait(driver, "return document.querySelector('details.entry[open]') !== null")
    name = driver.execute_script("return document.querySelector('details.entry[open]').id")
    assert driver.execute_script("return location.hash") == f"#{name}"


def test_without_a_script_the_numbers_and_charts_are_there(opened, browser) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver = opened()
        text = driver.find_element("tag name", "main").text
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "15 of 18" in text
    assert "83.33 %" in text
    assert "up to its cutoff 2023-12-31: 12 of 12 programs; after it: 3 of 6" in text
    assert len(driver.find_elements("css selector", "#table .whisker")) == 15
    assert len(driver.find_elements("css selector", ".strip circle")) == 20
    assert not driver.find_element("id", "controls").is_displayed()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_names_headings_contrast_and_no_scrolling_sideways(opened, theme: str, width: int) -> None:
    driver = opened("#from=2020-01-01", width=width)
    driver.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
    driver.execute_script("document.querySelectorAll('details').forEach(one => { one.open = true })")
    choose(driver, "a", driver.execute_script("return document.getElementById('a').options[1].value"))
    choose(driver, "b", driver.execute_script("return document.getElementById('b').options[2].value"))
    assert driver.execute_script(ACCESSIBILITY) == []
    assert driver.execute_script("return document.documentElement.scrollWidth") <= width


def test_it_can_be_used_with_the_keyboard_alone(opened) -> None:
    driver = opened()
    focused = []
    for _ in range(18):
        driver.switch_to.active_element.send_keys("\ue004")
        focused.append(
            driver.execute_script(
                "const e = document.activeElement; return e.id || e.innerText || e.ariaLabel || ''"
            ).strip()
        )
    assert focused[:2] == ["Skip to the board", "All boards"]
    wanted = ["theme", "q", "from"]
    places = [focused.index(name) for name in wanted]
    assert places == sorted(places), "focus follows the page from top to bottom"
    assert driver.execute_script("return getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_the_index_leads_to_the_board(browser, page: Path) -> None:
    browser.get((page.parents[1] / "index.html").as_uri())
    browser.get_log("browser")
    browser.find_element("css selector", ".boards a").click()
    wait(browser, "return document.getElementById('status')?.textContent.startsWith('5 of 5')")
    assert browser.title == "py2js · trees 1.2.0 · leaderboard"
    assert browser.get_log("browser") == []


def test_a_slipped_in_script_is_refused(opened) -> None:
    driver = opened()
    driver.execute_script(
        "const s = document.createElement('script'); try { s.text = 'window.slipped = 1' } catch { window.refused = 1 }"
        "document.body.append(s); const i = new Image(); i.src = 'https://example.org/x.png'; document.body.append(i)"
    )
    assert driver.execute_script("return [window.slipped ?? null, window.refused]") == [None, 1]
    assert any("Content Security Policy" in entry["message"] for entry in driver.get_log("browser"))


def test_hostile_names_run_nothing_and_stay_in_their_place(opened) -> None:
    for width in (1280, 390):
        driver = opened(width=width)
        driver.execute_script("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert driver.execute_script("return window.taken") is None
        assert driver.execute_script("return document.querySelectorAll('img, [onerror], iframe').length") == 0
        assert driver.execute_script("return document.querySelectorAll('script').length") == 3
        text = driver.execute_script("return document.documentElement.innerText")
        assert "\u202e" not in text
        assert "\x1b" not in text
        assert "‹U+202E›" in text
        assert driver.get_log("browser") == []


def test_the_script_counts_as_python_does(opened) -> None:
    chance, counts = random.Random(7), []
    for _ in range(40):
        libraries = chance.randint(2, 14)
        sizes = [chance.randint(1, 9) for _ in range(libraries)]
        rate = chance.choice([0.0, 0.4, 0.9, 1.0])
        counts.append([[sum(chance.random() < rate for _ in range(size)), size] for size in sizes])
    found = opened().execute_script("return arguments[0].map(numbers.interval)", counts)
    for groups, pair in zip(counts, found, strict=True):
        expected = korn_graubard([(passed, total) for passed, total in groups])
        assert expected is not None
        assert pair == pytest.approx([expected.low, expected.high], abs=1e-6)


def test_the_script_compares_as_python_does(opened) -> None:
    chance = random.Random(11)
    libraries = [f"library {n // 3}" for n in range(30)]
    rows = [[chance.choice([0, 1, 1, None]) for _ in libraries] for _ in range(5)]
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    script = (
        "const [rows, pairs, names] = arguments; return pairs.map(([a, b]) => numbers.compare(rows[a], rows[b], names))"
    )
    found = opened().execute_script(script, rows, pairs, libraries)
    ps = []
    for (a, b), said in zip(pairs, found, strict=True):
        left, right = (
            {
                (library, library, str(i)): Fraction(v)
                for i, (library, v) in enumerate(zip(libraries, rows[n], strict=True))
                if v is not None
            }
            for n in (a, b)
        )
        expected = compare(left, right)
        ps.append(expected.p)
        assert (said["won"], said["lost"], said["tied"]) == (expected.won, expected.lost, expected.tied)
        assert said["p"] == pytest.approx(expected.p)
        for name in ("low", "high", "detectable"):
            assert said[name] == pytest.approx(getattr(expected, name), abs=1e-9)
    driver = opened()
    assert driver.execute_script("return numbers.holm(arguments[0])", ps) == pytest.approx(holm(ps))


def test_the_board_shows_the_same_with_and_without_its_script(opened, boards: Path) -> None:
    driver = opened("#from=2026-01-01")
    assert cell(driver, "Ada", "[data-rate=program] .counts") == "3 of 3"
    choose(driver, "from", "2018-01-01")
    (path,) = (boards / "boards").iterdir()
    for row in board(path).rows:
        if row.about.model.startswith("<"):
            continue
        rate, spread = row.score.program, row.score.interval_program
        assert cell(driver, row.about.model, "[data-rate=program] .counts") == f"{rate.passed} of {rate.total}"
        assert spread is not None
        shown = f"{100 * spread.low:.1f} to {100 * spread.high:.1f} %"
        assert cell(driver, row.about.model, "[data-rate=program] .spread") == shown
        places = str(row.rank.best) if row.rank.best == row.rank.worst else f"{row.rank.best}–{row.rank.worst}"
        assert cell(driver, row.about.model, ".rank") == places


@pytest.mark.parametrize("entries", [0, 1])
def test_a_board_with_one_entry_or_none_works(browser, boards: Path, tmp_path: Path, entries: int) -> None:
    shutil.copytree(boards, tmp_path / "board")
    for entry in sorted((tmp_path / "board").rglob("entry.json"))[entries:]:
        shutil.rmtree(entry.parent)
    (made,) = build(tmp_path / "board", tmp_path / "site")
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get((tmp_path / "site" / made.name / "index.html").as_uri() + "#from=2024-01-01")
    assert browser.find_element("id", "status").text.startswith(f"{entries} of {entries} entries, on 6 of 18 programs")
    assert browser.get_log("browser") == []
