package views

import (
	"context"
	"html"
	"io"
	"strings"
)

// Sentence writes a sentence of a step.
func Sentence(b *strings.Builder, markup HTML) {
	b.WriteString("<p>")
	b.WriteString(string(markup))
	b.WriteString("</p>")
}

// Equation writes a formula on a line of its own.
func Equation(b *strings.Builder, markup HTML) {
	b.WriteString(`<div class="line">`)
	b.WriteString(string(markup))
	b.WriteString("</div>")
}

// folding begins what is folded away.
const folding = `<details class="more told">`

// Folded writes what is folded away, under a heading that opens it.
func Folded(b *strings.Builder, heading string, markup HTML) {
	b.WriteString(folding + "<summary>")
	b.WriteString(html.EscapeString(heading))
	b.WriteString("</summary>")
	b.WriteString(string(markup))
	b.WriteString("</details>")
}

// Promises writes the list of a step's promises.
func Promises(ctx context.Context, w io.Writer, list []Promise) error {
	return promises(list).Render(ctx, w)
}
