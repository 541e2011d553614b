package dirichletprocess

import (
	"math"
	"slices"
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	return []mark.Panel{v.board(), v.tables(), v.going(), v.orders(), v.measure(), v.numbers()}
}

// The board is ten wide; from the top the stick, the restaurant and the urn.
const (
	wide               = 10.0
	stickLow, stickTop = 8.0, 8.7
	roomLow, roomTop   = 3.1, 6.95
	urnLow, urnHigh    = 0.5, 2.3
	mostPieces         = 60 // drawn
	mostTables         = 48
)

func style(k int, opacity float64) mark.Style { return mark.RoleOfClass(k).Plain().Faded(opacity) }

func (v view) board() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "Stick-breaking, CRP and Pólya urn", Note: w.Text("<n customer>, <tables table>"),
		Alt: w.Text("<n customer> at <tables table>: as segments of a stick, as tables, and as sampled values."), Equal: true,
		X: mark.Axis{Hidden: true, Min: -0.3, Max: wide + 0.3}, Y: mark.Axis{Hidden: true, Min: -0.15, Max: 9.4},
	}
	heads := mark.Texts{Style: mark.RoleSoft.Plain()}
	for _, h := range []struct {
		y    float64
		text say.Phrase
	}{{9.05, v.stickName()}, {roomTop + 0.3, "CRP: the partition into tables"}, {urnHigh + 0.35, "Pólya urn: sampled values and their counts"}} {
		heads.At, heads.Text = append(heads.At, mark.XY{Y: h.y}), append(heads.Text, h.text)
	}
	p.Add(heads)
	v.addStick(&p)
	v.addTables(&p)
	v.addUrn(&p)
	return p
}

func (v view) stickName() say.Phrase {
	if v.Representation == stick {
		return "stick-breaking: the weights of G"
	}
	return "stick-breaking: posterior mean weights of G"
}

// addStick draws the pieces; without a stick those that are expected from who sits where.
func (v view) addStick(p *mark.Panel) {
	at := 0.0
	put := func(long float64, st mark.Style, ref string, tip say.Phrase) {
		if long*wide > 0.004 {
			p.Add(mark.Rect{
				Min: mark.XY{X: at * wide, Y: stickLow}, Max: mark.XY{X: (at + long) * wide, Y: stickTop}, Fill: true, Ref: ref, Tip: tip, Style: st, Layer: mark.Data,
			})
		}
		at += long
	}
	if v.Representation == stick {
		seated := len(v.counts())
		for k, x := range v.pieces[:min(v.m, 3*mostPieces)] {
			st, name := mark.RoleSoft.Plain().Faded(0.35), ""
			if x.table >= 0 && x.table < seated {
				st, name = style(x.table, 0.85), ref(x.table)
			}
			put(x.rho, st, name, say.Vars{"k": k + 1, "rho": x.rho, "theta": x.theta}.Text("segment <k>: length <rho>, value <theta>"))
		}
	} else if v.n > 0 {
		for k, q := range v.nextTo() {
			if k < len(v.counts()) && k < mostPieces {
				put(q, style(k, 0.85), ref(k), say.Vars{"k": k + 1, "p": q}.Text("table <k>: posterior mean weight <p>"))
			}
		}
	}
	p.Add(mark.Rect{Min: mark.XY{Y: stickLow}, Max: mark.XY{X: wide, Y: stickTop}, Style: mark.RoleInk.Plain(), Layer: mark.Over})
	if v.Representation != stick || v.n == 0 {
		return
	}
	ticks := mark.Segments{Style: mark.RoleInk.Wide(1), Layer: mark.Over, Legend: "positions of the customers"}
	for _, c := range v.customers[max(0, v.n-200):v.n] {
		x := (1 - c.u) * wide
		ticks.From, ticks.To = append(ticks.From, mark.XY{X: x, Y: stickLow - 0.22}), append(ticks.To, mark.XY{X: x, Y: stickLow - 0.05})
	}
	p.Add(ticks)
	if !v.breaking() {
		x := (1 - v.last().u) * wide
		p.Add(mark.Segments{From: []mark.XY{{X: x, Y: stickLow - 0.3}}, To: []mark.XY{{X: x, Y: stickTop + 0.1}}, Style: mark.RoleAccent.Wide(2.5), Layer: mark.Over})
	}
}

// disc is a circle as a polygon.
func disc(at mark.XY, r float64) []mark.XY {
	const corners = 24
	all := make([]mark.XY, corners)
	for i := range all {
		s, c := math.Sincos(2 * math.Pi * float64(i) / corners)
		all[i] = mark.XY{X: at.X + r*c, Y: at.Y + r*s}
	}
	return all
}

