package committee

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos/cart"
)

// A Member is a tree and the sample that it was grown on.
type Member struct {
	Tree    *cart.Tree
	Times   []uint16 // how often each row was drawn
	Columns []int    // those that the whole tree may look at; nil means all
	Leaves  []int32  // in which leaf each row lies
	Out     int      // rows that were not drawn
	Wrong   int      // those of them that it gets wrong
	Squares float64  // the squared errors on them, added up
	// Importance is, for every feature, by how much the share of samples out-of-bag that the tree gets right
	// falls when the feature is permuted among them; of values by how much their mean squared error rises.
	Importance []float64
}

// A State is the ensemble after some trees.
type State struct {
	*Task
	Committee []*Member
	Votes     []float64 // for every row what the members say to each class, added up
	Bag       []float64 // the same by those members alone that have not drawn the row
	Voters    []int     // and how many these are
	OutSum    int       // rows out of the bag, of all members
	OutWrong  int       // and those of them that their member gets wrong
	Wrong     int       // rows that the committee gets wrong
	BagWrong  int       // rows that the members which have not drawn it get wrong
	BagRows   int       // rows that some member has not drawn
	BagLoss   float64   // mean squared error of those members on these rows
	Brier     float64   // mean squared error of the committee's shares, or of its values
	Single    float64   // the same of its members, on average
	Fresh     float64   // share of the test points that the committee gets wrong; NaN without any
	FreshTree float64   // the same of its members, on average
	Spread
}

// Member draws and grows tree b.
func (t *Task) Member(ctx context.Context, b int) (*Member, error) {
	r := t.stream(0, b)
	Draw(r, t.times)
	tree, columns, err := t.Grow(ctx, t.sorted, t.target(), t.times, r)
	if err != nil {
		return nil, err
	}
	m := &Member{Tree: tree, Columns: columns, Times: make([]uint16, len(t.Y)), Leaves: make([]int32, len(t.Y))}
	var out []int
	said := make([]float64, t.K)
	for i, x := range t.X {
		m.Times[i] = uint16(t.times[i])
		m.Leaves[i] = int32(tree.Leaf(x...))
		if t.times[i] > 0 {
			continue
		}
		out = append(out, i)
		clear(said)
		t.says(said, &tree.Nodes[m.Leaves[i]])
		m.Squares += t.loss(i, said, 1)
		if t.Z == nil && m.label(i) != t.Y[i] {
			m.Wrong++
		}
	}
	m.Out = len(out)
	if t.Forest || !t.Table.Empty() {
		t.shuffle(m, out, r)
	}
	return m, nil
}

// label is what a tree says to a sample.
func (m *Member) label(i int) int { return int(m.Tree.Nodes[m.Leaves[i]].Value) }

// shuffle measures how much a tree misses each feature.
func (t *Task) shuffle(m *Member, out []int, r *rand.Rand) {
	m.Importance = make([]float64, len(t.Names))
	if len(out) == 0 {
		return
	}
	from, x := slices.Clone(out), make([]float64, len(t.Names))
	for j := range t.Names {
		r.Shuffle(len(from), func(a, b int) { from[a], from[b] = from[b], from[a] })
		wrong, squares := 0, 0.0
		for k, i := range out {
			copy(x, t.X[i])
			x[j] = t.X[from[k]][j]
			said := m.Tree.At(x...)
			switch {
			case t.Z != nil:
				squares += (said - t.Z[i]) * (said - t.Z[i])
			case int(said) != t.Y[i]:
				wrong++
			}
		}
		if m.Importance[j] = float64(wrong-m.Wrong) / float64(len(out)); t.Z != nil {
			m.Importance[j] = (squares - m.Squares) / float64(len(out))
		}
	}
}

// Start is the state before any tree.
func (t *Task) Start() *State {
	n := len(t.Y)
	clear(t.votes)
	return &State{
		BagLoss: math.NaN(),
		Task:    t, Votes: make([]float64, n*t.K), Bag: make([]float64, n*t.K), Voters: make([]int, n), Wrong: n,
		Brier: math.NaN(), Single: math.NaN(), Fresh: math.NaN(), FreshTree: math.NaN(), Spread: noSpread(),
	}
}

