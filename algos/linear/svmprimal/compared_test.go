package svmprimal

import (
	"maps"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/internal/lq"
	"playground/algos/param"
)

// No line by hand has a larger margin than the best one, and the best one itself has it.
func TestNoLineByHandIsBetter(t *testing.T) {
	src := dataset.Generate("blobs", 30, 0.45, 3)
	for _, form := range []string{"no-intercept", "intercept", "augmented"} {
		k := task0(t, src, Options{Form: form, Method: "subgradient", C: 1, Line: "manual"})
		best, objection := k.largest()
		if objection != "" || !(best > 0) {
			t.Fatalf("%s: %v, %s", form, best, objection)
		}
		found := 0.0
		for i := range 3600 {
			k.Angle = float64(i) / 3600 * 2 * math.Pi
			for j := range 61 {
				k.Through = [2]float64{0.02 * float64(j-30) * math.Cos(k.Angle), 0.02 * float64(j-30) * math.Sin(k.Angle)}
				found = max(found, k.byHand().margin())
			}
		}
		if found > best*(1+1e-9) || found < 0.98*best {
			t.Errorf("%s: a search finds the margin %v, the best is %v", form, found, best)
		}
		o := k.widest().theta
		at := scaled(-o[2]/(o[0]*o[0]+o[1]*o[1]), o)
		k.Angle, k.Through = math.Atan2(o[1], o[0]), [2]float64{at[0], at[1]}
		algotest.Near(t, form, k.byHand().margin(), best, 1e-8)
	}
}

// The distances are those of the points from the line, by the feet of their perpendiculars.
func TestFeet(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		through := [2]float64{rapid.Float64Range(-3, 3).Draw(r, "x"), rapid.Float64Range(-3, 3).Draw(r, "y")}
		k := task0(t, dataset.Generate("overlap", 12, 0.9, 2), Options{
			Form: "intercept", Method: "subgradient", C: 1, Line: "manual", Through: through, Angle: rapid.Float64Range(-3, 3).Draw(r, "angle"),
		})
		for i, p := range k.Points {
			foot := k.hand.foot(i, k.Problem)
			if on := k.hand.u[0]*foot.X + k.hand.u[1]*foot.Y + k.hand.theta0(); math.Abs(on) > 1e-12 {
				r.Fatalf("the foot of row %d is %v off the line", i, on)
			}
			if d := math.Hypot(p.X[0]-foot.X, p.X[1]-foot.Y); math.Abs(d-math.Abs(k.hand.r[i])) > 1e-12 {
				r.Fatalf("row %d: distance %v, r = %v", i, d, k.hand.r[i])
			}
		}
	})
}

// The length of a line by hand is the best of a fine search.
func TestBestLength(t *testing.T) {
	for _, c := range []float64{0.003, 0.1, 1, 30} {
		for _, angle := range []float64{-2, 0.2, 0.9, 2.5} {
			for _, form := range []string{"intercept", "augmented"} {
				k := task0(t, dataset.Generate("overlap", 20, 0.9, 2), Options{Form: form, Method: "subgradient", C: c, Line: "manual", Angle: angle})
				got := k.kept[0].cost(c)
				theta := vector{k.hand.u[0], k.hand.u[1], k.hand.theta0()}
				least := math.Inf(1)
				for i := range 20001 {
					least = min(least, k.priced(scaled(float64(i)*0.0005, theta), "").cost(c))
				}
				if got > least+1e-9 || got < least*(1-1e-3)-1e-9 {
					t.Errorf("%s, C = %v, angle %v: cost %v, a search finds %v", form, c, angle, got, least)
				}
			}
		}
	}
}

// The least cost of the four points is 2C − C²/10 up to C = 10, and 10 from there (004, W6).
func TestLeastCostOfTheFourPoints(t *testing.T) {
	k := task0(t, fourPoints, Options{Form: "intercept", Method: "subgradient", C: 12, Kept: "-2,4,1; -2,0,1; 0,0.1,1"})
	p := k.prices()
	if len(p.c) != sampled+2 || p.c[len(p.c)-1] < 10 {
		t.Fatalf("%d prices up to %v", len(p.c), p.c[len(p.c)-1])
	}
	for i, c := range p.c {
		want := 10.0
		if c < 10 {
			want = 2*c - c*c/10
		}
		algotest.Near(t, "least cost", p.least[i], want, 1e-9)
	}
}

