// Package lesson renders the text that goes with a demo: Markdown with formulas,
// $…$ within a sentence and $$…$$ as a block of their own.
//
// The text stands inside a page, so that headings begin at level three, and
// their ids begin with "lesson-". A link leads to a setting of the figure
// (?preset=xor), to a place in the text (#lesson-…), to another demo (/d/svm) or to an
// https page. What is refused is an error and is not left out silently: HTML,
// images, other links, formulas that do not compile.
//
// # Lessons
//
// A lesson (lesson.md, lesson.zh.md) begins with # and the demo's title. Its parts are those of [Headings],
// in that order, each with ##; headings with ### inside a part are free. A heading with #### folds what follows it, up to the
// next heading: a proof, or more to try. What is shown is at most [MostWords] long.
//
// # Notation and errata
//
// What lecture notes call and print otherwise is on the pages of the courses: notes.md, notes.zh.md have the demo's title and
// a heading ## 004 for each of the notes that the demo refers to.
//
// # Links
//
// A link that begins with ? is a whole recipe: it sets the board in place, without a new page, as one edit that can be
// undone. Without step the run opens where a page opens it. A fragment says what pulses then:
// a thing of the pictures by its data-ref, counted from 0 (#x3 is x₄), a parameter (#gamma), or a picture
// beside the board (#weights, #chart-gap). Parameters that the
// link changes pulse anyway.
//
//	[move γ to 50](?preset=moons&gamma=50)
//	[the first mistake](?preset=trace&step=2#x0)
//	[the same points](/d/svm?preset=blobs)
//
// # Tours
//
// A tour (tour.md, tour.zh.md) leads through a demo in three to six stops: see [ParseTour]. Links of a translation are
// those of the original, in the same order in each part.
package lesson

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// Priorities among goldmark's own parsers and renderers; the lower comes first.
// Formulas come before emphasis, whose marks they may contain, and before lists.
const (
	blockPriority     = 90
	inlinePriority    = 90
	transformPriority = 100
	renderPriority    = 100
)

// markdown is ready for use from many goroutines.
var markdown = goldmark.New(
	// An align attribute: style attributes are forbidden by the page's policy.
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(
		parser.WithAutoHeadingID(),
		parser.WithBlockParsers(util.Prioritized(displayParser{}, blockPriority)),
		parser.WithInlineParsers(util.Prioritized(inlineParser{}, inlinePriority)),
		parser.WithASTTransformers(util.Prioritized(foldParts{}, transformPriority), util.Prioritized(shiftHeadings{}, transformPriority+1)),
	),
	goldmark.WithRendererOptions(
		html.WithXHTML(), // well-formed, so that tests can read it as XML
		renderer.WithNodeRenderers(util.Prioritized(formulaRenderer{}, renderPriority), util.Prioritized(foldRenderer{}, renderPriority)),
	),
)

// Render turns Markdown into HTML that may stand in a page as it is.
func Render(source string) (markup string, err error) {
	src := []byte(source)
	doc := parse(src)
	if err := check(doc, src); err != nil {
		return "", fmt.Errorf("lesson: %w", err)
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, src, doc); err != nil {
		return "", fmt.Errorf("lesson: %w", err)
	}
	return b.String(), nil
}
