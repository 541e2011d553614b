package gpregression

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel/covariance"
	"playground/algos/param"
	"playground/algos/say"
)

// A machine is what stays the same during a run: the points, the prior, where it
// is looked at, and the random numbers.
type machine struct {
	ctx context.Context // of the run, for what its views work out late
	Options
	set    dataset.Set
	window grid.Window       // where the process is looked at
	height [2]float64        // of the board on a line: from, to
	k      covariance.Kernel // as given
	x      [][2]float64
	y      []float64
	size   float64 // the largest |y|
	jitter float64 // added to σ², 0 where nothing needs it

	probes  [][2]float64
	nodes   int       // the first probes: an even grid, of inputs or of the plane
	order   []int     // all probes from left to right, on a line
	lattice grid.Grid // the even grid of the plane

	normals [][]float64 // for the draws of f: maxSamples × nodes
	vary    []int       // the hyper-parameters that can vary: see theta
	starts  [][]float64 // of the ascent, changes to the logarithms of those
	refits  *refits
}

const (
	lineNodes  = 161 // probes on a line
	planeNodes = 33  // probes along each side of the plane
	maxExtra   = 80  // observations whose inputs are probes too
)

// maxKernel bounds the kernel values: beyond it their squares are no longer safe
// from overflow.
const maxKernel = 1e100

// refuse says why a problem cannot be worked on, or nil.
func refuse(p algos.Problem, k covariance.Kernel) error {
	w := p.Window
	places := [][2]float64{{w.X0, w.Y0}, {w.X1, w.Y0}, {w.X0, w.Y1}, {w.X1, w.Y1}}
	if p.Dim == 1 {
		places = [][2]float64{{w.X0}, {w.X1}}
	}
	for _, q := range p.Points {
		places = append(places, q.X)
	}
	for _, x := range places {
		if v := k.At(x, x); !(math.Abs(v) <= maxKernel) {
			return algos.Refuse(say.Phrase(fmt.Sprintf("The kernel's value at the input %s is beyond 10¹⁰⁰: take fewer linear factors or smaller numbers.", say.Vec(x[:p.Dim]...))))
		}
	}
	return nil
}

func newMachine(ctx context.Context, p algos.Problem, o Options, k covariance.Kernel) *machine {
	m := &machine{ctx: ctx, Options: o, set: p.Set, window: p.Window, k: k, refits: new(refits)}
	for _, q := range p.Points {
		m.x, m.y = append(m.x, q.X), append(m.y, q.Y)
		m.size = max(m.size, math.Abs(q.Y))
	}
	m.place()
	m.reach(p)
	m.jitter = jitterFor(ctx, k, o.NoiseVar, m.x)
	for range maxSamples {
		m.normals = append(m.normals, draw(p, m.nodes))
	}
	for i, v := range append(k.Values(), o.NoiseVar) {
		if v > 0 {
			m.vary = append(m.vary, i)
		}
	}
	m.starts = [][]float64{make([]float64, len(m.vary))}
	for range o.Starts - 1 {
		m.starts = append(m.starts, draw(p, len(m.vary)))
	}
	return m
}

func draw(p algos.Problem, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = p.Rand.NormFloat64()
	}
	return v
}

// place spreads the probes: an even grid, and on a line also the inputs of the
// first observations, so that the band is narrow exactly where it should be.
func (m *machine) place() {
	w := m.window
	if m.set.Dim == 2 {
		m.lattice = grid.Grid{Window: w, NX: planeNodes, NY: planeNodes}
		for j := range planeNodes {
			for i := range planeNodes {
				m.probes = append(m.probes, [2]float64{m.lattice.X(i), m.lattice.Y(j)})
			}
		}
		m.nodes = len(m.probes)
		return
	}
	line := grid.Grid{Window: w, NX: lineNodes, NY: 1}
	for i := range lineNodes {
		m.probes = append(m.probes, [2]float64{line.X(i)})
	}
	m.nodes = lineNodes
	for i, x := range m.x {
		if i < maxExtra && x[0] > w.X0 && x[0] < w.X1 {
			m.probes = append(m.probes, x)
		}
	}
	m.order = make([]int, len(m.probes))
	for i := range m.order {
		m.order[i] = i
	}
	slices.SortStableFunc(m.order, func(a, b int) int { return cmp.Compare(m.probes[a][0], m.probes[b][0]) })
}

// reach chooses the heights that the board shows on a line: all observations and the
// prior's band, as far as that is not more than as much again on either side. A
// window of the user's own is kept.
func (m *machine) reach(p algos.Problem) {
	w := m.window
	m.height = [2]float64{w.Y0, w.Y1}
	if w != algos.FitWindow(p.Set) {
		return
	}
	top := 0.0
	for _, x := range m.probes[:m.nodes] {
		top = max(top, m.k.At(x, x))
	}
	band, room := 2.2*math.Sqrt(top), w.Y1-w.Y0
	m.height[0] = min(w.Y0, max(-band, w.Y0-room))
	m.height[1] = max(w.Y1, min(band, w.Y1+room))
}

// jitterFor returns the least variance of a few powers of ten that must be added
// to the diagonal for K + σ²I to be told from a singular matrix: 0 almost always.
func jitterFor(ctx context.Context, k covariance.Kernel, noise float64, x [][2]float64) float64 {
	top := 0.0
	for _, a := range x {
		top = max(top, k.At(a, a))
	}
	zeros := make([]float64, len(x))
	for _, share := range [...]float64{0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-6} {
		if _, ok := refit(ctx, k, noise+share*top, x, zeros); ok {
			return share * top
		}
	}
	return 1e-6 * max(top, 1)
}

// prior returns the process before any observation.
func (m *machine) prior(k covariance.Kernel, noise float64) *posterior {
	return newPosterior(k, noise+m.jitter, m.probes, len(m.y))
}

// line reports whether inputs are numbers, not points of the plane.
func (m *machine) line() bool { return m.set.Dim == 1 }

// input writes an input as people read it: "−0.5" or "(0.3, −1.2)".
func (m *machine) input(x [2]float64) string {
	if m.line() {
		return say.Num(x[0])
	}
	return say.Vec(x[0], x[1])
}

// calls describes the kernels to the form, which gives every number a slider.
func calls() []param.Call {
	var all []param.Call
	for _, l := range covariance.Leaves() {
		all = append(all, param.Call(l))
	}
	return all
}

// manual lists the kernels with their numbers: "rbf(length), …".
func manual() string {
	var all []string
	for _, l := range covariance.Leaves() {
		all = append(all, l.Name+"("+strings.Join(l.Args, ",")+")")
	}
	return strings.Join(all, ", ")
}

// ref is what row i is called in marks and formulas; name is what people read.
func ref(i int) string  { return fmt.Sprintf("x%d", i) }
func name(i int) string { return "x" + say.Sub(i+1) }
