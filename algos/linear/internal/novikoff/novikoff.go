// Package novikoff has what perceptrons have in common: they visit rows pass after
// pass, update at mistakes, and Novikoff's proof bounds how often.
package novikoff

import (
	"embed"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// Words has what the package says in other languages.
//
//go:embed zh.json
var Words embed.FS

// A Kind is what a step did.
type Kind int

// The kinds.
const (
	Start   Kind = iota // nothing yet
	Check               // looked at a row that is right
	Mistake             // found a row that is wrong
	Update              // corrected the mistake
)

// A Visit is where a run is in its passes over the rows.
type Visit struct {
	Kind     Kind // what the step did
	Pass     int  // running now, from 1; 0 before the first
	Row      int  // at work
	Mistakes int  // in this pass
	Ends     bool // the step ends a pass
	// Order are the rows as this pass visits them, after its end as the next one does;
	// nil in file order. Place is where in it the row stands.
	Order []int
	Place int
	Ahead int // the next mistake in the pass that goes on or begins, as things stand; −1 if there is none
}

// vars are what the sentences of the package name.
func (v Visit) vars() say.Vars {
	return say.Vars{"row": say.Row(v.Row).Name(), "pass": v.Pass, "mistakes": v.Mistakes, "first": say.Row(v.at(0))}
}

// named is all that the phrase of a step names: one is made for every step.
func named(row int) say.Vars { return say.Vars{"row": say.Row(row).Name()} }

// Size says where steps and passes stop: a step at what corrects the next mistake, for
// a row that is right changes nothing.
func (v Visit) Size() algos.Size {
	switch {
	case v.Ends || v.Kind == Start:
		return algos.Pass
	case v.Kind == Update:
		return algos.Normal
	}
	return algos.Micro
}

// Phase names a check or a mistake.
func (v Visit) Phase() say.Phrase {
	if v.Kind == Mistake {
		return named(v.Row).Text("mistake on <row>")
	}
	return named(v.Row).Text("check <row>")
}

// From is the place in the pass that comes after the step: a row, in file order.
func (v Visit) From() int {
	switch {
	case v.Kind == Start || v.Ends:
		return 0
	case v.Order == nil:
		return v.Row + 1
	}
	return v.Place + 1
}

// at is the row that stands at a place of the pass.
func (v Visit) at(place int) int {
	if v.Order == nil {
		return place
	}
	return v.Order[place]
}

// LookAhead finds the next mistake among n rows, where wrong says which are mistakes
// as things stand. What was found holds until the mistake is met: only an update or
// a new pass lets it be found again.
func (v Visit) LookAhead(n int, wrong func(row int) bool) int {
	if v.Kind == Mistake || v.Kind == Check && !v.Ends {
		return v.Ahead
	}
	for place := v.From(); place < n; place++ {
		if row := v.at(place); wrong(row) {
			return row
		}
	}
	return -1
}

// Next is what comes after a step: in small the next row, or after a mistake what
// corrects it; else the next mistake, or where there is none the end of the pass.
func (v Visit) Next(mend say.Phrase) algos.Next {
	pass := v.Pass
	if v.Kind == Start || v.Ends {
		pass++
	}
	next := algos.Next{Pass: say.Vars{"pass": pass}.Text("finish epoch <pass>")}
	if v.Kind == Mistake {
		next.Small, next.Step = mend, mend
		return next
	}
	next.Small = named(v.at(v.From())).Text("check <row>")
	if next.Step = next.Pass; v.Ahead >= 0 {
		next.Step = named(v.Ahead).Text("next mistake: <row>")
	}
	return next
}

// Events adds the end of a pass, and that of the run where it has converged.
func (v Visit) Events(before []algos.Event, s algos.Status) []algos.Event {
	if v.Ends {
		before = append(before, algos.Event{Kind: "pass", Text: v.vars().Text("epoch <pass> ends with <mistakes mistake>")})
	}
	if s.State == algos.Converged {
		before = append(before, algos.Event{Kind: "converged", Text: s.Reason})
	}
	return before
}

// End tells how a pass or the run ends.
func (v Visit) End(s algos.Status) []algos.Line {
	story := algos.Story{Vars: v.vars()}
	story.Vars["why"] = s.Reason
	switch {
	case s.State == algos.Converged:
		story.Text("Converged: <why>.")
	case s.State == algos.Cycling:
		story.Text("A cycle: <why>.")
	case s.Final():
		story.Text("Not converged: <why>.")
	case v.Ends:
		story.Text("Epoch <pass> ends with <mistakes mistake>; the next one starts again at <first>.")
	}
	return story.Lines
}

// A Proof is Novikoff's proof after K updates: the length of θ stays below a root,
// and how far it is along θ* above a line. The line overtakes the root: by then it
// is over.
type Proof struct {
	K             int
	X, Y, Alt     say.Phrase
	Upper, Length mark.PolyLine
	Lower, Along  mark.PolyLine // where the rows are separable
	Separable     bool
	Limit         float64 // on K, NaN where there is none
	LimitLabel    say.Phrase
}

// Panel draws the proof.
func (p Proof) Panel() mark.Panel {
	end, s := Horizon(p.K, p.Limit), say.Vars{"k": p.K, "bound": p.Limit}
	out := mark.Panel{
		ID: "proof", Title: "Proof of the mistake bound", Note: s.Text("k = <k>"), Alt: p.Alt,
		X: mark.Axis{Name: p.X, Max: end, Integer: true}, Y: mark.Axis{Name: p.Y},
	}
	out.Add(p.Upper, p.Length)
	if !p.Separable {
		out.Note = s.Text("k = <k>; no margin γ, so no lower bound")
		return out
	}
	out.Add(p.Lower, p.Along)
	switch {
	case p.Limit <= end:
		out.Add(mark.Rule{Vertical: true, At: p.Limit, Label: p.LimitLabel, Style: mark.RoleBad.Dashed()})
	case !math.IsNaN(p.Limit):
		out.Note = s.Text("k = <k>, bound <bound>")
	}
	return out
}

// Horizon is where the axis of k ends: at the bound if that can be seen together
// with what has happened, else at a power of two beyond k.
func Horizon(k int, limit float64) float64 {
	end := 8.0
	for end < 1.1*float64(k) {
		end *= 2
	}
	if limit <= 8*end {
		end = max(end, math.Ceil(1.1*limit))
	}
	return end
}

// Abscissas are the k up to the end of the axis at which a bound is drawn: dense
// where a root bends.
func Abscissas(end float64) []float64 {
	const pieces = 64
	at := make([]float64, pieces+1)
	for i := range at {
		at[i] = end * float64(i*i) / (pieces * pieces)
	}
	return at
}

// Bounds are the root √k·R and the line kγ up to the end of the axis.
func Bounds(end, r, gamma float64) (root, line mark.PolyLine) {
	root = mark.PolyLine{Style: mark.RoleSoft.Dashed(), Legend: "√k R"}
	for _, k := range Abscissas(end) {
		root.At = append(root.At, mark.XY{X: k, Y: math.Sqrt(k) * r})
	}
	return root, mark.PolyLine{At: []mark.XY{{}, {X: end, Y: end * gamma}}, Style: mark.RoleGood.Dashed(), Legend: "kγ"}
}
