package dataset_test

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos/dataset"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

// Links hold a generator's name and settings only, so its points must never
// change: not with a release of Go, not with an architecture.
func TestGeneratedPointsStayTheSame(t *testing.T) {
	var b strings.Builder
	for _, g := range dataset.Generators() {
		if g.Features > 0 {
			b.WriteString(g.ID + " " + dataset.Tabled(dataset.GenerateTable(g.ID, 3, 0, g.Noise, 3).Table).String() + "\n")
			continue
		}
		set, err := dataset.Generate(g.ID, 7, g.Noise, 3).Load()
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(g.ID + " " + dataset.Explicit(set).String() + "\n")
	}
	golden(t, "generators.txt", b.String())
}

func TestGeneratorsKeepTheirPromises(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range dataset.Generators() {
		if seen[g.ID] || g.Title == "" || g.Note == "" {
			t.Errorf("%s: a repeated id, no title or no note", g.ID)
		}
		seen[g.ID] = true
		if g.Features > 0 {
			continue // see TestGeneratedTables
		}
		for _, n := range []int{1, 2, 3, 10, g.N, dataset.MaxPoints} {
			for _, noise := range []float64{0, g.Noise, g.MaxNoise} {
				source := dataset.Generate(g.ID, n, noise, 5)
				set, err := source.Load()
				if err != nil {
					t.Fatal(err)
				}
				if err := set.Check(); err != nil {
					t.Errorf("%s: %v", source, err)
				}
				if len(set.Points) != n || set.Dim != g.Dim || set.Target != g.Target {
					t.Errorf("%s: %d points of %d inputs", source, len(set.Points), set.Dim)
				}
				for i, p := range set.Points {
					if g.Target == dataset.Classes && p.Class() != i%g.Classes {
						t.Fatalf("%s: point %d is of class %d: classes are not interleaved", source, i, p.Class())
					}
					for _, x := range []float64{p.X[0], p.X[1], p.Y} {
						if x != math.Round(x*1e4)/1e4 || math.Signbit(x) && x == 0 {
							t.Fatalf("%s: %v is no whole multiple of 1e-4", source, x)
						}
					}
				}
			}
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	for _, g := range dataset.Generators() {
		if g.Features > 0 {
			continue // see TestGeneratedTables
		}
		a, _ := dataset.Generate(g.ID, 20, g.Noise, 1).Load()
		b, _ := dataset.Generate(g.ID, 20, g.Noise, 2).Load()
		again, _ := dataset.Generate(g.ID, 20, g.Noise, 1).Load()
		if cmp.Equal(a, b) || !cmp.Equal(a, again) {
			t.Errorf("%s: the points do not follow the seed", g.ID)
		}
	}
}

// The shapes are what their names say: without noise, every point satisfies the
// equation of its curve.
func TestShapesWithoutNoise(t *testing.T) {
	on := map[string]func(p dataset.Point) float64{
		"moons": func(p dataset.Point) float64 {
			if p.Class() == 0 {
				return math.Hypot(p.X[0], p.X[1]) - 1
			}
			return math.Hypot(p.X[0]-1, p.X[1]-0.5) - 1
		},
		"circles": func(p dataset.Point) float64 {
			return math.Hypot(p.X[0], p.X[1]) - (2 - 1.1*p.Y)
		},
		"xor": func(p dataset.Point) float64 {
			if (p.X[0]*p.X[1] < 0) != (p.Class() == 1) {
				return 1
			}
			return 0
		},
		"spirals": func(p dataset.Point) float64 {
			r := math.Hypot(p.X[0], p.X[1])
			return math.Remainder(math.Atan2(p.X[1], p.X[0])-math.Pi*(3*(r-0.3)/2.2+p.Y), 2*math.Pi)
		},
		"sine": func(p dataset.Point) float64 { return p.Y - math.Sin(1.5*p.X[0]) },
		"step": func(p dataset.Point) float64 { return p.Y - math.Copysign(1, p.X[0]) },
		"line": func(p dataset.Point) float64 { return p.Y - (0.7*p.X[0] + 0.4) },
	}
	for id, residual := range on {
		set, err := dataset.Generate(id, 50, 0, 1).Load()
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range set.Points {
			// Coordinates are rounded to 1e-4; a spiral's angle turns 4.3
			// radians a unit of radius, and at least 0.3 away from the centre.
			if r := residual(p); math.Abs(r) > 6e-4 {
				t.Errorf("%s: point %d %v misses its curve by %g", id, i, p, r)
			}
		}
	}
}

func TestBlobsAreSeparableAndOverlapIsNot(t *testing.T) {
	// Along the line between the centres the classes of blobs fall apart.
	gap := func(id string, dx, dy float64) float64 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for seed := range uint64(20) {
			g, _ := dataset.FindGenerator(id)
			set, err := dataset.Generate(id, 0, g.Noise, seed).Load()
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range set.Points {
				z := dx*p.X[0] + dy*p.X[1]
				if p.Class() == 1 {
					lo = min(lo, z)
				} else {
					hi = max(hi, z)
				}
			}
		}
		return lo - hi
	}
	if g := gap("blobs", 3, 1.8); g <= 0 {
		t.Errorf("blobs overlap by %g", -g)
	}
	if g := gap("overlap", 1.8, 1); g > -1 {
		t.Errorf("overlap leaves a gap of %g", g)
	}
}

func TestSettingsOutOfRange(t *testing.T) {
	for _, c := range []struct {
		source dataset.Source
		want   string
	}{
		{dataset.Generate("moons", -1, 0.1, 1), "moons cannot have -1 points: it must be from 1 to 2000"},
		{dataset.Generate("moons", 2001, 0.1, 1), "from 1 to 2000"},
		{dataset.Generate("moons", 10, -0.1, 1), "the noise of moons cannot be -0.1: it must be from 0 to 3"},
		{dataset.Generate("moons", 10, 3.5, 1), "from 0 to 3"},
		{dataset.Generate("moons", 10, math.NaN(), 1), "cannot be NaN"},
		{dataset.Generate("moon", 10, 0, 1), `there is no data set "moon"; there are blobs, `},
	} {
		if _, err := c.source.Load(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.source, err, c.want)
		}
	}
}
