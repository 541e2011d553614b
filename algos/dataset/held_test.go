package dataset

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func labelled(n int) Set {
	s := Set{Dim: 2, Target: Classes}
	for i := range n {
		s.Points = append(s.Points, Point{X: [2]float64{float64(i), 0.5}, Y: float64(i % 3)})
	}
	return s
}

// xs are the first inputs of points, by which the tests know them.
func xs(points []Point) []float64 {
	var out []float64
	for _, p := range points {
		out = append(out, p.X[0])
	}
	return out
}

func TestHold(t *testing.T) {
	s := labelled(6)
	s.Hold([]int{1, 4}, true)
	if want := []float64{0, 2, 3, 5, 1, 4}; !slices.Equal(xs(s.Points), want) || s.Held != 2 {
		t.Fatalf("held out 1 and 4: %v with %d held, want %v", xs(s.Points), s.Held, want)
	}
	s.Hold([]int{5, 0}, true) // the last is held out already
	if want := []float64{2, 3, 5, 1, 4, 0}; !slices.Equal(xs(s.Points), want) || s.Held != 3 {
		t.Fatalf("held out 0 as well: %v with %d held, want %v", xs(s.Points), s.Held, want)
	}
	s.Insert(Point{X: [2]float64{9}})
	if want := []float64{2, 3, 5, 9, 1, 4, 0}; !slices.Equal(xs(s.Points), want) || s.Held != 3 {
		t.Fatalf("a point more: %v with %d held, want %v", xs(s.Points), s.Held, want)
	}
	if want := []float64{2, 3, 5, 9}; !slices.Equal(xs(s.Training().Points), want) || s.Training().Held != 0 {
		t.Errorf("to learn from: %v, want %v", xs(s.Training().Points), want)
	}
	s.Hold([]int{4, 6, 1}, false)
	if want := []float64{2, 3, 5, 9, 1, 0, 4}; !slices.Equal(xs(s.Points), want) || s.Held != 1 {
		t.Fatalf("put back: %v with %d held, want %v", xs(s.Points), s.Held, want)
	}
	s.Remove([]bool{0: true, 6: true})
	if want := []float64{3, 5, 9, 1, 0}; !slices.Equal(xs(s.Points), want) || s.Held != 0 {
		t.Errorf("removed: %v with %d held, want %v", xs(s.Points), s.Held, want)
	}
}

// Whatever is done, no point is lost, and those held out are the last.
func TestHoldingLosesNoPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := labelled(20)
	out := map[float64]bool{}
	for range 300 {
		some := r.Perm(20)[:r.IntN(6)]
		on := r.IntN(2) == 0
		for _, i := range some {
			out[s.Points[i].X[0]] = on
		}
		s.Hold(some, on)
		for i, p := range s.Points {
			if held := i >= s.Learnt(); held != out[p.X[0]] {
				t.Fatalf("point %g is held out: %v, want %v", p.X[0], held, out[p.X[0]])
			}
		}
		all := xs(s.Points)
		slices.Sort(all)
		if !slices.Equal(all, xs(labelled(20).Points)) {
			t.Fatalf("the points are %v", all)
		}
	}
}

func TestHoldSample(t *testing.T) {
	whole, err := Generate("moons", 40, 0.2, 7).Load()
	if err != nil {
		t.Fatal(err)
	}
	var smaller []float64
	for k := range 41 {
		src := Generate("moons", 40, 0.2, 7)
		src.Held = k
		s, err := src.Load()
		if err != nil {
			t.Fatal(err)
		}
		if s.Held != k || len(s.Points) != 40 {
			t.Fatalf("%d of %d points are held out, want %d of 40", s.Held, len(s.Points), k)
		}
		held := xs(s.Points[s.Learnt():])
		for _, x := range smaller {
			if !slices.Contains(held, x) {
				t.Fatalf("a sample of %d does not contain that of %d", k, k-1)
			}
		}
		smaller = held
		// Those to learn from keep their order.
		from := 0
		for _, p := range s.Training().Points {
			at := slices.Index(whole.Points[from:], p)
			if at < 0 {
				t.Fatalf("%d held out: the others have another order", k)
			}
			from += at + 1
		}
	}
}

func TestShareHeld(t *testing.T) {
	for _, c := range []struct{ n, percent, want int }{
		{60, 30, 18}, {60, 0, 0}, {3, 10, 1}, {3, 50, 2}, {2, 50, 1}, {1, 50, 0}, {0, 50, 0}, {2000, 50, 1000},
	} {
		if got := ShareHeld(c.n, c.percent); got != c.want {
			t.Errorf("%d %% of %d: %d, want %d", c.percent, c.n, got, c.want)
		}
	}
}

