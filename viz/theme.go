package viz

import (
	"fmt"
	"image/color"
	"strings"

	"playground/viz/svgcanvas"
)

// A Theme is a set of colours: one for every role.
type Theme string

// The themes.
const (
	Light     Theme = "light"
	Dark      Theme = "dark"
	Projector Theme = "projector" // light, with more contrast, thicker strokes and larger type
)

// ParseTheme returns the theme of that name; "" is [Light].
func ParseTheme(name string) (Theme, error) {
	switch t := Theme(name); t {
	case "":
		return Light, nil
	case Light, Dark, Projector:
		return t, nil
	}
	return "", fmt.Errorf("theme %q: must be light, dark or projector", name)
}

// palette returns the theme's colours; those of Light for an unknown theme.
func (t Theme) palette() *svgcanvas.Palette {
	switch t {
	case Dark:
		return &darkPalette
	case Projector:
		return &projectorPalette
	}
	return &lightPalette
}

// The colours of the classes follow Okabe and Ito, Color Universal Design
// (2008), darkened or lightened until each has a contrast of 3 to 1 to what is
// behind it. Shape tells the classes apart as well.
var lightPalette = palette(map[svgcanvas.Role]string{
	svgcanvas.C0: "#0069a8", svgcanvas.C1: "#c65200", svgcanvas.C2: "#00916a", svgcanvas.C3: "#b5527f",
	svgcanvas.C4: "#b78313", svgcanvas.C5: "#5c90e8", svgcanvas.C6: "#585400", svgcanvas.C7: "#4d4f57",
	svgcanvas.Ink: "#1d1f24", svgcanvas.Soft: "#5c6270", svgcanvas.Faint: "#8a8f9b", svgcanvas.Accent: "#2f5bd0",
	svgcanvas.Good: "#1a7f4b", svgcanvas.Bad: "#c0392b", svgcanvas.Grid: "#ecebe5", svgcanvas.Tick: "#686e7b",
	svgcanvas.Axis: "#5c6270", svgcanvas.Plot: "#ffffff", svgcanvas.Edge: "#e4e1d8", svgcanvas.Halo: "#ffffff",
	svgcanvas.Paper: "#fbfaf6",
})

var darkPalette = palette(map[svgcanvas.Role]string{
	svgcanvas.C0: "#5ab4ef", svgcanvas.C1: "#ff9a4d", svgcanvas.C2: "#35c495", svgcanvas.C3: "#e58fbd",
	svgcanvas.C4: "#c99700", svgcanvas.C5: "#a5daf9", svgcanvas.C6: "#f0e442", svgcanvas.C7: "#c6c5c9",
	svgcanvas.Ink: "#eceae4", svgcanvas.Soft: "#a9aeb9", svgcanvas.Faint: "#7d838f", svgcanvas.Accent: "#8fb0ff",
	svgcanvas.Good: "#5fd39a", svgcanvas.Bad: "#ff8b7e", svgcanvas.Grid: "#262a31", svgcanvas.Tick: "#9298a4",
	svgcanvas.Axis: "#a9aeb9", svgcanvas.Plot: "#191c21", svgcanvas.Edge: "#2c3038", svgcanvas.Halo: "#15171b",
	svgcanvas.Paper: "#15171b",
})

var projectorPalette = func() svgcanvas.Palette {
	p := lightPalette
	p[svgcanvas.Ink] = color.NRGBA{A: 255}
	p[svgcanvas.Tick] = hex("#4b505b")
	p[svgcanvas.Axis] = hex("#33373f")
	p[svgcanvas.Soft] = hex("#474c57")
	p[svgcanvas.Faint] = hex("#6b717d")
	p[svgcanvas.Grid] = hex("#e2e0d8")
	return p
}()

func palette(values map[svgcanvas.Role]string) (p svgcanvas.Palette) {
	for role := range svgcanvas.Roles {
		p[role] = hex(values[role])
	}
	return p
}

// hex reads a colour written as #rrggbb. It panics on anything else: the
// palettes are part of the program.
func hex(s string) color.NRGBA {
	c := color.NRGBA{A: 255}
	if _, err := fmt.Sscanf(s, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		panic(fmt.Sprintf("viz: colour %q: %v", s, err))
	}
	return c
}

// CSS returns the theme's colours as custom properties, one declaration a line:
// "--c0: #0069a8;". The property of a role is "--" and its name.
func CSS(t Theme) string {
	var b strings.Builder
	for role, c := range t.palette() {
		fmt.Fprintf(&b, "--%s: #%02x%02x%02x;\n", svgcanvas.Role(role), c.R, c.G, c.B)
	}
	return b.String()
}

// ClassCSS returns the rules that colour the classes of [Draw]'s fragments by
// the custom properties of [CSS], one rule a line:
// ".f-c0{fill:var(--c0)}" and ".s-c0{stroke:var(--c0)}".
func ClassCSS() string {
	var b strings.Builder
	for role := range svgcanvas.Roles {
		fmt.Fprintf(&b, ".f-%s{fill:var(--%s)}\n.s-%s{stroke:var(--%s)}\n", role, role, role, role)
	}
	return b.String()
}
