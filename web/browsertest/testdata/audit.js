// Looks for what keeps people out of a page, as it is shown now: text that is
// hard to read, fields and scrollers that the keyboard cannot reach, targets too
// small to hit. Returns one line for each finding.
(() => {
  const found = [];
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });
  const name = (e) => {
    const near = e.closest("[id], [class]");
    return `<${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}${e.getAttribute("class") ? "." + e.getAttribute("class").trim().replaceAll(/\s+/g, ".") : ""}> in <${near?.tagName.toLowerCase()}.${near?.getAttribute("class") ?? near?.id}> “${(e.textContent || "").trim().slice(0, 40)}”`;
  };
  const parse = (() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const known = new Map();
    return (colour) => {
      let c = known.get(colour);
      if (c) return c;
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(colour, (c = [r, g, b, a / 255]));
      return c;
    };
  })();
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  /** What is behind an element of HTML. */
  const ground = (e) => {
    const layers = [];
    for (let n = e; n; n = n.parentElement) {
      const c = parse(getComputedStyle(n).backgroundColor);
      if (c[3] > 0) layers.push(c);
      if (c[3] === 1) break;
    }
    return layers.reduceRight((below, c) => over(c, below), parse("Canvas"));
  };
  const see = (e, colour, behind) => {
    let opacity = 1;
    for (let n = e; n; n = n.parentElement) opacity *= Number(getComputedStyle(n).opacity);
    const c = parse(colour);
    const ratio = contrast(over([c[0], c[1], c[2], c[3] * opacity], behind), behind);
    const style = getComputedStyle(e);
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (ratio < least - 0.005) found.push(`contrast ${ratio.toFixed(2)}: ${name(e)}`);
  };

  // Text.
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const done = new Set();
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || done.has(e)) continue;
    done.add(e);
    if (e.closest("script, style, noscript, template, option, .sr, .skip, :disabled, [aria-disabled=true], iframe") || !shown(e)) continue;
    if (e.closest("label")?.control?.disabled) continue;
    const box = e.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const svg = e.closest("svg");
    if (!svg) {
      see(e, getComputedStyle(e).color, ground(e));
      continue;
    }
    const style = getComputedStyle(e);
    const halo = style.stroke !== "none" && parseFloat(style.strokeWidth) >= 2;
    see(e, style.fill, halo ? parse(style.stroke) : drawn(e, svg) ?? ground(svg.parentElement));
  }
  for (const e of document.querySelectorAll("input, select, textarea")) {
    if (!shown(e) || e.disabled || e.matches(".sr, [type=range], [type=checkbox]")) continue;
    see(e, getComputedStyle(e).color, ground(e));
  }

  /** The colour of the last shape before a text that holds its middle; null where there is none. */
  function drawn(text, svg) {
    const b = text.getBoundingClientRect();
    let behind = null;
    for (const shape of svg.querySelectorAll("path, rect, circle")) {
      if (shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING) break;
      const style = getComputedStyle(shape);
      if (style.fill === "none" || !shown(shape)) continue;
      const m = shape.getScreenCTM();
      if (!m || !shape.isPointInFill(new DOMPoint(b.x + b.width / 2, b.y + b.height / 2).matrixTransform(m.inverse()))) continue;
      const c = parse(style.fill);
      c[3] *= Number(style.fillOpacity) * Number(style.opacity);
      behind = over([...c], behind ?? ground(svg.parentElement));
    }
    return behind;
  }

  // Fields and buttons.
  const ids = new Map();
  for (const e of document.querySelectorAll("[id]")) ids.set(e.id, (ids.get(e.id) ?? 0) + 1);
  for (const [id, n] of ids) if (n > 1) found.push(`${n} elements have the id ${id}`);
  for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (shown(e) && !e.labels?.length && !e.getAttribute("aria-label") && !e.getAttribute("aria-labelledby")) found.push(`no label: ${name(e)}`);
  }
  for (const attribute of ["aria-controls", "aria-describedby", "aria-labelledby", "for"]) {
    for (const e of document.querySelectorAll(`[${attribute}]`)) {
      for (const id of e.getAttribute(attribute).split(/\s+/)) if (!document.getElementById(id)) found.push(`${attribute} names ${id}, which is not there: ${name(e)}`);
    }
  }

  // What scrolls has to take the focus, or hold something that does.
  const focusable = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, iframe, [tabindex]:not([tabindex='-1'])";
  for (const e of document.querySelectorAll("body *")) {
    if (e.closest("svg, math, iframe") || !shown(e)) continue;
    const { overflowX, overflowY } = getComputedStyle(e);
    const scrolls = (o) => o === "auto" || o === "scroll";
    const more = (scrolls(overflowX) && e.scrollWidth > e.clientWidth + 1) || (scrolls(overflowY) && e.scrollHeight > e.clientHeight + 1);
    if (more && !e.matches(focusable) && ![...e.querySelectorAll(focusable)].some(shown)) found.push(`scrolls, but takes no focus: ${name(e)}`);
  }

  // Targets of 24 by 24 pixels; links in a sentence may be smaller, and so may
  // what has a circle of 24 pixels to itself.
  const targets = [...document.querySelectorAll("a[href], button:enabled, select:enabled, summary, input:enabled:not([type=hidden])")].filter((e) => shown(e) && !e.closest(".sr, .skip") && !e.matches(".sr"));
  // A label is part of its field's target, and so is what is laid over it.
  const boxes = targets.map((e) => {
    const label = e.labels?.[0];
    const b = label?.contains(e) ? label.getBoundingClientRect() : e.getBoundingClientRect();
    const after = getComputedStyle(e, "::after");
    const grown = after.position === "absolute" && after.content !== "none" ? Math.max(0, -parseFloat(after.top)) : 0;
    return new DOMRect(b.x - grown, b.y - grown, b.width + 2 * grown, b.height + 2 * grown);
  });
  targets.forEach((e, i) => {
    const b = boxes[i];
    if (b.width >= 23.5 && b.height >= 23.5) return;
    if (e.matches("a") && (e.closest("p, li, span, dd, pre") || getComputedStyle(e).display === "inline")) return;
    const x = b.x + b.width / 2;
    const y = b.y + b.height / 2;
    const crowded = boxes.some((o, j) => j !== i && !targets[j].contains(e) && !e.contains(targets[j]) && Math.hypot(Math.max(o.left - x, 0, x - o.right), Math.max(o.top - y, 0, y - o.bottom)) < 12);
    if (crowded) found.push(`a target of ${b.width.toFixed(0)} × ${b.height.toFixed(0)} pixels: ${name(e)}`);
  });
  return found;
})()
