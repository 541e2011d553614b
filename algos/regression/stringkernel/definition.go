package stringkernel

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// mostPlaces is how many places of subsequences in one string are listed live.
const mostPlaces = 3000

// listable reports whether all subsequences of a length can be listed.
func (t *task) listable(length int) bool {
	return choose(len(t.s), length) <= mostPlaces && choose(len(t.t), length) <= mostPlaces
}

// choose is n over k, or more than mostPlaces where that is more.
func choose(n, k int) int {
	c := 1
	for i := range k {
		if c = c * (n - i) / (i + 1); c > mostPlaces && i < n-k {
			return mostPlaces + 1
		}
	}
	return c
}

// features are the coordinates φ_u of a string by the definition: every way to choose
// so many of its letters is listed. Each is split by the place of its last letter.
func features(s word, length int, lambda float64) map[string][]float64 {
	all := map[string][]float64{}
	var key []byte
	var choose func(from, left, first int)
	choose = func(from, left, first int) {
		if left == 0 {
			if all[string(key)] == nil {
				all[string(key)] = make([]float64, len(s)+1)
			}
			all[string(key)][from] += math.Pow(lambda, float64(from-first)) // from is behind the last letter
			return
		}
		for at := from; at+left <= len(s); at++ {
			start := first
			if start < 0 {
				start = at
			}
			key = binary.LittleEndian.AppendUint32(key, uint32(s[at]))
			choose(at+1, left-1, start)
			key = key[:len(key)-4]
		}
	}
	choose(0, length, -1)
	return all
}

// byDefinition is the sum over all pairs of places whose ends are among the entries
// up to (p, q), row by row.
func (t *task) byDefinition(length, p, q int) float64 {
	a, b := features(t.s, length, t.Decay), features(t.t, length, t.Decay)
	words := make([]string, 0, len(a))
	for u := range a {
		words = append(words, u)
	}
	slices.Sort(words) // sums come out the same every time
	sum := 0.0
	for _, u := range words {
		for x, wx := range a[u] {
			for y, wy := range b[u] {
				if x < p || x == p && y <= q {
					sum += wx * wy
				}
			}
		}
	}
	return sum
}

// distance is ‖φ̂(s) − φ̂(t)‖² of the features scaled to length 1, by the definition.
func (t *task) distance(length int) float64 {
	scaled := func(s word) map[string]float64 {
		f, square := map[string]float64{}, 0.0
		all := features(s, length, t.Decay)
		words := make([]string, 0, len(all))
		for u := range all {
			words = append(words, u)
		}
		slices.Sort(words)
		for _, u := range words {
			for _, w := range all[u] {
				f[u] += w
			}
			square += f[u] * f[u]
		}
		for u := range f {
			f[u] /= math.Sqrt(square)
		}
		return f
	}
	a, b := scaled(t.s), scaled(t.t)
	for u := range b {
		a[u] += 0 // has all words of both
	}
	words := make([]string, 0, len(a))
	for u := range a {
		words = append(words, u)
	}
	slices.Sort(words)
	sum := 0.0
	for _, u := range words {
		sum += (a[u] - b[u]) * (a[u] - b[u])
	}
	return sum
}

// A recursion is K′ by (35)–(37) of the notes: a sum over all matches of the last
// letter of s, without K″. It remembers what it has worked out.
type recursion struct {
	*task
	known map[[3]int]float64
}

func (r recursion) prime(i, p, q int) float64 {
	if i == 0 {
		return 1
	}
	if min(p, q) < i {
		return 0
	}
	at := [3]int{i, p, q}
	if k, ok := r.known[at]; ok {
		return k
	}
	sum := r.Decay * r.prime(i, p-1, q)
	for j := 1; j <= q; j++ {
		if r.t[j-1] == r.s[p-1] {
			sum += r.prime(i-1, p-1, j-1) * math.Pow(r.Decay, float64(q-j+2))
		}
	}
	r.known[at] = sum
	return sum
}

// A pair is the places of one common subsequence, from 1, and what it counts.
type pair struct {
	i, j   []int
	weight float64
}

// span is how many letters it spreads over in both strings together.
func (a pair) span() int {
	n := len(a.i)
	return a.i[n-1] - a.i[0] + a.j[n-1] - a.j[0] + 2
}

// Limits of a search for pairs.
const (
	mostPairs = 200
	mostLooks = 400_000
)

// pairs lists common subsequences of a length that end at (p, q), the heaviest first,
// and reports whether these are all.
func (t *task) pairs(length, p, q int) (found []pair, whole bool) {
	wide, looks := len(t.t)+1, 0
	whole = true
	i, j := make([]int, length), make([]int, length)
	var back func(left, p, q int)
	back = func(left, p, q int) {
		i[left-1], j[left-1] = p, q
		if left == 1 {
			found = append(found, pair{i: slices.Clone(i), j: slices.Clone(j)})
			return
		}
		for a := p - 1; a >= left-1; a-- {
			for b := q - 1; b >= left-1; b-- {
				if looks++; looks > mostLooks || len(found) >= mostPairs {
					whole = false
					return
				}
				if t.s[a-1] == t.t[b-1] && int(t.lcs[(a-1)*wide+b-1]) >= left-2 {
					back(left-1, a, b)
				}
			}
		}
	}
	if t.s[p-1] == t.t[q-1] && int(t.lcs[(p-1)*wide+q-1]) >= length-1 {
		back(length, p, q)
	}
	for k := range found {
		found[k].weight = math.Pow(t.Decay, float64(found[k].span()))
	}
	slices.SortStableFunc(found, func(a, b pair) int { return cmp.Compare(a.span(), b.span()) })
	return found, whole
}
