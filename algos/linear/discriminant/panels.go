package discriminant

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// curve is J against the angle of w, with the angles that have been tried.
func (v view) curve() algos.Panel {
	top := 1.15 * v.fisher.best
	p := algos.Panel{
		ID: "criterion", Title: "J against the angle of w",
		Note: say.Phrase(fmt.Sprintf("best: %s at %s°", say.Num(v.fisher.best), say.Num(degrees(v.fisher.w)))),
		Alt:  say.Phrase(fmt.Sprintf("J(w) against the angle of w; the largest value is %s at %s degrees", say.Num(v.fisher.best), say.Num(degrees(v.fisher.w)))),
		X:    algos.Axis{Name: "angle, °", Max: 180},
		Y:    algos.Axis{Name: "J(w)", Max: top},
	}
	var piece []algos.XY
	for a := 0.0; a <= 180; a++ {
		j := v.criterion(direction(a))
		if !math.IsNaN(j) {
			piece = append(piece, algos.XY{X: a, Y: j})
		}
	}
	p.Marks = append(p.Marks, algos.PolyLine{At: piece, Style: algos.Style{Role: algos.RoleInk, Width: 1.8}, Name: "J", Legend: "J(w)"})
	var tried algos.Points
	for _, it := range v.plan[:v.at+1] {
		if it.kind == turning {
			if j := v.criterion(direction(it.angle)); !math.IsNaN(j) {
				tried.At = append(tried.At, algos.XY{X: it.angle, Y: j})
			}
		}
	}
	if len(tried.At) > 0 {
		tried.Style, tried.Hollow, tried.Legend = algos.Style{Role: algos.RoleSoft}, true, "tried"
		p.Marks = append(p.Marks, tried)
	}
	if j := v.criterion(direction(v.Angle)); !math.IsNaN(j) {
		p.Marks = append(p.Marks, algos.Points{At: []algos.XY{{X: v.Angle, Y: j}}, Labels: []say.Phrase{"yours"}, Style: algos.Style{Role: algos.RoleAccent}, Layer: algos.Over, Legend: "your w"})
	}
	if it := v.item(); it.kind == turning {
		if j := v.criterion(direction(it.angle)); !math.IsNaN(j) {
			p.Marks = append(p.Marks, algos.Rings{At: []algos.XY{{X: it.angle, Y: j}}, Radius: []float64{8}, Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: "w at work"})
		}
	}
	if v.at >= v.directAt {
		p.Marks = append(p.Marks, algos.Points{At: []algos.XY{{X: degrees(v.fisher.w), Y: v.fisher.best}}, Labels: []say.Phrase{"w*"}, Style: algos.Style{Role: algos.RoleGood}, Layer: algos.Over, Legend: "w*"})
	}
	return p
}

// shadows is a histogram of the points projected onto w, with the bells of the
// classes and the place midway between two means.
func (v view) shadows(id, title string, w vec, role algos.Role) algos.Panel {
	t := make([]float64, len(v.z))
	lo, hi := math.Inf(1), math.Inf(-1)
	origin := dot(w, v.place(v.grand))
	for i, z := range v.z {
		t[i] = origin + v.scale*dot(w, minus(z, v.grand))
		lo, hi = min(lo, t[i]), max(hi, t[i])
	}
	if room := 1e-9 * max(math.Abs(lo), math.Abs(hi), v.scale*1e-3); hi-lo < room {
		lo, hi = lo-room, hi+room
	}
	n := min(30, max(10, int(3*math.Sqrt(float64(len(t))))))
	width := (hi - lo) / float64(n)
	p := algos.Panel{
		ID: id, Title: say.Phrase(title), Alt: say.Phrase(fmt.Sprintf("histogram of %s projected onto the direction %s", say.Count(len(t), "point"), say.Vec(w[0], w[1]))),
		X: algos.Axis{Name: "wᵀx", Min: lo - width, Max: hi + width}, Y: algos.Axis{Name: "points"}, Height: 0.5,
	}
	if j := v.criterion(w); v.at >= v.pooledAt && !math.IsNaN(j) {
		p.Note = say.Phrase("J = " + say.Num(j))
	}
	most := 0.0
	for k, g := range v.groups {
		bars := algos.Bars{X: make([]float64, n), Y: make([]float64, n), Class: make([]int, n), Tips: make([]say.Phrase, n), Style: algos.Style{Opacity: 0.45}}
		for b := range n {
			bars.X[b], bars.Class[b] = lo+(float64(b)+0.5)*width, g.class
		}
		for i, x := range t {
			if v.of[i] == k {
				bars.Y[min(n-1, int((x-lo)/width))]++
			}
		}
		for b, y := range bars.Y {
			bars.Tips[b] = say.Phrase(fmt.Sprintf("%s of class %s", say.Count(int(y), "point"), v.name(k)))
			most = max(most, y)
		}
		p.Marks = append(p.Marks, bars)
	}
	p.Y.Max = 1.1 * most
	for k := range v.groups {
		if bell, ok := v.bell(k, w, lo-width, hi+width, width, &p.Y.Max); ok {
			p.Marks = append(p.Marks, bell)
		}
	}
	if v.two() && v.at >= v.pooledAt {
		mid := times(0.5, plus(v.groups[0].mean, v.groups[1].mean))
		at := origin + v.scale*dot(w, minus(mid, v.grand))
		p.Marks = append(p.Marks, algos.Rule{Vertical: true, At: at, Label: "midway", Style: algos.Style{Role: role, Dash: true}, Legend: "midway between the means"})
	}
	return p
}

