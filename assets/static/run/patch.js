// @ts-check

/** What was put into an element last. @type {WeakMap<Element, string>} */
const shown = new WeakMap();
const template = document.createElement("template"); // what is parsed in it is not shown, and loads no pictures

/**
 * Makes an element hold what markup says, as innerHTML does, and leaves alone what is
 * so already: between two frames of a drag most elements stay, some move, and the
 * browser need not make, style and draw the others anew.
 * @param {Element} root
 * @param {string} markup
 * @param {(made: ParentNode) => void} [prepare] sets what the page adds to the markup
 */
export function patch(root, markup, prepare) {
  if (shown.get(root) === markup && root.hasChildNodes() === (markup !== "")) return;
  shown.set(root, markup);
  const picture = root instanceof SVGElement;
  template.innerHTML = picture ? `<svg>${markup}</svg>` : markup;
  const made = picture ? /** @type {Element} */ (template.content.firstChild) : template.content;
  prepare?.(made);
  children(root, made);
  template.replaceChildren();
}

/**
 * @param {Node} old
 * @param {Node} made
 */
function children(old, made) {
  let at = old.firstChild;
  for (let to = made.firstChild; to; ) {
    const following = to.nextSibling; // it may move to the page
    if (!at) old.appendChild(to);
    else {
      const next = at.nextSibling;
      if (at.nodeName !== to.nodeName) old.replaceChild(to, at);
      else if (at instanceof Element) element(at, /** @type {Element} */ (to)) || old.replaceChild(to, at);
      else if (at.nodeValue !== to.nodeValue) at.nodeValue = to.nodeValue;
      at = next;
    }
    to = following;
  }
  while (at) {
    const next = at.nextSibling;
    old.removeChild(at);
    at = next;
  }
}

/**
 * Makes one element like another, also in the order of the attributes. False if that
 * would take a new one.
 * @param {Element} old
 * @param {Element} made
 */
function element(old, made) {
  // The parts of a formula have their numbers of children, and Firefox complains of those
  // that lack one for a moment.
  if (old.localName === "math") return old.outerHTML === made.outerHTML;
  const names = made.getAttributeNames();
  const had = old.getAttributeNames();
  const kept = had.filter((name) => made.hasAttribute(name));
  if (kept.length !== names.length || kept.some((name, i) => name !== names[i])) return false;
  // The page marks what it highlights by attributes of its own.
  if (had.length > kept.length) for (const name of had) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const name of names) {
    const value = /** @type {string} */ (made.getAttribute(name));
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  children(old, made);
  return true;
}
