package stringkernel

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// collect plays a run with these options.
func collect(t testing.TB, o options) []algos.Step {
	t.Helper()
	d := algos.Define(Demo, func(*struct{}, *param.Set) {}, func(ctx context.Context, p algos.Problem, _ struct{}) (iter.Seq[algos.Step], error) {
		return run(ctx, p, o)
	})
	steps, err := d.Steps(t.Context(), algos.NewProblem(dataset.Set{Target: dataset.None}, 1, mark.FitWindow(dataset.Set{})), nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(steps)
}

func last(t testing.TB, o options) view {
	t.Helper()
	steps := collect(t, o)
	v, ok := steps[len(steps)-1].View.(view)
	if !ok {
		t.Fatalf("refused: %s", steps[0].Status.Reason)
	}
	return v
}

// brute is the kernel straight from (33): all pairs of index sets, as bit masks.
func brute(s, t string, n int, lambda float64) float64 {
	sum := 0.0
	spelt := func(s string, mask int) (word string, span int) {
		first, end := -1, 0
		for i := range len(s) {
			if mask>>i&1 == 1 {
				if first < 0 {
					first = i
				}
				end = i
				word += s[i : i+1]
			}
		}
		return word, end - first + 1
	}
	for a := range 1 << len(s) {
		u, x := spelt(s, a)
		if len(u) != n {
			continue
		}
		for b := range 1 << len(t) {
			if v, y := spelt(t, b); v == u {
				sum += math.Pow(lambda, float64(x+y))
			}
		}
	}
	return sum
}

// The table, the recursion and the definition give the same, on random strings of up to
// eight letters.
func TestTableIsRecursionIsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() string {
		b := make([]byte, 1+r.IntN(8))
		for i := range b {
			b[i] = "abc"[r.IntN(3)]
		}
		return string(b)
	}
	for range 60 {
		a, b, n, lambda := draw(), draw(), 1+r.IntN(5), 0.1+0.9*r.Float64()
		tk, err := newTask(t.Context(), options{S: a, T: b, Length: n, Decay: lambda})
		if err != nil {
			t.Fatal(err)
		}
		want := brute(a, b, n, lambda)
		near := func(what string, got float64) {
			if math.Abs(got-want) > 1e-13*want {
				t.Errorf("%s, %s, n = %d, λ = %v: %s %v, want %v", a, b, n, lambda, what, got, want)
			}
		}
		near("table", kernels(tk.s, tk.t, lambda, n)[n-1])
		near("features", tk.byDefinition(n, len(a), len(b)))
		rec := recursion{tk, map[[3]int]float64{}}
		sum := 0.0 // (39)
		for p := 1; p <= len(a); p++ {
			for q := 1; q <= len(b); q++ {
				if a[p-1] == b[q-1] {
					sum += lambda * lambda * rec.prime(n-1, p-1, q-1)
				}
			}
		}
		near("recursion", sum)
		if got := tk.longest() >= n; got != (want > 0) {
			t.Errorf("%s, %s: the longest common subsequence has %d letters, K%d = %v", a, b, tk.longest(), n, want)
		}
	}
}

// Filling entry by entry, as a run does, and all at once give the same bits.
func TestFillIsCellByCell(t *testing.T) {
	a := alphabet{}
	x, y := a.word(letters("banana split")), a.word(letters("ananas plant"))
	one, all := newTable(x, y, 0.7), newTable(x, y, 0.7)
	for range 4 {
		one.rise()
		for p := 1; p <= len(x); p++ {
			for q := 1; q <= len(y); q++ {
				one.cell(p, q)
			}
		}
		all.fill()
		if !slices.Equal(one.prime, all.prime) || !slices.Equal(one.second, all.second) || !slices.Equal(one.ends, all.ends) || one.sum != all.sum {
			t.Fatalf("length %d", one.length)
		}
	}
}

// What an entry counts is what is listed for it, pair by pair.
func TestPairsAddUpToTheEntry(t *testing.T) {
	for _, s := range collect(t, options{S: "banana", T: "ananas", Length: 3, Decay: 0.5}) {
		v := s.View.(view)
		if v.p == 0 {
			continue
		}
		found, whole := v.pairs(v.length, v.p, v.q)
		sum := 0.0
		for _, f := range found {
			sum += f.weight
			for k := range f.i {
				if v.s[f.i[k]-1] != v.t[f.j[k]-1] {
					t.Fatalf("%v does not spell the same", f)
				}
			}
		}
		if !whole || math.Abs(sum-v.ends) > 1e-15 || v.ends > 0 && v.count() != float64(len(found)) {
			t.Errorf("length %d, (%d, %d): %d pairs weigh %v, the entry is %v", v.length, v.p, v.q, len(found), sum, v.ends)
		}
	}
}

