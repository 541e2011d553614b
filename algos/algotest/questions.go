package algotest

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// questions asks a demo's questions at steps of every preset, plays the run on to the
// steps that answer, and grades what is right and what is not.
func questions(ctx context.Context, d algos.Demo, r *report) {
	if len(d.Questions) == 0 {
		return
	}
	if len(d.Questions) > algos.MaxQuestions {
		r.fault("it asks %d questions: a reader chooses among %d at most", len(d.Questions), algos.MaxQuestions)
	}
	seen := map[string]bool{}
	for _, q := range d.Questions {
		if seen[q.ID] || !word.MatchString(q.ID) {
			r.fault("the question %q is taken, or does not fit a URL", q.ID)
		}
		seen[q.ID] = true
		if !slices.Contains(algos.QuestionKinds, q.Kind) {
			r.fault("the question %s is of no kind: %q", q.ID, q.Kind)
		}
	}
	e := examiner{demo: d, report: r, answered: map[string]int{}, answers: map[string]map[string]bool{}, presets: map[string]map[string]bool{}}
	for _, p := range d.Presets {
		e.preset(ctx, p)
		if len(r.faults) > 0 {
			return // one preset's faults are enough
		}
	}
	for _, name := range e.unanswered {
		if id := name[strings.LastIndex(name, " ")+1:]; unforeseen[d.ID+" "+id] {
			r.notes = append(r.notes, "no step answers "+name)
		} else {
			r.fault("%s is asked, and no step answers it: ask only where an answer comes, or give an option for this case", name)
		}
	}
	for _, q := range d.Questions {
		if e.answered[q.ID] == 0 {
			r.fault("the question %s is answered at no step of any preset", q.ID)
		}
		if n := e.answered[q.ID]; n >= fewestAnswers && len(e.presets[q.ID]) > 1 && len(e.answers[q.ID]) == 1 {
			r.fault("the question %s has the same right answer at all %d steps of the presets at which it is asked: it asks nothing", q.ID, n)
		}
	}
	for _, g := range degenerates(d) {
		if d.Input.Points == nil {
			break
		}
		steps, err := take(ctx, d, g.set, nil, 40)
		if err != nil {
			continue // the other parts of the contract report it
		}
		for i := range steps {
			e.asked(fmt.Sprint(g.name, " step ", i), steps[i])
		}
	}
}

// An examiner asks the questions of one demo.
type examiner struct {
	demo algos.Demo
	*report
	answered map[string]int             // how often, by the question's id
	answers  map[string]map[string]bool // the right ones, by the question's id
	presets  map[string]map[string]bool // in which it was answered

	unanswered []string // the askings that no step of a run answers
}

// unforeseen are the questions of which only the run itself finds out that they have no answer: an
// asking cannot foresee it without doing the work of the run. The list may only become shorter.
var unforeseen = map[string]bool{
	"autoencoder loses-most": true, "autoencoder loss-at-end": true,
	"diffusion-kernel keeps": true, "diffusion-kernel warmest": true,
	"lasso count":            true,
	"svm-loocv next-error":   true,
	"svm-multiclass machine": true,
	"svm-primal final-line":  true,
	"svm-primal next-touch":  true,
}

// mostAsked bounds the steps of a preset at which questions are asked.
const mostAsked = 60

// asked are the questions that fit a step, by their ids.
func (e *examiner) asked(name string, now algos.Step) map[string]algos.Asked {
	all := map[string]algos.Asked{}
	for _, q := range e.demo.Questions {
		a, ok := q.Fits(now)
		if !ok {
			continue
		}
		all[q.ID] = a
		e.worded(fmt.Sprint(name, " ", q.ID), q, a)
		if a.On != "" {
			for _, f := range unseen(a, now.Panels()) {
				e.fault("%s %s: %s", name, q.ID, f)
			}
		}
	}
	return all
}

