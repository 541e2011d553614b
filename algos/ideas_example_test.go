package algos_test

import (
	"context"
	"fmt"
	"iter"
	"math"
	"net/url"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

// The examples below are about one small demo: gradient descent on f(x) = x².

type slopeOptions struct{ Start, Eta float64 }

// A slope is the state of the descent at one step.
type slope struct {
	slopeOptions
	x, was float64
	n      int
}

func (s slope) next() slope {
	s.was, s.x, s.n = s.x, s.x-s.Eta*2*s.x, s.n+1
	return s
}

var fallsClaim = algos.Guarantee{Name: "falls", Claim: `with $\eta<1$ the loss never rises`}

func (s slope) Say() []algos.Line {
	story := algos.Story{Vars: say.Vars{"n": s.n, "x": s.x, "f": s.x * s.x}}
	story.Text("After <n update>, $f(x)=<f>$.")
	return story.Lines
}

func (s slope) Checks() []algos.Check {
	premise := say.Phrase("")
	if s.Eta >= 1 {
		premise = "the step size is 1 or more"
	}
	return []algos.Check{fallsClaim.AtMost(s.x*s.x, s.was*s.was, 1e-15*s.was*s.was).Between("now", "before").Unless(premise)}
}

func (s slope) Panels() []mark.Panel {
	return []mark.Panel{panel.Curves{
		ID: "board", Title: "The function", Alt: say.Vars{"x": s.x}.Text("a parabola, and x = <x> on it"),
		X: mark.Axis{Name: "x", Min: -2, Max: 2}, Y: mark.Axis{Name: "f(x)", Max: 4},
		Of:     []panel.Quantity{{Of: func(x float64) float64 { return x * x }, Style: mark.RoleInk.Wide(2), Name: "f"}},
		Over:   []mark.Mark{panel.Dot(mark.XY{X: s.x, Y: s.x * s.x}, 5, mark.RoleAccent.Plain(), "x now")},
		Handle: mark.Handle{Param: "start", Tip: "drag the start"}, Now: &s.Start,
	}.Panel()}
}

func (s slope) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "x", Value: s.x}, {Name: "f", Value: s.x * s.x}}}
}

var descent = algos.Define(
	algos.Demo{ID: "descent", Title: "Descent", Units: algos.Units{Step: "update"}, Metrics: []string{"f"}, Presets: []algos.Preset{
		algos.NewPreset("slow", "A small step size", dataset.Source{}, "step=2&eta=0.25", "Half of x is left each time."),
	}},
	func(o *slopeOptions, s *param.Set) {
		s.Float(&o.Start, "start", 2, -2, 2)
		s.Float(&o.Eta, "eta", 0.1, 0, 2)
	},
	func(_ context.Context, p algos.Problem, o slopeOptions) (iter.Seq[algos.Step], error) {
		if o.Start == 0 {
			return nil, algos.Refuse("The start is the minimum already.")
		}
		return func(yield func(algos.Step) bool) {
			for s := (slope{slopeOptions: o, x: o.Start, was: o.Start}); ; s = s.next() {
				step := algos.Step{
					Phase: "updated", Size: algos.Normal, Metrics: []float64{s.x * s.x},
					Status: algos.Status{State: algos.Running}, View: s,
				}
				if math.Abs(s.x) < 0.1 {
					step.Status = algos.Status{State: algos.Converged, Reason: "x is near 0."}
				}
				if !yield(step) || step.Status.Final() {
					return
				}
			}
		}, nil
	})

// play returns the steps of a link.
func play(link string) []algos.Step {
	q, err := url.ParseQuery(link)
	if err != nil {
		panic(err)
	}
	r, err := descent.ParseRecipe(q)
	if err != nil {
		fmt.Println(err)
		return nil
	}
	run, err := r.Run(context.Background(), descent)
	if err != nil {
		panic(err)
	}
	var steps []algos.Step
	for s := range run {
		steps = append(steps, s)
	}
	return steps
}

