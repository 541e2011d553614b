// Package views holds the pages as templ components. They take plain view
// models and return markup; they reach no service and draw nothing: pictures
// and formulas arrive finished.
//
// Nothing here is inline: the pages' policy forbids style attributes, inline
// scripts and event handlers. Scripts find their elements by data attributes,
// documented in assets/static/main.js.
package views
