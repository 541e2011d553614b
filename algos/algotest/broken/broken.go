// Package broken is a demo, k nearest neighbours, that can be broken on purpose: each of its
// faults is one that a newcomer made or might make. Tests of the contract see which of
// them it finds.
package broken

import (
	"context"
	"embed"
	"fmt"
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed *.go *.json *.md
var sources embed.FS

// Demo returns the demo with one fault; with "" it has none.
func Demo(fault string) algos.Demo {
	f := faults{fault}
	d := algos.Demo{
		ID: "broken", Title: "k nearest neighbours", Keywords: "kNN", Summary: "The label of the nearest points, for tests.", Family: "Online learning",
		Input:     input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 60}},
		Units:     f.units(),
		MinPoints: 1, TooFew: "There are no points.", Formula: `\hat y = \operatorname{maj}\{y_i : i \in N_k(q)\}`,
		Sources: sources,
		Refs:    []algos.Ref{{Source: "T. M. Cover and P. E. Hart (1967)", Where: "nearest neighbor pattern classification"}},
		Metrics: []string{"seen", "rank", "distance", "radius", "farther"},
		Charts:  []mark.Chart{{ID: "radius", Title: "Radius", Y: "distance", Series: []mark.Series{{Metric: "radius", Label: "of the neighbourhood"}}}},
		Presets: []algos.Preset{
			algos.NewPreset("blobs", "Two clusters", dataset.Generate("blobs", 18, 1, 1), "step=6", "The radius shrinks with every nearer point."),
			algos.NewPreset("mirror", f.title(), dataset.Generate("blobs", 18, 1, 3), "step=end&query=2,2", "The label is that of the other cluster."),
			algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 24, 1, 1), "step=end&weights=distance", "Near points count more."),
		},
		Fixtures: []algos.Fixture{
			algos.NewFixture("radius", "The third of four points", "by hand: 3 is the third smallest of the distances 1 to 4", line, "step=end&query=0,0",
				algos.Expect("model.radius", "the radius", f.pick("fixture", 3.5, 3), 1e-12)),
		},
		Questions: []algos.Question{algos.Ask("label", algos.PickOption, askLabel, algos.AtEnd, answerLabel)},
		Goals: []algos.Goal{{
			ID: "far", Text: "Let the third neighbour be at least 4 away.", Hint: "Move q.",
			Start: "preset=blobs", Example: "preset=blobs&query=6,6", CounterExample: "preset=blobs&query=1,1", Asks: 4,
			Reached: algos.Reach(reached),
		}},
	}
	d = algos.Define(d, bind, func(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
		return run(ctx, p, o, f)
	})
	if fault == "lesson number" {
		d.Lesson += "\nAt the end the radius is 0.377.\n"
	}
	return d
}

// line are four points at the distances 1 to 4 from the origin.
var line = dataset.Labelled([3]float64{2, 0, 1}, [3]float64{0, 1, -1}, [3]float64{-4, 0, 1}, [3]float64{0, -3, -1})

// faults says which fault the demo has.
type faults struct{ is string }

func (f faults) pick(fault string, broken, right float64) float64 {
	if f.is == fault {
		return broken
	}
	return right
}

func (f faults) title() string {
	if f.is == "long title" {
		return "The same two clusters once more, looked at from the other side"
	}
	return "From the other side"
}

// units are what the steps are called.
func (f faults) units() algos.Units {
	u := algos.Units{Step: "point", First: "one <step> is looked at, and the radius of the neighbourhood shrinks"}
	switch f.is {
	case "first":
		u.First = "one <step> grows a tree from a bootstrap sample"
	case "first of all":
		u.First = "all points are looked at"
	case "no unit":
		u.Step = ""
	}
	return u
}

// announced is what the buttons say.
func (v view) announced() algos.Next {
	var n algos.Next
	w := say.Vars{"x": say.Row(v.seen).Name(), "next": v.seen + 1, "last": v.seen}
	switch v.is {
	case "long button":
		n.Step = "look at the next point of the table in the order of the file"
	case "other noun":
		n.Step = "next neighbour"
	case "behind the counter":
		n.Step = w.Text("point <last>")
	case "no unit":
		n.Step = w.Text("round <next>")
	case "pass":
		n.Pass = "10 points"
	case "two ways":
		n.Step = "look on"
		n.Pass = "look on"
	case "no end":
		n.Step = "to the end"
	default:
		n.Step = w.Text("look at <x>")
	}
	return n
}