// addTables draws the tables as discs, with as much area as there are customers, and the
// next one empty.
func (v view) addTables(p *mark.Panel) {
	counts := v.counts()
	shown := min(len(counts), mostTables-1)
	columns := 5
	for columns*max(1, columns*2/5) < shown+1 {
		columns++
	}
	rows := (shown + columns) / columns
	cell := mark.XY{X: wide / float64(columns), Y: (roomTop - roomLow) / float64(rows)}
	most := 0.44 * min(cell.X, cell.Y)
	place := func(k int) mark.XY {
		return mark.XY{X: (float64(k%columns) + 0.5) * cell.X, Y: roomTop - (float64(k/columns)+0.5)*cell.Y}
	}
	numbers := mark.Texts{Anchor: mark.Middle, Layer: mark.Over}
	largest := 1
	for _, n := range counts {
		largest = max(largest, n)
	}
	for k, n := range counts[:shown] {
		r := most * max(0.3, math.Sqrt(float64(n)/float64(largest)))
		p.Add(mark.PolyLine{At: disc(place(k), r), Closed: true, Fill: true, Ref: ref(k), Style: style(k, 0.55), Layer: mark.Data})
		numbers.At, numbers.Text = append(numbers.At, place(k)), append(numbers.Text, say.Vars{"n": n}.Text("<n>"))
		if v.n > 0 && !v.breaking() && v.last().table == k {
			p.Add(mark.PolyLine{At: disc(place(k), r), Closed: true, Style: mark.RoleAccent.Wide(3), Layer: mark.Over, Legend: "table of this customer"})
		}
	}
	free := mark.PolyLine{At: disc(place(shown), most*0.5), Closed: true, Style: mark.RoleSoft.Plain().Dashed(), Legend: "new table"}
	numbers.At, numbers.Text = append(numbers.At, place(shown)), append(numbers.Text, "α")
	if more := len(counts) - shown; more > 0 {
		free.Legend = ""
		numbers.Text[len(numbers.Text)-1] = say.Vars{"more": more}.Text("+<more>")
	}
	p.Add(free, numbers)
}

// across is where a value stands on the board: −3.2 on the left, 3.2 on the right.
func across(x float64) float64 { return wide * (min(max(x, -3.2), 3.2) + 3.2) / 6.4 }

// addUrn draws the values as stems over H.
func (v view) addUrn(p *mark.Panel) {
	curve := mark.PolyLine{Closed: true, Fill: true, Style: mark.RoleFaint.Plain().Faded(0.35), Layer: mark.Under, Legend: "density of H"}
	top := v.density(0)
	for i := range 65 {
		x := -3.2 + float64(i)/10
		curve.At = append(curve.At, mark.XY{X: across(x), Y: urnLow + v.density(x)/top*0.8*(urnHigh-urnLow)})
	}
	curve.At = append(curve.At, mark.XY{X: wide, Y: urnLow}, mark.XY{Y: urnLow})
	p.Add(curve)
	p.Add(mark.Segments{From: []mark.XY{{Y: urnLow}}, To: []mark.XY{{X: wide, Y: urnLow}}, Style: mark.RoleInk.Plain()})
	ticks := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	for _, x := range []float64{-3, -2, -1, 0, 1, 2, 3} {
		ticks.At, ticks.Text = append(ticks.At, mark.XY{X: across(x), Y: urnLow - 0.32}), append(ticks.Text, say.Phrase(say.Num(x)))
	}
	p.Add(ticks)
	counts, largest := v.counts(), 1
	for _, n := range counts {
		largest = max(largest, n)
	}
	for k, n := range counts[:min(len(counts), mostPieces)] {
		x, y := across(v.dishes[k]), urnLow+(urnHigh-urnLow)*float64(n)/float64(largest)
		p.Add(mark.Segments{From: []mark.XY{{X: x, Y: urnLow}}, To: []mark.XY{{X: x, Y: y}}, Refs: []string{ref(k)}, Style: mark.RoleOfClass(k).Wide(3), Layer: mark.Data})
	}
	if v.n > 0 && !v.breaking() {
		k := v.last().table
		at := mark.XY{X: across(v.dishes[k]), Y: urnLow + (urnHigh-urnLow)*float64(counts[k])/float64(largest)}
		p.Add(mark.Points{At: []mark.XY{at}, Size: []float64{5}, Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "value of this customer"})
	}
}

