package svmmulticlass

import (
	"fmt"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/say"
)

// notAKernel says why the promises of duality do not apply, or "" where they do.
func (t *team) notAKernel() string {
	if t.k.PSD() {
		return ""
	}
	if n := len(t.z); n > maxSpectrum {
		return fmt.Sprintf("this kernel is not positive semi-definite in general, and %d points are too many to look at the eigenvalues", n)
	}
	t.psd.once.Do(func() { t.psd.least, t.psd.most = kernel.Spectrum(t.k, t.z) })
	if t.psd.least >= -float64(len(t.z))*4*ulp*t.psd.most {
		return ""
	}
	return fmt.Sprintf("the kernel matrix of these points has the eigenvalue %s: no feature space stands behind it, so there is no primal to meet", say.Num(t.psd.least))
}

// maxSpectrum is the most points for which the eigenvalues of the kernel matrix
// are computed.
const maxSpectrum = 300

// Model returns the machines so far.
func (t *team) Model() algos.Model {
	var pairs [][]int
	var bias, dual []float64
	for _, b := range t.members {
		pair := []int{t.label(b.first)}
		if b.second >= 0 {
			pair = append(pair, t.label(b.second))
		}
		pairs = append(pairs, pair)
		bias, dual = append(bias, t.offset(b)), append(dual, b.dual)
	}
	values := []algos.Value{{Name: "machines", Value: pairs}, {Name: "bias", Value: bias}, {Name: "dual", Value: dual}}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		score := t.scoresAt(x)
		label := t.label(0)
		if len(score) > 0 {
			label = t.label(t.decide(score))
		}
		return []algos.Value{{Name: "label", Value: label}, {Name: "scores", Value: score}}
	}}
}

// offset is a machine's offset in the coordinates of the data.
func (m *machine) offset(b *binary) float64 {
	if _, linear := m.k.(kernel.Linear); !linear {
		return b.bias
	}
	offset := b.bias
	for s, c := range b.centres {
		offset -= b.coef[s] * (c[0]*m.shift[0] + c[1]*m.shift[1])
	}
	return offset
}
