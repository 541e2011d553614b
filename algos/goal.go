package algos

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"

	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/say"
)

// A Goal is a challenge: something that a run of the reader's own making has to come
// to. A run is the reader's own if its data or parameters are those of no preset; to
// choose another seed is not enough, nor is it to open a preset.
//
// A goal is looked at once a run, when it is complete, and never while a hand moves.
type Goal struct {
	ID string // permanent: links name it
	// Text says what to do, and names the number that is asked for; plain words, in
	// which $…$ encloses TeX: "Make the perceptron update at least 100 times …".
	Text string
	Hint string // where to look for a way, in a sentence
	// Start is where the reader begins, in the form of a link: "preset=trace". Its run
	// does not come to the goal.
	Start string
	// Example is a run that does, in the same form. Readers are not shown it: the
	// contract and the command line play it.
	Example string
	// CounterExample is a run that comes near and does not reach the goal, in the same form:
	// the example with one thing left as it was. The contract plays it.
	CounterExample string
	// Asks is the number that is enough. More is better, with Fewer less.
	Asks  float64
	Fewer bool
	// OwnPoints asks for points of the reader's own: with those of a preset it could be
	// reached by parameters alone.
	OwnPoints bool
	// Compares says that Reached looks at [Attempt.Before].
	Compares bool
	// Reached looks at a run that is the reader's own: how far it has come, and whether
	// that is the goal, which it is only where the number is as Asks says. Where nothing
	// can be counted, as the run is not of the kind that the goal is about, the score has no words.
	// It must be quick: it takes no longer than the steps that it looks at.
	Reached func(Attempt) (Score, bool)
}

// An Attempt is a run at its end, or at the last step that is recorded.
type Attempt struct {
	Problem  Problem
	Params   param.Values // of all parameters, those left out with their defaults
	Last     Step
	Steps    int            // the number of the last step
	Complete bool           // the run has come to its end, and not to a bound of who plays it
	Events   map[string]int // how often each kind of event has happened
	// Before is the reader's run before the last edit, if it was complete; nil where it is
	// not known. See [Attempt.Turned].
	Before *Outcome
}

// Reach makes [Goal.Reached] of a function of the last view of a run; nothing is counted
// where that view is of another type, as that of a run that was refused.
func Reach[V View](score func(a Attempt, last V) (Score, bool)) func(Attempt) (Score, bool) {
	return func(a Attempt) (Score, bool) {
		if v, ok := a.Last.Own().(V); ok {
			return score(a, v)
		}
		return Score{}, false
	}
}

// A Score is how far a run has come towards a goal.
type Score struct {
	Number float64
	Words  say.Phrase // the number with its noun: "57 updates"; empty: nothing to count
}

// A Result is what a goal says to a run.
type Result struct {
	Goal    string // its id
	Score   Score
	Own     bool // the run is the reader's own, as the goal asks
	Enough  bool // and whoever made it, it has come to the goal
	Reached bool // both
}

// Counted reports whether there is something to count: a number, with its noun.
func (r Result) Counted() bool {
	return r.Score.Words != "" && !math.IsNaN(r.Score.Number) && !math.IsInf(r.Score.Number, 0)
}

// Counted returns a score of a template with the place n: "<n update>".
func Counted(n int, template string) Score {
	return Score{Number: float64(n), Words: say.Vars{"n": n}.Text(template)}
}

// enough reports whether a number is as the goal asks.
func (g Goal) enough(x float64) bool {
	if g.Fewer {
		return x <= g.Asks
	}
	return x >= g.Asks
}

// Goal returns the goal with that id.
func (d Demo) Goal(id string) (Goal, bool) {
	for _, g := range d.Goals {
		if g.ID == id {
			return g, true
		}
	}
	return Goal{}, false
}

// Judge returns what the goals say to a run of a recipe: all that have something to
// count, in their order. A run that is not the reader's own reaches none.
func (d Demo) Judge(r Recipe, a Attempt) []Result {
	var all []Result
	made := d.made(r, a.Problem.Set)
	for _, g := range d.Goals {
		if !g.counts(made) {
			continue
		}
		if result := g.result(made, a); result.Counted() {
			all = append(all, result)
		}
	}
	return all
}

// Result returns what one goal says to a run of a recipe, whoever made it.
func (d Demo) Result(g Goal, r Recipe, a Attempt) Result {
	return g.result(d.made(r, a.Problem.Set), a)
}

func (g Goal) result(m making, a Attempt) Result {
	score, enough := g.Score(a)
	own := g.counts(m)
	return Result{Goal: g.ID, Score: score, Own: own, Enough: enough, Reached: own && enough}
}

// Score looks at a run, whoever made it: how far it has come, and whether that is enough.
func (g Goal) Score(a Attempt) (Score, bool) {
	score, reached := g.Reached(a)
	return score, reached && score.Words != "" && g.enough(score.Number)
}

// counts reports whether a run counts of which so much is the reader's own.
func (g Goal) counts(m making) bool { return m == ownPoints || m == ownParams && !g.OwnPoints }

// A making says what of a recipe is the reader's own.
type making int

const (
	asItComes making = iota // nothing: it is a preset's
	ownParams
	ownPoints
)