// All 32 entries of table 1 of the notes, by their kernels: W24.
func TestTable1(t *testing.T) {
	const l = 0.5
	for pair, want := range map[string]float64{
		"cat car": l * l * l * l, "cat bat": l * l * l * l, "car bar": l * l * l * l, "bat bar": l * l * l * l, "cat bar": 0, "car bat": 0,
		"cat cat": 2*l*l*l*l + l*l*l*l*l*l,
	} {
		a, b, _ := strings.Cut(pair, " ")
		if v := last(t, options{S: a, T: b, Length: 2, Decay: l}); v.Model().Value("kernel") != want {
			t.Errorf("%s: %v, want %v", pair, v.Model().Value("kernel"), want)
		}
	}
	if places := features(alphabet{"s": 0, "e": 1, "t": 2}.word(letters("segmentation")), 3, l); true {
		sum := 0.0
		for _, w := range places[string([]byte{0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0})] {
			sum += w
		}
		algotest.Near(t, "φ_set(segmentation)", sum, 2*math.Pow(l, 7)+2*math.Pow(l, 9), 1e-16)
	}
}

// Whatever is typed: no promise is broken.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		word := func(name string, most int) string {
			return rapid.StringOfN(rapid.SampledFrom([]rune("ab é猫")), 1, most, -1).Draw(t, name)
		}
		return algotest.Trial{
			Set: dataset.Set{Target: dataset.None},
			Params: algotest.Values("s", word("s", 9), "t", word("t", 9), "length", rapid.SampledFrom([]string{"1", "2", "4"}).Draw(t, "length"),
				"decay", rapid.SampledFrom([]string{"0.01", "0.3", "1"}).Draw(t, "decay"), "strings", "a"+word("w", 4)+",bab"),
		}
	})
}

// A check that cannot fail would prove nothing.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := last(t, options{S: "banana", T: "ananas", Length: 3, Decay: 0.5, Strings: "cat"})
	var cases []algotest.Spoiling
	for name, corrupt := range map[string]func(*view){
		"definition":     func(v *view) { v.sum *= 1.001 },
		"recursion":      func(v *view) { v.cell.prime *= 1.001 },
		"cauchy-schwarz": func(v *view) { v.sum *= 4 },
		"cosine":         func(v *view) { v.done = slices.Clone(v.done); v.done[2] *= 1.001 },
		"symmetric":      func(v *view) { v.cell.prime *= 0.999 },
		"monotone":       func(v *view) { v.sum *= 100 },
		"psd": func(v *view) {
			k := *v.task
			k.gram = func() []gram {
				g := gram{values: []float64{1, 0.9, 0.9, 0.9, 1, -0.9, 0.9, -0.9, 1}, off: 1e-12}.solved(3)
				return []gram{g, g, g}
			}
			v.task = &k
		},
	} {
		s := good
		corrupt(&s)
		cases = append(cases, algotest.Spoiling{Check: name, Good: good, Spoilt: s})
	}
	algotest.Spoilt(t, cases)
}

// 500 letters and twelve lengths: a row a step, and every picture and promise of the last.
func TestLongStrings(t *testing.T) {
	a, b := strings.Repeat("abcde", 100), strings.Repeat("edcba", 100)
	v := last(t, options{S: a, T: b, Length: maxN, Decay: 0.9})
	if !v.over || v.length != maxN || !v.rowwise() {
		t.Fatalf("length %d", v.length)
	}
	for _, c := range v.Checks() {
		if c.Verdict == algos.Broken || c.Verdict == algos.Undecided {
			t.Errorf("%s: %s, %v %s %v", c.Name, c.Verdict, c.Left, c.Rel, c.Right)
		}
	}
	for _, p := range v.Panels() {
		for _, m := range p.Marks {
			if m, ok := m.(mark.Matrix); ok && len(m.Values) > window*window {
				t.Errorf("%s has %d cells", p.ID, len(m.Values))
			}
		}
	}
	if steps := len(collect(t, options{S: a, T: b, Length: 2, Decay: 0.9})); steps != 1+2*500 {
		t.Errorf("%d steps", steps)
	}
}

