package stringkernel

import (
	"math"
	"testing"

	"playground/algos"
	"playground/algos/kernel"
)

// A run without a common letter stops at length 1. What its model calls the results of
// length n is of length n: the Gram matrix and its smallest eigenvalue, too.
func TestGramIsOfTheLengthThatTheModelNames(t *testing.T) {
	words := []string{"abc", "xyz", "bandana", "panama"}
	v := last(t, options{S: words[0], T: words[1], Strings: "bandana, panama", Length: 2, Decay: 0.3})
	m := len(words)
	want := make([]float64, m*m)
	for i, a := range words {
		for j, b := range words {
			want[i*m+j] = brute(a, b, 2, 0.3) / math.Sqrt(brute(a, a, 2, 0.3)*brute(b, b, 2, 0.3))
		}
	}
	eigen, _, ok := kernel.Eigen(want, m)
	if !ok {
		t.Fatal("no eigenvalues")
	}
	values := map[string]any{}
	for _, value := range v.Model().Values {
		values[value.Name] = value.Value
	}
	if values["length"] != 2 {
		t.Fatalf("the model is of length %v", values["length"])
	}
	for k, got := range values["gram"].([]float64) {
		if math.Abs(got-want[k]) > 1e-14 {
			t.Errorf("entry %d of the Gram matrix is %v, want %v", k, got, want[k])
		}
	}
	if got := values["least_eigenvalue"].(float64); math.Abs(got-eigen[0]) > 1e-13 || math.Abs(got-0.5149) > 5e-5 {
		t.Errorf("the smallest eigenvalue is %v, want %v", got, eigen[0])
	}
	if title := v.matrix().Title.String(); title != "Gram matrix of K̂, length 2" {
		t.Errorf("the picture is the %q", title)
	}
	if c := v.checkPSD(); c.Verdict != algos.Holds || c.Left != values["least_eigenvalue"] {
		t.Errorf("the guarantee has %v, %v", c.Left, c.Verdict)
	}
}

// A smallest eigenvalue above 0 does not prove a kernel, as the lesson says: a similarity that
// is 1 for strings that differ in at most one letter has one on two strings, and not on three.
func TestEigenvalueIsNoProof(t *testing.T) {
	similarity := func(words ...string) float64 {
		m := len(words)
		k := make([]float64, m*m)
		for i, a := range words {
			for j, b := range words {
				if neighbours(a, b) {
					k[i*m+j] = 1
				}
			}
		}
		eigen, _, _ := kernel.Eigen(k, m)
		return eigen[0]
	}
	if few, more := similarity("cat", "dog"), similarity("cat", "car", "bar"); few <= 0 || more >= 0 {
		t.Errorf("smallest eigenvalues %v and %v", few, more)
	}
}

// neighbours reports whether two strings of one length differ in at most one letter.
func neighbours(a, b string) bool {
	differ := 0
	for i := range a {
		if a[i] != b[i] {
			differ++
		}
	}
	return differ <= 1
}
