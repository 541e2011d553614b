package kmeans

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
	"playground/algos/unsupervised/internal/lloyd"
)

// A task is what stays the same during a run.
type task struct {
	ctx context.Context // of the run, for what its views work out late
	algos.Problem
	Options
	x       []vec
	rows    []int   // of the first centres, for init=rows
	mean    vec     // of all points
	scatter float64 // Σ‖xᵢ − mean‖²
	reach   float64 // the farthest coordinate from 0
	best    func() optimum
	likely  func() (float64, bool) // the expected objective of k-means++, where it can be counted out
}

func newTask(ctx context.Context, p algos.Problem, o Options) *task {
	t := &task{ctx: ctx, Problem: p, Options: o, x: make([]vec, len(p.Points))}
	for i, q := range p.Points {
		t.x[i] = vec{q.X[0]}
		if p.Dim == 2 {
			t.x[i][1] = q.X[1]
		}
		t.reach = max(t.reach, math.Abs(t.x[i][0]), math.Abs(t.x[i][1]))
	}
	t.rows, _ = lloyd.ParseRows(o.Indices, maxK) // its form was checked when it was bound
	if len(t.rows) == 0 {
		t.rows = lloyd.EvenRows(len(t.x), o.K)
	}
	all := make([]uint8, len(t.x))
	means, counts := make([]vec, 1), make([]int, 1)
	lloyd.Means(means, counts, t.x, all, means)
	t.mean, t.scatter = means[0], lloyd.Objective(t.x, all, means)
	t.best = algos.Slow(ctx, func(ctx context.Context) optimum { return bestOf(ctx, t.x, t.Dim, t.K) })
	t.likely = func() (float64, bool) { return 0, false }
	if draws(len(t.x), t.K) <= mostDraws {
		expected := algos.Slow(ctx, func(context.Context) float64 { return expectedSeeding(t.x, t.K) })
		t.likely = func() (float64, bool) { return expected(), true }
	}
	return t
}

// leastSquare is the scatter below which squares of distances lose their digits.
const leastSquare = 1e-280

// refuse says why a problem cannot be worked on, or nil.
func (t *task) refuse() error {
	n := len(t.x)
	v := say.Vars{"n": n, "K": t.K, "rows": len(t.rows), "last": n - 1}
	if t.K > n {
		return algos.Refuse(v.Text("<n point> cannot be partitioned into <K cluster>: set k to <n> or less, or add points."))
	}
	if t.Init == atPoints {
		if len(t.rows) != t.K {
			return algos.Refuse(v.Text("init_indices lists <rows point> for <K centre>: give one index for each."))
		}
		for _, row := range t.rows {
			if row >= n {
				v["row"] = row
				return algos.Refuse(v.Text("init_indices contains <row>, but indices count from 0 and the last point has <last>."))
			}
		}
	}
	same := !slices.ContainsFunc(t.x, func(p vec) bool { return p != t.x[0] })
	if !same && t.scatter < leastSquare {
		return algos.Refuse("The squared distances between the points underflow: rescale the data.")
	}
	return nil
}

// gone is where a centre is that was dropped: nearest to nothing.
var gone = vec{math.Inf(1), math.Inf(1)}

// A means is what the update makes of an assignment.
type means struct {
	centres []vec
	counts  []int
}

// A filling is an empty cluster that took a point.
type filling struct {
	cluster, row int
	d2           float64 // of the point from its centre before
}

// A state is the run after some number of half rounds: everything that a step shows is
// worked out from it. It never changes.
type state struct {
	*task
	round   int
	seeding *lloyd.Seeding // of k-means++: as it is now
	law     *lloyd.Seeding // as it was before the last draw
	centres []vec          // one that was dropped is gone

	labels    []uint8 // nil before the first assignment
	was       []uint8 // those before the last assignment
	changed   int     // points that the last assignment gave another cluster
	lost      []int   // clusters without points after it
	filled    []filling
	dropped   []int
	objective float64 // of labels and centres; NaN before the first assignment
	before    float64 // the objective before this half round, NaN likewise
	inertia   float64 // with every point at its nearest centre; NaN without centres
	next      means   // what the update will make; only between the half rounds

	old    []vec // the centres before the last update
	counts []int // points of each cluster
	moved  float64

	past   [][]vec // the centres after 0, 1, … rounds; shared, never changed
	status algos.Status
	others func() others
}

// mostRounds ends a run that rounding keeps from standing still; none is known.
const mostRounds = 2000

