package topics

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
)

// tiny is a corpus whose assignments can all be listed: five words, three different ones.
func tiny() corpus { return newCorpus([][]int32{{0, 1, 0}, {1, 2}}, 3) }

// posterior is p(z | w) of all assignments to two topics, by the closed form.
func posterior(c *corpus, alpha, beta float64) []float64 {
	f := newClosed(c, 2, alpha, beta)
	p, sum := make([]float64, 1<<c.N), 0.0
	for code := range p {
		z := make([]uint8, c.N)
		for i := range z {
			z[i] = uint8(code >> i & 1)
		}
		p[code] = math.Exp(f.joint(c, c.counted(z, 2)).value)
		sum += p[code]
	}
	for code := range p {
		p[code] /= sum
	}
	return p
}

// chiSquared compares how often the sampler comes to each assignment with p.
func chiSquared(c *corpus, alpha, beta float64, p []float64) float64 {
	const samples, thin = 40_000, 12 // sweeps from one look to the next, so that they hardly depend
	r := rand.New(rand.NewPCG(11, 5))
	g := newGibbs(c, 2, alpha, beta, make([]uint8, c.N))
	seen := make([]float64, len(p))
	for range samples {
		for range thin {
			g.sweep(r)
		}
		code := 0
		for i, k := range g.z {
			code |= int(k) << i
		}
		seen[code]++
	}
	x := 0.0
	for code, n := range seen {
		want := p[code] * samples
		x += (n - want) * (n - want) / want
	}
	return x
}

// The sampler comes to all 32 assignments as often as the posterior says. With 31 degrees
// of freedom χ² is above 66.6 once in ten thousand seeds; the seed is fixed. Other priors
// are noticed.
func TestFrequenciesAreThePosterior(t *testing.T) {
	const once = 66.6
	c := tiny()
	for _, prior := range [][2]float64{{0.5, 0.4}, {1, 1}, {2, 0.3}} {
		if x := chiSquared(&c, prior[0], prior[1], posterior(&c, prior[0], prior[1])); x > once {
			t.Errorf("α = %v, β = %v: χ² is %v", prior[0], prior[1], x)
		}
	}
	if x := chiSquared(&c, 0.5, 0.5, posterior(&c, 0.5, 0.4)); x < 2*once {
		t.Errorf("another β gives a χ² of %v alone", x)
	}
}

// Geweke's joint test: documents and topics drawn by the generative process have the same
// moments as those of a chain that draws topics by the sampler and words by the topics. A
// difference of four standard errors comes once in 16,000 seeds; the seed is fixed.
func TestJointDistribution(t *testing.T) {
	const (
		samples, thin  = 30_000, 6
		k, w, alpha, b = 2, 3, 0.7, 0.5
	)
	shape := newCorpus([][]int32{{0, 0, 0, 0}, {0, 0, 0}, {0, 0}}, w)
	r := rand.New(rand.NewPCG(7, 3))
	words := func(c *corpus, z []uint8) {
		psi := [][]float64{dirichlet(r, b, w), dirichlet(r, b, w)}
		for i, topic := range z {
			c.words[i] = int32(pick(psi[topic], r.Float64()))
		}
	}
	moments := func(c *corpus, z []uint8) [2]float64 {
		n := c.counted(z, k)
		var m [2]float64
		for _, x := range n.nd {
			m[0] += float64(x * x)
		}
		for _, x := range n.nw {
			m[1] += float64(x * x)
		}
		return m
	}
	var mean, square [2][2]float64
	note := func(which int, m [2]float64) {
		for j, x := range m {
			mean[which][j] += x / samples
			square[which][j] += x * x / samples
		}
	}
	z := make([]uint8, shape.N)
	for range samples {
		for d := range shape.D {
			theta := dirichlet(r, alpha, k)
			for i := shape.starts[d]; i < shape.starts[d+1]; i++ {
				z[i] = uint8(pick(theta, r.Float64()))
			}
		}
		words(&shape, z)
		note(0, moments(&shape, z))
	}
	for range samples {
		for range thin {
			g := newGibbs(&shape, k, alpha, b, z)
			g.sweep(r)
			copy(z, g.z)
			words(&shape, z)
		}
		note(1, moments(&shape, z))
	}
	for j := range 2 {
		variance := 0.0
		for which := range 2 {
			variance += (square[which][j] - mean[which][j]*mean[which][j]) / samples
		}
		if off := math.Abs(mean[0][j]-mean[1][j]) / math.Sqrt(variance); off > 4 {
			t.Errorf("moment %d: %v by the process, %v by the chain, %.1f standard errors apart", j, mean[0][j], mean[1][j], off)
		}
	}
}

