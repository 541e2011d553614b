package emelbo

import (
	"testing"

	"playground/algos/algotest"
)

// What the lesson and the tour say is what their links show.
func TestLessonTellsTheTruth(t *testing.T) {
	at := func(file, to string) view { return algotest.Linked(t, Demo, file, to).View.(view) }
	start, touch, top := at("lesson", "?preset=twelve&step=0"), at("lesson", "?preset=twelve&step=13#sums"), at("lesson", "?preset=twelve&step=16#bound")
	end, hard := at("lesson", "?preset=twelve&step=end"), at("lesson", "?preset=hard&step=end#sums")
	falls, before := at("lesson", "?preset=falls&step=10#sums"), at("lesson", "?preset=falls&step=7")
	one, hand := at("lesson", "?preset=one-mean&step=15#bound"), at("lesson", "?preset=by-hand&step=13#hand")
	six, tenth, hundredth := at("lesson", "?preset=to-k-means&step=end#falling"), at("lesson", "?preset=to-k-means&sigma=0.1&step=end#falling"),
		at("lesson", "?preset=to-k-means&sigma=0.01&step=end#falling")
	scaled := func(v view) float64 { return -2 * v.Sigma * v.Sigma * v.loglik }
	for _, c := range []struct {
		number string
		value  float64
		tour   bool
	}{
		{"-26.493", start.loglik, true},
		{"-40.642", start.elbo, true},
		{"14.149", start.kl, true},
		{"-26.493", touch.loglik, true},
		{"-23.728", top.elbo, true},
		{"-23.495", top.loglik, true},
		{"-23.164", end.loglik, false},
		{"-23.414", hard.elbo, false},
		{"-23.224", hard.loglik, false},
		{"-13.621", before.elbo, false},
		{"-10.761", before.loglik, false},
		{"-12.968", falls.elbo, true},
		{"-11.093", falls.loglik, true},
		{"-2.039", one.theta[0].mean, false},
		{"0.511", hand.kl, true},
		{"4.441", scaled(six), false},
		{"3.917", scaled(tenth), false},
		{"3.996", scaled(hundredth), false},
		{"-24.7", six.loglik, false},
		{"-196", tenth.loglik, false},
		{"-19982", hundredth.loglik, false},
		{"54", float64(at("lesson", "?preset=one-by-one&step=end").iter), false},
		{"61", float64(end.iter), false},
	} {
		algotest.Written(t, Demo, "lesson", c.number, c.value)
		if c.tour {
			algotest.Written(t, Demo, "tour", c.number, c.value)
		}
	}
	algotest.Written(t, Demo, "tour", "0.233", at("tour", "?preset=twelve&step=16#sums").kl)
	algotest.Near(t, "J", six.inertia()*six.Sigma*six.Sigma, 4, 1e-9)
	// The top of the likelihood in μ₁ alone is where the run with one free parameter ends.
	runs := halfSteps(t, twelve, "m_step", "first_mean", "sigma", "0.8", "mean1", "-2.9", "mean2", "1.7")
	algotest.Written(t, Demo, "lesson", "-1.840", runs[len(runs)-1].theta[0].mean)
	for _, v := range runs { // from the left it never goes too far
		if v.theta[0].mean > runs[len(runs)-1].theta[0].mean+1e-6 {
			t.Errorf("iteration %d goes too far, to %v", v.iter, v.theta[0].mean)
		}
	}
	tie := at("lesson", "?preset=tie&step=4")
	algotest.Near(t, "the mean at a tie", tie.refit(tie.theta[0], tie.q, 0).mean, -2./3, 1e-12)
	if means, _ := lloydEnd([]float64{-1, 0, 1}, -1, 1); means[0] != -0.5 || means[1] != 1 {
		t.Errorf("k-means ends at %v", means)
	}
	equal := at("lesson", "?preset=twelve&mean1=0.5&mean2=0.5&step=end#mean1")
	if equal.theta[0] != equal.theta[1] || equal.loglik >= end.loglik {
		t.Error("equal starts part")
	}
}
