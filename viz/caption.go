package viz

import (
	"strings"

	"gonum.org/v1/plot/vg"

	"playground/viz/svgcanvas"
)

// A Caption stands above an image that goes out into the world alone: what it shows,
// at which step, and what happened there.
type Caption struct{ Title, Step, Sentence string }

// Rooms of a caption: the lines of its sentence, and the least picture below it.
const (
	captionLines = 3
	leastBelow   = 150
)

// CaptionHeight is the room that a caption takes from a picture of the size, 0 where
// too little would be left. It is the same for every sentence, so that the frames of
// an animation do not move.
func CaptionHeight(o Options) float64 {
	l := lookOf(o)
	for lines := captionLines; lines >= 0; lines-- {
		if h := 1.5*l.title + 1.35*l.tick*float64(lines) + 6; o.Size.H-h >= leastBelow {
			return h
		}
	}
	return 0
}

// drawCaption writes a caption into the top of a picture.
func drawCaption(c vg.Canvas, o Options, height float64, caption Caption) {
	l := lookOf(o)
	const margin = 8
	line := func(s string, x, y, size float64, r svgcanvas.Role, anchor svgcanvas.Anchor, bold bool) {
		c.SetColor(opaque[r])
		writeText(c, svgcanvas.Text{At: vg.Point{X: vg.Length(x), Y: vg.Length(y)}, String: s, Size: size, Anchor: anchor, Bold: bold})
	}
	y := o.Size.H - 1.25*l.title
	room := o.Size.W - 2*margin
	line(caption.Step, o.Size.W-margin, y, l.tick, svgcanvas.Soft, svgcanvas.End, false)
	room -= width(caption.Step, l.tick) + l.tick
	for _, title := range wrap(caption.Title, room, 1, func(s string) float64 { return width(s, l.title) }) {
		line(title, margin, y, l.title, svgcanvas.Ink, svgcanvas.Start, true)
	}
	lines := int((height - 1.5*l.title) / (1.35 * l.tick))
	for _, words := range wrap(caption.Sentence, o.Size.W-2*margin, lines, func(s string) float64 { return width(s, l.tick) }) {
		y -= 1.35 * l.tick
		line(words, margin, y, l.tick, svgcanvas.Soft, svgcanvas.Start, false)
	}
}

// wrap breaks a text into at most so many lines, none wider than the room. What does
// not fit is left out, and an ellipsis says so.
func wrap(text string, room float64, most int, width func(string) float64) []string {
	var lines []string
	words := strings.Fields(text)
	for len(words) > 0 && len(lines) < most {
		n := 1
		for n < len(words) && width(strings.Join(words[:n+1], " ")) <= room {
			n++
		}
		last := len(lines) == most-1 && n < len(words)
		line := strings.Join(words[:n], " ")
		if last {
			line += " …"
		}
		for last && n > 1 && width(line) > room {
			n--
			line = strings.Join(words[:n], " ") + " …"
		}
		lines, words = append(lines, line), words[n:]
	}
	return lines
}