// A letter is what a reader sees as one.
func TestLetters(t *testing.T) {
	for text, want := range map[string]int{"猫は": 2, "e\u0301te\u0301": 3, "a b": 3, "😀x": 2} {
		if got := letters(text); len(got) != want {
			t.Errorf("%q: %q, want %d letters", text, got, want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for want, v := range map[string]param.Values{
		"s: the string is empty":                           {"s": ""},
		"t: 501 letters are too many: at most 500":         {"t": strings.Repeat("x", 501)},
		"s: the text is not valid UTF-8":                   {"s": "\xff"},
		"t: control characters are not allowed":            {"t": "a\tb"},
		"strings: there are more than 8 strings":           {"strings": "a,b,c,d,e,f,g,h,i"},
		"strings: string 2: 61 letters are too many: at m": {"strings": "a," + strings.Repeat("x", 61)},
		"length: 13 is out of range":                       {"length": "13"},
		"decay: 0 is out of range":                         {"decay": "0"},
	} {
		err := Demo.Check(algos.NewProblem(dataset.Set{Target: dataset.None}, 1, mark.FitWindow(dataset.Set{})), v)
		if bad := new(param.Error); !errors.As(err, &bad) || !strings.HasPrefix(bad.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// What has no number gets a sentence.
func TestDegenerate(t *testing.T) {
	for want, o := range map[string]options{
		"no common letter":                 {S: "sky", T: "moon", Length: 2, Decay: 0.5},
		"fewer than n = 5":                 {S: "abc", T: "abcdefg", Length: 5, Decay: 0.5},
		"longest common subsequence has 2": {S: "abxxx", T: "yyyab", Length: 4, Decay: 0.5},
		"smaller than any floating-point":  {S: "a" + strings.Repeat("x", 200) + "b", T: "a" + strings.Repeat("y", 200) + "b", Length: 2, Decay: 0.01},
	} {
		v := last(t, o)
		if got := v.status().Reason.String(); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		for _, x := range v.Model().Values {
			if f, ok := x.Value.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
				t.Errorf("%s is %v", x.Name, f)
			}
		}
	}
}

// Runs that only look like a goal do not count.
func TestGoalsAreNotReachedOtherwise(t *testing.T) {
	for _, c := range []struct{ goal, query string }{
		{"no-letter-in-place", "length=2&s=abcdefghijkl&t=abcdefghijkl"},
		{"no-letter-in-place", "length=2&s=abc&t=zab"},
		{"no-letter-in-place", "length=1&s=abcdefghijkl&t=labcdefghijk"},
		{"many-pairs", "length=3&decay=1&s=aaaaaaaa&t=aaaaaaaa"},
		{"many-pairs", "length=3&decay=0.9&s=aaaaaaaa&t=aaaaaaab"},
		{"many-pairs", "length=3&decay=1&s=aaaaaaaaaaaa&t=aaaaaaab"},
	} {
		g, ok := Demo.Goal(c.goal)
		if !ok {
			t.Fatal(c.goal)
		}
		recipe, err := Demo.Link(c.query)
		if err != nil {
			t.Fatalf("%s: %v", c.query, err)
		}
		a, err := Demo.Try(t.Context(), recipe, 6000)
		if err != nil {
			t.Fatalf("%s: %v", c.query, err)
		}
		if score, reached := g.Score(a); reached {
			t.Errorf("%s comes to %s: %s", c.query, c.goal, score.Words)
		}
	}
}

// The time of the table alone, which grows as n·|s|·|t|.
func BenchmarkTable(b *testing.B) {
	s := alphabet{}.word(letters(strings.Repeat("abcde", 100)))
	for b.Loop() {
		kernels(s, s, 0.5, 5)
	}
}

// In a side view numbers get shorter with the number of columns, so that none runs into the
// next; the board has room for three digits.
func TestNumbersFitTheirEntries(t *testing.T) {
	for letters, want := range map[int]string{6: "0.0625", 5: "0.062", 4: "0.06", 3: "", 2: ""} {
		if got := fitting(0.0625, letters); got != want {
			t.Errorf("0.0625 in %d letters is %q, want %q", letters, got, want)
		}
	}
	if got := fitting(0, 1); got != "0" {
		t.Errorf("0 is %q", got)
	}
	for cols, want := range map[int]int{4: 6, 7: 5, 8: 4, 12: 3} {
		if got := (part{right: cols}).letters(false); got != want {
			t.Errorf("%d columns leave %d letters, want %d", cols, got, want)
		}
	}
	if got := (part{right: 12}).letters(true); got != 6 {
		t.Errorf("the board leaves %d letters", got)
	}
}
