package views

import (
	"context"
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

// Promises writes the list of a step's promises.
func Promises(ctx context.Context, w io.Writer, list []Promise) error {
	return promises(list).Render(ctx, w)
}