// worded looks at a question as it is asked.
func (e *examiner) worded(name string, q algos.Question, a algos.Asked) {
	e.said(name, append([]say.Phrase{a.Text, a.Unit}, a.Options...)...)
	switch n := len(a.Options); {
	case a.Text == "":
		e.fault("%s: the question has no words", name)
	case q.Kind == algos.PickOption && (n < 2 || n > algos.MaxOptions):
		e.fault("%s: %d options, want 2 to %d", name, n, algos.MaxOptions)
	case q.Kind != algos.PickOption && n > 0:
		e.fault("%s: options to a question of the kind %s", name, q.Kind)
	case q.Kind != algos.SayNumber && a.Unit != "":
		e.fault("%s: a unit to a question of the kind %s", name, q.Kind)
	case a.Least > a.Most:
		e.fault("%s: the number is to lie between %g and %g", name, a.Least, a.Most)
	case q.Kind.PicksMark() && (len(a.Marks) < 2 || len(a.Marks) > algos.MaxMarks):
		e.fault("%s: %d marks to pick, want 2 to %d", name, len(a.Marks), algos.MaxMarks)
	case !q.Kind.PicksMark() && (len(a.Marks) > 0 || a.On != ""):
		e.fault("%s: marks to pick in a question of the kind %s", name, q.Kind)
	}
	e.marked(name, a)
	texts := map[string]bool{}
	for _, o := range a.Options {
		texts[o.String()] = true
	}
	if len(texts) < len(a.Options) {
		e.fault("%s: two options are the same: %q", name, a.Options)
	}
}

// marked looks at the marks that can be picked: their names.
func (e *examiner) marked(name string, a algos.Asked) {
	refs, names := map[string]bool{}, map[string]bool{}
	for _, p := range a.Marks {
		e.said(name, p.Name)
		if p.Ref == "" || p.Name == "" {
			e.fault("%s: the mark %q to pick is called %q", name, p.Ref, p.Name)
		}
		refs[p.Ref], names[p.Name.String()] = true, true
	}
	if len(refs) < len(a.Marks) || len(names) < len(a.Marks) {
		e.fault("%s: two marks to pick are the same", name)
	}
}

// unseen lists the marks that can be picked and are not on their panel.
func unseen(a algos.Asked, panels []mark.Panel) []string {
	i := slices.IndexFunc(panels, func(p mark.Panel) bool { return p.ID == a.On })
	if i < 0 {
		return []string{fmt.Sprintf("the marks to pick are on %q, and there is no such panel", a.On)}
	}
	refs := map[string]bool{}
	for _, m := range panels[i].Marks {
		switch m := m.(type) {
		case mark.Bars:
			for _, ref := range m.Refs {
				refs[ref] = true
			}
		case mark.Points:
			for _, ref := range m.Refs {
				refs[ref] = true
			}
		case mark.Rect:
			refs[m.Ref] = true
		case mark.Graph:
			for _, n := range m.Nodes {
				refs[n.Ref] = true
			}
		case mark.Matrix:
			for _, r := range m.RowRefs {
				for _, c := range m.ColRefs {
					refs[r+" "+c] = true
				}
			}
		}
	}
	var faults []string
	for _, p := range a.Marks {
		if !refs[p.Ref] {
			faults = append(faults, fmt.Sprintf("%q can be picked, and the panel %s shows no mark with that reference", p.Ref, a.On))
		}
	}
	return faults[:min(len(faults), 3)]
}

// said sees that what is said is defined; whether every language can say it is another
// part's matter.
func (e *examiner) said(name string, phrases ...say.Phrase) {
	for _, p := range phrases {
		if text := p.String(); undefined(text) {
			e.fault("%s: %q", name, text)
		}
	}
}

// preset plays a preset and asks at some of its steps, before later ones are made.
func (e *examiner) preset(ctx context.Context, p algos.Preset) {
	recipe, err := e.demo.Recipe(p.ID)
	if err != nil {
		return // the other parts of the contract report it
	}
	for _, seeded := range seeds(ctx, e.demo, recipe) {
		e.run(ctx, p, seeded)
	}
}

// run is preset with one seed.
func (e *examiner) run(ctx context.Context, p algos.Preset, recipe algos.Recipe) {
	problem, err := recipe.Problem()
	if err != nil {
		return
	}
	run, err := e.demo.Steps(ctx, problem, recipe.Params)
	if err != nil {
		return
	}
	var steps []algos.Step
	first := map[int]map[string]algos.Asked{}
	for s := range run {
		i := len(steps)
		if looked(i, s) && len(first) < mostAsked {
			first[i] = e.asked(fmt.Sprintf("%s step %d", p.ID, i), s)
		}
		if steps = append(steps, s); len(steps) == presetSteps {
			break
		}
	}
	again, _, err := presetRun(ctx, e.demo, recipe, presetSteps)
	if err != nil || len(again) != len(steps) {
		return // the determinism of runs is another part's matter
	}
	board := problem.Window
	for i, asked := range first {
		later := e.asked(p.ID, steps[i])
		if diff := cmp.Diff(asked, later); diff != "" {
			e.fault("%s step %d: what is asked depends on later steps:\n%s", p.ID, i, diff)
		}
		for _, q := range e.demo.Questions {
			if a, ok := asked[q.ID]; ok {
				e.examine(fmt.Sprintf("%s step %d %s", p.ID, i, q.ID), q, a, i, [2][]algos.Step{steps, again}, problem.Set, board)
			}
		}
	}
}

