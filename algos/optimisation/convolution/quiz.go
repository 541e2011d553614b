package convolution

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("value", algos.SayNumber, askValue, nil, answerValue),
	algos.Ask("largest", algos.PickCell, askLargest, algos.AtEnd, answerLargest),
	algos.Ask("zeros", algos.SayNumber, askZeros, algos.AtEnd, answerZeros),
	algos.Ask("pooled", algos.SayNumber, askPooled, nil, answerPooled),
}

func askValue(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.mapped() {
		return algos.Asked{}, false
	}
	i, j := len(v.z)/v.cols, len(v.z)%v.cols
	r, c := v.corner(i, j)
	s := say.Vars{"i": i + 1, "j": j + 1, "r": r + 1, "c": c + 1}
	return algos.Asked{Text: s.Text("Output cell (<i>, <j>) is next; its window starts at pixel (<r>, <c>). What is its value?")}, true
}

// answerValue lets a guess differ by a fiftieth of the products' sizes: a product that is forgotten is more.
func answerValue(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if len(w.z) != len(v.z)+1 {
		return algos.Answer{}, false
	}
	i, j, _ := w.current()
	r, c := w.corner(i, j)
	size := math.Abs(w.Bias)
	for a := range w.applied.Rows {
		for b := range w.applied.Cols {
			size += math.Abs(w.applied.At(a, b) * pixel(w.image, r+w.Dilation*a, c+w.Dilation*b))
		}
	}
	return algos.Answer{Number: w.value(), Tolerance: size / 50}, true
}

// askLargest asks in the first half of the output; where the output of the shifted image is shown, it would be no question.
func askLargest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if n := v.rows * v.cols; v.Activation != none || v.Shift > 0 || n < 4 || n > algos.MaxMarks || len(v.z) > n/2 || v.even() {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: "Which cell of the output will be the largest?", On: "output"}
	for k := range v.rows * v.cols {
		i, j := k/v.cols, k%v.cols
		s := sheet{id: "output"}
		a.Marks = append(a.Marks, algos.Pick{Ref: s.ref(i, j), Name: say.Vars{"i": i + 1, "j": j + 1}.Text("cell (<i>, <j>)")})
	}
	return a, true
}

// even reports whether the image is the same everywhere or the kernel is 0, so that no cell need be larger than others.
func (t *task) even() bool {
	same := func(values []float64) bool {
		for _, x := range values {
			if x != values[0] {
				return false
			}
		}
		return true
	}
	return same(t.image.Values) || same(t.kernel.Values) && t.kernel.Values[0] == 0
}

// answerLargest takes all cells that differ from the largest by rounding alone.
func answerLargest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.mapped() {
		return algos.Answer{}, false
	}
	most := math.Inf(-1)
	for _, z := range v.z {
		most = max(most, z)
	}
	a := algos.Answer{Why: say.Vars{"most": most}.Text("The largest value of the output is <most>.")}
	for k, z := range v.z {
		if z >= most-algos.Negligible*max(1, math.Abs(most)) {
			a.Points = append(a.Points, k)
		}
	}
	return a, true
}

func askZeros(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	n := v.rows * v.cols
	if v.Activation != relu || v.Shift > 0 || n < 4 || len(v.z) > n/2 {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": n}
	return algos.Asked{Text: s.Text("How many of the <n cell> of the output will ReLU set to 0?"), Whole: true, Most: float64(n)}, true
}

// answerZeros lets a guess miss one cell in twenty.
func answerZeros(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.mapped() {
		return algos.Answer{}, false
	}
	n := 0
	for _, z := range v.z {
		if z < 0 {
			n++
		}
	}
	return algos.Answer{Number: float64(n), Tolerance: float64(len(v.z) / 20), Why: say.Vars{"n": n}.Text("<n cell is> negative.")}, true
}

func askPooled(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !v.mapped() || v.done() {
		return algos.Asked{}, false
	}
	s := say.Vars{"i": len(v.pooled)/v.poolCols + 1, "j": len(v.pooled)%v.poolCols + 1}
	return algos.Asked{Text: s.Text("Pooled cell (<i>, <j>) is next. What is its value?")}, true
}

// answerPooled lets a guess differ by a hundredth of the largest cell of the window.
func answerPooled(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if len(w.pooled) != len(v.pooled)+1 {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: w.value(), Tolerance: extent(w.poolWindow(len(v.pooled))) / 100}, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "same-size",
		Text:  "Give the output the size of the image, at stride 1 and with a dilation of at least 3.",
		Hint:  "The kernel spans d(k − 1) + 1 pixels. How much padding replaces what it takes from both sides?",
		Start: "preset=dilation", Asks: 3,
		Example:        "preset=dilation&dilation=3&padding=3",
		CounterExample: "preset=dilation&padding=2",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Stride > 1 || len(v.kernel.Values) < 4 || v.rows != v.image.Rows || v.cols != v.image.Cols {
				return algos.Score{}, false
			}
			return algos.Score{Number: float64(v.Dilation), Words: say.Vars{"d": v.Dilation}.Text("dilation <d>")}, v.Dilation >= 3
		}),
	},
	{
		ID:    "broken",
		Text:  "Find settings where the output of the shifted image differs from the shifted output in at least 20 cells.",
		Hint:  "Which shifts are not a whole number of windows?",
		Start: "preset=shift", Asks: 20,
		Example:        "preset=shift&stride=2&shift=1&padding=2&data=" + bright.String(),
		CounterExample: "preset=shift&stride=2&shift=1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Shift == 0 {
				return algos.Score{}, false
			}
			n := v.compare().differ
			return algos.Counted(n, "<n cell> differ"), n >= 20
		}),
	},
}
