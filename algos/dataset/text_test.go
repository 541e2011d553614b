package dataset_test

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/dataset"
)

func TestSourceText(t *testing.T) {
	for text, want := range map[string]dataset.Source{
		"moons~60~0.24~7": dataset.Generate("moons", 60, 0.24, 7),
		"moons":           dataset.Generate("moons", 60, 0.15, 1),
		"moons~20":        dataset.Generate("moons", 20, 0.15, 1),
		"blobs~20~1e-7":   dataset.Generate("blobs", 20, 1e-7, 1),
		"p2s~1_0_1~0_1_-1": dataset.Labelled(
			[3]float64{1, 0, 1}, [3]float64{0, 1, -1}),
		"z2s~Mow3iDesM4g3jNc1BAQAAP__": dataset.Labelled(
			[3]float64{1, 0, 1}, [3]float64{0, 1, -1}),
		"p2s": dataset.Labelled(),
		"p1v~0.5_1e9": dataset.Explicit(dataset.Set{
			Dim: 1, Target: dataset.Values,
			Points: []dataset.Point{{X: [2]float64{0.5}, Y: 1e9}},
		}),
		"p2n~-1_2e-300": dataset.Explicit(dataset.Set{
			Dim: 2, Target: dataset.None,
			Points: []dataset.Point{{X: [2]float64{-1, 2e-300}}},
		}),
		"p2c~1_1_7": dataset.Explicit(dataset.Set{
			Dim:    2,
			Points: []dataset.Point{{X: [2]float64{1, 1}, Y: 7}},
		}),
	} {
		got, err := dataset.ParseSource(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if !got.Equal(want) {
			t.Errorf("%s is %+v, want %+v", text, got, want)
		}
		if again, err := dataset.ParseSource(want.String()); err != nil || !again.Equal(want) {
			t.Errorf("%+v is written as %s, which is %+v (%v)", want, want, again, err)
		}
	}
}

func TestBadSourceText(t *testing.T) {
	for text, want := range map[string]string{
		"":                            `there is no data set ""; there are blobs`,
		"nonsense":                    "there is no data set",
		"~~~":                         "there is no data set",
		"moons~0":                     "moons cannot have 0 points: it must be from 1 to 2000",
		"moons~9999":                  "from 1 to 2000",
		"moons~x":                     `the size of moons is no number in range: "x"`,
		"moons~10~x":                  "the noise of moons",
		"moons~10~9":                  "from 0 to 3",
		"moons~10~NaN":                "from 0 to 3",
		"moons~10~0~-1":               "the seed of moons",
		"moons~10~0~9007199254740992": "the seed of moons",
		"moons~10~0~1~1":              "too many settings",
		"p3s~1_2_3_1":                 "1 or 2",
		"p2x~1_2":                     "third letter",
		"p2s~1_2":                     "point 1 has 2 numbers instead of 3",
		"p2s~1_2_1~":                  "point 2 has 1 numbers instead of 3",
		"p2s~1_2_0":                   "the label 0 is neither -1 nor 1",
		"p2c~1_2_8":                   "the class 8 is not a whole number from 0 to 7",
		"p2c~1_2_0.5":                 "the class 0.5",
		"p2n~1_NaN":                   "not a finite number",
		"p2n~1_-Inf":                  "not a finite number",
		"p2n~1_1e999":                 "not a number",
		"p2n~1_2e9":                   "2e09 is too large: at most 1e+09",
		"p2n~1_zwei":                  `point 1: "zwei" is not a number`,
		"p1n" + strings.Repeat("~1", dataset.MaxPoints+1): "2001 points are too many: at most 2000",
		"z2s~!":    "not base64url",
		"z2s~AAAA": "do not unpack",
		"z2s":      "do not unpack",
	} {
		_, err := dataset.ParseSource(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: error %v, want %q", text, err, want)
		}
		if err != nil && len(err.Error()) > 200 {
			t.Errorf("%.60s: a message of %d bytes", text, len(err.Error()))
		}
	}
}

func TestSourceRoundTripIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSet(t)
		text := dataset.Explicit(s).String()
		if esc := url.QueryEscape(text); esc != text {
			t.Fatalf("%s needs escapes: %s", text, esc)
		}
		got, err := dataset.ParseSource(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got.Set.Dim != s.Dim || got.Set.Target != s.Target || got.Set.Signed != s.Signed {
			t.Fatalf("%s: %+v became %+v", text, s, got.Set)
		}
		if !slices.EqualFunc(s.Points, got.Set.Points, sameBits) {
			t.Fatalf("%s: %v became %v", text, s.Points, got.Set.Points)
		}
	})
}

func sameBits(p, q dataset.Point) bool {
	return math.Float64bits(p.X[0]) == math.Float64bits(q.X[0]) &&
		math.Float64bits(p.X[1]) == math.Float64bits(q.X[1]) &&
		math.Float64bits(p.Y) == math.Float64bits(q.Y)
}

