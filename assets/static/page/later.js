// @ts-check
/** @import {App} from "./app.js" */
import { t } from "./words.js";

/**
 * A part of the page that is loaded when it is first needed.
 * @template T
 * @param {App} app
 * @param {() => Promise<T>} load
 * @returns {() => Promise<T|null>} the part; null, and a message, if it does not come
 */
export function later(app, load) {
  /** @type {Promise<T>|null} */
  let part = null;
  return async () => {
    try {
      return await (part ??= load());
    } catch {
      part = null; // the next press tries again
      app.say(t("part-lost"), "bad");
      return null;
    }
  };
}

/**
 * Opens a window by its buttons. It is loaded when the pointer or the focus comes
 * near, so that the press itself need not wait.
 * @param {string} buttons
 * @param {() => Promise<{open: () => void}|null>} get
 */
export function opens(buttons, get) {
  for (const opener of document.querySelectorAll(buttons)) {
    for (const near of ["pointerenter", "focus"]) opener.addEventListener(near, () => get(), { once: true });
    opener.addEventListener("click", async () => (await get())?.open());
  }
}
