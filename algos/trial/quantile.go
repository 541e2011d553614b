package trial

import "math"

// Exact is up to how many numbers the quantiles of a [Tally] are those of the sample:
// between its order statistics at 1 + (n − 1)p, as R does it by default. From then on
// they are followed with the P² method of Jain and Chlamtac (1985), extended to several
// quantiles by Raatikainen (1987), which starts from the exact quantiles, needs no more
// memory, and depends on the numbers and their order alone. For a smooth distribution
// its error is well below that of the sample's quantile itself.
const Exact = 1000

// maxLevels bounds the markers, which have to stay far apart among the first numbers.
const maxLevels = 8

// between returns the quantile of sorted numbers, NaN of none.
func between(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := p * float64(len(sorted)-1)
	i := min(int(at), len(sorted)-1)
	j := min(i+1, len(sorted)-1)
	return sorted[i] + (at-float64(i))*(sorted[j]-sorted[i])
}

// markers follow the quantiles of a growing sample. There is one at every level, one
// half-way between two neighbours, and one at either end. Marker i stands at about the
// place of its level in the sorted sample; heights and places increase strictly with i,
// except that heights may be equal.
type markers struct {
	level  []float64
	height []float64 // the estimated order statistic
	place  []int     // its index in the sorted sample, from 0
	n      int
}

func newMarkers(levels, sorted []float64) *markers {
	m := &markers{n: len(sorted), level: []float64{0}}
	last := 0.0
	for _, p := range levels {
		m.level = append(m.level, (last+p)/2, p)
		last = p
	}
	m.level = append(m.level, (last+1)/2, 1)
	m.place = make([]int, len(m.level))
	end := len(m.level) - 1
	for i := 1; i <= end; i++ {
		m.place[i] = max(int(math.Round(m.wanted(i))), m.place[i-1]+1)
	}
	m.place[end] = m.n - 1
	for i := end - 1; i > 0; i-- {
		m.place[i] = min(m.place[i], m.place[i+1]-1)
	}
	for _, k := range m.place {
		m.height = append(m.height, sorted[k])
	}
	return m
}

// wanted is where marker i should stand among the numbers so far.
func (m *markers) wanted(i int) float64 { return m.level[i] * float64(m.n-1) }

// quantile returns the estimate of the i-th level that was asked for.
func (m *markers) quantile(i int) float64 { return m.height[2*i+2] }

func (m *markers) add(x float64) {
	end := len(m.height) - 1
	m.height[0], m.height[end] = min(m.height[0], x), max(m.height[end], x)
	m.n++
	for i := 1; i <= end; i++ {
		if i == end || x < m.height[i] {
			m.place[i]++ // the number is below the marker
		}
	}
	for i := 1; i < end; i++ {
		switch off := m.wanted(i) - float64(m.place[i]); {
		case off >= 1 && m.place[i+1] > m.place[i]+1:
			m.move(i, 1)
		case off <= -1 && m.place[i-1] < m.place[i]-1:
			m.move(i, -1)
		}
	}
}

// move shifts marker i by one place, along the parabola through it and its neighbours,
// or along a line where the parabola would pass one of them.
func (m *markers) move(i, by int) {
	lo, mid, hi := float64(m.place[i-1]), float64(m.place[i]), float64(m.place[i+1])
	up := (m.height[i+1] - m.height[i]) / (hi - mid)
	down := (m.height[i] - m.height[i-1]) / (mid - lo)
	d := float64(by)
	h := m.height[i] + d/(hi-lo)*((mid-lo+d)*up+(hi-mid-d)*down)
	if !(m.height[i-1] < h && h < m.height[i+1]) {
		slope := up
		if by < 0 {
			slope = down
		}
		h = m.height[i] + d*slope
	}
	m.height[i] = min(max(h, m.height[i-1]), m.height[i+1])
	m.place[i] += by
}
