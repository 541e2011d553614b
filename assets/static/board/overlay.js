// @ts-check

const svg = "http://www.w3.org/2000/svg";
const reach = 13; // pixels from the middle of the cross to its ring
const labelGap = 18; // and to the words beside it

/** What the page itself draws on the board: the ring around a point and the keyboard's cross. */
export class Overlay {
  /** @param {SVGGElement} group */
  constructor(group) {
    this.ringMark = document.createElementNS(svg, "circle");
    this.ringMark.setAttribute("r", "13"); // outside of the rings that a step draws
    this.ringMark.setAttribute("class", "overlay-ring");
    this.crossMark = document.createElementNS(svg, "g");
    this.crossMark.setAttribute("class", "overlay-cross");
    this.hairs = pair("path", "");
    const rings = pair("path", "cross-ring");
    for (const ring of rings) ring.setAttribute("d", `M-${reach} 0a${reach} ${reach} 0 1 0 ${2 * reach} 0a${reach} ${reach} 0 1 0 -${2 * reach} 0`);
    this.place = document.createElementNS(svg, "text");
    this.crossMark.append(...this.hairs, ...rings, this.place);
    group.append(this.ringMark, this.crossMark);
    group.setAttribute("pointer-events", "none");
    this.ring(null);
    this.cross(null);
  }

  /** @param {{x: number, y: number}|null} at */
  ring(at) {
    show(this.ringMark, at);
  }

  /**
   * The keyboard's cross, with hair lines to the edges of the board and the place that
   * it stands for.
   * @param {{x: number, y: number}|null} at
   * @param {{left: number, right: number, top: number, bottom: number}|null} [area]
   * @param {string} [place]
   */
  cross(at, area = null, place = "") {
    show(this.crossMark, at);
    if (!at || !area) return;
    const [left, right, top, bottom] = [area.left - at.x, area.right - at.x, area.top - at.y, area.bottom - at.y];
    const lines = [`M${left.toFixed(1)} 0H-${reach}`, `M${reach} 0H${right.toFixed(1)}`, `M0 ${top.toFixed(1)}V-${reach}`, `M0 ${reach}V${bottom.toFixed(1)}`];
    const far = [left < -reach, right > reach, top < -reach, bottom > reach];
    for (const hair of this.hairs) hair.setAttribute("d", lines.filter((_, i) => far[i]).join(""));
    this.place.textContent = place;
    // On the side where there is room.
    const before = right < 150;
    this.place.setAttribute("text-anchor", before ? "end" : "start");
    this.place.setAttribute("x", String(before ? -labelGap : labelGap));
    this.place.setAttribute("y", String(top > -40 ? labelGap + 12 : -labelGap));
  }
}

/**
 * A mark and the halo behind it.
 * @param {string} element
 * @param {string} name
 */
function pair(element, name) {
  return [`${name} halo`, name].map((c) => {
    const mark = document.createElementNS(svg, element);
    mark.setAttribute("class", c.trim());
    return mark;
  });
}

/**
 * @param {SVGElement} mark
 * @param {{x: number, y: number}|null} at
 */
function show(mark, at) {
  mark.setAttribute("visibility", at ? "visible" : "hidden");
  if (at) mark.setAttribute("transform", `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`);
}
