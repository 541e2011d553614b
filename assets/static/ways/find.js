// @ts-check
// The search of the front page.

/** How many runs of a demo and how many sections of notes are shown. */
const mostRuns = 3;
const mostSections = 8;

/** @typedef {{title: string, to: string}} Found */

/**
 * Shows only the cards in which every word of the search field begins a word: of what
 * is written there, or of the other names by which the demo is known; with its runs and
 * the sections of notes whose titles have the words. Enter opens the first: one whose
 * title has the words before the others. The words stand in the address, so that what
 * was found can be shared and come back to.
 */
export function find() {
  /** @type {HTMLInputElement|null} */
  const field = document.querySelector("[data-find]");
  /** @type {HTMLElement|null} */
  const nothing = document.querySelector("[data-nothing]");
  /** @type {HTMLElement|null} */
  const notes = document.querySelector("[data-found-sections]");
  if (!field || !nothing || !notes) return;
  const gallery = /** @type {HTMLElement} */ (field.closest(".gallery"));
  const shelves = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".shelf"))].map((shelf) => ({
    shelf,
    cards: [.../** @type {NodeListOf<HTMLElement>} */ (shelf.querySelectorAll(".cards > li"))].map((card) => ({
      card,
      id: card.dataset.card ?? "",
      title: ` ${plain(card.querySelector("b"))}`,
      text: ` ${plain(card.dataset.words ?? "")} ${plain(card)} ${plain(shelf.querySelector("h2"))}`,
    })),
  }));
  /** What is found besides demos; nothing until somebody searches. @type {{runs: Record<string, Found[]>, sections: Found[]}} */
  let index = { runs: {}, sections: [] };
  /** @type {HTMLAnchorElement|null} */
  let first = null;
  const show = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    gallery.classList.toggle("finding", words.length > 0);
    first = null;
    let titled = false;
    for (const { shelf, cards } of shelves) {
      let left = false;
      for (const { card, id, title, text } of cards) {
        card.hidden = !words.every((w) => begins(text, w));
        left ||= !card.hidden;
        const named = words.every((w) => begins(title, w));
        const runs = card.hidden || named || words.length === 0 ? [] : matching(index.runs[id] ?? [], words, title);
        list(card, runs.slice(0, mostRuns));
        if (card.hidden || (first && (titled || !named))) continue;
        first = card.querySelector(named || runs.length === 0 ? "a" : ".found a");
        titled = named;
      }
      shelf.hidden = !left;
    }
    const sections = words.length > 0 ? matching(index.sections, words, "").slice(0, mostSections) : [];
    list(notes, sections);
    notes.hidden = sections.length === 0;
    first ??= notes.querySelector(".found a");
    nothing.hidden = first !== null;
    const url = new URL(location.href);
    if (words.length > 0) url.searchParams.set("find", field.value.trim());
    else url.searchParams.delete("find");
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  };
  const all = () => {
    field.value = "";
    show();
    field.focus();
  };
  let asked = false;
  const fetchIndex = async () => {
    if (asked) return;
    asked = true;
    try {
      const answer = await fetch(field.dataset.index ?? "");
      if (answer.ok) index = await answer.json();
    } catch {
      asked = false; // the next word tries again; cards are found without it
      return;
    }
    if (field.value) show();
  };
  field.addEventListener("focus", fetchIndex);
  field.addEventListener("input", () => {
    fetchIndex();
    show();
  });
  field.addEventListener("keydown", (e) => {
    if (e.key === "Escape") all();
    if (e.key === "Enter" && field.value.trim() !== "" && !e.isComposing) first?.click();
  });
  nothing.querySelector("button")?.addEventListener("click", all);
  field.value = new URL(location.href).searchParams.get("find") ?? field.value; // or kept by the browser over a reload
  if (!field.value) return;
  fetchIndex();
  show();
}

/** Those of which the title has a word that is looked for, and the demo's title the others. @param {Found[]} all @param {string[]} words @param {string} demo */
function matching(all, words, demo) {
  return all.filter(({ title }) => {
    const own = ` ${plain(title)}`;
    return words.some((w) => begins(own, w)) && words.every((w) => begins(own, w) || begins(demo, w));
  });
}

/** Puts links below a card or a heading, in place of those before. @param {HTMLElement} below @param {Found[]} links */
function list(below, links) {
  below.querySelector(".found")?.remove();
  if (links.length === 0) return;
  const ul = document.createElement("ul");
  ul.className = "found";
  for (const { title, to } of links) {
    const a = document.createElement("a");
    a.href = to;
    a.textContent = title;
    const li = document.createElement("li");
    li.append(a);
    ul.append(li);
  }
  below.append(ul);
}

/** Whether a text has a word that begins so; Chinese has no spaces, so there it may stand anywhere. @param {string} text @param {string} word */
function begins(text, word) {
  return text.includes(/\p{Script=Han}/u.test(word) ? word : ` ${word}`);
}

/** @param {Element|string|null} what */
function plain(what) {
  const text = typeof what === "string" ? what : (what?.textContent ?? "");
  return text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[\s\-–—(),.:;]+/gu, " ");
}
