// Package perceptron teaches Rosenblatt's perceptron and Novikoff's bound on
// its mistakes.
//
// The rows are visited in file order, over and over. A row with y⟨θ, x⟩ ≤ 0 is a
// mistake and adds y·x to θ, which starts at 0; a pass without a mistake ends
// the run. If some unit vector θ* has y⟨θ*, x⟩ ≥ γ > 0 for all rows, and ‖x‖ ≤ R,
// there are at most (R/γ)² mistakes (Novikoff, 1962).
package perceptron

import (
	_ "embed"
	"iter"

	"playground/algos"
	"playground/algos/param"
)

//go:embed lesson.md
var lesson string

// Demo is the standard perceptron.
var Demo = algos.Define(algos.Demo{
	ID:      "perceptron",
	Title:   "Perceptron",
	Summary: "Correct one mistake at a time until a line separates the points.",
	Family:  "Margins",
	Task:    algos.Classify,
	Dims:    []int{2},
	Classes: 2,
	Formula: `\text{if } y_t\,\langle\theta,x_t\rangle\le 0\text{:}\quad\theta\leftarrow\theta+y_t\,x_t`,
	Lesson:  lesson,
	Source:  source,
	Refs: []algos.Ref{
		{Source: "003", Where: "perceptron, margin and convergence theorem (lines 320–386)"},
		{Source: "004", Where: "handout A, perceptron and geometric margin (lines 41–196), program in its appendix (lines 331–364)"},
		{Source: "A. B. J. Novikoff, On convergence proofs on perceptrons", Where: "Symposium on the Mathematical Theory of Automata, 1962"},
	},
	Charts: []algos.Chart{
		{
			ID: "updates", Title: "Updates and their bound", Y: "updates k", Log: true,
			Series: []algos.Series{
				{Metric: "updates", Label: "k"},
				{Metric: "bound", Label: "(R/γ)²", Bound: true},
			},
		},
		{
			ID: "mistakes", Title: "Mistakes", Y: "rows",
			Series: []algos.Series{
				{Metric: "mistakes_in_pass", Label: "in this pass so far", Role: algos.RoleBad},
				{Metric: "train_errors", Label: "on all rows, under θ"},
			},
		},
		{
			ID: "norm", Title: "Length of θ", Y: "‖θ‖²",
			Series: []algos.Series{
				{Metric: "norm2", Label: "‖θ‖²"},
				{Metric: "k_r2", Label: "k R²", Bound: true},
			},
		},
	},
	Presets: presets,
}, bind, run)

type options struct {
	Bias   bool
	Passes int
	Best   bool
}

func bind(o *options, s *param.Set) {
	s.Bool(&o.Bias, "bias", true).Label("constant coordinate").
		Hint("Appends 1 to every x, so that the line need not pass through the origin.")
	s.Int(&o.Passes, "passes", 100, 1, 10_000).Slider(1, 200).Label("passes at most").
		Hint("Where no line separates the points the perceptron never stops by itself.")
	s.Bool(&o.Best, "best", false).Label("show the largest margin").
		Hint("Draws the line θ* that the bound speaks of, and the points nearest to it.")
}

// run is the textbook loop. The last row of a pass also ends the pass.
func run(p algos.Problem, o options) iter.Seq[algos.Step] {
	return func(yield func(algos.Step) bool) {
		if len(p.Points) == 0 {
			yield(refuse(newTask(p, o), "there are no points: place some of both classes"))
			return
		}
		l := newLearner(newTask(p, o))
		if !yield(l.step(start)) {
			return
		}
		for l.pass = 1; l.pass <= o.Passes; l.pass++ {
			l.mistakes = 0
			for l.row = range l.rows {
				r := l.rows[l.row]
				if r.y*r.score(l.theta) > 0 {
					if !yield(l.step(check)) {
						return
					}
					continue
				}
				l.mistakes++
				if !yield(l.step(mistake)) {
					return
				}
				l.update(r)
				if !yield(l.step(update)) {
					return
				}
			}
			if l.mistakes == 0 {
				return
			}
		}
	}
}
