// Looks for what is cut off: mathematics wider than its box, text behind the edge of
// one, labels outside of their picture or on one another. Returns one line for each
// finding, and how many formulas scroll with a sign that they do.
(() => {
  const found = [];
  const round = (x) => Math.round(x * 10) / 10;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
  const boxes = ".line, .eq, .formula, .panel, .prose, .call, th, td, main";
  let scrolling = 0;

  for (const line of document.querySelectorAll(".line, .eq, .formula")) {
    if (!shown(line) || line.scrollWidth <= line.clientWidth + 1) continue;
    scrolling++;
    if (line.tabIndex !== 0 || !line.ariaLabel) found.push(`scrolls without a sign: ${line.querySelector("math").getAttribute("alttext")}`);
  }
  for (const math of document.querySelectorAll("math")) {
    if (!shown(math)) continue;
    const box = math.closest(boxes);
    if (box.scrollWidth > box.clientWidth + 1 && box.tabIndex === 0) continue;
    const inner = math.getBoundingClientRect();
    const outer = box.getBoundingClientRect();
    const over = Math.max(inner.right - outer.right, outer.left - inner.left);
    if (over > 1) found.push(`${round(over)} px of ${round(inner.width)} outside of <${box.className || box.tagName}>: ${math.getAttribute("alttext")}`);
    const size = parseFloat(getComputedStyle(math).fontSize);
    if (size < 11.9) found.push(`set in ${size} px: ${math.getAttribute("alttext")}`);
  }
  for (const box of document.querySelectorAll(".story *, .stage > header *")) {
    if (box.closest(".sr, svg, math, .room, .line, .absent") || box.matches("input, select, button") || !box.textContent.trim() || !shown(box)) continue;
    const { overflowX, overflowY } = getComputedStyle(box);
    const cut = (overflowX !== "visible" && box.scrollWidth > box.clientWidth + 1) || (overflowY !== "visible" && box.scrollHeight > box.clientHeight + 1);
    if (cut && box.tabIndex < 0) found.push(`text behind the edge of <${box.className || box.tagName}>: ${box.textContent.trim().slice(0, 60)}`);
  }
  for (const svg of document.querySelectorAll("svg[data-panel]")) {
    if (!shown(svg)) continue;
    const frame = svg.getBoundingClientRect();
    const labels = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim()).map((t) => {
      const { left, right, top, bottom, height } = t.getBoundingClientRect();
      // A line of text is higher than its figures.
      return { text: t.textContent, tick: t.matches(".f-tick"), axis: t.matches(".f-axis"), left, right, top: top + 0.2 * height, bottom: bottom - 0.2 * height };
    });
    for (const l of labels) {
      const over = Math.max(l.right - frame.right, frame.left - l.left, l.bottom - frame.bottom, frame.top - l.top);
      if (over > 1) found.push(`${svg.dataset.panel}: “${l.text}” is ${round(over)} px outside of the picture`);
    }
    const around = labels.filter((l) => l.tick || l.axis);
    around.forEach((a, i) => {
      for (const b of around.slice(i + 1)) {
        const clear = a.axis === b.axis ? 0 : 1.5; // a name must not read as part of a number
        const apart = Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
        if (apart < clear) found.push(`${svg.dataset.panel}: “${a.text}” and “${b.text}” are ${round(apart)} px apart`);
      }
    });
  }
  return { found, scrolling };
})()
