package dirichletprocess

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// A piece of the stick: what it takes of the rest, how long it is, what is left behind it,
// and the value that it stands for.
type piece struct {
	beta, rho, left, theta float64
	table                  int // of those who fell on it; −1 while no customer has
}

// A customer is how the table was chosen.
type customer struct {
	table  int
	fresh  bool    // the first at the table
	before int     // how many sat there before
	u      float64 // the draw, from 0 to 1
	piece  int     // of the stick
	breaks int     // how often the stick has been broken by then
	copied int     // whose ball was copied; −1 for none
}

// A task is the whole draw: what the steps show, bit by bit.
type task struct {
	options
	pieces    []piece
	customers []customer
	dishes    []float64 // the values of the tables
	sizes     []int     // of the tables, once all are seated
	keys      []float64 // by which customers are shuffled
	paths     func() [][]int
}

func newTask(ctx context.Context, o options, p algos.Problem) (*task, error) {
	t := &task{options: o}
	switch o.Representation {
	case stick:
		t.breakStick(p.Rand)
	case given:
		if err := t.read(p.Rand); err != nil {
			return nil, err
		}
	default:
		t.seat(p.Rand)
	}
	keys := p.Stream(1)
	for range t.customers {
		t.keys = append(t.keys, keys.Float64())
	}
	t.paths = algos.Slow(ctx, func(context.Context) [][]int { return t.others(p) })
	return t, nil
}

// dish draws a value from H.
func (t *task) dish(r *rand.Rand) float64 {
	if t.Base == uniform {
		return 4*r.Float64() - 2
	}
	return r.NormFloat64()
}

// breakStick lets customers draw places on a stick. The place is counted from the far end,
// where what is left is near 0 and exact.
func (t *task) breakStick(r *rand.Rand) {
	values, left := rand.New(rand.NewPCG(r.Uint64(), r.Uint64())), 1.0
	for range t.Customers {
		at := 1 - r.Float64()
		for at <= left && len(t.pieces) < maxBreaks && left > 0 {
			// 1 − β is the α-th root of a uniform variable.
			rest := math.Log(1-values.Float64()) / t.Alpha
			beta := -math.Expm1(rest)
			p := piece{beta: beta, rho: beta * left, left: left * math.Exp(rest), theta: t.dish(values), table: -1}
			left = p.left
			t.pieces = append(t.pieces, p)
		}
		k := 0
		for k < len(t.pieces)-1 && at <= t.pieces[k].left {
			k++
		}
		table := t.pieces[k].table
		if table < 0 {
			table = len(t.dishes)
			t.pieces[k].table = table
			t.dishes = append(t.dishes, t.pieces[k].theta)
		}
		t.add(customer{table: table, u: at, piece: k, breaks: len(t.pieces), copied: -1})
	}
}

// seat draws tables by their sizes: a table at once, or a customer to copy.
func (t *task) seat(r *rand.Rand) {
	values := rand.New(rand.NewPCG(r.Uint64(), r.Uint64()))
	for i := range t.Customers {
		u := r.Float64()
		at := u * (t.Alpha + float64(i))
		c := customer{table: len(t.sizes), u: u, copied: -1}
		if t.Representation == urn {
			if at < float64(i) {
				c.copied = int(at)
				c.table = t.customers[c.copied].table
			}
		} else {
			sum := 0
			for k, n := range t.sizes {
				if sum += n; at < float64(sum) {
					c.table = k
					break
				}
			}
		}
		if c.table == len(t.sizes) {
			t.dishes = append(t.dishes, t.dish(values))
		}
		t.add(c)
	}
}

// add seats a customer at a table that is there, or at the next one.
func (t *task) add(c customer) {
	if c.fresh = c.table == len(t.sizes); c.fresh {
		t.sizes = append(t.sizes, 0)
	}
	c.before = t.sizes[c.table]
	t.sizes[c.table]++
	t.customers = append(t.customers, c)
}

// read takes the tables that are given; they are numbered as they come.
func (t *task) read(r *rand.Rand) error {
	known := map[string]int{}
	for _, name := range strings.FieldsFunc(t.Assignments, func(r rune) bool { return strings.ContainsRune(" ,;\t\n\r，、；", r) }) {
		if len(t.customers) == maxCustomers {
			return algos.Refuse(say.Vars{"most": maxCustomers}.Text("assignments: there are more than <most> customers"))
		}
		k, ok := known[name]
		if !ok {
			k = len(known)
			known[name] = k
			t.dishes = append(t.dishes, t.dish(r))
		}
		t.add(customer{table: k, copied: -1})
	}
	return nil
}

// others are the numbers of tables of other restaurants: whether a customer opens one does
// not depend on the others.
func (t *task) others(p algos.Problem) [][]int {
	all := make([][]int, t.Paths)
	for j := range all {
		r, n := p.Stream(uint64(10+j)), 0
		all[j] = append(all[j], 0)
		for i := range t.customers {
			if r.Float64()*(t.Alpha+float64(i)) < t.Alpha {
				n++
			}
			all[j] = append(all[j], n)
		}
	}
	return all
}

// below is H(−∞, x].
func (t *task) below(x float64) float64 {
	if t.Base == uniform {
		return min(1, max(0, (x+2)/4))
	}
	return math.Erfc(-x/math.Sqrt2) / 2
}

// density is that of H.
func (t *task) density(x float64) float64 {
	if t.Base == uniform {
		if x < -2 || x > 2 {
			return 0
		}
		return 0.25
	}
	return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi)
}
