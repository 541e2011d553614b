package squares

import (
	"os"
	"testing"

	"playground/algos/algotest"
)

func TestWords(t *testing.T) { algotest.Words(t, os.DirFS(".")) }

func TestFormula(t *testing.T) {
	for _, c := range []struct {
		theta    []float64
		constant bool
		inputs   int
		want     string
	}{
		{[]float64{1, -0.5}, true, 1, `f(x) = 1- 0.5\,x`},
		{[]float64{1, 2, 3}, true, 2, `f(x) = 1+ 2\,x_{1}+ 3\,x_{2}`},
		{[]float64{2, 3}, false, 2, `f(x) = 2\,x_{1}+ 3\,x_{2}`},
		{nil, false, 1, `f(x) = 0`},
	} {
		if got := string(Formula(c.theta, c.constant, c.inputs)); got != c.want {
			t.Errorf("%v: %s, want %s", c.theta, got, c.want)
		}
	}
}

// Below 1/L a descent creeps, below 2/L it jumps, beyond it diverges; a run that does otherwise answers nothing.
func TestAnswerStepSize(t *testing.T) {
	for eta, want := range map[float64]int{0.4: 0, 0.6: 1, 1.1: 2} {
		if a, ok := AnswerStepSize(eta, 1, eta > 1); !ok || a.Option != want {
			t.Errorf("%g: option %d, %t", eta, a.Option, ok)
		}
		if _, ok := AnswerStepSize(eta, 1, eta < 1); ok {
			t.Errorf("%g: a run that does otherwise is an answer", eta)
		}
	}
}