// A link is a recipe, and a recipe is a link: what is left out has its default. A bad value is
// an error that names the field and the limit.
func ExampleRecipe() {
	r, _ := descent.ParseRecipe(url.Values{"preset": {"slow"}, "start": {"-1.5"}})
	q, _ := r.Query(descent)
	fmt.Println(r.Params["eta"], r.Step, q.Get("start"))
	play("eta=5")
	// Output:
	// 0.25 2 -1.5
	// eta: 5 is out of range: it must be from 0 to 2
}

// The parameters of a demo are described for forms, links and the command line.
func ExampleDemo() {
	for _, p := range descent.Schema() {
		fmt.Println(p.Name, p.Kind, p.Default, *p.Min, *p.Max)
	}
	// Output:
	// start float 2 -2 2
	// eta float 0.1 0 2
}

// A run draws from its problem alone: the same seed gives the same numbers.
func ExampleProblem() {
	set, _ := dataset.Line([2]float64{0, 1}, [2]float64{2, 3}).Load()
	p := algos.NewProblem(set, 7, mark.FitWindow(set))
	again := algos.NewProblem(set, 7, mark.FitWindow(set))
	fmt.Println(len(p.Points), p.Window.Contains(2, 3), p.Rand.IntN(1000) == again.Rand.IntN(1000))
	// Output: 2 true true
}

// Data that a demo cannot take are refused in words before a run starts.
func Example_input() {
	demo := algos.Define(
		algos.Demo{ID: "plane", Input: input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}}},
		func(*struct{}, *param.Set) {},
		func(context.Context, algos.Problem, struct{}) (iter.Seq[algos.Step], error) { return nil, nil })
	set, _ := dataset.Line([2]float64{0, 1}).Load()
	fmt.Println(demo.Check(algos.NewProblem(set, 1, mark.FitWindow(set)), nil))
	// Output: data: the points have 1 input columns; plane takes [2]
}

// A problem without anything to do is refused, and its only step says why.
func ExampleRefuse() {
	steps := play("start=0")
	fmt.Println(len(steps), steps[0].Status.State, steps[0].Say()[0].Text)
	// Output: 1 refused The start is the minimum already.
}

// The first step is the state before any work. Sizes say where a button stops, and the end
// of a run is an event with the reason. What comes next is named by Units.
func ExampleStep() {
	steps := play("start=0.3")
	for _, s := range steps {
		fmt.Printf("f = %.4g, %s, next: %q %v\n", s.Metric("f"), s.Status.State, s.Next.Step, s.Events)
	}
	fmt.Println(steps[1].Size == algos.Normal)
	// Output:
	// f = 0.09, running, next: "next update" []
	// f = 0.0225, running, next: "next update" []
	// f = 0.005625, converged, next: "" [{converged x is near 0.}]
	// true
}

// A view works out what is said, checked, drawn and learnt, whenever it is looked at.
func ExampleView() {
	var v algos.View = play("")[1]
	fmt.Println(v.Say()[0].Text)
	fmt.Println(v.Checks()[0].Verdict, len(v.Panels()), v.Model().Value("x"))
	// Output:
	// After 1 update, $f(x)=1$.
	// holds 1 1
}

// Sentences are templates: numbers go in as values, and nouns get their plural.
func ExampleStory() {
	s := algos.Story{Vars: say.Vars{"n": 2, "eta": 0.1, "x": -0.25}}
	s.Text(`After <n update> with $\eta=<eta>$:`)
	s.TeX(`x = \hl{<x>}`)
	for _, line := range s.Lines {
		fmt.Println(line.Text + line.TeX)
	}
	// Output:
	// After 2 updates with $\eta=0.1$:
	// x = \hl{-0.25}
}

// A guarantee is judged with the numbers of a step; where its premise fails it says so.
func ExampleGuarantee() {
	falls := play("eta=0.25")[1].Checks()[0]
	fmt.Println(falls.Name, falls.Left, falls.Rel, falls.Right, falls.Verdict)
	rises := play("eta=1&start=0.05")[0].Checks()[0]
	fmt.Println(rises.Verdict, rises.Why)
	// Output:
	// falls 1 <= 4 holds
	// not-applicable the step size is 1 or more
}

