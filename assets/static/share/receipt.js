// @ts-check
import { must } from "../page/app.js";
import { copy } from "../page/clipboard.js";

/** @typedef {{demo: string, goal: string, run: string, before: string, words: string}} Reached what a receipt is to be about */

/** Brings the window of receipts into the page, with its words and its style. */
export async function receiptDialog() {
  const answer = await fetch(`/receipt/dialog?lang=${document.documentElement.lang}`);
  if (!answer.ok) throw new Error(String(answer.status));
  const part = document.createElement("div");
  part.innerHTML = await answer.text();
  const style = must("link", part);
  const styled = new Promise((done, fail) => {
    style.addEventListener("load", done);
    style.addEventListener("error", fail);
  });
  document.body.append(part);
  try {
    await styled;
  } catch (err) {
    part.remove();
    throw err;
  }
  return new ReceiptDialog(must("dialog", part));
}

/** The window in which a reader gets a receipt. */
class ReceiptDialog {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    /** @type {Reached|null} */
    this.reached = null;
    this.said = must("[data-receipt-said]", dialog);
    this.made = must("[data-receipt-made]", dialog);
    /** @type {HTMLFormElement} */
    this.form = must("[data-receipt-form]", dialog);
    /** @type {HTMLInputElement} */
    this.name = must("input", this.form);
    /** @type {HTMLButtonElement} */
    this.get = must("button", this.form);
    /** @type {HTMLTextAreaElement} */
    this.text = must("[data-receipt-text]", dialog);
    /** @type {HTMLInputElement} */
    this.link = must("[data-receipt-link]", dialog);
    this.asking = new AbortController();
    this.form.addEventListener("submit", (e) => {
      e.preventDefault();
      this.ask();
    });
    dialog.addEventListener("click", (e) => {
      if (e.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => this.asking.abort());
    for (const field of [this.text, this.link]) field.addEventListener("focus", () => field.select());
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-copies]"))) {
      const field = b.dataset.copies === this.text.id ? this.text : this.link;
      b.addEventListener("click", () => copy(field, this.said, this.word("copied"), this.word("byHand")));
    }
  }

  /** @param {string} name */
  word(name) {
    return this.dialog.dataset[name] ?? "";
  }

  /** @param {Reached} reached */
  open(reached) {
    this.reached = reached;
    this.made.hidden = true;
    this.said.textContent = "";
    must("[data-receipt-of]", this.form).textContent = reached.words;
    this.dialog.showModal();
    this.name.focus();
  }

  /** Asks the server to play the run and to sign what it finds. */
  async ask() {
    const { reached } = this;
    if (!reached) return;
    this.asking.abort();
    const { signal } = (this.asking = new AbortController());
    this.get.disabled = true;
    this.made.hidden = true;
    this.said.textContent = this.word("working");
    const { goal, run, before } = reached;
    const given = { goal, run, before, name: this.name.value, scheme: location.protocol.slice(0, -1), lang: document.documentElement.lang };
    // Points are many characters that an address need not escape.
    const query = Object.entries(given).map(([key, value]) => value && `${key}=${encodeURIComponent(value)}`).filter(Boolean);
    try {
      const answer = await fetch(`/d/${reached.demo}/receipt.json?${query.join("&")}`, { signal, headers: { Accept: "application/json" } });
      const said = await answer.json();
      if (answer.ok) this.show(said);
      else this.said.textContent = said.error;
    } catch {
      if (!signal.aborted) this.said.textContent = this.word("lost");
    } finally {
      if (signal === this.asking.signal) this.get.disabled = false;
    }
  }

  /** @param {{words: string, text: string, link: string, qr: string}} receipt */
  show(receipt) {
    this.text.value = receipt.text;
    this.link.value = receipt.link;
    /** @type {HTMLAnchorElement} */
    const file = must("[data-receipt-file]", this.dialog);
    file.href = `data:text/plain;charset=utf-8,${encodeURIComponent(receipt.text)}`;
    /** @type {HTMLAnchorElement} */
    const check = must("[data-receipt-check]", this.dialog);
    check.href = receipt.link;
    const code = must("[data-receipt-qr]", this.dialog);
    if (receipt.qr) {
      code.innerHTML = receipt.qr;
      code.firstElementChild?.setAttribute("aria-label", code.dataset.alt ?? "");
    } else {
      const p = document.createElement("p");
      p.textContent = code.dataset.long ?? "";
      code.replaceChildren(p);
    }
    this.made.hidden = false;
    this.said.textContent = this.word("ready").replace("{1}", () => receipt.words);
  }
}
