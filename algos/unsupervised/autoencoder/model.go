package autoencoder

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var metricNames = []string{"loss", "validation_loss", "kl", "elbo"}

func (s *state) metrics() []float64 {
	kl, elbo := math.NaN(), math.NaN()
	if s.Kind == variational {
		kl, elbo = s.losses.kl, s.elbo(s.losses)
	}
	return []float64{s.losses.loss, s.left, kl, elbo}
}

// phase is what a step was about.
type phase int

const (
	starting phase = iota
	forward
	backward
	updating
	passing // an epoch is over
	blowing // the loss or a weight has grown beyond hope
)

// A view is a step's way to look at a state.
type view struct {
	*state
	phase phase
	work  *batch // at a small step
}

// Model returns the networks, and what they make of the points.
func (v view) Model() algos.Model {
	p := v.newPass()
	codes, back := make([][]float64, len(v.x)), make([][]float64, len(v.x))
	for i, x := range v.x {
		z := v.encode(p, x)
		at := v.outside(p.decode(v.theta, z))
		codes[i], back[i] = append([]float64(nil), z...), []float64{at.X, at.Y}
	}
	values := []algos.Value{
		{Name: "loss", Value: v.losses.loss},
		{Name: "epochs", Value: v.epoch},
		{Name: "weights", Value: append([]float64(nil), v.theta...)},
		{Name: "codes", Value: codes},
		{Name: "reconstructions", Value: back},
		{Name: "mean", Value: v.mean[:]},
		{Name: "scale", Value: v.scale},
		{Name: "principal", Value: v.principal()},
	}
	if v.Kind == variational {
		values = append(values, algos.Value{Name: "kl", Value: v.losses.kl}, algos.Value{Name: "elbo", Value: v.elbo(v.losses)},
			algos.Value{Name: "unit_kl", Value: v.losses.unit})
	}
	return algos.Model{Values: values, Predict: v.predict}
}

// encode is the code of a point: of a VAE its mean. It is part of the pass.
func (v view) encode(p *pass, x [2]float64) []float64 { return p.encode(v.theta, x)[:v.LatentDim] }

func (v view) predict(x [2]float64) []algos.Value {
	p := v.newPass()
	z := v.encode(p, v.inside(x))
	out := []algos.Value{{Name: "z1", Value: z[0]}}
	if v.LatentDim == 2 {
		out = append(out, algos.Value{Name: "z2", Value: z[1]})
	}
	at := v.outside(p.decode(v.theta, append([]float64(nil), z...)))
	return append(out, algos.Value{Name: "x1", Value: at.X}, algos.Value{Name: "x2", Value: at.Y})
}

// weight names a weight.
func (t *task) weight(at int) say.Phrase {
	n, encoder := t.enc, true
	if at >= t.enc.Len() {
		n, at, encoder = t.dec, at-t.enc.Len(), false
	}
	layer, to, from := n.Find(at)
	v := say.Vars{"k": layer + 1, "to": to + 1, "from": from + 1}
	switch {
	case from < 0 && encoder:
		return v.Text("the bias of unit <to> in layer <k> of the encoder")
	case from < 0:
		return v.Text("the bias of unit <to> in layer <k> of the decoder")
	case encoder:
		return v.Text("the weight from <from> to <to> in layer <k> of the encoder")
	}
	return v.Text("the weight from <from> to <to> in layer <k> of the decoder")
}
