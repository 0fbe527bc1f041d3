// What an accessibility checker would find first; returns a list of sentences, empty when all is well.
const found = [];
const seen = (element) => element.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true });
const say = (what, element) => found.push(`${what}: ${element.outerHTML.slice(0, 120)}`);

const name = (element) =>
  element.getAttribute("aria-label") || element.labels?.[0]?.textContent.trim() || element.textContent.trim() || element.title;
for (const element of document.querySelectorAll("a[href], button, input, select, summary, [role=region], [role=img]")) {
  if (seen(element) && !name(element)) say("has no name", element);
}
for (const element of document.querySelectorAll("[tabindex]")) if (element.tabIndex > 0) say("has a tab order of its own", element);
for (const element of document.querySelectorAll("[aria-labelledby]")) {
  if (!document.getElementById(element.getAttribute("aria-labelledby"))) say("is labelled by nothing", element);
}

const ids = new Set();
for (const element of document.querySelectorAll("[id]")) {
  if (ids.has(element.id)) say("repeats an id", element);
  ids.add(element.id);
}
for (const link of document.querySelectorAll('a[href^="#"]')) {
  const target = decodeURIComponent(link.getAttribute("href").slice(1).split("?")[0]);
  if (!ids.has(target)) say("leads nowhere", link);
}

let level = 0;
for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
  const next = Number(heading.tagName[1]);
  if (next > level + 1) say(`skips from level ${level}`, heading);
  level = next;
}

// WCAG 2.2 success criterion 1.4.3, with colours as the browser computes them.
const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const known = new Map();
const colour = (text) => {
  if (!known.has(text)) {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    known.set(text, [...context.getImageData(0, 0, 1, 1).data]);
  }
  return known.get(text);
};
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.backgroundImage !== "none") return null;
    const [r, g, b, alpha] = colour(style.backgroundColor);
    if (alpha === 255) return [r, g, b];
  }
  return colour("Canvas").slice(0, 3);
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let checked = 0;
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !seen(element) || element.closest(".unseen, .skip, :disabled")) continue;
  const back = behind(element);
  if (!back) continue;
  const [dark, light] = [luminance(colour(getComputedStyle(element).color).slice(0, 3)), luminance(back)].sort((a, b) => a - b);
  const ratio = (light + 0.05) / (dark + 0.05);
  checked += 1;
  if (ratio < 4.5) say(`has a contrast of ${ratio.toFixed(2)}`, element);
}
if (checked < 50) found.push(`only ${checked} texts were seen`);
return found;
