// Package topics teaches latent Dirichlet allocation by collapsed Gibbs sampling:
// which topics a pile of documents is about, when nobody says what a topic is.
//
// A document d has a mixture of topics θ_d ~ Dir(α), a topic k a distribution over
// words ψ_k ~ Dir(β). Each word of the document draws a topic z from θ_d, and the word
// from ψ_z. With θ and ψ integrated out, what is left of them are counts: a word that
// is taken out of them goes back into topic k with a probability in proportion to
// (n_dk + α)(n_kw + β)/(n_k + Wβ).
package topics

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is latent Dirichlet allocation.
var Demo = algos.Define(algos.Demo{
	ID:            "topics",
	Title:         "Latent Dirichlet allocation",
	Keywords:      "latent Dirichlet allocation, topic model, collapsed Gibbs sampling, bars, Dirichlet, perplexity, text, words, documents, 主题模型, 隐狄利克雷分配, 吉布斯采样, 困惑度, 文本",
	Summary:       "Latent Dirichlet allocation by collapsed Gibbs sampling: the topic of each token is resampled given all others.",
	Units:         algos.Units{Pass: "sweep", First: "one <step> resamples the topics of a document, or later of all documents"},
	Family:        "Clustering and mixtures",
	Prerequisites: []string{"em-gmm"},
	Formula:       `p(z_i=k\mid z_{-i},w)\propto(n_{dk}+\alpha)\,\frac{n_{kw}+\beta}{n_k+W\beta}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "000", Where: "7.2.4, definition 7.2.7"},
		{Source: "D. M. Blei, A. Y. Ng, M. I. Jordan, Latent Dirichlet allocation", Where: "JMLR 3, 2003"},
		{Source: "T. L. Griffiths, M. Steyvers, Finding scientific topics", Where: "PNAS 101, 2004"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "joint", Title: "ln p(w, z)", Y: "ln p", Series: []mark.Series{
			{Metric: "log_joint", Label: "ln p(w, z)", Role: mark.RoleAccent},
			{Metric: "log_truth", Label: "with the true topics", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "perplexity", Title: "Held-out perplexity", Y: "perplexity", Series: []mark.Series{
			{Metric: "perplexity", Label: "inferred topics", Role: mark.RoleAccent},
			{Metric: "perplexity_truth", Label: "true topics", Bound: true, Role: mark.RoleGood},
			{Metric: "vocabulary", Label: "W (uniform baseline)", Bound: true, Role: mark.RoleFaint},
		}},
		{ID: "overlap", Title: "Recovered topics", Y: "overlap", Series: []mark.Series{
			{Metric: "overlap", Label: "mean overlap with the true topics", Role: mark.RoleAccent},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
	Benches:   timed,
}, bind, run)

// Where documents come from and how the topics begin; the values are public.
const (
	bars, random, typed  = "bars", "drawn", "typed"
	anyhow, alike, truth = "random", "one", "truth"
)

type options struct {
	Source, Start               string
	Side, Words, Topics         int     // of drawn documents: the vocabulary, the true topics
	Documents, Length, Held     int     // how many, how long, and how many to predict
	Mix, Scatter                float64 // the α and the β that made them
	Text, Unseen                string
	Shortest                    int
	K                           int
	Alpha, Beta                 float64
	Sweeps, Walked, WalkedFirst int
}

// Limits.
const (
	maxTopics    = 12
	maxDocuments = 200
	maxTokens    = 6000
	maxWords     = 600 // different ones
	maxSweeps    = 2000
	maxText      = 30_000
)

func bind(o *options, s *param.Set) {
	s.Int(&o.K, "k", 10, 1, maxTopics).Label("number of topics K").Hint("few = topics are merged, many = topics are split; scikit-learn: n_components")
	s.Float(&o.Alpha, "alpha", 0.3, 0.001, 100).Log(0.01, 10).Label("document–topic prior α").
		Hint("document–topic prior: small = few topics per document, large = all topics; scikit-learn: doc_topic_prior")
	s.Float(&o.Beta, "beta", 0.1, 0.001, 100).Log(0.01, 10).Label("topic–word prior β").
		Hint("topic–word prior: small = few words per topic, large = all words; scikit-learn: topic_word_prior")
	s.Int(&o.Sweeps, "sweeps", 100, 0, maxSweeps).Slider(0, 300).Label("Gibbs sweeps").Hint("number of Gibbs sweeps: each resamples every token once; 0 = " +
		"the initial state; scikit-learn: max_iter")
	s.Choice(&o.Start, "init", anyhow,
		param.Option{Value: anyhow, Label: "random topics"},
		param.Option{Value: alike, Label: "all tokens in topic 1"},
		param.Option{Value: truth, Label: "true topics", Hint: "only for generated documents, and if K is the true number of topics"},
	).Was("begin").Label("initialisation")
	s.Int(&o.Walked, "walked", 1, 0, maxSweeps).Slider(0, 100).Label("sweep shown in detail").
		Hint("this sweep has one step per document, and one per token in its first documents; every other sweep is one step")
	s.Int(&o.WalkedFirst, "slow", 1, 0, maxDocuments).Slider(0, 20).Label("documents token by token")
	s.Choice(&o.Source, "source", bars,
		param.Option{Value: bars, Label: "bars", Hint: "The words are the pixels of a small image, the true topics its horizontal and vertical bars."},
		param.Option{Value: random, Label: "topics sampled from Dir(β)", Hint: "The whole generative process: the true topics are sampled, too."},
		param.Option{Value: typed, Label: "your own documents"},
	).Group("Documents").Label("documents")
	s.Int(&o.Side, "image_side", 5, 2, 6).Was("side").Label("image side (pixels)").Group("Documents").When("source", bars)
	s.Int(&o.Words, "words", 25, 1, 100).Label("vocabulary size W").Group("Documents").When("source", random)
	s.Int(&o.Topics, "true_topics", 5, 1, 10).Was("topics").Label("true topics").Group("Documents").When("source", random)
	s.Float(&o.Scatter, "true_beta", 0.1, 0.01, 100).Was("scatter").Log(0.01, 10).Label("true β").Group("Documents").When("source", random)
	s.Int(&o.Documents, "documents", 60, 1, maxDocuments).Slider(1, 100).Label("number of documents").Group("Documents").When("source", bars, random)
	s.Int(&o.Length, "length", 50, 1, 200).Slider(1, 100).Label("tokens per document").Group("Documents").When("source", bars, random)
	s.Float(&o.Mix, "true_alpha", 0.3, 0.01, 100).Was("mix").Log(0.01, 10).Label("true α").Group("Documents").When("source", bars, random)
	s.Int(&o.Held, "n_heldout", 12, 0, 100).Was("held").Slider(0, 40).Label("held-out documents").Group("Documents").When("source", bars, random).
		Hint("test documents: half of the tokens observed, half predicted (document completion)")
	s.Text(&o.Text, "text", ownText, maxText, nil).Label("documents").Group("Documents").When("source", typed).
		Hint("One document per line, or separated by |. Words are separated by spaces and punctuation.")
	s.Text(&o.Unseen, "heldout_text", ownUnseen, maxText, nil).Was("unseen").Label("held-out documents").Group("Documents").When("source", typed).
		Hint("test documents; out-of-vocabulary words are ignored")
	s.Int(&o.Shortest, "min_word_length", 4, 1, 20).Was("shortest").Label("minimum word length").Group("Documents").When("source", typed).
		Hint("shorter words are dropped, a simple stop-word filter; scikit-learn: token_pattern, stop_words")
}

// run is the textbook loop: sweep by sweep, document by document, word by word.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(o, p)
	if err != nil {
		return nil, err
	}
	g := newGibbs(&t.corpus, o.K, o.Alpha, o.Beta, t.first)
	algos.Uses(ctx, g)
	source := p.Stream(1)
	return func(yield func(algos.Step) bool) {
		v := view{task: t, base: t.first, log: t.joint(t.counted(t.first)).value}
		v.nk = append([]int32(nil), g.nk...)
		if !yield(v.step(algos.Pass)) {
			return
		}
		for v.sweep < o.Sweeps {
			if ctx.Err() != nil {
				return
			}
			v.sweep++
			v.base, v.drawn = v.now(), make([]uint8, 0, t.N)
			begun := v.log
			for d := range t.D {
				beforeDocument := v.log
				for i := t.starts[d]; i < t.starts[d+1]; i++ {
					v.u = source.Float64()
					v.drawn = append(v.drawn, g.word(i, v.u))
					if v.walks(d) && i+1 < t.starts[d+1] {
						v.before, v.log = v.log, v.log+g.change()
						if !yield(v.kept(g).step(algos.Micro)) {
							return
						}
						continue
					}
					v.log += g.change()
				}
				if v.sweep == o.Walked && d+1 < t.D {
					v.before = beforeDocument
					if !yield(v.kept(g).step(algos.Normal)) {
						return
					}
				}
			}
			// Every sweep adds again, so that the rounding of many changes does not pile up.
			v.before, v.log = begun, t.joint(t.counted(v.now())).value
			if !yield(v.kept(g).step(algos.Pass)) {
				return
			}
		}
	}, nil
}