// first is the state before any work.
func (t *task) first() *state {
	s := &state{
		task: t, objective: math.NaN(), before: math.NaN(), inertia: math.NaN(), moved: math.NaN(), changed: -1,
		status: algos.Status{State: algos.Running},
	}
	switch t.Init {
	case plusPlus:
		s.seeding = lloyd.NewSeeding(t.x)
		return s
	case byHand:
		s.centres = slices.Clone(t.Centres[:t.K])
		for j := range s.centres {
			if t.Dim == 1 {
				s.centres[j][1] = 0
			}
		}
	case atPoints:
		s.centres = t.at(t.rows)
	case atRandom:
		s.centres = t.at(t.Rand.Perm(len(t.x))[:t.K])
	}
	s.inertia, s.past = lloyd.Inertia(t.x, s.centres), [][]vec{s.centres}
	return s
}

// at are the points of rows.
func (t *task) at(rows []int) []vec {
	centres := make([]vec, len(rows))
	for j, row := range rows {
		centres[j] = t.x[row]
	}
	return centres
}

// drawn returns the state after k-means++ has drawn one more centre.
func (s *state) drawn() *state {
	now := *s
	now.law, now.seeding = s.seeding, s.seeding.Clone()
	row := now.seeding.Next(s.Rand)
	now.centres = append(slices.Clone(s.centres), s.x[row])
	now.inertia = now.seeding.Total
	if len(now.centres) == s.K {
		now.past = [][]vec{now.centres}
	}
	return &now
}

// assign returns the state after every point went to its nearest centre, with the update
// prepared, or with the word that the run has ended.
func (s *state) assign() *state {
	now := *s
	now.seeding, now.law = nil, nil // of the start alone
	now.filled, now.dropped, now.lost = nil, nil, nil
	now.was, now.labels = s.labels, make([]uint8, len(s.x))
	copy(now.labels, s.labels)
	now.changed = lloyd.Assign(now.labels, s.x, s.centres)
	if s.labels == nil {
		now.changed = len(s.x)
	}
	now.before, now.objective = s.objective, lloyd.Objective(s.x, now.labels, s.centres)
	now.inertia, now.moved = now.objective, math.NaN()
	now.counts = make([]int, len(s.centres))
	for _, k := range now.labels {
		now.counts[k]++
	}
	for k, n := range now.counts {
		if n == 0 && s.centres[k] != gone {
			now.lost = append(now.lost, k)
		}
	}
	if now.status = now.judge(); now.status.Final() {
		now.others = algos.Slow(s.ctx, now.explore)
		return &now
	}
	now.next = means{make([]vec, len(s.centres)), make([]int, len(s.centres))}
	lloyd.Means(now.next.centres, now.next.counts, s.x, now.labels, s.centres)
	return &now
}

// update returns the state after every centre went to the mean of its points. Before
// that a cluster without points takes the farthest one, or is dropped.
func (s *state) update() *state {
	now := *s
	now.round, now.next, now.was, now.lost = s.round+1, means{}, nil, nil
	now.old, now.before = slices.Clone(s.centres), s.objective
	now.labels, now.counts = slices.Clone(s.labels), slices.Clone(s.counts)
	switch s.Empty {
	case farthest:
		now.fill(s.lost)
	case drop:
		now.dropped = s.lost
		for _, k := range s.lost {
			now.old[k] = gone
		}
	}
	now.centres = make([]vec, len(s.centres))
	lloyd.Means(now.centres, now.counts, s.x, now.labels, now.old)
	now.objective, now.inertia = lloyd.Objective(s.x, now.labels, now.centres), lloyd.Inertia(s.x, now.centres)
	now.moved = 0
	for k, c := range now.centres {
		if now.counts[k] > 0 {
			now.moved = max(now.moved, math.Sqrt(lloyd.D2(c, s.centres[k])))
		}
	}
	now.past = append(s.past[:len(s.past):len(s.past)], now.centres)
	return &now
}

// fill gives every empty cluster the point that lies farthest from its centre and is not
// alone with it. Where all lie on their centres it stays empty.
func (s *state) fill(lost []int) {
	for _, k := range lost {
		row, far := -1, 0.0
		for i, p := range s.x {
			if d := lloyd.D2(p, s.old[s.labels[i]]); d > far && s.counts[s.labels[i]] > 1 {
				row, far = i, d
			}
		}
		if row < 0 {
			return
		}
		s.counts[s.labels[row]]--
		s.labels[row], s.old[k] = uint8(k), s.x[row]
		s.counts[k] = 1
		s.filled = append(s.filled, filling{k, row, far})
	}
}