func drawSet(t *rapid.T) dataset.Set {
	s := dataset.Set{
		Dim:    rapid.IntRange(1, 2).Draw(t, "dim"),
		Target: rapid.SampledFrom([]dataset.Target{dataset.Classes, dataset.Values, dataset.None}).Draw(t, "target"),
	}
	s.Signed = s.Target == dataset.Classes && rapid.Bool().Draw(t, "signed")
	classes := dataset.MaxClasses
	if s.Signed {
		classes = 2
	}
	number := rapid.Float64Range(-dataset.MaxAbs, dataset.MaxAbs)
	for range rapid.IntRange(0, 60).Draw(t, "n") {
		p := dataset.Point{X: [2]float64{number.Draw(t, "x1")}}
		if s.Dim == 2 {
			p.X[1] = number.Draw(t, "x2")
		}
		switch s.Target {
		case dataset.Classes:
			p.Y = float64(rapid.IntRange(0, classes-1).Draw(t, "class"))
		case dataset.Values:
			p.Y = number.Draw(t, "y")
		}
		s.Points = append(s.Points, p)
	}
	return s
}

// A board full of points has to fit into the 64 KiB that the server takes as a
// URL.
func TestLargeSetsArePacked(t *testing.T) {
	full := dataset.Set{Dim: 2, Target: dataset.Classes, Signed: true}
	for i := range dataset.MaxPoints {
		x := float64(i + 1)
		full.Points = append(full.Points, dataset.Point{X: [2]float64{-math.Sqrt(x), -1 / x}, Y: float64(i % 2)})
	}
	generated, err := dataset.Generate("moons", dataset.MaxPoints, 0.2, 1).Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		set dataset.Set
		max int
	}{
		"numbers of 17 digits": {full, 60 << 10},
		"generated numbers":    {generated, 18 << 10},
	} {
		text := dataset.Explicit(c.set).String()
		if text[0] != 'z' || len(text) > c.max {
			t.Errorf("%s: %d bytes beginning with %.4s", name, len(text), text)
		}
		if got, err := dataset.ParseSource(text); err != nil || !got.Equal(dataset.Explicit(c.set)) {
			t.Errorf("%s: does not read back: %v", name, err)
		}
	}
}

func TestInflationIsBounded(t *testing.T) {
	// Half a megabyte of spaces in 700 characters.
	bomb := dataset.Deflate(strings.Repeat(" ", 1<<19))
	_, err := dataset.ParseSource("z2s~" + bomb)
	if err == nil || !strings.Contains(err.Error(), "too many") {
		t.Errorf("a bomb of %d bytes gave %v", len(bomb), err)
	}
	_, err = dataset.ParseSource("z2n~" + dataset.Deflate("1_2") + "AAAA")
	if err == nil {
		t.Error("bytes after the packed points were ignored")
	}
}

func TestGeneratorsCannotBeTakenForPoints(t *testing.T) {
	for _, g := range dataset.Generators() {
		if url.QueryEscape(g.ID) != g.ID || strings.ContainsAny(g.ID, "~_") {
			t.Errorf("%s does not suit a URL", g.ID)
		}
		for _, form := range "pz" {
			for dim := range 3 {
				for _, kind := range "scvn" {
					if g.ID == fmt.Sprintf("%c%d%c", form, dim, kind) {
						t.Errorf("%s could be points", g.ID)
					}
				}
			}
		}
		got, err := dataset.ParseSource(g.ID)
		if err != nil || !got.Equal(g.Default()) {
			t.Errorf("%s is %+v (%v)", g.ID, got, err)
		}
	}
}

func FuzzParseSource(f *testing.F) {
	for _, s := range []string{
		"moons", "moons~60~0.24~7", "p2s~1_0_1~0_1_-1", "p1v~0.5_1e9", "p2n~-0_1e-300", "p2c", "z2s~", "~", "p2s~1__1",
		"z2n~" + dataset.Deflate("1_2~3_4"), "blobs~5~-0~1", "p1n~0x1p-3", "p1c~1_-0",
		"moons~60~0.24~7~h18", "moons~h2", "classes", "classes~9~1~7~x10", "sparse~x1", "friedman~20~0~1~x4", "lowrank~5~1~1~x11", "moons~5~0~1~x2", "classes~5~1~1~x2~h1", "sine~5~0~1~h6", "p2s~1_0_1~0_1_-1~h1", "p2cn~h18~1_0_0~h1", "p2n~1_2~h1", "p1v~h0", "c2x2~0_1~-0_1e9", "k1x2~" + dataset.Deflate("0.5_1"), "c1x65~", "c01x1~1", "cx", "z2v~" + dataset.Deflate("1_2_3~3_4_5") + "~h2",
		"c1x2~0_1~lfilter~c1x1~-0", "c1x1~0~lk~k1x2~" + dataset.Deflate("0.5_1") + "~l9~c1x1~1", "c1x1~0~l", "c1x1~0~la~c1x1~1~la~c1x1~1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := dataset.ParseSource(text)
		if err != nil {
			return
		}
		set, err := s.Load()
		if err != nil {
			t.Fatalf("%q was parsed and does not load: %v", text, err)
		}
		if len(set.Points) > dataset.MaxPoints {
			t.Fatalf("%q gives %d points", text, len(set.Points))
		}
		again, err := dataset.ParseSource(s.String())
		if err != nil || !again.Equal(s) || again.String() != s.String() {
			t.Fatalf("%q is written as %q, which is %+v (%v)", text, s, again, err)
		}
	})
}
