package topics

import (
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/say"
	"playground/algos/words"
)

// A task is what stays the same during a run.
type task struct {
	options
	corpus
	names  []string    // of the words
	first  []uint8     // the topics at the start
	psi    [][]float64 // the true topics; nil where nobody knows them
	theta  [][]float64 // the true mixtures of the documents
	made   []uint8     // the topics that made the words
	unseen [][]int32   // the documents held out
	closed closed

	logTruth, perplexityTruth float64 // NaN where there is no truth
}

func newTask(o options, p algos.Problem) (*task, error) {
	t := &task{options: o}
	var err error
	if o.Source == typed {
		err = t.read()
	} else {
		err = t.draw(p.Rand)
	}
	if err != nil {
		return nil, err
	}
	t.closed = newClosed(&t.corpus, o.K, o.Alpha, o.Beta)
	if err := t.begin(p.Stream(2)); err != nil {
		return nil, err
	}
	t.logTruth, t.perplexityTruth = math.NaN(), math.NaN()
	if t.psi == nil {
		return t, nil
	}
	t.perplexityTruth = t.perplexity(t.psi, t.Mix)
	if len(t.psi) == o.K {
		t.logTruth = t.joint(t.counted(t.made)).value
	}
	return t, nil
}

func (t *task) counted(z []uint8) counts { return t.corpus.counted(z, t.K) }
func (t *task) joint(n counts) joint     { return t.closed.joint(&t.corpus, n) }

// begin chooses the topics that the run starts with.
func (t *task) begin(r *rand.Rand) error {
	t.first = make([]uint8, t.N)
	switch {
	case t.Start == truth && t.psi == nil:
		return algos.Refuse("initialisation: the true topics of your own documents are unknown; initialise at random")
	case t.Start == truth && len(t.psi) != t.K:
		return algos.Refuse(say.Vars{"true": len(t.psi), "k": t.K}.
			Text("initialisation: the documents have <true true topic>, and K = <k>; the true ones can only be used if K is that number"))
	case t.Start == truth:
		copy(t.first, t.made)
	case t.Start == anyhow:
		for i := range t.first {
			t.first[i] = uint8(r.IntN(t.K))
		}
	}
	return nil
}

// draw makes documents by the generative process.
func (t *task) draw(r *rand.Rand) error {
	w := t.Words
	if t.Source == bars {
		w = t.Side * t.Side
		t.psi = barTopics(t.Side)
	} else {
		for range t.Topics {
			t.psi = append(t.psi, dirichlet(r, t.Scatter, w))
		}
	}
	if t.Documents*t.Length > maxTokens {
		return algos.Refuse(say.Vars{"d": t.Documents, "n": t.Length, "most": maxTokens}.
			Text("documents: <d document> with <n token> each: the maximum is <most> tokens"))
	}
	for i := range w {
		t.names = append(t.names, "w"+say.Sub(i+1))
	}
	var all [][]int32
	for d := range t.Documents + t.Held {
		theta := dirichlet(r, t.Mix, len(t.psi))
		numbers := make([]int32, t.Length)
		for i := range numbers {
			z := pick(theta, r.Float64())
			numbers[i] = int32(pick(t.psi[z], r.Float64()))
			if d < t.Documents {
				t.made = append(t.made, uint8(z))
			}
		}
		if d < t.Documents {
			t.theta = append(t.theta, theta)
			all = append(all, numbers)
		} else {
			t.unseen = append(t.unseen, numbers)
		}
	}
	t.corpus = newCorpus(all, w)
	return nil
}

// barTopics are the rows and the columns of a small image, each even over its pixels.
func barTopics(side int) [][]float64 {
	var all [][]float64
	for b := range 2 * side {
		psi := make([]float64, side*side)
		for i := range side {
			at := b*side + i
			if b >= side {
				at = i*side + b - side
			}
			psi[at] = 1 / float64(side)
		}
		all = append(all, psi)
	}
	return all
}