// After is the state when a tree has voted.
func (s *State) After(ctx context.Context, m *Member) (*State, error) {
	a := *s
	a.Committee = append(s.Committee, m)
	a.Votes, a.Bag, a.Voters = slices.Clone(s.Votes), slices.Clone(s.Bag), slices.Clone(s.Voters)
	a.OutSum, a.OutWrong = s.OutSum+m.Out, s.OutWrong+m.Wrong
	b, n := float64(len(a.Committee)), float64(len(s.Y))
	a.Wrong, a.BagWrong, a.BagRows, a.BagLoss, a.Brier = 0, 0, 0, 0, 0
	single, shares := 0.0, make([]float64, s.K)
	for i, y := range s.Y {
		clear(shares)
		s.says(shares, &m.Tree.Nodes[m.Leaves[i]])
		single += s.loss(i, shares, 1)
		votes, bag := a.Votes[i*s.K:][:s.K], a.Bag[i*s.K:][:s.K]
		for k, v := range shares {
			votes[k] += v
			if m.Times[i] == 0 {
				bag[k] += v
			}
		}
		if m.Times[i] == 0 {
			a.Voters[i]++
		}
		a.Brier += s.loss(i, votes, b) / n
		if Winner(votes) != y {
			a.Wrong++
		}
		if a.Voters[i] > 0 {
			a.BagRows++
			a.BagLoss += s.loss(i, bag, float64(a.Voters[i]))
			if Winner(bag) != y {
				a.BagWrong++
			}
		}
	}
	a.BagLoss /= float64(a.BagRows) // undefined for no row
	before := 0.0
	if b > 1 {
		before = s.Single
	}
	a.Single = before + (single/n-before)/b
	a.test(m, s.FreshTree)
	return &a, a.measure(ctx, s.Spread)
}

// squared is half the squared distance of shares, which add up to some total, from the class: with two classes
// that is (y − p)².
func squared(shares []float64, total float64, class int) float64 {
	sum := 0.0
	for k, v := range shares {
		d := v / total
		if k == class {
			d--
		}
		sum += d * d
	}
	return sum / 2
}

// test counts what the ensemble with its new tree gets wrong of the test points.
func (s *State) test(m *Member, before float64) {
	if len(s.freshY) == 0 {
		return
	}
	wrong, alone := 0, 0
	for i, x := range s.freshX {
		n := &m.Tree.Nodes[m.Tree.Leaf(x...)]
		if int(n.Value) != s.freshY[i] {
			alone++
		}
		votes := s.votes[i*s.K:][:s.K]
		s.says(votes, n)
		if Winner(votes) != s.freshY[i] {
			wrong++
		}
	}
	n, b := float64(len(s.freshY)), float64(len(s.Committee))
	if b == 1 {
		before = 0
	}
	s.Fresh = float64(wrong) / n
	s.FreshTree = before + (float64(alone)/n-before)/b
}

// share is a/b, undefined for nothing of nothing.
func share(a, b int) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}

// bagged is the squared error of sample i out-of-bag; undefined where no tree can vote on it.
func (s *State) bagged(i int) float64 {
	if s.Voters[i] == 0 {
		return math.NaN()
	}
	return s.loss(i, s.Bag[i*s.K:][:s.K], float64(s.Voters[i]))
}

// BagError is the share of the samples that the trees which have not drawn them get wrong.
func (s *State) BagError() float64 {
	if s.Z != nil {
		return math.NaN()
	}
	return share(s.BagWrong, s.BagRows)
}

// OutShare is the share of the samples that stay out-of-bag, on average over the trees.
func (s *State) OutShare() float64 { return share(s.OutSum, len(s.Y)*len(s.Committee)) }

// MetricNames are the numbers of every step.
var MetricNames = []string{
	"oob_error", "train_error", "test_error", "test_error_tree", "oob_fraction",
	"out_expected", "brier", "brier_tree", "variance_tree", "variance", "oob_squares",
}

func (s *State) metrics() []float64 {
	train := math.NaN()
	if len(s.Committee) > 0 && s.Z == nil {
		train = share(s.Wrong, len(s.Y))
	}
	return []float64{s.BagError(), train, s.Fresh, s.FreshTree, s.OutShare(), s.Miss, s.Brier, s.Single, s.OfTree, s.OfCommittee, s.BagLoss}
}

// Importances are the mean of every feature's importance over the trees, nil before there is a tree, and its
// standard error, nil before there are two.
func (s *State) Importances() (mean, se []float64) {
	if len(s.Committee) == 0 || s.Committee[0].Importance == nil {
		return nil, nil
	}
	b := float64(len(s.Committee))
	mean = make([]float64, len(s.Names))
	for j := range mean {
		for _, m := range s.Committee {
			mean[j] += m.Importance[j] / b
		}
	}
	if b == 1 {
		return mean, nil
	}
	se = make([]float64, len(s.Names))
	for j := range se {
		for _, m := range s.Committee {
			d := m.Importance[j] - mean[j]
			se[j] += d * d
		}
		se[j] = math.Sqrt(se[j] / (b - 1) / b)
	}
	return mean, se
}
