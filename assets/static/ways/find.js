// @ts-check
// The search of the front page.

import { begins, byNames, compared, plain, rank, ranks } from "./ranking.js";

/** How many runs of a demo, sections of notes, and functions of the site are shown. */
const mostRuns = 3;
const mostSections = 8;
const mostOfSite = 4;

/** @typedef {{title: string, to: string}} Found */
/** @typedef {{title: string, to?: string, words: string[]}} Named */
/** @typedef {{runs: Record<string, Found[]>, names: Record<string, string[]>, words: Record<string, string[]>, with: Record<string, string[]>, sections: Found[], site: Named[], coming: Named[]}} Index */
/** @typedef {{card: HTMLElement, id: string, title: string, text: string}} Card */

/**
 * Shows only the cards in which every word of the search field begins a word: of what
 * is written there, or of the other names by which the demo is known; with its runs, the
 * sections of notes whose titles have the words, what the site does, and the methods that
 * are to come. Enter opens what the words name best: by its own name before its other
 * names, and by these before words of its title. The words stand in the address, so that
 * what was found can be shared and come back to.
 */
export function find() {
  /** @type {HTMLInputElement|null} */
  const field = document.querySelector("[data-find]");
  /** @type {HTMLElement|null} */
  const nothing = document.querySelector("[data-nothing]");
  const [notes, site, coming] = ["sections", "site", "coming"].map((what) => /** @type {HTMLElement|null} */ (document.querySelector(`[data-found-${what}]`)));
  if (!field || !nothing || !notes || !site || !coming) return;
  const gallery = /** @type {HTMLElement} */ (field.closest(".gallery"));
  const shelves = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".shelf"))].map((shelf) => ({
    shelf,
    /** @type {Card[]} */
    cards: [.../** @type {NodeListOf<HTMLElement>} */ (shelf.querySelectorAll(".cards > li"))].map((card) => ({
      card,
      id: card.dataset.card ?? "",
      title: textOf(card.querySelector("b")),
      text: ` ${plain(card.dataset.words ?? "")} ${textOf(card)} ${textOf(shelf.querySelector("h2"))}`,
    })),
  }));
  const cards = shelves.flatMap((s) => s.cards);
  /** What is found besides the words of the cards; nothing until somebody searches. @type {Index} */
  let index = { runs: {}, names: {}, words: {}, with: {}, sections: [], site: [], coming: [] };
  /** @type {HTMLAnchorElement|null} */
  let first = null;

  /** How well a query names a demo. @param {string} query @param {Card} c */
  const rankOf = (query, c) => {
    const best = rank(query, c.title, index.names[c.id] ?? [], index.words[c.id] ?? []);
    return best > ranks.none || !query.split(" ").every((w) => begins(c.text, w)) ? best : ranks.words;
  };
  /** The demo that a query names best. @param {string} query */
  const best = (query) => cards.reduce((/** @type {{c: Card|null, r: number}} */ so, c) => {
    const r = rankOf(query, c);
    return r > so.r ? { c, r } : so;
  }, { c: null, r: ranks.none }).c;
  /** The comparison that a query asks for, or both demos where they do not take the same data. @param {string} query @returns {Found[]} */
  const comparison = (query) => {
    const [a, b] = (compared(query) ?? []).map(best);
    if (!a || !b || a === b) return [];
    const fits = index.with[a.id]?.includes(b.id);
    const name = (/** @type {Card} */ c) => c.card.querySelector("b")?.textContent ?? c.id;
    const title = (site.dataset.compare ?? "").replace("{1}", name(a)).replace("{2}", name(b));
    return fits ? [{ title, to: `/compare?a=${a.id}&b=${b.id}` }] : [a, b].map((c) => ({ title: name(c), to: `/d/${c.id}` }));
  };

  const show = () => {
    const query = plain(field.value);
    const words = query.split(" ").filter(Boolean);
    gallery.classList.toggle("finding", words.length > 0);
    first = null;
    let rankOfFirst = ranks.none;
    /** @param {number} r @param {HTMLAnchorElement|null} a */
    const offer = (r, a) => {
      if (a && r > rankOfFirst) [first, rankOfFirst] = [a, r];
    };
    const both = words.length > 0 ? comparison(query) : [];
    const functions = byNames(index.site, query).slice(0, mostOfSite);
    list(site, [...both, ...functions.map(({ found }) => ({ title: found.title, to: found.to ?? "" }))]);
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (site.querySelectorAll(".found a"));
    site.hidden = links.length === 0;
    if (both.length > 0) offer(ranks.named + 1, links[0]);
    for (const { shelf, cards } of shelves) {
      let left = false;
      for (const c of cards) {
        const r = words.length > 0 ? rankOf(query, c) : ranks.words;
        c.card.hidden = r === ranks.none;
        left ||= !c.card.hidden;
        const runs = words.length > 0 && r === ranks.words ? matching(index.runs[c.id] ?? [], words, ` ${c.title}`) : [];
        list(c.card, runs.slice(0, mostRuns));
        if (words.length > 0) offer(r, c.card.querySelector(runs.length === 0 ? "a" : ".found a"));
      }
      shelf.hidden = !left;
    }
    functions.forEach(({ rank }, i) => offer(rank, links[both.length + i]));
    const later = byNames(index.coming, query);
    list(coming, later.map(({ found }) => ({ title: found.title, to: "" })));
    coming.hidden = later.length === 0;
    const sections = words.length > 0 ? matching(index.sections, words, "").slice(0, mostSections) : [];
    list(notes, sections);
    notes.hidden = sections.length === 0;
    offer(ranks.words, notes.querySelector(".found a"));
    // What is to come is named, and only words of something else are found: that is not meant.
    if (later.length > 0 && later[0].rank >= ranks.titled && rankOfFirst < ranks.titled) first = null;
    nothing.hidden = words.length === 0 || later.length > 0 || first !== null;
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
  /** @type {Promise<void>|null} */
  let asked = null;
  const fetchIndex = () => (asked ??= (async () => {
    try {
      const answer = await fetch(field.dataset.index ?? "");
      if (answer.ok) index = await answer.json();
    } catch {
      asked = null; // the next word tries again; cards are found without it
      return;
    }
    if (field.value) show();
  })());
  field.addEventListener("focus", fetchIndex);
  field.addEventListener("input", () => {
    void fetchIndex();
    show();
  });
  field.addEventListener("keydown", async (e) => {
    if (e.key === "Escape") all();
    if (e.key !== "Enter" || field.value.trim() === "" || e.isComposing) return;
    await fetchIndex(); // only it knows what the words name
    first?.click();
  });
  nothing.querySelector("button")?.addEventListener("click", all);
  field.value = new URL(location.href).searchParams.get("find") ?? field.value; // or kept by the browser over a reload
  if (!field.value) return;
  void fetchIndex();
  show();
}

/** Those of which the title has a word that is looked for, and the demo's title the others. @param {Found[]} all @param {string[]} words @param {string} demo */
function matching(all, words, demo) {
  return all.filter(({ title }) => {
    const own = ` ${plain(title)}`;
    return words.some((w) => begins(own, w)) && words.every((w) => begins(own, w) || begins(demo, w));
  });
}

/** Puts links below a card or a heading, in place of those before; what leads nowhere is a text. @param {HTMLElement} below @param {Found[]} links */
function list(below, links) {
  below.querySelector(".found")?.remove();
  if (links.length === 0) return;
  const ul = document.createElement("ul");
  ul.className = "found";
  for (const { title, to } of links) {
    const li = document.createElement("li");
    const a = to === "" ? li : document.createElement("a");
    if (a instanceof HTMLAnchorElement) {
      a.href = to;
      li.append(a);
    }
    a.textContent = title;
    ul.append(li);
  }
  below.append(ul);
}

/** @param {Element|null} what */
function textOf(what) {
  return plain(what?.textContent ?? "");
}
