package emgmm

import (
	"math"
	"slices"

	"playground/algos"
)

// On one-dimensional data the board shows the density over the axis, and the
// points on it.

// heights is the range of densities in the picture: room for about twice the
// highest density of the data, estimated by a kernel of half Silverman's width
// 0.9·min(σ, IQR/1.34)·n^(−1/5), and for the points below the axis. It does not
// depend on the run, so the axis stays; sharper peaks are cut off.
func (t *task) heights() (lo, hi float64) {
	n := float64(len(t.x))
	if n == 0 {
		return -0.1, 1
	}
	sorted := make([]float64, len(t.x))
	for i, x := range t.x {
		sorted[i] = x[0]
	}
	slices.Sort(sorted)
	width := math.Sqrt(t.data.cov[0])
	if iqr := sorted[len(sorted)*3/4] - sorted[len(sorted)/4]; iqr > 0 {
		width = min(width, iqr/1.34)
	}
	if width *= 0.45 * math.Pow(n, -0.2); width == 0 {
		width = (t.Window.X1 - t.Window.X0) / 20
	}
	top := 0.0
	stride := len(sorted)/200 + 1
	for i := 0; i < len(sorted); i += stride {
		sum := 0.0
		for _, y := range sorted {
			z := (sorted[i] - y) / width
			sum += math.Exp(-z * z / 2)
		}
		top = max(top, sum/(n*width*math.Sqrt(2*math.Pi)))
	}
	return -0.15 * top, 2 * top
}

// curves are πₖN(x | k) for each component and their sum.
func (v view) curves(m mixture) []algos.Mark {
	const nodes = 400
	w := v.Window
	total := algos.PolyLine{At: make([]algos.XY, nodes+1), Style: algos.Style{Role: algos.RoleInk, Width: 4.5}, Legend: "density p(x)"}
	f := make([]factor, v.K)
	if !v.sound(m) {
		m = v.seen()
	}
	factorise(f, m, 1)
	var parts []algos.Mark
	for j := range f {
		part := algos.PolyLine{At: make([]algos.XY, nodes+1), Style: algos.Style{Role: algos.RoleOfClass(j), Width: 2}}
		if j == 0 {
			part.Legend = "πₖN(x | μₖ, σₖ²)"
		}
		for i := range part.At {
			x := w.X0 + (w.X1-w.X0)*float64(i)/nodes
			p := math.Exp(f[j].log(vec{x}))
			part.At[i] = algos.XY{X: x, Y: p}
			total.At[i] = algos.XY{X: x, Y: total.At[i].Y + p}
		}
		parts = append(parts, part)
	}
	// The components lie on the line of the sum, so that both are seen.
	marks := []algos.Mark{algos.Rule{At: 0, Style: algos.Style{Role: algos.RoleFaint}}, total}
	return append(marks, parts...)
}
