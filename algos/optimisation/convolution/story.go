package convolution

import (
	"fmt"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	cell := float64(len(v.z))
	s := algos.Step{
		Phase: "start", Size: algos.Pass, Status: algos.Status{State: algos.Running}, View: v,
		Metrics: []float64{v.value(), cell * float64(len(v.kernel.Values)), cell * float64(len(v.image.Values))},
	}
	if i, j, ok := v.current(); ok {
		s.Phase = say.Vars{"i": i + 1, "j": j + 1}.Text("output cell (<i>, <j>)")
		if !v.mapped() {
			s.Size = algos.Normal
		}
	}
	if k := len(v.pooled) - 1; k >= 0 {
		s.Phase, s.Size = say.Vars{"i": k/v.poolCols + 1, "j": k%v.poolCols + 1}.Text("pooled cell (<i>, <j>)"), algos.Normal
	}
	if v.done() {
		w := say.Vars{"sum": total(v.activated())}
		s.Size, s.Status = algos.Pass, algos.Status{State: algos.Converged, Reason: w.Text("The output is complete; its values sum to <sum=model.sum>.")}
		if v.Pooling != none {
			s.Status.Reason = "Output and pooled map are complete."
		}
	}
	return s
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	var s algos.Story
	switch {
	case len(v.z) == 0:
		v.sayStart(&s)
	case v.pools():
		v.sayPool(&s)
	default:
		v.sayCell(&s)
	}
	if v.Shift > 0 && (v.done() || len(v.z) == 0) {
		v.sayShift(&s)
	}
	return s.Lines
}

// sayStart tells the sizes, and what a dense layer would need.
func (v view) sayStart(s *algos.Story) {
	s.Vars = say.Vars{
		"kr": v.kernel.Rows, "kc": v.kernel.Cols, "nr": v.image.Rows, "nc": v.image.Cols, "s": v.Stride, "p": v.Padding, "d": v.Dilation,
		"r": v.rows, "c": v.cols, "w": v.parameters(), "dense": v.denseParameters(),
	}
	s.Text("A <kr> × <kc> kernel slides over a <nr> × <nc> image: the output has <r> × <c> cells.")
	s.TeX(`\left\lfloor\frac{<nr>+2\cdot <p>-<d>\cdot(<kr>-1)-1}{<s>}\right\rfloor+1=\hl{<r>}`)
	if v.rows != v.cols || v.kernel.Rows != v.kernel.Cols {
		s.TeX(`\left\lfloor\frac{<nc>+2\cdot <p>-<d>\cdot(<kc>-1)-1}{<s>}\right\rfloor+1=\hl{<c>}`)
	}
	s.Text("All cells share <w parameter>, weights and bias; a dense layer with the same output has <dense>.")
	if v.Flip {
		s.Text("Convolution: the kernel is rotated by 180° before it slides.")
	} else {
		s.Text("Cross-correlation, which libraries call convolution: the kernel is not rotated.")
	}
}

// sayCell tells the sum of the products of a window.
func (v view) sayCell(s *algos.Story) {
	i, j, _ := v.current()
	r, c := v.corner(i, j)
	z := v.z[len(v.z)-1]
	s.Vars = say.Vars{"i": i + 1, "j": j + 1, "r": r + 1, "c": c + 1, "out": v.outside(i, j), "z": z, "bias": say.Term(v.Bias)}
	if v.Bias == 0 {
		s.Text("Output cell (<i>, <j>): the products of the window from pixel (<r>, <c>) sum to <z=metric.value>.")
	} else {
		s.Vars["b"] = v.Bias
		s.Text("Output cell (<i>, <j>): the products of the window from pixel (<r>, <c>) and the bias <b> sum to <z=metric.value>.")
	}
	if v.outside(i, j) > 0 {
		s.Text("The window covers <out pixel> of padding, with the value 0.")
	}
	v.saySum(s, r, c)
	if v.Activation == relu {
		s.Vars["a"] = v.activate(z)
		if z < 0 {
			s.Text("The value is negative: ReLU sets it to 0.")
		}
		s.TeX(`a_{<i>,<j>} = \max(0, <z>) = <a>`)
	}
}

// outside counts the weights of a window that lie on padding.
func (v view) outside(i, j int) int {
	n := 0
	r, c := v.corner(i, j)
	for a := range v.applied.Rows {
		for b := range v.applied.Cols {
			if !v.image.Has(r+v.Dilation*a, c+v.Dilation*b) {
				n++
			}
		}
	}
	return n
}

