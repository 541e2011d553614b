package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"playground/views/mathml"
)

// An inlineFormula is $…$ in a sentence. The first error while it was read is
// kept for whoever renders it: a parser can report none.
type inlineFormula struct {
	ast.BaseInline
	tex         string
	punctuation string // what follows without a blank
	err         error
}

// A displayFormula is $$…$$ on lines of its own.
type displayFormula struct {
	ast.BaseBlock
	tex    bytes.Buffer
	closed bool
}

var (
	inlineKind  = ast.NewNodeKind("InlineFormula")
	displayKind = ast.NewNodeKind("DisplayFormula")
)

// Kind implements ast.Node.
func (*inlineFormula) Kind() ast.NodeKind { return inlineKind }

// Kind implements ast.Node.
func (*displayFormula) Kind() ast.NodeKind { return displayKind }

// IsRaw says that the lines of the formula hold no Markdown.
func (*displayFormula) IsRaw() bool { return true }

// Dump implements ast.Node.
func (f *inlineFormula) Dump(source []byte, level int) {
	ast.DumpHelper(f, source, level, map[string]string{"TeX": f.tex}, nil)
}

// Dump implements ast.Node.
func (f *displayFormula) Dump(source []byte, level int) {
	ast.DumpHelper(f, source, level, map[string]string{"TeX": f.tex.String()}, nil)
}

// inlineParser reads $…$, over the ends of lines if need be.
type inlineParser struct{}

// Trigger implements parser.InlineParser.
func (inlineParser) Trigger() []byte { return []byte{'$'} }

// Parse implements parser.InlineParser.
func (inlineParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	block.Advance(1)
	f := &inlineFormula{}
	if block.Peek() == '$' {
		f.err = errors.New("$$ within a paragraph: a displayed formula begins and ends a line")
		block.Advance(1)
		return f
	}
	var tex bytes.Buffer
	for {
		line, _ := block.PeekLine()
		if line == nil {
			f.err = fmt.Errorf("$ without its partner before %.40q", tex.String())
			return f
		}
		if i := dollar(line); i >= 0 {
			tex.Write(line[:i])
			block.Advance(i + 1)
			f.tex = tex.String()
			rest, _ := block.PeekLine()
			f.punctuation, _, _ = strings.Cut(mathml.Punctuation(string(rest)), "]") // a bracket ends the words of a link
			block.Advance(len(f.punctuation))
			return f
		}
		tex.Write(line)
		block.AdvanceLine()
	}
}

// dollar finds the first dollar sign that no backslash escapes.
func dollar(line []byte) int {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '$':
			return i
		}
	}
	return -1
}

// displayParser reads $$…$$; the marks begin and end a line.
type displayParser struct{}

var marks = []byte("$$")

// Trigger implements parser.BlockParser.
func (displayParser) Trigger() []byte { return []byte{'$'} }

// Open implements parser.BlockParser.
func (displayParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), marks)
	if !ok {
		return nil, parser.NoChildren
	}
	f := &displayFormula{}
	f.add(rest)
	return f, parser.NoChildren
}

// add takes the next line and notes whether it ends the formula.
func (f *displayFormula) add(line []byte) {
	line, f.closed = bytes.CutSuffix(bytes.TrimSpace(line), marks)
	f.tex.Write(line)
	f.tex.WriteByte('\n')
}

// Continue implements parser.BlockParser.
func (displayParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	f := node.(*displayFormula)
	if f.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	f.add(line)
	return parser.Continue | parser.NoChildren
}

// Close implements parser.BlockParser.
func (displayParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (displayParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (displayParser) CanAcceptIndentedLine() bool { return false }

// formulaRenderer typesets formulas.
type formulaRenderer struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (formulaRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(inlineKind, renderInline)
	r.Register(displayKind, renderDisplay)
	r.Register(ast.KindLink, renderLink)
}

func renderInline(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	f := node.(*inlineFormula)
	html, err := mathml.Flow(f.tex, f.punctuation)
	if err != nil {
		return ast.WalkStop, err
	}
	_, err = w.WriteString(html)
	return ast.WalkSkipChildren, err
}

func renderDisplay(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	html, err := mathml.Display(node.(*displayFormula).tex.String())
	if err != nil {
		return ast.WalkStop, err
	}
	_, err = w.WriteString(`<div class="eq">` + html + "</div>\n")
	return ast.WalkSkipChildren, err
}

// renderLink names a link that is a formula alone: browsers make no name of MathML.
func renderLink(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		_, err := w.WriteString("</a>")
		return ast.WalkContinue, err
	}
	n := node.(*ast.Link)
	var b strings.Builder
	fmt.Fprintf(&b, `<a href="%s"`, util.EscapeHTML(util.URLEscape(n.Destination, true)))
	if name := formulaAlone(n); name != "" {
		fmt.Fprintf(&b, ` aria-label="%s"`, util.EscapeHTML([]byte(name)))
	}
	_, err := w.WriteString(b.String() + ">")
	return ast.WalkContinue, err
}

// formulaAlone is the text form of a link that has nothing but formulas; else "".
func formulaAlone(link *ast.Link) string {
	name := ""
	for child := link.FirstChild(); child != nil; child = child.NextSibling() {
		f, ok := child.(*inlineFormula)
		if !ok {
			return ""
		}
		name += mathml.Text(f.tex) + f.punctuation
	}
	return name
}
