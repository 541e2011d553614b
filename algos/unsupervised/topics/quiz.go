package topics

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("likeliest", algos.SayNumber, askLikeliest, anyStep, answerLikeliest),
	algos.Ask("moved", algos.SayNumber, askMoved, nextSweep, answerMoved),
	algos.Ask("perplexity", algos.SayNumber, askPerplexity, algos.AtEnd, answerPerplexity),
}

func anyStep(_, _ algos.Step) bool { return true }

func nextSweep(_, later algos.Step) bool { return later.Size == algos.Pass }

// askLikeliest asks within a document that is walked word by word.
func askLikeliest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	i := len(v.drawn)
	if v.K < 2 || v.size != algos.Micro || i >= v.N || int(v.of[i]) != v.document() {
		return algos.Asked{}, false
	}
	next := v
	next.drawn = append(v.drawn[:i:i], v.base[i]) // whose probabilities do not depend on its topic
	if _, clear := likeliest(next.last().p); !clear {
		return algos.Asked{}, false
	}
	s := v.vars()
	s["word"] = say.Given(v.names[v.words[i]])
	return algos.Asked{
		Text: s.Text("The next token of document <d> is " +
			"<word>. Which topic has the largest conditional probability?"), Least: 1, Most: float64(v.K), Whole: true,
	}, true
}

// answerLikeliest answers nothing where two topics are nearly as likely as each other.
func answerLikeliest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.at() < 0 {
		return algos.Answer{}, false
	}
	x := v.last()
	best, clear := likeliest(x.p)
	if !clear {
		return algos.Answer{}, false
	}
	s := say.Vars{"k": best + 1, "p": x.p[best], "nd": x.nd[best], "nw": x.nw[best], "nk": x.nk[best]}
	return algos.Answer{
		Number: float64(best + 1),
		Why:    s.Text("Topic <k> had the probability <p>: it has <nd> of the document's other tokens, and the word is <nw> of its <nk token>."),
	}, true
}

// likeliest is the topic with the largest probability, and whether that is clear.
func likeliest(p []float64) (best int, clear bool) {
	second := -1
	for k := 1; k < len(p); k++ {
		switch {
		case p[k] > p[best]:
			best, second = k, best
		case second < 0 || p[k] > p[second]:
			second = k
		}
	}
	return best, second < 0 || p[best] >= 1.02*p[second]
}

// askMoved asks at the end of a sweep about the next one.
func askMoved(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.size != algos.Pass || v.K < 2 || v.N < 100 || v.over() {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "What percentage of tokens will change topic in the next sweep?", Unit: "%", Most: 100}, true
}

// answerMoved lets a guess be off by what one sweep differs from the next, and a little more.
func answerMoved(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.size != algos.Pass || v.at() < 0 {
		return algos.Answer{}, false
	}
	share := 100 * float64(v.moved()) / float64(v.N)
	s := say.Vars{"moved": v.moved(), "N": v.N}
	return algos.Answer{Number: share, Tolerance: 8, Why: s.Text("<moved> of <N token> changed topic. A Gibbs sampler does not converge to one state: " +
		"it keeps sampling.")}, true
}

func askPerplexity(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.psi == nil || v.at() >= 0 || math.IsNaN(v.perplexityTruth) || v.Sweeps < 20 {
		return algos.Asked{}, false
	}
	s := say.Vars{"W": v.W, "true": v.perplexityTruth}
	return algos.Asked{
		Text:  s.Text("The uniform baseline has the perplexity <W>, the true topics <true>. What will the run reach?"),
		Least: 1, Most: 2 * float64(v.W),
	}, true
}

// answerPerplexity lets a guess be off by a tenth: no picture shows more.
func answerPerplexity(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	x := then.Metric("perplexity")
	if math.IsNaN(x) {
		return algos.Answer{}, false
	}
	s := say.Vars{"x": x, "true": v.perplexityTruth}
	return algos.Answer{Number: x, Tolerance: x / 10, Why: s.Text("Perplexity <x> is equivalent to a uniform choice among <x> words. The true topics " +
		"have <true>.")}, true
}

// goals are challenges to a reader who sets the priors, or writes documents.
var goals = []algos.Goal{
	{
		ID:    "sparing",
		Text:  "Recover the ten bars from at most 600 tokens in all documents, with a mean overlap of at least 0.75 with the true topics.",
		Hint:  "Sparse mixtures, with few topics per document, separate the bars best. Which α generates them, and which α should the sampler use?",
		Start: "documents=20&length=30&true_alpha=3&alpha=3", Asks: 0.75,
		CounterExample: "alpha=3&beta=0.02&documents=60&length=10&true_alpha=0.03&sweeps=300",
		Example:        "documents=60&length=10&true_alpha=0.03&alpha=0.03&beta=0.02&sweeps=300",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Source != bars || v.Side != 5 || v.N > 600 || v.Start == truth {
				return algos.Score{}, false
			}
			x := a.Last.Metric("overlap")
			return algos.Score{Number: x, Words: say.Vars{"x": x}.Text("overlap <x>")}, x >= 0.75
		}),
	},
}