// Answers sees that a question of a demo is asked, in all its presets, only where a step of the run
// answers it: a reader who guesses learns whether it was right.
func Answers(t *testing.T, d algos.Demo, question string) {
	t.Helper()
	r := newReport(d)
	e := examiner{demo: d, report: r, answered: map[string]int{}, answers: map[string]map[string]bool{}, presets: map[string]map[string]bool{}}
	ctx := sharing(t.Context())
	for _, p := range d.Presets {
		e.preset(ctx, p)
	}
	for _, name := range e.unanswered {
		if strings.HasSuffix(name, " "+question) {
			t.Errorf("%s is asked, and no step answers it", name)
		}
	}
	if e.answered[question] == 0 {
		t.Errorf("%s is never answered", question)
	}
}

// examine finds the step that answers and grades guesses.
func (e *examiner) examine(name string, q algos.Question, asked algos.Asked, i int, runs [2][]algos.Step, set dataset.Set, board grid.Window) {
	then, err := answering(q, runs[0], i)
	if err != nil {
		e.fault("%s: %v", name, err)
		return
	}
	if then < 0 {
		if runs[0][len(runs[0])-1].Status.Final() {
			e.unanswered = append(e.unanswered, name)
		}
		return // the run was cut
	}
	a, ok := q.Answer(runs[0][i], runs[0][then])
	b, known := q.Answer(runs[1][i], runs[1][then])
	if diff := cmp.Diff(a, b); ok != known || diff != "" {
		e.fault("%s: another walk through the same run answers otherwise:\n%s", name, diff)
	}
	if !ok {
		e.unanswered = append(e.unanswered, name)
		return
	}
	e.answered[q.ID]++
	e.keep(q, a, name)
	e.said(name, a.Why)
	if f := wrongAnswer(q, asked, a, len(set.Points)); f != "" {
		e.fault("%s: %s", name, f)
		return
	}
	right, wrong := guesses(q, asked, a, len(set.Points), board)
	for _, g := range right {
		e.graded(name, q, asked, a, g, set, board, true)
	}
	for _, g := range wrong {
		e.graded(name, q, asked, a, g, set, board, false)
	}
}

// fewestAnswers is from how many answers on, in more than one preset, they have to differ.
const fewestAnswers = 3

// keep notes what is right at a step, whose name begins with its preset.
func (e *examiner) keep(q algos.Question, a algos.Answer, name string) {
	var right string
	switch q.Kind {
	case algos.PickOption:
		right = strconv.Itoa(a.Option)
	case algos.DrawLine:
		right = a.Line.String()
	case algos.SayNumber:
		right = strconv.FormatFloat(a.Number, 'g', 6, 64)
	default:
		right = fmt.Sprint(a.Points)
	}
	if e.answers[q.ID] == nil {
		e.answers[q.ID], e.presets[q.ID] = map[string]bool{}, map[string]bool{}
	}
	preset, _, _ := strings.Cut(name, " ")
	e.presets[q.ID][preset] = true
	e.answers[q.ID][right] = true
}

// graded sees that a guess is taken and graded as it should be.
func (e *examiner) graded(name string, q algos.Question, asked algos.Asked, a algos.Answer, g algos.Guess, set dataset.Set, board grid.Window, want bool) {
	if err := q.Check(asked, g, set); err != nil {
		if want {
			e.fault("%s: the right guess %+v cannot be given: %v", name, g, err)
		}
		return
	}
	grade := q.Grade(asked, a, g, board)
	if grade.Right != want || math.IsNaN(grade.Gap) || grade.Gap < 0 {
		e.fault("%s: the guess %+v of %+v is graded %+v", name, g, a, grade)
	}
	if grade.Said == "" {
		e.fault("%s: no verdict", name)
	}
	e.said(name, grade.Said)
}

// answering finds the step that answers by what is kept of all steps; −1 where the run
// was cut before it.
func answering(q algos.Question, steps []algos.Step, i int) (then int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("its Until looks at more than what is kept of all steps: %v", p)
		}
	}()
	for n := i + 1; n < len(steps); n++ {
		if q.Answered(steps[i], steps[n].Outline()) {
			return n, nil
		}
	}
	return -1, nil
}

