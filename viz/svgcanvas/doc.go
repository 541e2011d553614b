// Package svgcanvas is a canvas for gonum/plot that writes small, clean SVG for
// pages with a strict content security policy: presentation attributes and
// classes, never a style attribute, an identifier or a script.
//
// Coordinates have one decimal; paths are written in relative coordinates.
// Neighbouring elements that look the same share a group, lines that look the
// same share a path, a shape that is filled and then stroked is one element,
// and circles and rectangles are written as such. Transforms are applied to the
// coordinates. Whatever has a coordinate that is not finite is left out.
// Attributes stand in single quotes, which JSON leaves as they are.
//
// Colours are roles (see [Paint]). Without a palette they are written as the
// classes f-ROLE (fill) and s-ROLE (stroke), so that a page's style sheet
// colours them and a change of theme needs no new picture; with one they are
// written as colours.
package svgcanvas
