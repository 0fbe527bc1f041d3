"""The HTML form in a real browser: it works, asks nobody for anything, and can be used without a mouse or colours."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from portproof.core.case import Case
from portproof.core.outcome import Denial
from portproof.core.pack import Quarantined
from portproof.core.verdict import Verdict
from portproof.core.violation import Violation
from portproof.report.html import html
from portproof.report.view import RunView

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--window-size=1280,1000"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
ACCESSIBILITY = Path(__file__).with_name("accessibility.js").read_text("utf-8")


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        pytest.skip("chromium with chromedriver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture
def opened(browser, tmp_path):
    """Opens the page of a view, at a fragment, and gives the browser."""

    def run(view: RunView, fragment: str = "", width: int = 1280):
        path = tmp_path / "report.html"
        path.write_text(html(view), "utf-8")
        size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get("about:blank")
        for log in ("browser", "performance"):
            browser.get_log(log)
        browser.get(f"{path.as_uri()}{fragment}")
        return browser

    return run


def rows(driver) -> list[str]:
    return driver.execute_script("return [...document.querySelectorAll('#rows tr')].map(row => row.innerText)")


def ids(driver) -> list[str]:
    return driver.execute_script(
        "return [...document.querySelectorAll('#rows td:nth-child(2)')].map(cell => cell.innerText)"
    )


def choose(driver, field: str, value: str) -> None:
    driver.execute_script(
        "const f = document.getElementById(arguments[0]); f.value = arguments[1];"
        "f.dispatchEvent(new Event('change', {bubbles: true}))",
        field,
        value,
    )


def test_no_error_and_no_request_but_for_the_file_itself(small, opened) -> None:
    driver = opened(small)
    assert driver.get_log("browser") == []
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    assert [url for url in asked if not url.startswith("file:///")] == []
    assert len(asked) == 1


def test_the_policy_stops_a_script_that_was_slipped_in(small, opened) -> None:
    driver = opened(small)
    driver.execute_script(
        "const s = document.createElement('script'); try { s.text = 'window.slipped = 1' } catch { window.refused = 1 }"
        "document.body.append(s)"
    )
    assert driver.execute_script("return window.slipped") is None
    assert driver.execute_script("return window.refused") == 1


def test_cases_that_did_not_pass_are_listed_first_and_all_on_demand(small, opened) -> None:
    driver = opened(small)
    assert driver.find_element("id", "count").text == "13 of 34 cases"
    choose(driver, "verdict", "all")
    assert driver.find_element("id", "count").text == "34 of 34 cases"


def test_filters_and_search_narrow_the_list(small, opened) -> None:
    driver = opened(small)
    choose(driver, "verdict", "crash")
    assert len(ids(driver)) == 1
    choose(driver, "verdict", "")
    choose(driver, "program", "base58/decode")
    assert driver.find_element("id", "count").text == "2 of 34 cases"
    driver.find_element("id", "q").send_keys("done‹lf›")
    wait(driver, "1 of 34 cases")
    assert "given    done" in "\n".join(rows(driver))


def wait(driver, count: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(driver, 10).until(lambda it: it.find_element("id", "count").text == count)


def test_a_filtered_list_has_an_address(small, opened) -> None:
    driver = opened(small)
    choose(driver, "verdict", "policy_violation")
    address = driver.execute_script("return location.hash")
    assert address == "#cases?verdict=policy_violation"
    assert len(ids(opened(small, address))) == 3


def test_a_cell_of_the_matrix_leads_to_its_cases(small, opened) -> None:
    driver = opened(small)
    driver.find_element("css selector", "[aria-label='1 time_limit']").click()
    assert driver.find_element("id", "count").text == "1 of 34 cases"
    assert "idna/encode" in rows(driver)[0]


def test_a_heading_sorts_and_says_so(large, opened) -> None:
    driver = opened(large)
    button = driver.find_element("css selector", "[data-column='4']")
    button.click()
    button.click()
    head = driver.find_element("css selector", "th:has([data-column='4'])")
    assert head.get_attribute("aria-sort") == "descending"
    times = driver.execute_script(
        "return [...document.querySelectorAll('#rows td:nth-child(5)')].map(cell => Number(cell.innerText))"
    )
    assert times == sorted(times, reverse=True)
    assert len(times) == 100


def test_pages_of_a_long_list(large, opened) -> None:
    driver = opened(large)
    first = ids(driver)
    driver.find_element("id", "forth").click()
    assert set(first).isdisjoint(ids(driver))
    assert driver.find_element("id", "page").text.startswith("page 2 of ")


def test_a_link_to_a_failure_opens_it(small, opened) -> None:
    driver = opened(small, "#failure/yaml/load")
    assert driver.execute_script("return document.getElementById('failure/yaml/load').open")


def test_printing_opens_every_failure(small, opened) -> None:
    driver = opened(small)
    driver.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert driver.execute_script("return [...document.querySelectorAll('details')].every(one => one.open)")


def test_it_can_be_used_with_the_keyboard_alone(small, opened) -> None:
    driver = opened(small)
    focused = []
    for _ in range(12):
        driver.switch_to.active_element.send_keys("\ue004")
        focused.append(driver.execute_script("return document.activeElement.innerText.trim()"))
    assert focused[:2] == ["Skip to the report", "Programs"]
    assert "Dark or light" in focused
    outline = driver.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_names_headings_and_contrast(small, opened, theme: str, width: int) -> None:
    driver = opened(small, width=width)
    driver.execute_script(f"document.documentElement.dataset.theme = '{theme}'")
    driver.execute_script("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert driver.execute_script(ACCESSIBILITY) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_the_page_never_scrolls_sideways(small, opened, width: int) -> None:
    driver = opened(small, width=width)
    driver.execute_script("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def test_without_a_script_the_page_still_says_what_failed(small, opened, browser) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver = opened(small)
        text = driver.find_element("tag name", "main").text
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "63.64 %" in text
    assert "journal.jsonl" in text
    assert "wrong_exit" in text


def test_hostile_names_and_outputs_run_nothing(made, opened) -> None:
    evil = (
        '<img src=x onerror="window.taken=1"><script>window.taken=1</script></script><svg onload=window.taken=1>'
        "'\"`javascript:window.taken=1\u2028\u202e\x1b[2J" + "w" * 50_000
    )
    data = evil.encode()
    made.add(
        Case("base58", "encode", (data,), data),
        Verdict.WRONG_STDOUT,
        {"stdout": (b"ok\n", data), "stderr": (b"", data)},
        message=evil,
        denials=(Denial(evil, evil, evil),),
        observed=made.observed(data, data),
    )
    made.violations.append(Violation(evil, 1, 1, evil, evil, evil))
    made.quarantine["x"] = Quarantined("x", "base58", "encode", evil, evil)
    for width in (1280, 390):
        driver = opened(made.view(submission={"name": evil, "model": evil}, toolchain={"name": evil}), width=width)
        choose(driver, "verdict", "all")
        driver.execute_script("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert driver.execute_script("return window.taken") is None
        assert driver.execute_script("return document.querySelectorAll('img, svg[onload], [onerror]').length") == 0
        assert driver.execute_script("return document.querySelectorAll('script').length") == 2
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert driver.get_log("browser") == []
