// @ts-check

const svg = "http://www.w3.org/2000/svg";

/** What the page itself draws on the board: the ring around a point and the keyboard's cross. */
export class Overlay {
  /** @param {SVGGElement} group */
  constructor(group) {
    this.ringMark = document.createElementNS(svg, "circle");
    this.ringMark.setAttribute("r", "11");
    this.ringMark.setAttribute("class", "overlay-ring");
    this.crossMark = document.createElementNS(svg, "path");
    this.crossMark.setAttribute("class", "overlay-cross");
    this.crossMark.setAttribute("d", "M-12 0H-4M4 0H12M0-12V-4M0 4V12");
    group.append(this.ringMark, this.crossMark);
    group.setAttribute("pointer-events", "none");
    this.ring(null);
    this.cross(null);
  }

  /** @param {{x: number, y: number}|null} at */
  ring(at) {
    show(this.ringMark, at);
  }

  /** @param {{x: number, y: number}|null} at */
  cross(at) {
    show(this.crossMark, at);
  }
}

/**
 * @param {SVGElement} mark
 * @param {{x: number, y: number}|null} at
 */
function show(mark, at) {
  mark.setAttribute("visibility", at ? "visible" : "hidden");
  if (at) mark.setAttribute("transform", `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`);
}