// single is up to how many products stand on one line; with more, each line of the kernel has its own.
const single = 4

// saySum writes out the products: pixel times weight.
func (v view) saySum(s *algos.Story, r, c int) {
	products := func(a int) (say.Phrase, float64) {
		var text strings.Builder
		vars, sum := say.Vars{}, 0.0
		for b := range v.applied.Cols {
			x, w := pixel(v.image, r+v.Dilation*a, c+v.Dilation*b), v.applied.At(a, b)
			name := fmt.Sprint(b)
			vars["x"+name], vars["w"+name] = x, say.Factor(w)
			if b > 0 {
				text.WriteString(" + ")
			}
			text.WriteString("<x" + name + `>\cdot <w` + name + ">")
			sum += x * w
		}
		return vars.TeX(text.String()), sum
	}
	if v.applied.Rows == 1 || len(v.applied.Values) <= single {
		var all say.Phrase
		for a := range v.applied.Rows {
			line, _ := products(a)
			if a > 0 {
				all += " + "
			}
			all += line
		}
		s.Vars["sum"] = all
		if v.Bias == 0 {
			s.TeX(`z_{<i>,<j>} = <sum> = \hl{<z>}`)
		} else {
			s.TeX(`z_{<i>,<j>} = <sum> <bias> = \hl{<z>}`)
		}
		return
	}
	var all, sums say.Phrase
	for a := range v.applied.Rows {
		line, sum := products(a)
		w := say.Vars{"all": all, "line": line, "sum": sum, "a": a + 1}
		if all == "" {
			all, sums = w.TeX(`t_{<a>} &= <line> = <sum>`), w.TeX(`<sum>`)
			continue
		}
		w["sums"], w["term"] = sums, say.Term(sum)
		all, sums = w.TeX(`<all> \\ t_{<a>} &= <line> = <sum>`), w.TeX(`<sums> <term>`)
	}
	s.Vars["all"], s.Vars["sums"] = all, sums
	if v.Bias == 0 {
		s.TeX(`\begin{aligned} <all> \\ z_{<i>,<j>} &= <sums> = \hl{<z>} \end{aligned}`)
	} else {
		s.TeX(`\begin{aligned} <all> \\ z_{<i>,<j>} &= <sums> <bias> = \hl{<z>} \end{aligned}`)
	}
}

// sayPool tells the maximum or the mean of a pooling window.
func (v view) sayPool(s *algos.Story) {
	k := len(v.pooled) - 1
	values := v.poolWindow(k)
	s.Vars = say.Vars{"i": k/v.poolCols + 1, "j": k%v.poolCols + 1, "n": len(values), "v": v.pooled[k]}
	var text strings.Builder
	vars := say.Vars{}
	for k, x := range values {
		name := fmt.Sprintf("x%d", k)
		switch {
		case v.Pooling == maxPooling && k > 0:
			text.WriteString(", ")
			vars[name] = x
		case k > 0:
			text.WriteString(" ")
			vars[name] = say.Term(x)
		default:
			vars[name] = x
		}
		text.WriteString("<" + name + ">")
	}
	s.Vars["values"] = vars.TeX(text.String())
	if v.Pooling == maxPooling {
		s.Text("Pooled cell (<i>, <j>): the maximum of <n cell> is <v=metric.value>.")
		s.TeX(`\max(<values>) = \hl{<v>}`)
		return
	}
	s.Text("Pooled cell (<i>, <j>): the mean of <n cell> is <v=metric.value>.")
	s.TeX(`\frac{<values>}{<n>} = \hl{<v>}`)
}

// sayShift compares both outputs.
func (v view) sayShift(s *algos.Story) {
	c := v.compare()
	s.Vars = say.Vars{"shift": v.Shift, "s": v.Stride, "by": c.by, "differ": c.differ, "n": c.compared}
	switch {
	case c.compared == 0: // the guarantee says so
	case v.Shift%v.Stride == 0:
		s.Text("Translation equivariance: the image shifted by <shift pixel> gives the output shifted by <by cell>.")
	default:
		s.Text("Equivariance fails: a shift of <shift pixel> is not a multiple of the stride <s>. <differ> of <n cell> differ.")
	}
}
