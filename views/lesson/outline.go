package lesson

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Headings are the parts of every lesson, by language, in their order.
var Headings = map[string][]string{
	"en": {"Why", "Idea", "Predict", "Algorithm", "Try", "Break it", "When to use it", "Takeaways", "In other books and in scikit-learn", "References"},
	"zh": {"为什么", "基本思想", "先猜一猜", "算法", "试一试", "失效情形", "何时使用", "要点", "其他教材与 scikit-learn", "参考文献"},
}

// MostWords is how much of a lesson is shown without opening a fold (see [Shown]), by language: words, and
// characters in Chinese.
var MostWords = map[string]int{"en": 900, "zh": 1450}

// Places among [Headings].
const (
	BreakPart = 5 // the challenges follow it
	BooksPart = 8 // it and what follows cite other texts
)

// A Section is a part of a text, from a heading of the second level to the next.
type Section struct {
	Title string   // empty: what stands before the first heading
	Parts []string // its headings of the third level
	Links []Link   // that lead to a setting of a board, in their order
}

// A Link leads to a setting of a board. It is a whole recipe.
type Link struct {
	Words string
	Demo  string // another demo; empty: the one whose text it is
	Query string // the recipe, as it stands in an address
	Ref   string // what pulses: a thing of the pictures, or a parameter
}

// To is where the link leads, as it is written.
func (l Link) To() string {
	to := ""
	if l.Demo != "" {
		to = demos + l.Demo
	}
	if l.Query != "" {
		to += "?" + l.Query
	}
	if l.Ref != "" {
		to += "#" + l.Ref
	}
	return to
}

// demos is where the pages of demos are.
const demos = "/d/"

// Outline reads the headings and the links of a lesson or of a tour.
func Outline(source string) ([]Section, error) {
	src := []byte(source)
	doc := parse(src)
	if err := check(doc, src); err != nil {
		return nil, fmt.Errorf("lesson: %w", err)
	}
	sections := []Section{{}}
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		last := &sections[len(sections)-1]
		switch n := n.(type) {
		case *ast.Heading:
			switch n.Level - headingShift {
			case 2:
				sections = append(sections, Section{Title: words(n, src)})
			case 3:
				last.Parts = append(last.Parts, words(n, src))
			}
		case *ast.Link:
			if l, ok := linkOf(n, src); ok {
				last.Links = append(last.Links, l)
			}
		}
		return ast.WalkContinue, nil
	})
	return sections, err
}

func parse(src []byte) ast.Node {
	return markdown.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(headingIDs{}))))
}

// linkOf reads a link; false for one that leads to no setting.
func linkOf(n *ast.Link, src []byte) (Link, bool) {
	u, err := url.Parse(string(n.Destination))
	if err != nil || u.Scheme != "" {
		return Link{}, false
	}
	demo, other := strings.CutPrefix(u.Path, demos)
	if !other && u.RawQuery == "" || strings.Contains(demo, "/") {
		return Link{}, false
	}
	return Link{Words: words(n, src), Demo: demo, Query: u.RawQuery, Ref: u.Fragment}, true
}

// words are the text inside a node, formulas as TeX.
func words(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			b.Write(c.Segment.Value(src))
			if c.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *inlineFormula:
			b.WriteString("$" + c.tex + "$" + c.punctuation)
		default:
			b.WriteString(words(c, src))
		}
	}
	return b.String()
}