// bell is the normal density of a class along w, in points a column. top is
// raised where it would leave the picture.
func (v view) bell(k int, w vec, lo, hi, width float64, top *float64) (algos.PolyLine, bool) {
	g := v.groups[k]
	cov := g.cov
	if v.Method == lda {
		cov = v.pooled
	}
	sd := v.scale * math.Sqrt(cov.quad(w))
	if v.at < v.scatterAt[k] || v.Method == lda && v.at < v.pooledAt || !(sd > width/20) || !finite(sd) {
		return algos.PolyLine{}, false
	}
	centre := dot(w, v.place(g.mean))
	line := algos.PolyLine{Style: algos.Style{Role: algos.RoleOfClass(g.class), Width: 1.8}}
	if k == 0 {
		line.Legend = "fitted bells"
	}
	const nodes = 120
	for i := range nodes + 1 {
		x := lo + (hi-lo)*float64(i)/nodes
		u := (x - centre) / sd
		y := float64(g.n) * width / sd * math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
		line.At = append(line.At, algos.XY{X: x, Y: y})
		*top = max(*top, 1.1*y)
	}
	return line, true
}

// sigmoid is the posterior of two classes against the log-odds, with the points.
func (v view) sigmoid() algos.Panel {
	p := algos.Panel{
		ID: "posterior", Title: "Posterior against log-odds", Height: 0.6,
		Alt: say.Phrase(fmt.Sprintf("the sigmoid of the log-odds with %s on it", say.Count(len(v.z), "point"))),
		X:   algos.Axis{Name: say.Phrase(fmt.Sprintf("log p(%s|x)/p(%s|x)", v.name(1), v.name(0)))},
		Y:   algos.Axis{Name: say.Phrase(fmt.Sprintf("p(%s|x)", v.name(1))), Min: -0.05, Max: 1.05},
	}
	reach := 4.0
	for _, z := range v.z {
		reach = max(reach, min(12, math.Abs(v.rule.logOdds(z))))
	}
	p.X.Min, p.X.Max = -1.08*reach, 1.08*reach
	sigma := algos.PolyLine{Style: algos.Style{Role: algos.RoleInk}, Name: "p", Legend: "σ(log-odds)"}
	for i := range 121 {
		x := p.X.Min + (p.X.Max-p.X.Min)*float64(i)/120
		sigma.At = append(sigma.At, algos.XY{X: x, Y: 1 / (1 + math.Exp(-x))})
	}
	dots := algos.Points{}
	outside := 0
	for i, z := range v.z {
		odds := v.rule.logOdds(z)
		if math.Abs(odds) > reach {
			outside++
		}
		dots.At = append(dots.At, algos.XY{X: max(-reach, min(reach, odds)), Y: 1 / (1 + math.Exp(-odds))})
		dots.Class, dots.Refs = append(dots.Class, v.groups[v.of[i]].class), append(dots.Refs, ref(i))
		dots.Tips = append(dots.Tips, say.Phrase(fmt.Sprintf("%s: log-odds %s, p = %s", name(i), say.Num(odds), say.Num(1/(1+math.Exp(-odds))))))
	}
	if outside > 0 {
		p.Note = say.Phrase(fmt.Sprintf("%s beyond ±%s, drawn at the edge", say.Count(outside, "point"), say.Num(reach)))
	}
	p.Marks = append(p.Marks, sigma, algos.Rule{At: 0.5, Style: algos.Style{Role: algos.RoleFaint, Dash: true}}, dots)
	return p
}

// confusion counts what the rule makes of every class.
func (v view) confusion() algos.Panel {
	n := len(v.groups)
	m := algos.Matrix{Rows: n, Cols: n, Values: make([]float64, n*n), Scale: algos.Sequential, Text: true, Legend: "points"}
	for i, said := range v.rows {
		at := v.of[i]*n + said.k
		m.Values[at]++
		m.Hi = max(m.Hi, m.Values[at])
	}
	for k := range n {
		m.RowRefs = append(m.RowRefs, groupRef(k))
	}
	m.ColRefs = m.RowRefs
	labels := ""
	for k := range n {
		if k > 0 {
			labels += ", "
		}
		labels += v.name(k)
	}
	return algos.Panel{
		ID: "confusion", Title: "Confusion", Note: say.Phrase("row: class, column: verdict; " + labels), Equal: true, Height: 0.7,
		Alt:   say.Phrase(fmt.Sprintf("how many points of each of %d classes are called what; %d of %d are wrong", n, v.rows[len(v.rows)-1].so, len(v.rows))),
		X:     algos.Axis{Hidden: true, Max: float64(n)},
		Y:     algos.Axis{Hidden: true, Max: float64(n)},
		Marks: []algos.Mark{m},
	}
}