type options struct {
	K       int
	Weights string
	Query   [2]float64
}

// The weights of the neighbours.
const (
	uniform  = "uniform"
	distance = "distance"
)

func bind(o *options, s *param.Set) {
	s.Int(&o.K, "k", 3, 1, 9).Label("neighbours k")
	s.Choice(&o.Weights, "weights", uniform, param.Option{Value: uniform, Label: "uniform"}, param.Option{Value: distance, Label: "1/distance"}).Label("weights")
	s.Point(&o.Query, "query", [2]float64{-1, 0.5}, 100).Label("query q")
}

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	options
	faults
	slow func() float64 // a value that only a look at a step needs
}

// A view is the run after some points.
type view struct {
	*task
	seen   int
	rows   []int // those seen, nearest first
	status algos.Status
}

// run looks at the points in file order.
func run(ctx context.Context, p algos.Problem, o options, f faults) (iter.Seq[algos.Step], error) {
	t := &task{Problem: p, options: o, faults: f}
	t.slow = algos.Slow(ctx, t.spread)
	return func(yield func(algos.Step) bool) {
		v := view{task: t, status: algos.Status{State: algos.Running}}
		for yield(v.step()) && !v.status.Final() && ctx.Err() == nil {
			v = v.next()
		}
	}, nil
}

// spread is the mean distance between all pairs of points.
func (t *task) spread(ctx context.Context) float64 {
	sum := 0.0
	for i := range t.Points {
		if t.is != "late without a context" && ctx.Err() != nil {
			return 0
		}
		for j := range t.Points {
			sum += length(t.Points[i].X, t.Points[j].X)
		}
	}
	return sum / float64(len(t.Points)*len(t.Points))
}

func length(x, y [2]float64) float64 { return math.Hypot(x[0]-y[0], x[1]-y[1]) }

// at is how far row i is from q.
func (t *task) at(i int) float64 { return length(t.Points[i].X, t.Query) }

