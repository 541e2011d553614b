package gpregression

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel/covariance"
	"playground/algos/say"
)

// The evidence surface is worth no more than this many multiplications at a look;
// its grid becomes coarser with more observations, and below leastSide it is left
// out.
const (
	surfaceWork = 30_000_000
	mostSide    = 21
	leastSide   = 11
)

// axes returns the two hyper-parameters of the evidence surface: an index counts
// the kernel's numbers and then the noise variance.
func (s *state) axes() (a, b int, ok bool) {
	if len(s.vary) < 2 {
		return 0, 0, false
	}
	pick := func(number int) int {
		i := min(number-1, len(s.kernel().Values()))
		for _, q := range s.vary {
			if q >= i {
				return q
			}
		}
		return s.vary[len(s.vary)-1]
	}
	a, b = pick(s.AxisX), pick(s.AxisY)
	if a == b { // take another one
		for _, q := range s.vary {
			if q != a {
				b = q
			}
		}
	}
	return a, b, true
}

// surface draws the log evidence of the observations so far over two
// hyper-parameters, in powers of ten, with the others as they are at this step; and
// the path of the ascent.
func (s *state) surface() (algos.Panel, bool) {
	a, b, ok := s.axes()
	n := float64(s.seen())
	side := min(mostSide, int(math.Sqrt(surfaceWork/(n*n*n/6+5*n*n+1))))
	if !ok || s.seen() == 0 || side < leastSide {
		return algos.Panel{}, false
	}
	all := append(s.kernel().Values(), s.noise)
	now := algos.XY{X: math.Log10(all[a]), Y: math.Log10(all[b])}
	path := s.trail(a, b, now)
	w := s.surfaceWindow(path)
	g := grid.Grid{Window: w, NX: side, NY: side}
	gram := covariance.NewGram(s.post.x)
	l, z := make([]float64, s.seen()*(s.seen()+1)/2), make([]float64, s.seen())
	at := func(x, y float64) float64 {
		v := append(s.kernel().Values(), s.noise)
		v[a], v[b] = math.Pow(10, x), math.Pow(10, y)
		gram.Fill(l, s.k.With(v[:len(v)-1]))
		return logEvidence(l, z, s.post.y, v[len(v)-1]+s.jitter)
	}
	t := table{Grid: g, values: make([]float64, g.Len())}
	grid.Fill(t.values, g, at)
	top := s.post.logEvidence()
	for _, v := range t.values {
		top = max(top, v)
	}
	depth := max(shallow, top-median(t.values))
	for i, v := range t.values { // so that cubics do not overshoot beside a cliff
		t.values[i] = max(v, top-2*depth)
	}
	p := algos.Panel{
		ID: "surface", Title: "Evidence surface", Height: 0.8,
		Note: say.Phrase(fmt.Sprintf("here %s, top %s", say.Num(s.post.logEvidence()), say.Num(top))),
		Alt:  say.Phrase(fmt.Sprintf("log evidence over %s and %s: %s here, %s at its highest", s.numberName(a), s.numberName(b), say.Num(s.post.logEvidence()), say.Num(top))),
		X:    algos.Axis{Name: say.Phrase("log₁₀ " + s.numberName(a)), Min: w.X0, Max: w.X1},
		Y:    algos.Axis{Name: say.Phrase("log₁₀ " + s.numberName(b)), Min: w.Y0, Max: w.Y1},
	}
	field := algos.Field{Eval: t.fill, Scale: algos.Sequential, Lo: top - depth, Hi: top, Legend: "log evidence, the other numbers as they are now"}
	for below := 0.5; below < depth; below *= 2 {
		level := algos.Level{Value: top - below, Style: algos.Style{Role: algos.RoleSoft, Width: 1}}
		if below == 0.5 {
			level.Label = "½, 1, 2, 4, 8, … below the top"
		}
		field.Levels = append(field.Levels, level)
		if len(field.Levels) == 10 {
			break
		}
	}
	p.Marks = append(p.Marks, field)
	return s.onSurface(p, a, b, path), true
}

// shallow is how far below the top of the surface its colours reach at least; where
// half of it lies deeper, they reach to its median.
const shallow = 12.0