// A step is drawn as marks in data coordinates, with roles instead of colours.
func Example_panels() {
	p := play("")[1].Panels()[0]
	for _, m := range p.Marks {
		switch m := m.(type) {
		case mark.PolyLine:
			fmt.Println("curve", m.Name, m.Style.Role == mark.RoleInk)
		case mark.Points:
			fmt.Println("dot", m.Legend, m.At)
		}
	}
	// Output:
	// curve f true
	// dot x now [{1 1}]
}

// A handle stands where the parameter is that it sets, here the start on the curve.
func Example_handle() {
	for _, m := range play("start=-1.5")[2].Panels()[0].Marks {
		if h, ok := m.(mark.Handle); ok {
			fmt.Println(h.Param, h.At, h.Check(descent.Schema()))
		}
	}
	// Output: start {-1.5 2.25} <nil>
}

// A model has numbers by name, and predictions where the method makes them.
func ExampleModel() {
	m := algos.Model{
		Values:  []algos.Value{{Name: "theta", Value: []float64{2}}},
		Predict: func(x [2]float64) []algos.Value { return []algos.Value{{Name: "y", Value: 2 * x[0]}} },
	}
	fmt.Println(m.Value("theta"), m.Predict([2]float64{1.5}), m.Value("bias"))
	// Output: [2] [{y 3}] <nil>
}

// A preset is a recipe with a sentence about what to look for.
func ExampleNewPreset() {
	p := algos.NewPreset("end", "To the end", dataset.Source{}, "step=end&eta=0.4", "It takes three updates.")
	fmt.Println(p.Step == algos.Last, p.Params["eta"], p.Note)
	// Output: true 0.4 It takes three updates.
}

// A fixture compares a run with numbers that are known from elsewhere.
func ExampleNewFixture() {
	f := algos.NewFixture("halves", "Half of x is left", "by hand: 2, 1, ½", dataset.Source{}, "step=2&eta=0.25", algos.Expect("model.x", "$x$", 0.5, 1e-12))
	got, err := f.Compare(context.Background(), descent)
	fmt.Println(got[0].Got, got[0].Good, err)
	// Output: 0.5 true <nil>
}

// A question takes the demo's view; its answer is read off the step that follows.
func ExampleAsk() {
	q := algos.Ask("over", algos.PickOption,
		func(now algos.At[slope]) (algos.Asked, bool) {
			return algos.Asked{Text: "Does the update jump over 0?", Options: []say.Phrase{"yes", "no"}}, now.View.Eta > 0
		},
		nil,
		func(now, then algos.At[slope]) (algos.Answer, bool) {
			if now.View.x*then.View.x < 0 {
				return algos.Answer{Option: 0}, true
			}
			return algos.Answer{Option: 1}, true
		})
	steps := play("eta=0.75")
	asked, _ := q.Fits(steps[0])
	answer, _ := q.Answer(steps[0], steps[1])
	fmt.Println(asked.Text, asked.Options[answer.Option])
	// Output: Does the update jump over 0? yes
}

// A goal looks at the last view of a run, and counts.
func ExampleReach() {
	goal := algos.Goal{ID: "many", Asks: 4, Reached: algos.Reach(func(a algos.Attempt, last slope) (algos.Score, bool) {
		return algos.Counted(last.n, "<n update>"), a.Complete && last.n >= 4
	})}
	steps := play("eta=0.1")
	score, reached := goal.Reached(algos.Attempt{Last: steps[len(steps)-1], Complete: true})
	fmt.Println(score.Words, reached)
	// Output: 14 updates true
}

// What takes long is worked out once, when it is first looked at.
func ExampleSlow() {
	runs := 0
	best := algos.Slow(context.Background(), func(context.Context) float64 {
		runs++
		return 0.5
	})
	fmt.Println(best(), best(), runs)
	p := mark.Slow("others", "Other starts", func() mark.Panel { return mark.Panel{ID: "others", Title: "Other starts", Note: "drawn"} })
	fmt.Println(p.Waiting().Waits, p.Whole().Note)
	// Output:
	// 0.5 0.5 1
	// true drawn
}
