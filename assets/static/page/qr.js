// @ts-check

/**
 * Draws the QR code of a link, or says why there is none, if it is still wanted then.
 * @param {HTMLElement} box
 * @param {string} url where the code is
 * @param {() => boolean} wanted
 * @param {{label: string, offline: string}} words
 */
export async function drawCode(box, url, wanted, { label, offline }) {
  let svg = "";
  let why = "";
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    if (answer.ok) svg = await answer.text();
    else why = (await answer.json()).error;
  } catch {
    why = offline;
  }
  if (!wanted()) return;
  if (!svg) {
    explain(box, why);
    return;
  }
  box.innerHTML = svg;
  box.firstElementChild?.setAttribute("aria-label", label);
}

/** @param {HTMLElement} box @param {string} why there is no code */
export function explain(box, why) {
  const p = document.createElement("p");
  p.textContent = why;
  box.replaceChildren(p);
}