// judge says in words how the run stands after an assignment.
func (s *state) judge() algos.Status {
	v := say.Vars{"n": s.round, "J": precise(s.objective)}
	switch {
	case s.changed == 0 && s.round > 0:
		text := v.Text("Converged after <n=model.rounds iteration>: no assignment changes, and every centre is the mean of its cluster. $J = <J>$.")
		if len(s.lost) > 0 {
			v["arrived"], v["k"] = text, s.lost[0]+1
			text = v.Text("<arrived> Cluster <k> is empty.")
			if s.objective == 0 {
				text = v.Text("<arrived> Cluster <k> is empty: there are fewer distinct points than clusters.")
			}
		}
		return algos.Status{State: algos.Converged, Reason: text}
	case s.round >= mostRounds:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("The run stops after <n iteration>, the maximum, without convergence.")}
	}
	return algos.Status{State: algos.Running}
}

// alive are the numbers of the centres that were not dropped.
func (s *state) alive() []int {
	var list []int
	for k, c := range s.centres {
		if c != gone {
			list = append(list, k)
		}
	}
	return list
}

// telling is the row that says most about the last assignment: of those that changed
// their cluster the one that gains most, else the one whose second nearest centre is
// nearly as near.
func (s *state) telling() int {
	row, most := -1, -1.0
	for i, p := range s.x {
		if s.was != nil && s.was[i] != s.labels[i] {
			if gain := lloyd.D2(p, s.centres[s.was[i]]) - lloyd.D2(p, s.centres[s.labels[i]]); gain > most {
				row, most = i, gain
			}
		}
	}
	if row >= 0 {
		return row
	}
	row, least := 0, math.Inf(1)
	for i := range s.x {
		if k := s.second(i); k >= 0 {
			if d := lloyd.D2(s.x[i], s.centres[k]) - lloyd.D2(s.x[i], s.centres[s.labels[i]]); d < least {
				row, least = i, d
			}
		}
	}
	return row
}

// second is the nearest centre of a row besides its own, −1 if there is none.
func (s *state) second(i int) int {
	best, d2 := -1, math.Inf(1)
	for k, c := range s.centres {
		if d := lloyd.D2(s.x[i], c); k != int(s.labels[i]) && d < d2 {
			best, d2 = k, d
		}
	}
	return best
}

// rounding bounds what rounding does to the objective: the sum, and centres that are
// off by an ulp of where they are.
func (s *state) rounding(objective float64) float64 {
	n, off := float64(len(s.x)), 4*num.Ulp*s.reach
	return num.Ulp*(n+8)*objective + n*off*off
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"inertia", "objective", "changed", "moved"}

func (s *state) metrics() []float64 {
	changed := math.NaN()
	if s.changed >= 0 && math.IsNaN(s.moved) {
		changed = float64(s.changed)
	}
	return []float64{s.inertia, s.objective, changed, s.moved}
}

// phase is what a step was about.
type phase int

const (
	starting phase = iota
	drawing        // one centre of k-means++
	asking         // one point of the assignment
	assigning
	fitting // one centre of the update
	updating
)

// A view is a step's way to look at its state.
type view struct {
	*state
	phase phase
	part  int // asking: the row; fitting: the centre, the last one moved
}

// Model returns the centres so far, without those that were dropped, and the number of
// the nearest for every point.
func (v view) Model() algos.Model {
	var at []vec
	centres := [][]float64{}
	for _, k := range v.alive() {
		at = append(at, v.centres[k])
		centres = append(centres, slices.Clone(v.centres[k][:v.Dim]))
	}
	labels := make([]int, 0, len(v.x))
	for _, p := range v.x {
		if len(at) > 0 {
			k, _ := lloyd.Nearest(p, at)
			labels = append(labels, k)
		}
	}
	m := algos.Model{Values: []algos.Value{
		{Name: "centres", Value: centres}, {Name: "inertia", Value: v.inertia}, {Name: "labels", Value: labels}, {Name: "rounds", Value: v.round},
	}}
	if len(at) == 0 {
		return m
	}
	dim := v.Dim
	m.Predict = func(x [2]float64) []algos.Value {
		if dim == 1 {
			x[1] = 0
		}
		k, _ := lloyd.Nearest(x, at)
		return []algos.Value{{Name: "label", Value: k}}
	}
	return m
}
