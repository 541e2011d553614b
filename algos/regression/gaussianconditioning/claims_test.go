package gaussianconditioning

import (
	"math"
	"testing"

	"playground/algos/algotest"
)

// The ellipses of the presets: the mean of their product is not between both means.
func TestMeanOfTheProductIsOffTheSegment(t *testing.T) {
	v := algotest.Linked(t, Demo, "lesson", "?preset=plane&step=end").View.(view)
	a, b, p := v.joint.mean, v.second().mean, v.result.mean
	cross := (b[0]-a[0])*(p[1]-a[1]) - (b[1]-a[1])*(p[0]-a[0])
	if off := math.Abs(cross) / math.Hypot(b[0]-a[0], b[1]-a[1]); off < 1 {
		t.Errorf("the mean %v is %v from the segment", p, off)
	}
}

// Each guarantee of the plane can fail.
func TestSpoiltPlanesAreCaught(t *testing.T) {
	with := func(v view, change func(*joint)) view {
		return v.with(func(t *task) { change(&t.result) })
	}
	p := last(t, "topic", product2D, "cov", "0.5", "second_rho", "-0.6")
	s := last(t, "topic", combination, "matrix_a", "1 2 -1 0.5", "matrix_b", "0 1 1 0", "shift", "1,2")
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "plane-covariance", Good: p, Spoilt: with(p, func(j *joint) { j.cov[1] += 1e-6 })},
		{Check: "plane-mean", Good: p, Spoilt: with(p, func(j *joint) { j.mean[1] += 1e-6 })},
		{Check: "plane-constant", Good: p, Spoilt: p.with(func(t *task) { t.logFactor += 1e-6 })},
		{Check: "plane-sharper", Good: p, Spoilt: with(p, func(j *joint) { j.cov[0], j.cov[2] = 2*j.cov[0]+2, 2*j.cov[2]+2 })},
		{Check: "sum-mean", Good: s, Spoilt: with(s, func(j *joint) { j.mean[0] += 1e-6 })},
		{Check: "sum-covariance", Good: s, Spoilt: with(s, func(j *joint) { j.cov[2] *= 1 + 1e-6 })},
	})
}

// A matrix is four numbers, with any separators, and nothing else.
func TestMatricesAreRead(t *testing.T) {
	for _, text := range []string{"1 2; 3 4", "1,2,3,4", "1，2；3、4"} {
		if m, err := readMatrix(text); err != nil || m != (square{1, 2, 3, 4}) {
			t.Errorf("%q: %v, %v", text, m, err)
		}
	}
	for _, text := range []string{"", "1 2 3", "1 2 3 4 5", "1 2 3 x"} {
		if matrixReadable(text) == nil {
			t.Errorf("%q is read as a matrix", text)
		}
	}
}