// dirichlet draws from a symmetric Dirichlet distribution: gamma variables divided by
// their sum. They are logarithms, for with a small parameter most would be 0.
func dirichlet(r *rand.Rand, a float64, n int) []float64 {
	x, top := make([]float64, n), math.Inf(-1)
	for i := range x {
		// A gamma variable of a is one of a+1 times the a-th root of a uniform one.
		x[i] = math.Log(gamma(r, a+1)) + math.Log(1-r.Float64())/a
		top = max(top, x[i])
	}
	sum := 0.0
	for i := range x {
		x[i] = math.Exp(x[i] - top)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
	return x
}

// gamma draws from Gamma(a, 1), a ≥ 1, by Marsaglia and Tsang.
func gamma(r *rand.Rand, a float64) float64 {
	d := a - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-r.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// pick is the place of a number from 0 to 1 in a distribution.
func pick(p []float64, u float64) int {
	for i, x := range p {
		if u -= x; u < 0 {
			return i
		}
	}
	last := len(p) - 1 // the shares add up to less than 1 by rounding
	for last > 0 && p[last] == 0 {
		last--
	}
	return last
}

// read makes documents of what a reader typed.
func (t *task) read() error {
	var known words.Vocabulary
	var all [][]int32
	tokens := 0
	for _, document := range words.Documents(t.Text) {
		if len(all) == maxDocuments {
			return algos.Refuse(say.Vars{"most": maxDocuments}.Text("documents: there are more than <most>"))
		}
		numbers := known.Add(words.Tokens(document, t.Shortest))
		tokens += len(numbers)
		all = append(all, numbers)
	}
	t.names = known.Words
	w := say.Vars{"n": t.Shortest, "words": tokens, "different": len(known.Words), "most": maxTokens, "names": maxWords}
	switch {
	case len(known.Words) == 0:
		return algos.Refuse(w.Text("documents: they have no word of at least <n letter>; write some, or allow shorter words"))
	case tokens > maxTokens:
		return algos.Refuse(w.Text("documents: <words token>; the maximum is <most>"))
	case len(known.Words) > maxWords:
		return algos.Refuse(w.Text("documents: <different> different words are too many; the maximum is <names>"))
	}
	for _, document := range words.Documents(t.Unseen) {
		if t.unseen = append(t.unseen, known.Known(words.Tokens(document, t.Shortest))); len(t.unseen) > maxDocuments {
			return algos.Refuse(say.Vars{"most": maxDocuments}.Text("held-out documents: there are more than <most>"))
		}
	}
	t.corpus = newCorpus(all, len(known.Words))
	return nil
}

// foldings is how often the mixture of a document held out is fitted again.
const foldings = 20

// perplexity is exp of minus the mean log probability of every second word of the
// documents held out. The words between are folded in: the document's mixture is fitted
// to them by EM with the prior's α, and the topics stay as they are. NaN where no word is
// predicted.
func (t *task) perplexity(psi [][]float64, alpha float64) float64 {
	sum, n := t.predicted(psi, alpha)
	if n == 0 {
		return math.NaN()
	}
	return math.Exp(-sum / float64(n))
}

// predicted is the log probability of the words that are predicted, and how many these are.
func (t *task) predicted(psi [][]float64, alpha float64) (sum float64, n int) {
	k := len(psi)
	theta, next, columns := make([]float64, k), make([]float64, k), map[int32][]float64{}
	column := func(word int32) []float64 { // p(word) in every topic, side by side
		c := columns[word]
		if c == nil {
			for _, row := range psi {
				c = append(c, row[word])
			}
			columns[word] = c
		}
		return c
	}
	for _, words := range t.unseen {
		if len(words) < 2 {
			continue
		}
		var shown, asked [][]float64
		for i, word := range words {
			if i%2 == 0 {
				shown = append(shown, column(word))
			} else {
				asked = append(asked, column(word))
			}
		}
		for i := range theta {
			theta[i] = 1 / float64(k)
		}
		for range foldings {
			for i := range next {
				next[i] = alpha
			}
			for _, c := range shown {
				p := mixed(theta, c)
				for j := range next {
					if p > 0 {
						next[j] += theta[j] * c[j] / p
					} else { // no topic has the word
						next[j] += theta[j]
					}
				}
			}
			for i := range theta {
				theta[i] = next[i] / (float64(len(shown)) + float64(k)*alpha)
			}
		}
		for _, c := range asked {
			sum += math.Log(max(mixed(theta, c), math.SmallestNonzeroFloat64))
			n++
		}
	}
	return sum, n
}

// mixed is the probability of a word, given what it has in every topic.
func mixed(theta, of []float64) float64 {
	p := 0.0
	for k, share := range theta {
		p += share * of[k]
	}
	return p
}