// The ball of a penalty and what it picks are those of a search over the plane, and q = 2
// is what the run itself finds.
func TestPenaltiesAgainstASearch(t *testing.T) {
	for _, form := range []string{"intercept", "no-intercept"} {
		k := task0(t, level, Options{Form: form, Method: "subgradient", C: 0.3, Ball: "1"})
		s := k.shrinkage()
		algotest.Near(t, "q = 2", s.now[1].Primal, k.best.primal, 1e-8)
		for i, q := range penalties {
			least := math.Inf(1)
			for a := -2.0; a <= 2; a += 0.01 {
				for b := -2.0; b <= 2; b += 0.01 {
					least = min(least, lq.Penalty([2]float64{a, b}, q)+k.C*k.lossAt(a, b))
				}
			}
			if s.now[i].Primal > least+1e-9 || s.now[i].Primal < least-0.02 {
				t.Errorf("%s, q = %v: %v, a search finds %v", form, q, s.now[i].Primal, least)
			}
			for _, at := range rim(s.now[i].Theta, q) {
				algotest.Near(t, "rim", lq.Penalty([2]float64{at.X, at.Y}, q), lq.Penalty(s.now[i].Theta, q), 1e-12)
			}
		}
		if form == "intercept" && (s.now[0].Theta[1] != 0 || math.Abs(s.now[1].Theta[1]) < 0.1) {
			t.Errorf("q = 1 is not sparse: %v beside %v", s.now[0].Theta, s.now[1].Theta)
		}
	}
}

// Where no line is best, nothing is guaranteed of one; where none separates, 0 is the most.
func TestWhereNoLineIsBest(t *testing.T) {
	for name, c := range map[string]struct {
		data    dataset.Source
		params  param.Values
		verdict algos.Verdict
		words   string
	}{
		"one label":   {dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, 2, 1}), nil, algos.NotApplicable, "one label"},
		"too narrow":  {dataset.Labelled([3]float64{2e-12, 4e-12, -1}, [3]float64{5e-4, 5e-4, 1}, [3]float64{0, 2e-12, 1}), nil, algos.NotApplicable, "below the rounding error"},
		"inseparable": {dataset.Generate("overlap", 30, 0.9, 5), nil, algos.Holds, "no margin is above 0"},
		"no bias":     {twoPoints, vals("bias_mode", "no-intercept"), algos.Holds, "no margin is above 0"},
	} {
		v := vals("line", "manual", "max_iter", "3")
		maps.Copy(v, c.params)
		last := algotest.Last(t, Demo, c.data, v)
		if got := algotest.Check(t, last, "hand"); got.Verdict != c.verdict || !strings.Contains(got.Why.String(), c.words) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestKeptSolutionsAreRead(t *testing.T) {
	for text, words := range map[string]string{
		"1,2": "three numbers", "1,2,x": "from -1000000", "1,2,1e7": "from -1000000", "1,2,NaN": "from -1000000", "0,0,1;0,0,1;0,0,1;0,0,1;0,0,1": "at most four",
	} {
		if _, err := parseKept(text); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if all, err := parseKept(" 1, 2,3 ; -1,0,1;"); err != nil || len(all) != 2 || all[0] != (vector{1, 2, 3}) {
		t.Errorf("%v, %v", all, err)
	}
}

// While a hand drags, what takes long waits.
func TestSlowPicturesWait(t *testing.T) {
	s := algotest.Last(t, Demo, level, param.Pairs("compare_penalty", "1", "line", "manual", "max_iter", "5"))
	waiting := 0
	for _, p := range s.Moving().Panels() {
		if p.Waits {
			waiting++
		}
	}
	for _, c := range s.Moving().Checks() {
		if c.Verdict == algos.Waiting {
			waiting++
		}
	}
	if waiting != 6 {
		t.Errorf("%d pictures and promises wait", waiting)
	}
}