// The mean of a Dirichlet variable is 1/n, its variance (n−1)/(n²(na+1)), also for a
// parameter so small that a gamma variable is mostly 0 in floating point.
func TestDirichletMoments(t *testing.T) {
	const n, samples = 4, 40_000
	r := rand.New(rand.NewPCG(3, 9))
	for _, a := range []float64{0.01, 0.3, 1, 20} {
		mean, square := 0.0, 0.0
		for range samples {
			x := dirichlet(r, a, n)
			sum := 0.0
			for _, s := range x {
				sum += s
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Fatalf("a = %v: %v adds up to %v", a, x, sum)
			}
			mean, square = mean+x[0]/samples, square+x[0]*x[0]/samples
		}
		variance := (n - 1) / (n * n * (n*a + 1))
		algotest.Near(t, "mean", mean, 0.25, 4*math.Sqrt(variance/samples))
		algotest.Near(t, "variance", square-mean*mean, variance, 0.05*variance)
	}
}

// A run of changes is the difference of closed forms, and counts stay those of the topics.
func TestChangesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, w := rapid.IntRange(1, 5).Draw(t, "K"), rapid.IntRange(1, 6).Draw(t, "W")
		docs := rapid.SliceOfN(rapid.SliceOfN(rapid.Int32Range(0, int32(w-1)), 0, 8), 1, 5).Draw(t, "documents")
		c := newCorpus(docs, w)
		alpha := rapid.SampledFrom([]float64{0.001, 0.1, 1, 100}).Draw(t, "α")
		beta := rapid.SampledFrom([]float64{0.001, 0.1, 1, 100}).Draw(t, "β")
		g, f := newGibbs(&c, k, alpha, beta, make([]uint8, c.N)), newClosed(&c, k, alpha, beta)
		sum, r := f.joint(&c, c.counted(g.z, k)).value, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range 3 {
			for i := range c.N {
				g.word(i, r.Float64())
				sum += g.change()
			}
		}
		n := c.counted(g.z, k)
		// At most 120 changes, each a difference of logarithms below 12.
		if want := f.joint(&c, n).value; math.Abs(sum-want) > 1e-9 {
			t.Fatalf("ln p is %v, added up %v", want, sum)
		}
		for i, x := range n.nw {
			if int(g.nw[i]) != x {
				t.Fatalf("n_kw is %d, counted %d", g.nw[i], x)
			}
		}
		for i, x := range n.nd {
			if int(g.nd[i]) != x {
				t.Fatalf("n_dk is %d, counted %d", g.nd[i], x)
			}
		}
	})
}

func TestSweepDoesNotAllocate(t *testing.T) {
	c := tiny()
	g, r := newGibbs(&c, 2, 1, 1, make([]uint8, c.N)), rand.New(rand.NewPCG(1, 1))
	if n := testing.AllocsPerRun(10, func() { g.sweep(r) }); n != 0 {
		t.Errorf("a sweep allocates %v times", n)
	}
}

// Every pairing of up to six topics, listed.
func TestMatchIsTheBestOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		cost := make([][]float64, n)
		for i := range cost {
			cost[i] = rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(t, "row")
		}
		least := math.Inf(1)
		var try func(i int, used int, sum float64)
		try = func(i, used int, sum float64) {
			if i == n {
				least = min(least, sum)
				return
			}
			for j := range n {
				if used>>j&1 == 0 {
					try(i+1, used|1<<j, sum+cost[i][j])
				}
			}
		}
		try(0, 0, 0)
		m := match(cost)
		if math.Abs(m.cost-least) > 1e-13 || math.Abs(m.bound(cost)-least) > 1e-12 {
			t.Fatalf("cost %v, prices %v, best of all %v", m.cost, m.bound(cost), least)
		}
	})
}

// BenchmarkSweep is one sweep over 10,000 words and ten topics.
func BenchmarkSweep(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	docs := make([][]int32, 200)
	for d := range docs {
		for range 50 {
			docs[d] = append(docs[d], int32(r.IntN(25)))
		}
	}
	c := newCorpus(docs, 25)
	g := newGibbs(&c, 10, 0.1, 0.1, make([]uint8, c.N))
	b.ReportAllocs()
	for b.Loop() {
		g.sweep(r)
	}
}
