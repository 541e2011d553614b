package topics

import (
	"math/rand/v2"

	"playground/algos"
)

// timed are a thousand sweeps over documents made of points: a word is a cell of a grid
// of five by five over all points, a document fifty points one after the other.
var timed = []algos.Bench{
	{Task: "lda gibbs 1000 sweeps", Data: algos.Blobs, Sizes: []int{1000, 10_000}, Setup: sweeping},
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
