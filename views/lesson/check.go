package lesson

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// check refuses what may not stand in a lesson.
func check(doc ast.Node, source []byte) error {
	return ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.RawHTML:
			return ast.WalkStop, fmt.Errorf("HTML %.40q: only Markdown is allowed", n.Segments.Value(source))
		case *ast.HTMLBlock:
			return ast.WalkStop, fmt.Errorf("HTML %.40q: only Markdown is allowed", n.Lines().Value(source))
		case *ast.Image:
			return ast.WalkStop, fmt.Errorf("image %q: a lesson has its figure", n.Destination)
		case *ast.Link:
			return ast.WalkContinue, checkLink(string(n.Destination))
		case *ast.AutoLink:
			return ast.WalkContinue, checkLink(string(n.URL(source)))
		case *inlineFormula:
			return ast.WalkContinue, n.err
		case *displayFormula:
			if !n.closed {
				return ast.WalkStop, fmt.Errorf("$$ without its partner before %.40q", n.tex.String())
			}
		}
		return ast.WalkContinue, nil
	})
}

// checkLink refuses a link that leaves the lesson by another way than the
// package documentation says.
func checkLink(to string) error {
	u, err := url.Parse(to)
	if err != nil {
		return fmt.Errorf("link %q: %w", to, err)
	}
	switch {
	case u.Scheme == "https" && u.Host != "":
	case u.Scheme != "" || u.Host != "":
		return fmt.Errorf("link %q: not https", to)
	case strings.HasPrefix(to, "?"), strings.HasPrefix(to, "#"), strings.HasPrefix(to, "/d/"):
	default:
		return fmt.Errorf("link %q: neither ?…, #…, /d/… nor https", to)
	}
	if _, err := url.ParseQuery(u.RawQuery); err != nil {
		return fmt.Errorf("link %q: %w", to, err)
	}
	return nil
}

// shiftHeadings lets headings begin at the level that the page leaves to them.
type shiftHeadings struct{}

const (
	headingShift  = 2
	lowestHeading = 6
)

// Transform implements parser.ASTTransformer.
func (shiftHeadings) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	// No error can come of it: the function returns none.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if h, ok := n.(*ast.Heading); ok && entering {
			h.Level = min(h.Level+headingShift, lowestHeading)
		}
		return ast.WalkContinue, nil
	})
}

// headingIDs makes an id of a heading's words, another one for each.
type headingIDs map[string]bool

// Generate implements parser.IDs.
func (ids headingIDs) Generate(value []byte, _ ast.NodeKind) []byte {
	words := strings.FieldsFunc(strings.ToLower(string(value)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	base := strings.Join(append([]string{"lesson"}, words...), "-")
	id := base
	for n := 2; ids[id]; n++ {
		id = base + "-" + strconv.Itoa(n)
	}
	ids[id] = true
	return []byte(id)
}

// Put implements parser.IDs.
func (ids headingIDs) Put(value []byte) { ids[string(value)] = true }