// wrongAnswer says why nobody could answer so; empty for nothing.
func wrongAnswer(q algos.Question, asked algos.Asked, a algos.Answer, points int) string {
	if q.Kind.PicksMark() {
		points = len(asked.Marks)
	}
	switch q.Kind {
	case algos.PickPoint, algos.PickCell, algos.PickNode, algos.PickBar:
		if len(a.Points) == 0 || slices.Min(a.Points) < 0 || slices.Max(a.Points) >= points {
			return fmt.Sprintf("the answer is the points or marks %d of %d", a.Points, points)
		}
	case algos.DrawLine:
		l := a.Line
		if length := math.Hypot(l.A, l.B); !(length > 0) || math.IsInf(length, 0) || math.IsNaN(l.C) || math.IsInf(l.C, 0) {
			return fmt.Sprintf("the answer is the line %v", l)
		}
	case algos.SayNumber:
		if math.IsNaN(a.Number) || math.IsInf(a.Number, 0) || !(a.Tolerance >= 0) {
			return fmt.Sprintf("the answer is %g ± %g", a.Number, a.Tolerance)
		}
	case algos.PickOption:
		if a.Option < 0 || a.Option >= len(asked.Options) {
			return fmt.Sprintf("the answer is the option %d of %d", a.Option, len(asked.Options))
		}
	}
	return ""
}

// guesses are some that are right and some that are not.
func guesses(q algos.Question, asked algos.Asked, a algos.Answer, points int, board grid.Window) (right, wrong []algos.Guess) {
	if q.Kind.PicksMark() {
		points = len(asked.Marks)
	}
	switch q.Kind {
	case algos.PickPoint, algos.PickCell, algos.PickNode, algos.PickBar:
		for k := range points {
			if g := (algos.Guess{Point: k}); slices.Contains(a.Points, k) {
				right = append(right, g)
			} else {
				wrong = append(wrong, g)
			}
		}
	case algos.DrawLine:
		right = []algos.Guess{{Line: placesOn(a.Line, board)}}
		wrong = []algos.Guess{{Line: farFrom(a.Line, board)}}
	case algos.SayNumber:
		off := 2*a.Tolerance + 1
		right = []algos.Guess{{Number: a.Number}}
		if !asked.Whole {
			near := []algos.Guess{{Number: a.Number + 0.9*a.Tolerance}, {Number: a.Number - 0.9*a.Tolerance}}
			beyond := func(g algos.Guess) bool {
				return asked.Least != asked.Most && (g.Number < asked.Least || g.Number > asked.Most)
			}
			right = append(right, slices.DeleteFunc(near, beyond)...)
		} else {
			off = math.Ceil(off)
		}
		wrong = []algos.Guess{{Number: a.Number + off}, {Number: a.Number - off}}
	case algos.PickOption:
		for k := range asked.Options {
			if g := (algos.Guess{Option: k}); k == a.Option {
				right = append(right, g)
			} else {
				wrong = append(wrong, g)
			}
		}
	}
	return right, wrong
}

// placesOn are two places on a line, near the board.
func placesOn(l geometry.Line, board grid.Window) [2]mark.XY {
	x, y := (board.X0+board.X1)/2, (board.Y0+board.Y1)/2
	length := math.Hypot(l.A, l.B)
	far := (l.A*x + l.B*y + l.C) / length
	a, b, size := l.A/length, l.B/length, math.Hypot(board.X1-board.X0, board.Y1-board.Y0)
	foot := mark.XY{X: x - far*a, Y: y - far*b}
	return [2]mark.XY{{X: foot.X - size*b, Y: foot.Y + size*a}, {X: foot.X + size*b, Y: foot.Y - size*a}}
}

// farFrom are two places on the line through the middle of the board that disagrees
// most with another.
func farFrom(l geometry.Line, board grid.Window) [2]mark.XY {
	middle, most := mark.XY{X: (board.X0 + board.X1) / 2, Y: (board.Y0 + board.Y1) / 2}, -1.0
	var best [2]mark.XY
	for k := range 12 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 12)
		other := mark.XY{X: middle.X + cos*(board.X1-board.X0), Y: middle.Y + sin*(board.Y1-board.Y0)}
		drawn, _ := geometry.Through(middle, other)
		if gap := geometry.Disagreement(drawn, l, board); gap > most {
			best, most = [2]mark.XY{middle, other}, gap
		}
	}
	return best
}