// made compares a recipe with the presets.
func (d Demo) made(r Recipe, set dataset.Set) making {
	made := ownPoints
	for _, p := range d.Presets {
		if !p.has(r, set) {
			continue
		}
		if params, err := d.Form().Canonical(p.Params); err == nil && maps.Equal(params, r.Params) {
			return asItComes
		}
		made = ownParams
	}
	return made
}

// has reports whether the data of a recipe are those of the preset, wherever they were
// taken from.
func (p Preset) has(r Recipe, set dataset.Set) bool {
	if p.Data.Equal(r.Data) {
		return true
	}
	if !p.Data.Table.Empty() || !r.Data.Table.Empty() || !p.Data.Cells.Equal(r.Data.Cells) || !p.Data.Layers.Equal(r.Data.Layers) {
		return false
	}
	if p.Data.Generator == "" && len(p.Data.Set.Points) != len(set.Points) {
		return false
	}
	own, err := p.Data.Load()
	return err == nil && own.Dim == set.Dim && slices.Equal(own.Points, set.Points) && slices.Equal(own.Edges, set.Edges)
}

// An Outcome is what is kept of a run to be compared with the next one.
type Outcome struct {
	Points []dataset.Point
	Params param.Values
	Seed   uint64
	Labels []string // what the run calls every point
}

// comparedPoints bounds how many points are asked for their labels.
const comparedPoints = 500

// Outcome asks the run what it calls each of its points. It returns nil where it calls
// them nothing, and where they are too many.
func (a Attempt) Outcome() *Outcome {
	points := a.Problem.Points
	given, _, _ := a.Problem.Given() // an edit moves one point there, and all that are standardised
	if !a.Complete || len(points) == 0 || len(points) > comparedPoints {
		return nil
	}
	predict := a.Last.Own().Model().Predict
	if predict == nil {
		return nil
	}
	o := &Outcome{Points: given.Training().Points, Params: a.Params, Seed: a.Problem.seed, Labels: make([]string, len(points))}
	for i, p := range points {
		label := Model{Values: predict(p.X)}.Value("label")
		if label == nil {
			return nil
		}
		o.Labels[i] = fmt.Sprint(label)
	}
	return o
}

// Turned counts the points that are called otherwise than in the run before the last
// edit, where that edit moved, relabelled or added a single point, which does not count. It
// returns −1 where there is nothing to compare.
func (a Attempt) Turned() int {
	if a.Before == nil || !maps.Equal(a.Params, a.Before.Params) || a.Problem.seed != a.Before.Seed {
		return -1
	}
	now := a.Outcome()
	if now == nil || len(now.Points)-len(a.Before.Points) < 0 || len(now.Points)-len(a.Before.Points) > 1 {
		return -1
	}
	edited, turned := len(now.Points)-len(a.Before.Points), 0
	for i, p := range a.Before.Points {
		switch {
		case p != now.Points[i]:
			edited++
		case a.Before.Labels[i] != now.Labels[i]:
			turned++
		}
	}
	if edited != 1 {
		return -1
	}
	return turned
}

// Try plays a recipe to its end, or up to a step, and returns the run as goals look at
// it. It is what tests and the command line do; a page has a recording.
func (d Demo) Try(ctx context.Context, r Recipe, most int) (Attempt, error) {
	p, err := r.Problem()
	if err != nil {
		return Attempt{}, err
	}
	a := d.Attempt(p, r.Params)
	run, err := d.Steps(ctx, p, r.Params)
	if err != nil {
		return Attempt{}, err
	}
	a.Steps = -1
	for s := range run {
		a.Last, a.Steps = s, a.Steps+1
		for _, e := range s.Events {
			a.Events[e.Kind]++
		}
		if a.Complete = s.Status.Final(); a.Complete || a.Steps == most {
			break
		}
	}
	switch {
	case ctx.Err() != nil:
		return Attempt{}, ctx.Err()
	case a.Steps < 0:
		return Attempt{}, fmt.Errorf("%s has no steps", d.ID)
	}
	return a, nil
}

// Attempt returns what an attempt knows before its run.
func (d Demo) Attempt(p Problem, given param.Values) Attempt {
	all := param.Values{}
	for _, spec := range d.Schema() {
		all[spec.Name] = spec.Default
	}
	maps.Copy(all, given)
	return Attempt{Problem: p, Params: all, Events: map[string]int{}}
}

// Before is the run where a goal starts, as the one before an edit.
func (d Demo) Before(ctx context.Context, g Goal, most int) (*Outcome, error) {
	start, err := d.Link(g.Start)
	if err != nil {
		return nil, fmt.Errorf("the start of the goal %s: %w", g.ID, err)
	}
	a, err := d.Try(ctx, start, most)
	if err != nil {
		return nil, fmt.Errorf("the start of the goal %s: %w", g.ID, err)
	}
	return a.Outcome(), nil
}

// Link reads a recipe that is written as the query of a link.
func (d Demo) Link(query string) (Recipe, error) {
	q, err := url.ParseQuery(query)
	if err != nil {
		return Recipe{}, fmt.Errorf("read %q: %w", query, err)
	}
	return d.ParseRecipe(q)
}
