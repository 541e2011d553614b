package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A tour has so many stops, and a stop so many paragraphs.
const (
	MinStops      = 3
	MaxStops      = 6
	maxParagraphs = 3
)

// A Stop is one place of a tour: a board, what to know about it and what to look at.
// The fields with markup may stand in a page as they are.
type Stop struct {
	Title string // markup
	Board Link
	Text  string // markup
	Watch string // markup
}

// ParseTour reads a tour of three to six stops, each of this form:
//
//	## Title of the stop
//
//	[Set the board](?preset=moons&C=1&step=3#x3)
//
//	One to three paragraphs, Markdown with $TeX$.
//
//	> Watch: what to look at.
//
// The words of the link stand on the button that sets the board again.
func ParseTour(source string) ([]Stop, error) {
	src := []byte(source)
	doc := parse(src)
	if err := check(doc, src); err != nil {
		return nil, fmt.Errorf("tour: %w", err)
	}
	var stops []Stop
	for n := doc.FirstChild(); n != nil; {
		h, ok := n.(*ast.Heading)
		if !ok || h.Level-headingShift != 2 {
			return nil, fmt.Errorf("tour: stop %d: it begins with ## and a title", len(stops)+1)
		}
		var blocks []ast.Node
		for n = n.NextSibling(); n != nil && n.Kind() != ast.KindHeading; n = n.NextSibling() {
			blocks = append(blocks, n)
		}
		stop, err := newStop(h, blocks, src)
		if err != nil {
			return nil, fmt.Errorf("tour: stop %d, %q: %w", len(stops)+1, words(h, src), err)
		}
		if stops = append(stops, stop); len(stops) > MaxStops {
			return nil, fmt.Errorf("tour: more than %d stops", MaxStops)
		}
	}
	if len(stops) < MinStops {
		return nil, fmt.Errorf("tour: %d stops: it takes %d to %d", len(stops), MinStops, MaxStops)
	}
	return stops, nil
}

// newStop makes a stop of its heading and of what follows it: a link, paragraphs, a quotation.
func newStop(h *ast.Heading, blocks []ast.Node, src []byte) (s Stop, err error) {
	last := len(blocks) - 1
	if last < 2 || last-1 > maxParagraphs {
		return s, fmt.Errorf("it has a link, one to %d paragraphs and a quotation", maxParagraphs)
	}
	if s.Board, err = boardOf(blocks[0], src); err != nil {
		return s, err
	}
	if blocks[last].Kind() != ast.KindBlockquote {
		return s, errors.New("its last paragraph is a quotation: > Watch: …")
	}
	for _, b := range blocks[1:last] {
		if b.Kind() == ast.KindBlockquote {
			return s, errors.New("only its last paragraph is a quotation")
		}
	}
	if s.Title, err = inside(h, src); err != nil {
		return s, err
	}
	if s.Text, err = render(blocks[1:last], src); err != nil {
		return s, err
	}
	s.Watch, err = inside(blocks[last], src)
	return s, err
}

// boardOf reads the link that sets the board: it stands alone, and leads to the demo itself.
func boardOf(block ast.Node, src []byte) (Link, error) {
	wrong := errors.New("its first paragraph is a link to its board: [Set the board](?…)")
	a, ok := block.FirstChild().(*ast.Link)
	if !ok || a.NextSibling() != nil {
		return Link{}, wrong
	}
	l, ok := linkOf(a, src)
	if !ok || l.Demo != "" {
		return Link{}, wrong
	}
	return l, nil
}

// inside renders what a node contains.
func inside(n ast.Node, src []byte) (string, error) {
	var nodes []ast.Node
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		nodes = append(nodes, c)
	}
	return render(nodes, src)
}

// render renders nodes one after the other.
func render(nodes []ast.Node, src []byte) (string, error) {
	var b bytes.Buffer
	for _, n := range nodes {
		if err := markdown.Renderer().Render(&b, src, n); err != nil {
			return "", err
		}
	}
	return strings.TrimSpace(b.String()), nil
}
