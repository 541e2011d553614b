package stringkernel

import "playground/algos/num"

// A table is the dynamic programme of Lodhi et al. for one length after the other.
// Entry (p, q) belongs to the first p letters of s and the first q of t; row and
// column 0 belong to the empty string.
type table struct {
	s, t   word
	lambda float64
	length int
	below  []float64 // K′ of the length before
	prime  []float64 // K′: pairs of places anywhere, weighted up to the ends of both prefixes
	second []float64 // K″: those whose last place in s is the last letter of the prefix
	ends   []float64 // those whose last places are the last letters of both prefixes, weighted by what they spread over
	sum    float64   // of ends: the kernel of this length
}

func newTable(s, t word, lambda float64) *table {
	n := (len(s) + 1) * (len(t) + 1)
	k := &table{s: s, t: t, lambda: lambda, below: make([]float64, n), prime: make([]float64, n), second: make([]float64, n), ends: make([]float64, n)}
	for i := range k.prime {
		k.prime[i] = 1 // K′ of length 0
	}
	return k
}

func (k *table) at(p, q int) int { return p*(len(k.t)+1) + q }

// rise begins with the next length.
func (k *table) rise() {
	k.length++
	k.below, k.prime = k.prime, k.below
	clear(k.prime)
	clear(k.second)
	clear(k.ends)
	k.sum = 0
}

// A cell is one entry with what it was made of.
type cell struct {
	same     bool    // the two letters are
	diagonal float64 // K′ of the length before, without both letters
	left     float64 // K″ without the last letter of t
	up       float64 // K′ without the last letter of s
	ends     float64
	second   float64
	prime    float64
	before   float64 // the sum without this entry
	sum      float64
}

// cell fills entry (p, q): (40)–(42) of the notes. Those to its left and above it are full.
func (k *table) cell(p, q int) cell {
	c := cell{
		same:     k.s[p-1] == k.t[q-1],
		diagonal: k.below[k.at(p-1, q-1)], left: k.second[k.at(p, q-1)], up: k.prime[k.at(p-1, q)], before: k.sum,
	}
	if c.same {
		c.ends = k.lambda * k.lambda * c.diagonal
	}
	c.second = k.lambda*c.left + c.ends
	c.prime = k.lambda*c.up + c.second
	c.sum = c.before + c.ends
	at := k.at(p, q)
	k.ends[at], k.second[at], k.prime[at], k.sum = c.ends, c.second, c.prime, c.sum
	return c
}

// fill fills the whole table of a length: what cell does, for all entries at once.
func (k *table) fill() {
	k.rise()
	wide, square := len(k.t)+1, k.lambda*k.lambda
	for p, x := range k.s {
		row := (p + 1) * wide
		below, up := k.below[row-wide:row], k.prime[row-wide:row]
		prime, second, ends := k.prime[row:row+wide], k.second[row:row+wide], k.ends[row:row+wide]
		left := 0.0
		for q, y := range k.t {
			e := 0.0
			if x == y {
				e = square * below[q]
				ends[q+1] = e
				k.sum += e
			}
			left = k.lambda*left + e
			second[q+1], prime[q+1] = left, k.lambda*up[q+1]+left
		}
	}
}

// full is the full table of a length.
func full(s, t word, lambda float64, length int) *table {
	k := newTable(s, t, lambda)
	for range length {
		k.fill()
	}
	return k
}

// kernels are K₁, …, Kₙ.
func kernels(s, t word, lambda float64, n int) []float64 {
	k := newTable(s, t, lambda)
	all := make([]float64, n)
	for i := range all {
		k.fill()
		all[i] = k.sum
	}
	return all
}

// relative bounds the rounding of entries and sums as a share of them. Nothing is ever
// subtracted, so the shares of all operations on the way to a number add up: two for
// each row and column that a path crosses, three for a match, one for each term of the sum.
func relative(s, t word, n int) float64 {
	a, b := float64(len(s)), float64(len(t))
	return num.Ulp * (2*(a+b)*float64(n+1) + 3*float64(n) + a*b + 8)
}

// common returns the length of the longest common subsequence of every pair of prefixes.
func common(s, t word) []int16 {
	wide := len(t) + 1
	l := make([]int16, (len(s)+1)*wide)
	for p := 1; p <= len(s); p++ {
		for q := 1; q <= len(t); q++ {
			at := p*wide + q
			if s[p-1] == t[q-1] {
				l[at] = l[at-wide-1] + 1
			} else {
				l[at] = max(l[at-wide], l[at-1])
			}
		}
	}
	return l
}