// tables is the number of tables beside what is expected, and beside other draws.
func (v view) tables() mark.Panel {
	w, n := v.vars(), len(v.customers)
	grid := shownOf(n)
	path := func(at func(i int) float64, until int) []mark.XY {
		var all []mark.XY
		for _, i := range grid {
			if i <= until {
				all = append(all, mark.XY{X: float64(i), Y: at(i)})
			}
		}
		return all
	}
	mean, sd := make([]float64, n+1), make([]float64, n+1)
	variance := 0.0
	for i := range n {
		q := v.Alpha / (v.Alpha + float64(i))
		mean[i+1] = mean[i] + q
		variance += q * (1 - q)
		sd[i+1] = math.Sqrt(variance)
	}
	have := make([]float64, v.n+1)
	for i, c := range v.customers[:v.n] {
		have[i+1] = float64(max(int(have[i]), c.table+1))
	}
	c := panel.Curves{
		ID: "tables", Title: "Number of tables by customers", Note: w.Text("<tables>, expected <expected>"),
		Alt: w.Text("<n customer> at <tables table> (expected: <expected>)."),
		X:   mark.Axis{Name: "customers", Max: float64(max(n, 1))}, Y: mark.Axis{Name: "tables"},
	}
	if n > 0 {
		c.Under = []mark.Mark{panel.Band(len(grid), mark.RoleGood.Plain().Faded(0.18), "two standard deviations", func(k int) (x, lo, hi float64) {
			i := grid[k]
			return float64(i), max(0, mean[i]-2*sd[i]), mean[i] + 2*sd[i]
		})}
	}
	legend := panel.Once("sample paths")
	for _, other := range v.paths() {
		c.Of = append(c.Of, panel.Quantity{At: path(func(i int) float64 { return float64(other[i]) }, n), Style: mark.RoleFaint.Wide(1), Legend: legend()})
	}
	near := func(i int) float64 { return v.Alpha * math.Log1p(float64(i)/v.Alpha) }
	c.Of = append(
		c.Of,
		panel.Quantity{At: path(func(i int) float64 { return mean[i] }, n), Style: mark.RoleGood.Wide(2), Name: "expected", Legend: "expected"},
		panel.Quantity{At: path(near, n), Style: mark.RoleInk.Wide(1.5).Dashed(), Name: "α ln(1 + n/α)", Legend: "α ln(1 + n/α)"},
		panel.Quantity{At: path(func(i int) float64 { return have[i] }, v.n), Style: mark.RoleAccent.Wide(3), Name: "tables", Legend: "tables"},
	)
	return c.Panel()
}

// shownOf are at most 200 of 0 … n.
func shownOf(n int) []int {
	jump := 1 + n/200
	var all []int
	for i := 0; i < n; i += jump {
		all = append(all, i)
	}
	return append(all, n)
}

// going is where the next customer goes.
func (v view) going() mark.Panel {
	counts, next := v.counts(), v.nextTo()
	w := say.Vars{"n": v.n + 1, "p": next[len(next)-1]}
	p := mark.Panel{
		ID: "next", Title: w.Text("Predictive probabilities, customer <n>"), Note: w.Text("a new table: <p>"), Alt: w.Text("Customer <n> opens a " +
			"new table with the probability <p>."),
		X: mark.Axis{Name: "table", Min: 0.4, Max: float64(len(next)) + 0.6, Integer: true}, Y: mark.Axis{Name: "probability"}, Height: 0.55,
	}
	for k, q := range next {
		st, name := mark.RoleSoft.Plain().Faded(0.6), ""
		tip := say.Vars{"p": q}.Text("a new table: <p>")
		if k < len(counts) {
			st, name = style(k, 0.85), ref(k)
			tip = say.Vars{"k": k + 1, "n": counts[k], "p": q}.Text("table <k>: <n customer>, probability <p>")
		}
		p.Add(mark.Rect{Min: mark.XY{X: float64(k) + 0.6}, Max: mark.XY{X: float64(k) + 1.4, Y: q}, Fill: true, Ref: name, Style: st, Tip: tip, Layer: mark.Data})
	}
	return p
}

// orders are the customers in two orders of arrival: the factors differ, their product is
// the same.
func (v view) orders() mark.Panel {
	const listed = 80
	w := v.vars()
	p := mark.Panel{
		ID: "orders", Title: "Exchangeability: two orders", Note: w.Text("ln p = <log>, for both"), Height: 0.75,
		Alt: w.Text("The predictive probabilities of the customers in two orders of arrival. Both products give ln p = <log>."),
		X:   mark.Axis{Name: "arrival", Min: 0.4, Max: float64(max(1, min(v.n, listed))) + 0.6, Integer: true}, Y: mark.Axis{Hidden: true, Min: -0.05, Max: 2.75},
	}
	names := mark.Texts{Style: mark.RoleSoft.Plain()}
	for r, order := range [][]int{v.order(), v.arrival()} {
		base := 1.4 * float64(r)
		for i, f := range v.factors(order)[:min(v.n, listed)] {
			k := v.customers[order[i]].table
			p.Add(mark.Rect{
				Min: mark.XY{X: float64(i) + 0.58, Y: base}, Max: mark.XY{X: float64(i) + 1.42, Y: base + f}, Fill: true, Ref: ref(k), Style: style(k, 0.85), Layer: mark.Data,
				Tip: say.Vars{"c": order[i] + 1, "i": i + 1, "p": f}.Text("customer <c>, number <i> in this order: <p>"),
			})
		}
		names.At = append(names.At, mark.XY{X: 0.5, Y: base + 1.18})
	}
	names.Text = []say.Phrase{"other order", "order of arrival"}
	p.Add(names)
	return p
}

