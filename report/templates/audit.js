// The page's own script: the theme, and opening every part at once. The page is whole without it.
"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const every = () => document.querySelectorAll("details");
  const open = () => every().forEach((one) => { one.open = true; });

  const theme = find("theme");
  theme.hidden = false;
  theme.addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });

  const unfold = find("unfold");
  unfold.hidden = false;
  unfold.addEventListener("click", open);
  addEventListener("beforeprint", open);
})();
