package lesson

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// foldLevel is the level, as it is written, of the headings that fold what follows them.
const foldLevel = 4

// A fold is a heading of level four with what follows it up to the next heading. It is closed at first.
type fold struct{ ast.BaseBlock }

var foldKind = ast.NewNodeKind("Fold")

// Kind implements ast.Node.
func (*fold) Kind() ast.NodeKind { return foldKind }

// Dump implements ast.Node.
func (f *fold) Dump(source []byte, level int) { ast.DumpHelper(f, source, level, nil, nil) }

// foldParts puts the folded parts of a text into folds. It runs before headings are shifted.
type foldParts struct{}

// Transform implements parser.ASTTransformer.
func (foldParts) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var open *fold
	for n := doc.FirstChild(); n != nil; {
		next := n.NextSibling()
		h, heading := n.(*ast.Heading)
		switch {
		case heading && h.Level == foldLevel:
			open = &fold{}
			doc.InsertBefore(doc, n, open)
			open.AppendChild(open, n)
		case heading:
			open = nil
		case open != nil:
			open.AppendChild(open, n)
		}
		n = next
	}
}

// foldRenderer writes folds as details, with the heading in the summary.
type foldRenderer struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (foldRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(foldKind, renderFold)
	r.Register(ast.KindHeading, renderHeading)
}

func renderFold(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	markup := "<details>\n"
	if !entering {
		markup = "</details>\n"
	}
	_, err := w.WriteString(markup)
	return ast.WalkContinue, err
}

func renderHeading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	h := node.(*ast.Heading)
	_, folds := h.Parent().(*fold)
	tag := "h" + string(rune('0'+h.Level))
	if folds {
		tag = "summary"
	}
	if !entering {
		_, err := w.WriteString("</" + tag + ">\n")
		return ast.WalkContinue, err
	}
	if _, err := w.WriteString("<" + tag); err != nil {
		return ast.WalkStop, err
	}
	if id, ok := h.AttributeString("id"); ok {
		if _, err := w.WriteString(` id="` + string(util.EscapeHTML(id.([]byte))) + `"`); err != nil {
			return ast.WalkStop, err
		}
	}
	return ast.WalkContinue, w.WriteByte('>')
}

// Shown counts what a reader sees of a text without opening anything: words, or characters where
// a text is Chinese. Formulas, links' addresses and folded parts do not count.
func Shown(source, tag string) int {
	src := []byte(source)
	n := 0
	// No error can come of it: the function returns none.
	_ = ast.Walk(parse(src), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if _, folded := node.(*fold); folded {
			return ast.WalkSkipChildren, nil
		}
		if t, ok := node.(*ast.Text); ok {
			n += count(string(t.Segment.Value(src)), tag)
		}
		return ast.WalkContinue, nil
	})
	return n
}

// count counts the words of a text, or its characters where it is Chinese.
func count(text, tag string) int {
	if tag != "zh" {
		return len(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' }))
	}
	n := 0
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}