// measure is the distribution function of what is known of G, over that of H.
func (v view) measure() mark.Panel {
	const left, right = -3.2, 3.2
	values, weights, rest := v.atoms()
	at := make([]int, len(values))
	for i := range at {
		at[i] = i
	}
	slices.SortFunc(at, func(a, b int) int {
		if values[a] < values[b] {
			return -1
		}
		return 1
	})
	sum, path, next := 0.0, []mark.XY{}, 0
	for i := range 129 {
		x := left + float64(i)/20
		for next < len(at) && values[at[next]] <= x {
			path = append(path, mark.XY{X: max(left, values[at[next]]), Y: min(1, sum+rest*v.below(values[at[next]]))})
			sum += weights[at[next]]
			path = append(path, mark.XY{X: max(left, values[at[next]]), Y: min(1, sum+rest*v.below(values[at[next]]))})
			next++
		}
		if i%2 == 0 && (rest > 1e-3 || i == 0 || i == 128) {
			path = append(path, mark.XY{X: x, Y: min(1, sum+rest*v.below(x))})
		}
	}
	base := make([]mark.XY, 65)
	for i := range base {
		x := left + float64(i)/10
		base[i] = mark.XY{X: x, Y: v.below(x)}
	}
	return panel.Curves{
		ID: "measure", Title: "G and base measure H (CDFs)", Note: "probability of values up to " +
			"x", X: mark.Axis{Name: "x", Min: left, Max: right}, Y: mark.Axis{Name: "cumulative probability", Max: 1},
		Alt: "The posterior mean of the distribution function of G, and that of H.", Height: 0.7,
		Under: []mark.Mark{panel.Band(len(base), mark.RoleGood.Plain().Faded(0.18), "H ± 2 standard deviations of G(−∞, x]", func(i int) (x, lo, hi float64) {
			h := base[i].Y
			sd := math.Sqrt(h * (1 - h) / (v.Alpha + 1))
			return base[i].X, max(0, h-2*sd), min(1, h+2*sd)
		})},
		Of: []panel.Quantity{
			{At: base, Style: mark.RoleGood.Wide(2), Name: "H", Legend: "H"},
			{At: path, Style: mark.RoleAccent.Wide(2.5), Name: "G", Legend: "posterior mean of G"},
		},
	}.Panel()
}

// atoms are what is known of G: values with their weights, and how much is still as H says.
func (v view) atoms() (values, weights []float64, rest float64) {
	if v.Representation == stick {
		for _, x := range v.pieces[:v.m] {
			values, weights = append(values, x.theta), append(weights, x.rho)
		}
		return values, weights, v.left()
	}
	next := v.nextTo()
	last := len(next) - 1
	return v.dishes[:last], next[:last], next[last]
}

// numbers is the distribution of the number of tables.
func (v view) numbers() mark.Panel {
	all, have, w := v.distribution(v.n), len(v.counts()), v.vars()
	b := panel.Bars{
		ID: "numbers", Title: w.Text("Number of tables for <n customer>"), Height: 0.55, Alt: w.Text("Probabilities of the number of tables; " +
			"there are <tables>."),
		X: mark.Axis{Name: "tables", Integer: true}, Y: mark.Axis{Name: "probability"}, Style: mark.RoleSoft.Plain(), Legend: "probability",
	}
	for k, q := range all {
		if q < 1e-6 && k != have {
			continue
		}
		if k == have {
			b.Hot = []int{len(b.At)}
		}
		b.At, b.Values, b.Refs = append(b.At, float64(k)), append(b.Values, q), append(b.Refs, "n"+strconv.Itoa(k))
	}
	b.Tip = func(i int) say.Phrase { return say.Vars{"k": int(b.At[i]), "p": b.Values[i]}.Text("<k table>: <p>") }
	b.X.Min, b.X.Max = b.At[0]-0.7, b.At[len(b.At)-1]+0.7
	return b.Panel()
}
