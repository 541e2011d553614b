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
	Title:         "Topics of documents (LDA)",
	Keywords:      "latent Dirichlet allocation, topic model, collapsed Gibbs sampling, bars, Dirichlet, perplexity, text, words, documents, 主题模型, 隐狄利克雷分配, 吉布斯采样, 困惑度, 文本",
	Summary:       "Which words belong together: every word draws its topic anew, given all others.",
	Units:         algos.Units{Pass: "sweep", First: "one <step> draws the topics of a document"},
	Family:        "Clustering and mixtures",
	Prerequisites: []string{"em-gmm"},
	Formula:       `p(z_i=k\mid z_{-i},w)\propto(n_{dk}+\alpha)\,\frac{n_{kw}+\beta}{n_k+W\beta}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "000", Where: "7.2.4, definition 7.2.7 (lines 1405–1414)"},
		{Source: "D. M. Blei, A. Y. Ng, M. I. Jordan, Latent Dirichlet allocation", Where: "JMLR 3, 2003"},
		{Source: "T. L. Griffiths, M. Steyvers, Finding scientific topics", Where: "PNAS 101, 2004"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "joint", Title: "ln p(w, z)", Y: "ln p", Series: []mark.Series{
			{Metric: "log_joint", Label: "ln p(w, z)", Role: mark.RoleAccent},
			{Metric: "log_truth", Label: "with the topics that made the words", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "perplexity", Title: "Perplexity of words held out", Y: "perplexity", Series: []mark.Series{
			{Metric: "perplexity", Label: "topics found", Role: mark.RoleAccent},
			{Metric: "perplexity_truth", Label: "true topics", Bound: true, Role: mark.RoleGood},
			{Metric: "vocabulary", Label: "W, for who knows nothing", Bound: true, Role: mark.RoleFaint},
		}},
		{ID: "overlap", Title: "Topics found again", Y: "overlap", Series: []mark.Series{
			{Metric: "overlap", Label: "overlap with the true topics", Role: mark.RoleAccent},
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
	s.Int(&o.K, "k", 10, 1, maxTopics).Label("topics K").Hint("How many topics are looked for.")
	s.Float(&o.Alpha, "alpha", 0.3, 0.001, 100).Log(0.01, 10).Label("α").
		Hint("What every topic has in a document before any word is counted: a small α makes documents of few topics.")
	s.Float(&o.Beta, "beta", 0.1, 0.001, 100).Log(0.01, 10).Label("β").
		Hint("What every word has in a topic before any is counted: a small β makes topics of few words.")
	s.Int(&o.Sweeps, "sweeps", 100, 0, maxSweeps).Slider(0, 300).Label("sweeps").Hint("How often every word draws its topic anew.")
	s.Choice(&o.Start, "begin", anyhow,
		param.Option{Value: anyhow, Label: "random topics"},
		param.Option{Value: alike, Label: "all words in topic 1"},
		param.Option{Value: truth, Label: "the topics that made the words", Hint: "Known only for documents that are drawn, and with as many topics."},
	).Label("begin with")
	s.Int(&o.Walked, "walked", 1, 0, maxSweeps).Slider(0, 100).Label("sweep to walk").
		Hint("This sweep is walked document by document, its first documents word by word; every other sweep is one step.")
	s.Int(&o.WalkedFirst, "slow", 1, 0, maxDocuments).Slider(0, 20).Label("documents word by word")
	s.Choice(&o.Source, "source", bars,
		param.Option{Value: bars, Label: "bars", Hint: "The words are the pixels of a small image, the true topics its rows and columns."},
		param.Option{Value: random, Label: "topics drawn from Dir(β)", Hint: "The whole generative process: also the true topics are drawn."},
		param.Option{Value: typed, Label: "your own documents"},
	).Group("Documents").Label("documents")
	s.Int(&o.Side, "side", 5, 2, 6).Label("pixels a side").Group("Documents").When("source", bars)
	s.Int(&o.Words, "words", 25, 1, 100).Label("words W").Group("Documents").When("source", random)
	s.Int(&o.Topics, "topics", 5, 1, 10).Label("true topics").Group("Documents").When("source", random)
	s.Float(&o.Scatter, "scatter", 0.1, 0.01, 100).Log(0.01, 10).Label("β of the true topics").Group("Documents").When("source", random)
	s.Int(&o.Documents, "documents", 60, 1, maxDocuments).Slider(1, 100).Label("how many").Group("Documents").When("source", bars, random)
	s.Int(&o.Length, "length", 50, 1, 200).Slider(1, 100).Label("words a document").Group("Documents").When("source", bars, random)
	s.Float(&o.Mix, "mix", 0.3, 0.01, 100).Log(0.01, 10).Label("α of the true mixtures").Group("Documents").When("source", bars, random)
	s.Int(&o.Held, "held", 12, 0, 100).Slider(0, 40).Label("held out").Group("Documents").When("source", bars, random).
		Hint("Documents that no topic learns from: half of their words are shown, the others predicted.")
	s.Text(&o.Text, "text", ownText, maxText, nil).Label("documents").Group("Documents").When("source", typed).
		Hint("One document a line, or with | between them. Words are what stands between spaces and signs.")
	s.Text(&o.Unseen, "unseen", ownUnseen, maxText, nil).Label("held out").Group("Documents").When("source", typed).
		Hint("Documents that no topic learns from. Words that the others lack are left out.")
	s.Int(&o.Shortest, "shortest", 4, 1, 20).Label("shortest word").Group("Documents").When("source", typed).
		Hint("Words with fewer letters are left out: the, and, of stand in every document.")
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
			// Every sweep adds anew, so that the rounding of many changes does not pile up.
			v.before, v.log = begun, t.joint(t.counted(v.now())).value
			if !yield(v.kept(g).step(algos.Pass)) {
				return
			}
		}
	}, nil
}
