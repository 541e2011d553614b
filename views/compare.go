package views

import (
	"context"
	"net/url"

	"github.com/a-h/templ"
)

// A Compare is two runs beside each other.
type Compare struct {
	Sides    [2]CompareSide
	By       string   // how their steps are aligned
	Ways     []string // in which they can be
	Embedded bool     // in a page of another site
	Theme    string   // "light", "dark" or empty
	Language string   // that the address asks for; empty: none
	OEmbed   string   // where others find how the page is embedded; empty: nowhere
}

// A CompareSide is one of the two runs.
type CompareSide struct {
	Key, ID string // "a" or "b"
	Title   string // as the demo calls it
	Query   string // its recipe with its data
	Stepped bool   // the address says at which step
	Alone   string // the address of its own page
	Change  string // the address that chooses another one beside the other side
}

// Name is what the side is called: "A".
func (s CompareSide) Name() string {
	if s.Key == "b" {
		return "B"
	}
	return "A"
}

// Src is the address of the board.
func (c Compare) src(s CompareSide) string {
	q := "half=1&fit=1&hide=title,promises,transport,timeline,speed"
	if s.Query != "" {
		q = s.Query + "&" + q
	}
	if c.Theme != "" {
		q += "&theme=" + c.Theme
	}
	if c.Language != "" {
		q += "&lang=" + c.Language
	}
	return "/embed/" + s.ID + "?" + q
}

// A ComparePick chooses what a run is compared with, or where else its data open.
type ComparePick struct {
	Side     CompareSide
	Same     []CompareLink // the demo itself, with something else
	Families []CompareFamily
}

// A CompareFamily is the demos of a family that take the data.
type CompareFamily struct {
	Title string
	Demos []CompareLink
}

// A CompareLink leads to a comparison.
type CompareLink struct {
	Title   string // of a demo, or what is set, in the reader's language
	Compare string // the address of the comparison
	Open    string // the address of the demo alone with the data; empty: none
}

// comparing is the address at which a reader chooses what a run is compared with.
func comparing(id, query string) string {
	if query != "" {
		id += "?" + query
	}
	return "/compare?a=" + url.QueryEscape(id)
}

// embedStyle is the style that an embedded board has besides.
func embedStyle(e Embed) string {
	if e.Half {
		return "half.css"
	}
	return "embed.css"
}

// halfOf says to its script that a board is half of a comparison.
func halfOf(e Embed) templ.Attributes {
	if !e.Half {
		return nil
	}
	return templ.Attributes{"data-half": e.Base}
}

// compareWords are what the script of a comparison says.
func compareWords(ctx context.Context) map[string]string {
	return map[string]string{
		"play": t(ctx, "live.play"), "pause": t(ctx, "live.pause"),
		"at-step": t(ctx, "compare.at-step", "{1}", "{2}"), "at-pass": t(ctx, "compare.at-pass", "{1}", "{2}"), "at-share": t(ctx, "compare.at-share", "{1}"),
		"more": t(ctx, "compare.more", "{1}"), "ended": t(ctx, "compare.ended"),
		"offline":   t(ctx, "compare.offline"),
		"not-taken": t(ctx, "compare.not-taken", "{1}", "{2}"),
		"copied":    t(ctx, "live.copied-link"), "copied-markup": t(ctx, "live.copied-markup"), "by-hand": t(ctx, "live.copy-by-hand"),
		"follow-hint": t(ctx, "live.follow-hint"), "qr": t(ctx, "live.qr", "{1}"), "qr-offline": t(ctx, "live.qr-offline"),
		"at-both": t(ctx, "compare.at-both", "{1}", "{2}"), "undefined": t(ctx, "compare.undefined"),
		"added": t(ctx, "script.added", "{1}"), "full": t(ctx, "script.full"),
	}
}