// median of the finite ones among the values; 0 where there is none.
func median(values []float64) float64 {
	sorted := slices.DeleteFunc(slices.Sorted(slices.Values(values)), func(v float64) bool { return !finite(v) })
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// logEvidence factorises the lower half l of a kernel matrix in place, with the
// noise on its diagonal, and returns log p(y); −∞ where the matrix is singular to
// working precision. z is scratch.
func logEvidence(l, z, y []float64, noise float64) float64 {
	sum, top := 0.0, 0.0
	for i, at := 0, 0; i < len(y); i++ {
		row := l[at : at+i+1]
		for j, from := 0, 0; j < i; j++ {
			other := l[from : from+j+1]
			row[j] = (row[j] - floats.Dot(row[:j], other[:j])) / other[j]
			from += j + 1
		}
		top = max(top, row[i]+noise)
		pivot := row[i] + noise - floats.Dot(row[:i], row[:i])
		if !(pivot > singular(i+1)*top) {
			return math.Inf(-1)
		}
		row[i] = math.Sqrt(pivot)
		z[i] = (y[i] - floats.Dot(row[:i], z[:i])) / row[i]
		sum -= z[i]*z[i]/2 + math.Log(2*math.Pi*pivot)/2
		at += i + 1
	}
	return sum
}

// trail is the path of the ascent on the surface up to now.
func (s *state) trail(a, b int, now algos.XY) []algos.XY {
	if s.hill == nil {
		return []algos.XY{now}
	}
	var path []algos.XY
	for _, theta := range s.hill.path {
		path = append(path, s.project(theta, a, b))
	}
	return path
}

// project returns where θ lies on the surface.
func (s *state) project(theta []float64, a, b int) algos.XY {
	var at algos.XY
	for i, q := range s.vary {
		switch q {
		case a:
			at.X = theta[i] / math.Ln10
		case b:
			at.Y = theta[i] / math.Ln10
		}
	}
	return at
}

// surfaceWindow shows the path and the optima, and a decade around the kernel as
// given; its borders are halves of decades, so that it seldom changes.
func (s *state) surfaceWindow(path []algos.XY) grid.Window {
	a, b, _ := s.axes()
	start := s.project(s.theta(s.machine.k, s.NoiseVar), a, b)
	w := grid.Window{X0: start.X - 1, X1: start.X + 1, Y0: start.Y - 1.5, Y1: start.Y + 1}
	show := func(p algos.XY) {
		w.X0, w.X1 = min(w.X0, p.X-0.2), max(w.X1, p.X+0.2)
		w.Y0, w.Y1 = min(w.Y0, p.Y-0.2), max(w.Y1, p.Y+0.2)
	}
	for _, p := range path {
		show(p)
	}
	if s.hill != nil {
		for _, o := range s.hill.optima {
			show(s.project(o.theta, a, b))
		}
	}
	return grid.Window{X0: math.Floor(2*w.X0) / 2, X1: math.Ceil(2*w.X1) / 2, Y0: math.Floor(2*w.Y0) / 2, Y1: math.Ceil(2*w.Y1) / 2}
}

// onSurface adds the path, the optima and the present place.
func (s *state) onSurface(p algos.Panel, a, b int, path []algos.XY) algos.Panel {
	if len(path) > 1 {
		p.Marks = append(p.Marks, algos.PolyLine{At: path, Style: algos.Style{Role: algos.RoleInk, Width: 1.6}, Layer: algos.Over, Legend: "path of the ascent"})
		p.Marks = append(p.Marks, algos.Points{At: path[:len(path)-1], Size: repeat(2.5, len(path)-1), Style: algos.Style{Role: algos.RoleInk}, Layer: algos.Over})
	}
	if s.hill != nil {
		ends := algos.Points{Style: algos.Style{Role: algos.RoleGood}, Layer: algos.Over, Legend: "local optima"}
		for i, o := range s.hill.optima {
			ends.At = append(ends.At, s.project(o.theta, a, b))
			ends.Labels = append(ends.Labels, say.Phrase(letter(i)))
			ends.Tips = append(ends.Tips, say.Phrase("log evidence "+say.Num(o.value)))
		}
		if len(ends.At) > 0 {
			p.Marks = append(p.Marks, ends)
		}
	}
	here := path[len(path)-1]
	p.Marks = append(p.Marks, algos.Points{At: []algos.XY{here}, Size: []float64{5}, Style: algos.Style{Role: algos.RoleAccent}, Layer: algos.Over, Legend: "now"})
	return p
}

func repeat(v float64, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = v
	}
	return all
}
