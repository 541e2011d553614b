package topics

import (
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/dataset"
)

// A corpus is documents as words by number, one after the other.
type corpus struct {
	W, D, N int
	words   []int32 // of all documents
	starts  []int   // where each document begins, and the last ends
	of      []int32 // the document of every word
}

func newCorpus(documents [][]int32, w int) corpus {
	c := corpus{W: w, D: len(documents), starts: []int{0}}
	for d, words := range documents {
		c.words = append(c.words, words...)
		for range words {
			c.of = append(c.of, int32(d))
		}
		c.starts = append(c.starts, len(c.words))
	}
	c.N = len(c.words)
	return c
}

// size is how many words document d has.
func (c *corpus) size(d int) int { return c.starts[d+1] - c.starts[d] }

// A gibbs is the state of the sampler: the topic of every word, and the counts of
// those. The counts of one word, or of one document, lie side by side.
type gibbs struct {
	*corpus
	K           int
	alpha, beta float64
	z           []uint8
	nd, nw, nk  []int32   // n_dk, n_kw and n_k
	inverse     []float64 // of n_k + Wβ
	sums        []float64 // of the probabilities up to each topic
	from, to    float64   // what the last word weighed in its old and in its new topic
}

func newGibbs(c *corpus, k int, alpha, beta float64, z []uint8) *gibbs {
	g := &gibbs{corpus: c, K: k, alpha: alpha, beta: beta, z: append([]uint8(nil), z...)}
	g.nd, g.nw, g.nk = make([]int32, c.D*k), make([]int32, c.W*k), make([]int32, k)
	for i, topic := range z {
		g.nd[int(c.of[i])*k+int(topic)]++
		g.nw[int(c.words[i])*k+int(topic)]++
		g.nk[topic]++
	}
	g.inverse, g.sums = make([]float64, k), make([]float64, k)
	for topic := range k {
		g.invert(topic)
	}
	return g
}

func (g *gibbs) invert(k int) { g.inverse[k] = 1 / (float64(g.nk[k]) + float64(g.W)*g.beta) }

// word takes word i out of the counts, draws its topic by a number from 0 to 1, and
// puts it back.
func (g *gibbs) word(i int, u float64) uint8 {
	d, w := int(g.of[i])*g.K, int(g.words[i])*g.K
	nd, nw, sums := g.nd[d:d+g.K], g.nw[w:w+g.K], g.sums[:g.K]
	old := int(g.z[i])
	nd[old]--
	nw[old]--
	g.nk[old]--
	g.invert(old)

	sum := 0.0
	for k, inverse := range g.inverse[:g.K] {
		sum += (float64(nd[k]) + g.alpha) * (float64(nw[k]) + g.beta) * inverse
		sums[k] = sum
	}
	u *= sum
	k := 0
	for k < g.K-1 && u >= sums[k] {
		k++
	}
	g.from = (float64(nd[old]) + g.alpha) * (float64(nw[old]) + g.beta) * g.inverse[old]
	g.to = (float64(nd[k]) + g.alpha) * (float64(nw[k]) + g.beta) * g.inverse[k]

	nd[k]++
	nw[k]++
	g.nk[k]++
	g.invert(k)
	g.z[i] = uint8(k)
	return uint8(k)
}

// change is by what the last word changed ln p(w, z): all but its own factor stayed.
func (g *gibbs) change() float64 { return math.Log(g.to / g.from) }

// counts are n_dk, n_kw and n_k of an assignment, counted again.
type counts struct{ nd, nw, nk []int }

func (c *corpus) counted(z []uint8, k int) counts {
	n := counts{make([]int, c.D*k), make([]int, c.W*k), make([]int, k)}
	for i, topic := range z {
		n.nd[int(c.of[i])*k+int(topic)]++
		n.nw[int(c.words[i])*k+int(topic)]++
		n.nk[topic]++
	}
	return n
}

