// @ts-check
import { must } from "./app.js";
import { learn } from "./words.js";

/**
 * A part of the page that the server has for the pages that need it: what it says and
 * its style come with it.
 * @param {string} path
 * @param {(part: HTMLElement) => void} place puts it into the page
 */
export async function panel(path, place) {
  const answer = await fetch(`${path}?lang=${document.documentElement.lang}`);
  if (!answer.ok) throw new Error(String(answer.status));
  const part = document.createElement("div");
  part.innerHTML = await answer.text();
  /** @type {HTMLTemplateElement} */
  const words = must("template", part);
  learn(words.content.textContent ?? "");
  const style = must("link", part);
  const styled = new Promise((done, fail) => {
    style.addEventListener("load", done);
    style.addEventListener("error", fail);
  });
  place(part);
  try {
    await styled;
  } catch (err) {
    part.remove();
    throw err;
  }
  return part;
}
