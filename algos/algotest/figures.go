package algotest

import (
	"context"
	"io/fs"
	"math"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/views/lesson"
)

// unproven is how many numbers of a demo's lesson nothing holds yet. The list may only get
// shorter, and a demo that is not on it has none.
var unproven = map[string]int{
	"adaboost": 1, "bagging": 1, "bayesian-regression": 1, "bias-variance": 2, "em-gmm": 1, "gp-regression": 6,
	"lasso": 1, "logistic": 4, "mcmc": 3, "softmax": 2,
}

// figures sees that the numbers of the lesson are held by something: a number with a decimal
// point is said, or is a metric or a value of the model, at the step of a link of its section; it is expected by a fixture,
// set by a link or a preset, a default, or it stands in a test of the demo. Sections of
// books are no such numbers, and what the lesson tells of the notes is held by them.
func figures(ctx context.Context, d algos.Demo, r *report) {
	left := unheld(ctx, d)
	switch allowed := unproven[d.ID]; {
	case len(left) > allowed:
		r.fault("nothing holds %d of the lesson's numbers, and at most %d may be so: %q. Let a test compute them (Linked, Written), "+
			"a fixture expect them, or a link of the same section lead to the step that says them", len(left), allowed, left)
	case len(left) < allowed:
		r.fault("nothing holds %d of the lesson's numbers, and the list unproven in algotest/figures.go has %d: shorten it", len(left), allowed)
	}
}

// figure is a number with a decimal point that is no part of a name; what stands before it tells whether it
// counts a section.
var figure = regexp.MustCompile(`(?i)(section|chapter|figure|fig\.|table|algorithm|equation|exercise|theorem|lemma|version|§)?([^\pL\d.,]|^)([−-]?\d[\d,]*\.\d+)`)

// target is where a link leads.
var target = regexp.MustCompile(`\]\([^)]*\)`)

// unheld are the numbers of a lesson that nothing holds.
func unheld(ctx context.Context, d algos.Demo) []string {
	sections, err := lesson.Outline(d.Lesson)
	if err != nil {
		return nil // another part of the contract reports it
	}
	texts := strings.Split("\n"+d.Lesson, "\n## ")
	known := knownFigures(d)
	var left []string
	for i, text := range texts {
		title, _, _ := strings.Cut(text, "\n")
		if at := slices.Index(lesson.Headings["en"], title); at >= lesson.BooksPart {
			continue
		}
		var shown []float64
		played := false
		for _, m := range figure.FindAllStringSubmatch(target.ReplaceAllString(text, "]"), -1) {
			if m[1] != "" || isAmong(m[3], known) {
				continue
			}
			if !played && i < len(sections) {
				played, shown = true, shownBy(ctx, d, sections[i].Links)
			}
			if !isAmong(m[3], shown) {
				left = append(left, m[3])
			}
		}
	}
	return left
}

// isAmong reports whether one of the values is the number in the digits in which it is written, or so
// as a percentage.
func isAmong(number string, values []float64) bool {
	number = plainMinus.Replace(number)
	return slices.ContainsFunc(values, func(x float64) bool {
		return rounds(x, number) || rounds(-x, number) || rounds(100*x, number)
	})
}

var plainMinus = strings.NewReplacer("−", "-", ",", "")

// decimal are the numbers of a program or of an address.
var decimal = regexp.MustCompile(`-?\d+(?:\.\d+)?(?:e-?\d+)?`)

func decimals(text string) []float64 {
	var all []float64
	for _, m := range decimal.FindAllString(text, -1) {
		if x, err := strconv.ParseFloat(m, 64); err == nil {
			all = append(all, x)
		}
	}
	return all
}

// knownFigures are the numbers that something besides a run holds: fixtures, defaults, settings of presets and links, tests.
func knownFigures(d algos.Demo) []float64 {
	var all []float64
	for _, f := range d.Fixtures {
		for _, w := range f.Want {
			all = append(all, w.Value)
		}
	}
	for _, p := range d.Schema() {
		all = append(all, decimals(p.Default)...)
	}
	for _, p := range d.Presets {
		for _, v := range p.Params {
			all = append(all, decimals(v)...)
		}
	}
	tour, _ := d.TourIn("en")
	for _, m := range target.FindAllString(d.Lesson+tour, -1) {
		if q, err := url.QueryUnescape(m); err == nil {
			all = append(all, decimals(q)...)
		}
	}
	tests, _ := fs.Glob(d.Sources, "*_test.go") // the pattern is well formed
	for _, name := range tests {
		if text, err := d.Sources.ReadFile(name); err == nil {
			all = append(all, decimals(string(text))...)
		}
	}
	return all
}

// shownBy are the numbers of the steps to which links lead: what is said there, the guarantees, the metrics and
// the model. Long lists of a model hold nothing: some number of theirs is near every other.
func shownBy(ctx context.Context, d algos.Demo, links []lesson.Link) []float64 {
	const most = 12 // values of a list
	var all []float64
	for _, l := range links {
		q, err := url.ParseQuery(l.Query)
		if err != nil || l.Demo != "" {
			continue
		}
		recipe, err := d.ParseRecipe(q)
		if err != nil {
			continue // the part of the lessons says so
		}
		s, _, err := runTo(ctx, d, recipe)
		if err != nil {
			continue
		}
		for _, x := range s.Named() {
			all = append(all, x)
		}
		for _, line := range s.Say() {
			all = append(all, decimals(plainMinus.Replace(line.Text.String()+" "+line.TeX.String()))...)
		}
		for _, c := range s.Checks() {
			all = append(all, c.Left, c.Right)
		}
		for _, v := range s.Model().Values {
			var own []float64
			walk(reflect.ValueOf(v.Value), func(_ []byte, v reflect.Value) {
				if v.CanFloat() {
					own = append(own, v.Float())
				}
			})
			if len(own) <= most {
				all = append(all, own...)
			}
		}
	}
	return slices.DeleteFunc(all, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}