func TestHeldText(t *testing.T) {
	for _, text := range []string{
		"moons~60~0.24~7~h18", "sine~30~0.2~1~h30", "p2s~1_0_1~0_1_-1~h1", "p2v~1_0_1~0_1_-1~2_2_2~h3",
		"p2cn~height__species_ash_oak~1_0_0~h1", "p2cn~h18__~1_0_0~h1", "p2cn~h18__",
	} {
		src, err := ParseSource(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := src.String(); got != text {
			t.Errorf("%s comes back as %s", text, got)
		}
		s, err := src.Load()
		want := int(text[len(text)-1] - '0')
		if strings.HasSuffix(text, "~h18") {
			want = 18
		}
		if strings.HasSuffix(text, "~h30") {
			want = 30
		}
		if text == "p2cn~h18__" { // it is a name
			want = 0
		}
		if err != nil || s.Held != want {
			t.Errorf("%s: %d points are held out (%v), want %d", text, s.Held, err, want)
		}
	}
	large := Set{Dim: 2, Target: Classes, Names: Names{Columns: []string{"h7", "", "h8"}}, Held: 30}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		large.Points = append(large.Points, Point{X: [2]float64{r.NormFloat64(), r.NormFloat64()}, Y: float64(r.IntN(3))})
	}
	text := Explicit(large).String()
	if text[0] != packed || !strings.HasSuffix(text, "~h30") {
		t.Errorf("a large set is written %s", text)
	}
	back, err := ParseSource(text)
	if err != nil || !back.Equal(Explicit(large)) {
		t.Errorf("a large set is not read back (%v)", err)
	}
	// What nobody writes is read.
	if src, err := ParseSource("moons~h18"); err != nil || src.String() != "moons~60~0.15~1~h18" {
		t.Errorf("moons~h18 is %s (%v)", src, err)
	}
	if src, err := ParseSource("moons~60~0.24~7~h0"); err != nil || src.String() != "moons~60~0.24~7" {
		t.Errorf("h0 is %s (%v)", src, err)
	}
}

func TestBadHeldText(t *testing.T) {
	for text, want := range map[string]string{
		"moons~60~0.24~7~h61":            "moons cannot hold out 61 of its points: it must be from 0 to 60",
		"moons~60~0.24~7~h-1":            `moons: the number of held-out points is no whole number from 0 to 2000: "h-1"`,
		"moons~60~0.24~7~h1.5":           `"h1.5"`,
		"moons~60~0.24~7~h99999999999":   "from 0 to 2000",
		"moons~60~0.24~7~h":              `"h"`,
		"gmm~60~1~7~h6":                  "gmm has no targets to test: no point can be held out",
		"p2s~1_0_1~0_1_-1~h3":            "3 points cannot be held out: it must be from 0 to 2, the number of points",
		"p2n~1_0~0_1~h1":                 "points without a target cannot be held out",
		"p2s~1_0_1~h1~h1":                "point 2",
		"z2s~Mow3iDesM4g3jNc1BAQAAP__~h": "held-out points",
	} {
		_, err := ParseSource(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestHeldInFiles(t *testing.T) {
	s := labelled(5)
	s.Held = 2
	named := s.Clone()
	named.Names = Names{Columns: []string{"Held", "held out", "kind"}}
	for _, set := range []Set{s, named, {Dim: 1, Target: Values, Held: 1, Points: []Point{{Y: 1}, {X: [2]float64{2}, Y: 3}}}} {
		var b bytes.Buffer
		if err := WriteCSV(&b, set); err != nil {
			t.Fatal(err)
		}
		f, err := OpenCSV(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		c := Columns{X: set.Columns()[:set.Dim], Y: set.Columns()[set.Dim]}
		if set.Names.Empty() {
			if c, err = f.Guess(set.Target, nil); err != nil || !f.Standard {
				t.Fatalf("guess of %s: %v", b.Bytes(), err)
			}
		}
		got, err := f.Points(c, set.Target)
		if err != nil {
			t.Fatalf("read %s: %v", b.Bytes(), err)
		}
		if diff := cmp.Diff(set, got); diff != "" {
			t.Errorf("%s is read as (-want +got):\n%s", b.Bytes(), diff)
		}
	}
	// The order of a file is made ours.
	got, err := ReadCSV(strings.NewReader("height,weight,held,species\n1,2,1,ash\n3,4,0,oak\n5,6,1,oak\n"), Classes)
	if err != nil {
		t.Fatal(err)
	}
	want := Set{
		Dim: 2, Target: Classes, Held: 2, Names: Names{Columns: []string{"height", "weight", "species"}, Classes: []string{"oak", "ash"}},
		Points: []Point{{X: [2]float64{3, 4}}, {X: [2]float64{1, 2}, Y: 1}, {X: [2]float64{5, 6}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names and held (-want +got):\n%s", diff)
	}
	if s, err := ReadCSV(strings.NewReader("x1,x2,held\n1,2,1\n"), Classes); err != nil || s.Held != 0 {
		t.Errorf("without a target %d points are held out (%v)", s.Held, err)
	}
	_, err = ReadCSV(strings.NewReader("x1,x2,y,held\n1,2,1,0\n3,4,-1,yes\n"), Classes)
	if err == nil || err.Error() != `line 3, column held: "yes" is neither 0, to learn from, nor 1, held out` {
		t.Errorf("yes is refused with: %v", err)
	}
	if places, err := ReadInputs(strings.NewReader("x1,x2,y,held\n1,2,1,0\n"), 2); err != nil || len(places) != 1 {
		t.Errorf("inputs beside held: %v (%v)", places, err)
	}
}