// next looks at one point more.
func (v view) next() view {
	rows := append(slices.Clone(v.rows), v.seen)
	slices.SortStableFunc(rows, func(i, j int) int {
		switch a, b := v.at(i), v.at(j); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	v.rows, v.seen = rows, v.seen+1
	if v.seen == len(v.Points) {
		v.status = algos.Status{State: algos.Converged, Reason: say.Vars{"label": int(v.pick("wrong class", float64(-v.label()), float64(v.label())))}.Text("All points have been seen: q gets the label <label=model.label>.")}
	}
	return v
}

// neighbours are the k nearest rows so far.
func (v view) neighbours() []int { return v.rows[:min(v.K, len(v.rows))] }

// radius is how far the last of the neighbours is from q.
func (v view) radius() float64 {
	if len(v.rows) == 0 {
		return math.NaN()
	}
	near := v.neighbours()
	return v.at(near[len(near)-1])
}

// rank is that of the last point seen, from 1.
func (v view) rank() int { return slices.Index(v.rows, v.seen-1) + 1 }

// farther is how many points seen are farther than the radius.
func (v view) farther() int { return len(v.rows) - len(v.neighbours()) }

// vote is the weight of the second class among the neighbours of a place, less that of the first.
func (t *task) vote(x [2]float64, rows []int) float64 {
	sum := 0.0
	for _, i := range rows {
		w := 1.0
		if t.Weights == distance {
			w = 1 / (1e-9 + length(t.Points[i].X, x))
		}
		sum += w * float64(2*t.Points[i].Class()-1)
	}
	return sum
}

// label is that of q.
func (v view) label() int { return v.labelOf(v.vote(v.Query, v.neighbours())) }

func (t *task) labelOf(vote float64) int {
	if vote > 0 {
		return t.Label(1)
	}
	return t.Label(0)
}

// nearest are the k rows that are nearest to a place.
func (t *task) nearest(x [2]float64) []int {
	rows := make([]int, len(t.Points))
	for i := range rows {
		rows[i] = i
	}
	slices.SortStableFunc(rows, func(i, j int) int {
		switch a, b := length(t.Points[i].X, x), length(t.Points[j].X, x); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	return rows[:min(t.K, len(rows))]
}

func (v view) step() algos.Step {
	s := algos.Step{Phase: "start", Size: algos.Pass, Status: v.status, View: v, Metrics: []float64{float64(v.seen), math.NaN(), math.NaN(), math.NaN(), float64(v.farther())}}
	if v.seen > 0 {
		s.Phase, s.Size = say.Vars{"x": say.Row(v.seen - 1).Name()}.Text("looked at <x>"), algos.Normal
		s.Metrics[1], s.Metrics[2], s.Metrics[3] = float64(v.rank()), v.at(v.seen-1), v.radius()
	}
	if !v.status.Final() {
		s.Next = v.announced()
	}
	return s
}

// Say tells what the step did.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"n": len(v.Points), "k": v.K}}
	if v.seen == 0 {
		s.Text("<n point> will be looked at for the <k> nearest to q.")
		return s.Lines
	}
	d, r := v.at(v.seen-1), v.radius()
	s.Vars = say.Vars{
		"x": say.Row(v.seen - 1), "rank": v.rank() + int(v.pick("rank", 1, 0)), "seen": v.seen, "d": d * v.pick("line distance", 0.5, 1),
		"r": r * v.pick("radius", 2, 1), "farther": v.farther() + int(v.pick("count", 3, 0)), "wrong": d * v.pick("formula", 1.1, 1),
		"dx": v.Points[v.seen-1].X[0] - v.Query[0], "dy": v.Points[v.seen-1].X[1] - v.Query[1],
	}
	s.Text("<x> is number <rank=metric.rank> by distance of the <seen=metric.seen point> so far.")
	far := d > r
	if v.is == "tie" {
		far = d >= r
	}
	switch {
	case far && v.is == "opposite":
		s.Text("It is <d=metric.distance> away, less than the radius <r=metric.radius>.")
	case far:
		s.Text("It is <d=metric.distance> away, more than the radius <r=metric.radius>.")
	default:
		s.Text("It is <d=metric.distance> away and among the neighbours, within the radius <r=metric.radius>.")
	}
	s.Text("Beyond the radius are <farther=metric.farther point>.")
	s.TeX(`\sqrt{(<dx>)^2 + (<dy>)^2} = <wrong>`)
	if v.K == 1 && v.Weights == distance && v.is == "pair" {
		s.Text("A single neighbour decides, whatever its weight is.")
	}
	if v.is == "Chinese" {
		s.Text("The radius is smaller with every nearer point.")
	}
	return s.Lines
}

// What theory guarantees.
var (
	sorted = algos.Guarantee{Name: "sorted", Claim: `the radius is the $k$-th smallest distance`}
	counts = algos.Guarantee{Name: "counts", Claim: `the neighbours and the points beyond are all that were seen`}
)

// Checks finds the radius by counting.
func (v view) Checks() []algos.Check {
	if v.seen == 0 {
		return []algos.Check{sorted.Not("no point has been seen"), counts.Not("no point has been seen")}
	}
	var all []float64
	for i := range v.seen {
		all = append(all, v.at(i))
	}
	slices.Sort(all)
	kth := all[min(v.K, len(all))-1]
	left := v.radius()
	checks := []algos.Check{
		sorted.Equal(left, kth, num.Ulp*kth).Between("radius", "k-th smallest"),
		counts.Equal(float64(len(v.neighbours())+v.farther()), float64(v.seen), 0).Between("both", "seen"),
	}
	switch v.is {
	case "self": // compares a number with itself
		checks = append(checks, algos.Equal("self", "the radius is the radius", left, left, 0))
	case "always": // compares two constants
		checks = append(checks, algos.AtLeast("always", "a distance is never negative", 1, 0, 0))
	case "slow guarantee":
		sum := 0.0
		for range 70_000_000 {
			sum = math.Sqrt(sum + left)
		}
		checks = append(checks, algos.AtLeast("root", "the root grows", sum, 0, 0))
	}
	return checks
}

// Panels draws the board and a bar for each distance.
func (v view) Panels() []mark.Panel {
	p := v.Board()
	p.Alt = "the points, q and its neighbourhood"
	class := func(x, y float64) float64 {
		at := [2]float64{x, y}
		k := float64(0)
		if v.labelOf(v.vote(at, v.nearest(at))) == v.Label(1) {
			k = 1
		}
		if v.is == "regions" {
			return 1 - k
		}
		return k
	}
	if v.is == "slow field" {
		quick := class
		class = func(x, y float64) float64 {
			sum := 0.0
			for range 40_000 {
				sum = math.Sqrt(sum + 1)
			}
			if sum > 1e9 {
				return 0
			}
			return quick(x, y)
		}
	}
	legend := say.Phrase("region of each label")
	if v.is == "long legend" {
		legend = "the part of the board in which a new point would get the label that has this colour here"
	}
	p.Add(mark.Field{Eval: func(dst []float64, g grid.Grid) { grid.Fill(dst, g, class) }, Scale: mark.Regions, Legend: legend}, mark.DataPoints(v.Set))
	q := mark.XY{X: v.Query[0], Y: v.Query[1]}
	if v.seen > 0 {
		r := v.radius() * v.pick("ball", 2, 1)
		p.Add(v.ball(q, r))
	}
	at := mark.Handle{Param: "query", At: q, Tip: "the query q", Legend: "q"}
	if v.is == "handle" {
		at.At.X++
	}
	p.Add(at)
	bars := mark.Bars{Style: mark.RoleSoft.Plain()}
	for i := range v.Points {
		bars.Y = append(bars.Y, v.at(i))
	}
	spread := mark.Slow("spread", "Mean distance", func() mark.Panel {
		return mark.Panel{
			ID: "spread", Title: "Mean distance", Alt: say.Vars{"d": v.slow()}.Text("the mean distance is <d>"),
			Marks: []mark.Mark{mark.Rule{At: 1, Style: mark.RoleSoft.Plain()}},
		}
	})
	return []mark.Panel{p, {ID: "distances", Title: "Distances", Alt: "a bar for the distance of each point", Marks: []mark.Mark{bars}}, v.tree(), spread}
}

// ball is the neighbourhood of q.
func (v view) ball(q mark.XY, r float64) mark.Mark {
	style := mark.RoleAccent.Plain()
	switch v.is {
	case "ball in class colour":
		style = mark.RoleOfClass(v.Points[v.rows[0]].Class()).Plain()
	case "circle":
		return mark.Ellipses{Mean: []mark.XY{q}, Cov: [][3]float64{{1, 0, 1}}, Radii: []float64{r}, Style: []mark.Style{style}, Legend: "neighbourhood"}
	}
	return panel.Ball(geometry.L2, q, r, "metric.radius", style, "neighbourhood")
}

// tree has the neighbours below q, each in the colour of its class.
func (v view) tree() mark.Panel {
	t := panel.Tree{ID: "tree", Title: "Neighbours", Alt: "the neighbours of q by their classes", Nodes: []panel.TreeNode{{Text: []say.Phrase{"q"}}}}
	votes := []float64{0, 0}
	for _, i := range v.neighbours() {
		k := v.Points[i].Class()
		votes[k]++
		if v.is == "tree" {
			k = 1 - k
		}
		t.Nodes[0].Children = append(t.Nodes[0].Children, len(t.Nodes))
		t.Nodes = append(t.Nodes, panel.TreeNode{Text: []say.Phrase{say.Vars{"x": say.Row(i).Name()}.Text("<x>")}, Ref: fmt.Sprintf("x%d", i), Role: mark.RoleOfClass(k)})
	}
	if k := slices.Index(votes, slices.Max(votes)); len(v.rows) > 0 {
		t.Nodes[0].Shares, t.Nodes[0].Role = votes, mark.RoleOfClass(int(v.pick("root", float64(1-k), float64(k))))
	}
	return t.Panel()
}

// Model returns the neighbourhood and predicts labels.
func (v view) Model() algos.Model {
	m := algos.Model{Values: []algos.Value{{Name: "radius", Value: v.radius() * v.pick("model", 1.01, 1)}, {Name: "label", Value: v.label()}, {Name: "neighbours", Value: v.neighbours()}}}
	m.Predict = func(x [2]float64) []algos.Value {
		return []algos.Value{{Name: "label", Value: v.labelOf(v.vote(x, v.nearest(x)))}}
	}
	if v.is == "no label" {
		m.Predict = func([2]float64) []algos.Value { return nil }
	}
	return m
}

func askLabel(now algos.At[view]) (algos.Asked, bool) {
	return algos.Asked{Text: "Which label will q get?", Options: []say.Phrase{say.Phrase(fmt.Sprint(now.View.Label(0))), say.Phrase(fmt.Sprint(now.View.Label(1)))}}, now.View.seen < 3
}

func answerLabel(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	a := algos.Answer{}
	if v.label() == v.Label(1) && v.is != "first option" {
		a.Option = 1
	}
	return a, true
}

func reached(_ algos.Attempt, v view) (algos.Score, bool) {
	r := v.radius()
	if v.is == "goal" { // counts what is not asked for
		r += 4
	}
	return algos.Score{Number: r, Words: say.Vars{"r": r}.Text("<r> away")}, r >= 4
}
