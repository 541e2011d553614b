// Package trial is for demos that repeat a random experiment many times: how an
// estimator spreads, how often a bound fails, how much a bandit loses.
//
// [Each] plays the trials. A trial is a step and a hundred trials are a pass. Trial k
// draws from its own stream, so it is the same however it was reached, and a picture
// of trial k can be made without the k − 1 trials before it.
//
// A [Tally] adds up one number of every trial, and its [Summary] has what the numbers
// say so far: mean, variance, standard error, quantiles. A [Rate] does the same for
// what happens in a trial or does not, and turns "fails at a rate of at most δ" into a
// check with the limits of Clopper and Pearson.
//
// Tallies and rates change with every trial, while a step never does: a step keeps the
// Summary, or a copy of the Rate.
package trial

import (
	"iter"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/say"
)

// Pass is how many trials are a pass.
const Pass = 100

// Each yields the step before any trial, and then a step for each of n trials. It calls
// play for k = 1, …, n in this order, with the problem's stream k, and sets what the
// steps of all such runs have in common: the size, what comes next, and that the run
// ends with trial n. A final status that play returns ends the run earlier; labels of
// play's own are kept.
func Each(p algos.Problem, n int, before algos.Step, play func(k int, r *rand.Rand) algos.Step) iter.Seq[algos.Step] {
	return func(yield func(algos.Step) bool) {
		for k := 0; k <= n; k++ {
			s := before
			if k > 0 {
				s = play(k, p.Stream(uint64(k)))
			}
			s.Size = algos.Normal
			if k%Pass == 0 {
				s.Size = algos.Pass
			}
			if s.Status.State == "" {
				s.Status.State = algos.Running
			}
			if k == n && !s.Status.Final() {
				s.Status = algos.Status{State: algos.Converged, Reason: say.Vars{"n": n}.Text("all of <n trial> are played")}
			}
			switch {
			case s.Status.Final():
				s.Size, s.Next = algos.Pass, algos.Next{}
			case s.Next == algos.Next{}:
				s.Next = next(k, n)
			}
			if !yield(s) || s.Status.Final() {
				return
			}
		}
	}
}

// next names what comes after trial k of n.
func next(k, n int) algos.Next {
	end := min((k/Pass+1)*Pass, n)
	v := say.Vars{"first": k + 1, "last": end}
	one := v.Text("trial <first>")
	if end == k+1 {
		return algos.Next{Step: one, Pass: one}
	}
	return algos.Next{Step: one, Pass: v.Text("trials <first> to <last>")}
}
