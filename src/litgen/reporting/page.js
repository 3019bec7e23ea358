(() => {
  "use strict";
  const STEP = 20;
  const form = document.getElementById("filters");
  const status = document.getElementById("status");
  const more = document.getElementById("more");
  if (form) {
    const examples = [...document.querySelectorAll(".example")].map((element) => ({
      element,
      text: element.textContent.toLowerCase().replace(/\s+/g, " "),
      outcomes: JSON.parse(element.dataset.outcomes),
    }));
    let shown = STEP;

    const wanted = (example, values) => {
      const { contrast, labels, outcome, model, search } = values;
      const data = example.element.dataset;
      if (contrast && data.contrast !== contrast) return false;
      if (labels && data.labels !== labels) return false;
      if (outcome === "hard" && data.hard !== "yes") return false;
      if (outcome && outcome !== "hard") {
        const found = model ? [example.outcomes[model]] : Object.values(example.outcomes);
        if (!found.includes(outcome)) return false;
      }
      return search.toLowerCase().split(/\s+/).every((word) => example.text.includes(word));
    };

    const update = () => {
      const values = Object.fromEntries(new FormData(form));
      let found = 0;
      for (const example of examples) {
        const fits = wanted(example, { model: "", ...values });
        if (fits) found += 1;
        example.element.hidden = !fits || found > shown;
      }
      const now = Math.min(found, shown);
      status.textContent = found ? `${now} of ${found} pairs shown` : "No pair matches these filters.";
      more.hidden = found <= shown;
    };

    form.hidden = false;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => { shown = STEP; update(); });
    form.addEventListener("reset", () => setTimeout(() => { shown = STEP; update(); }));
    more.addEventListener("click", () => {
      const before = examples.filter((example) => !example.element.hidden).length;
      shown += STEP;
      update();
      const visible = examples.filter((example) => !example.element.hidden);
      if (visible[before]) visible[before].element.focus();
    });
    update();
  }

  // Show the wrong pairs that match the row's filters one at a time.
  for (const tools of document.querySelectorAll(".next")) {
    const every = [...tools.closest(".inside").querySelectorAll(".wrong > li")];
    const button = tools.querySelector("[data-next]");
    const filters = [...tools.querySelectorAll("select")];
    let at = 0;
    const show = () => {
      const fits = (pair, filter) => {
        const value = pair.dataset[filter.dataset.by];
        return filter.dataset.by === "models"
          ? JSON.parse(value).includes(filter.value)
          : value === filter.value;
      };
      const wanted = filters.filter((filter) => filter.value);
      const pairs = every.filter((pair) => wanted.every((filter) => fits(pair, filter)));
      at %= Math.max(1, pairs.length);
      for (const pair of every) pair.hidden = pair !== pairs[at];
      button.textContent = pairs.length ? `Next pair (${at + 1} of ${pairs.length})` : "No matching pair";
      button.disabled = pairs.length < 2;
    };
    tools.hidden = every.length < 2;
    button.addEventListener("click", () => { at += 1; show(); });
    for (const filter of filters) filter.addEventListener("input", () => { at = 0; show(); });
    if (every.length > 1) show();
  }

  // Mark the current section in the table of contents.
  const links = [...document.querySelectorAll("nav a[href^='#']")];
  const mark = () => {
    const line = innerHeight / 3;
    const passed = links.filter((link) => {
      const target = document.getElementById(link.hash.slice(1));
      return target && target.getBoundingClientRect().top <= line;
    });
    const now = passed.at(-1) ?? links[0];
    for (const link of links) {
      if (link === now) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open]):not(.row)")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => { for (const details of opened) details.open = false; });
})();
