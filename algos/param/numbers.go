package param

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos/say"
)

// MaxNumbers bounds a list of numbers: so many fit into an address.
const MaxNumbers = 128

// near is how far the sum of a distribution may be from 1: what is written with a few
// decimals is one.
const near = 1e-6

// Numbers binds a list of as many numbers as its default has, each within the limits. They
// are written with blanks between them, "0.2 0.5 0.3"; commas are read as well.
func (s *Set) Numbers(dst *[]float64, name string, def []float64, lo, hi float64) Binding {
	*dst = slices.Clone(def)
	n := len(def)
	var spec *Spec
	b := s.add(Spec{Name: name, Kind: Numbers, Default: Join(def), Min: &lo, Max: &hi, Count: &[2]int{n, n}}, func(c string) error {
		x, err := Split(c)
		if err == nil && spec.Distribution {
			normalise(x)
		}
		*dst = x
		return err
	})
	spec = b.spec
	return b
}

// Count lets a list have from least to most numbers.
func (b Binding) Count(least, most int) Binding {
	b.spec.Count = &[2]int{least, min(most, MaxNumbers)}
	return b
}

// Each says that so many numbers of a list belong together, four to a rectangle: a list of
// another length is refused.
func (b Binding) Each(n int) Binding { b.spec.Each = n; return b }

// Distribution says that the numbers of a list are a distribution: they add up to 1. Where one is
// dragged, the others keep their proportions. Those that the demo gets are divided by their
// sum, so that rounding in the text does not matter.
func (b Binding) Distribution() Binding { b.spec.Distribution = true; return b }

// Join writes numbers as a list.
func Join(x []float64) string {
	words := make([]string, len(x))
	for i, v := range x {
		words[i] = Format(v)
	}
	return strings.Join(words, " ")
}

// Split reads the canonical text of a list of numbers.
func Split(text string) ([]float64, error) {
	words := strings.Fields(text)
	x := make([]float64, len(words))
	for i, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil {
			return nil, err
		}
		x[i] = v
	}
	return x, nil
}

// normalise divides numbers by their sum, where that is not 1 but for rounding.
func normalise(x []float64) {
	var sum float64
	for _, v := range x {
		sum += v
	}
	if sum > 0 && math.Abs(sum-1) > 1e-12 {
		for i := range x {
			x[i] /= sum
		}
	}
}

// numbers checks a list of numbers and returns its shortest form.
func (p Spec) numbers(text string) (string, error) {
	bad := func(v say.Vars, template string) (string, error) {
		return "", &Error{Field: p.Name, Message: v.Text(template)}
	}
	words := listed(text)
	least, most := p.Count[0], p.Count[1]
	v := say.Vars{"n": len(words), "least": least, "most": most, "each": p.Each}
	switch n := len(words); {
	case n >= least && n <= most:
	case least == most:
		return bad(v, "there are <n>: write <most number> with blanks between them")
	default:
		return bad(v, "there are <n>: write from <least> to <most number> with blanks between them")
	}
	if p.Each > 1 && len(words)%p.Each != 0 {
		return bad(v, "there <n is number>, and <each> of them belong together: write a multiple of that many")
	}
	x := make([]float64, len(words))
	var sum float64
	for i, w := range words {
		value, err := p.number(w)
		if err != nil {
			return "", err
		}
		x[i] = value
		sum += value
	}
	if p.Distribution && !(math.Abs(sum-1) <= near) {
		return bad(say.Vars{"sum": say.Sig(sum, 6)}, "the numbers add up to <sum>, and a distribution adds up to 1: divide each of them by the sum")
	}
	return Join(x), nil
}