// A rising is ln(a(a+1)…(a+n−1)) = ln Γ(a+n) − ln Γ(a) for every n that is needed.
type rising struct {
	value []float64
	size  []float64 // of what it is the difference of
}

func newRising(a float64, most int) rising {
	r := rising{make([]float64, most+1), make([]float64, most+1)}
	base, _ := math.Lgamma(a)
	for n := range r.value {
		top, _ := math.Lgamma(a + float64(n))
		r.value[n], r.size[n] = top-base, math.Abs(top)+math.Abs(base)+1
	}
	r.value[0], r.size[0] = 0, 0
	return r
}

// A joint is ln p(w, z), and by how much rounding may be off.
type joint struct{ value, rounding float64 }

// A closed is the closed form of ln p(w, z), with its tables.
type closed struct{ alpha, beta, document, topic rising }

func newClosed(c *corpus, k int, alpha, beta float64) closed {
	longest := 0
	for d := range c.D {
		longest = max(longest, c.size(d))
	}
	return closed{
		newRising(alpha, longest), newRising(beta, c.N),
		newRising(float64(k)*alpha, longest), newRising(float64(c.W)*beta, c.N),
	}
}

// joint adds the logarithms of the Dirichlet-multinomials of all documents and topics.
func (f closed) joint(c *corpus, n counts) joint {
	sum, size := 0.0, 0.0
	add := func(sign float64, r rising, n int) {
		sum += sign * r.value[n]
		size += r.size[n]
	}
	for _, n := range n.nd {
		add(1, f.alpha, n)
	}
	for _, n := range n.nw {
		add(1, f.beta, n)
	}
	for d := range c.D {
		add(-1, f.document, c.size(d))
	}
	for _, n := range n.nk {
		add(-1, f.topic, n)
	}
	// Each logarithm of Γ is good to a few ulps of its size, and as many sums are added
	// up as there are counts, none larger than the size of all.
	return joint{sum, size * roundingOf(len(n.nd)+len(n.nw)+len(n.nk)+c.D)}
}

func roundingOf(terms int) float64 { return 0x1p-52 * (16 + math.Sqrt(float64(terms))) }

// timed are a thousand sweeps over documents made of points: a word is a cell of a grid
// of five by five over all points, a document fifty points one after the other.
var timed = []algos.Bench{
	{Task: "lda gibbs 1000 sweeps", Data: dataset.BenchBlobs, Sizes: []int{1000, 10_000}, Setup: sweeping},
}

const timedSweeps, timedLength, timedTopics = 1000, 50, 10

func pointsAsWords(x [][2]float64) corpus {
	lo, hi := x[0], x[0]
	for _, p := range x {
		for j := range p {
			lo[j], hi[j] = min(lo[j], p[j]), max(hi[j], p[j])
		}
	}
	cell := func(p [2]float64, j int) int32 { return min(4, int32(5*(p[j]-lo[j])/(hi[j]-lo[j]))) }
	var all [][]int32
	for i, p := range x {
		if i%timedLength == 0 {
			all = append(all, nil)
		}
		last := len(all) - 1
		all[last] = append(all[last], 5*cell(p, 0)+cell(p, 1))
	}
	return newCorpus(all, 25)
}

func sweeping(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	c := pointsAsWords(x)
	var g *gibbs
	do = func() {
		r := rand.New(rand.NewPCG(1, 2))
		z := make([]uint8, c.N)
		for i := range z {
			z[i] = uint8(r.IntN(timedTopics))
		}
		g = newGibbs(&c, timedTopics, 0.1, 0.1, z)
		for range timedSweeps {
			g.sweep(r)
		}
	}
	return do, func() []algos.Value {
		l := newClosed(&c, timedTopics, 0.1, 0.1).joint(&c, c.counted(g.z, timedTopics))
		return []algos.Value{{Name: "log_joint_per_word", Value: l.value / float64(c.N)}}
	}, nil
}

// sweep draws the topic of every word once.
func (g *gibbs) sweep(r *rand.Rand) {
	for i := range g.z {
		g.word(i, r.Float64())
	}
}
