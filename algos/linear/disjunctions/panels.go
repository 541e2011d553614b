package disjunctions

import (
	"fmt"

	"playground/algos"
	"playground/algos/say"
)

// lives shows how long every literal stayed in h, and which example ended it.
func (s snapshot) lives() algos.Panel {
	w, full := s.writer(), all(s.N, s.Learner == general)
	now := float64(len(s.past))
	end := max(now, 6)
	p := algos.Panel{
		ID: "lives", Title: "How long a literal lasts", Note: say.Phrase(say.Count(s.h.count(), "literal") + " left"),
		X:   algos.Axis{Name: "example", Min: -0.1 * end, Max: 1.03 * end, Integer: true},
		Y:   algos.Axis{Hidden: true, Min: -float64(full.count()), Max: 0.6},
		Alt: say.Phrase(fmt.Sprintf("%s left in h: %s.", say.Count(s.h.count(), "literal"), join(s.h, w.name, ", ", "none"))),
	}
	alive := algos.Segments{Style: algos.Style{Role: algos.RoleGood, Width: 3}, Legend: "in h"}
	gone := algos.Segments{Style: algos.Style{Role: algos.RoleFaint, Width: 3}, Legend: "struck out"}
	ends := algos.Points{Style: algos.Style{Role: algos.RoleBad}, Legend: "the example that ruled it out"}
	names := algos.Texts{Anchor: algos.End}
	if full.count() > 12 { // too many for a small picture to name
		p.Height = 0.8
	}
	for _, i := range full.each() {
		y := -float64(i)
		names.At = append(names.At, algos.XY{X: -0.015 * end, Y: y})
		names.Text = append(names.Text, say.Phrase(w.name(i)))
		line := &alive
		to := now
		if !s.h.has(i) {
			line, to = &gone, float64(s.deaths[i])
			ends.At = append(ends.At, algos.XY{X: to, Y: y})
			ends.Refs = append(ends.Refs, w.ref(i))
			ends.Tips = append(ends.Tips, say.Phrase(fmt.Sprintf("%s is ruled out by example %d, %s", w.name(i), s.deaths[i], s.past[s.deaths[i]-1].x.bits(s.N))))
			ends.Size = append(ends.Size, 4)
		}
		line.From = append(line.From, algos.XY{Y: y})
		line.To = append(line.To, algos.XY{X: to, Y: y})
		line.Refs = append(line.Refs, w.ref(i))
	}
	for _, m := range []algos.Segments{gone, alive} {
		if len(m.From) > 0 {
			p.Marks = append(p.Marks, m)
		}
	}
	if len(ends.At) > 0 {
		p.Marks = append(p.Marks, ends)
	}
	p.Marks = append(p.Marks, names)
	return p
}

// cubeVariables is how many variables the picture of all inputs can have.
const cubeVariables = 4

// cube shows every input: the corners of the square, the cube, or two cubes.
func (s snapshot) cube() algos.Panel {
	n := s.N
	p := algos.Panel{
		ID: "cube", Title: "All inputs", Equal: true, Note: "outline: the target; filling: h",
		X: algos.Axis{Hidden: true}, Y: algos.Axis{Hidden: true}, Height: 0.6,
	}
	shown := map[input]bool{}
	for _, e := range s.past {
		shown[e.x] = true
	}
	corners := algos.Points{Legend: "corners: inputs; the larger ones were shown"}
	edges := algos.Segments{Style: algos.Style{Role: algos.RoleFaint}}
	agree := 0
	for k := range 1 << n {
		x := input(k)
		truth, said := s.label(x), s.h&truths(x, n) != 0
		if truth == said {
			agree++
		}
		size := 5.0
		if shown[x] {
			size = 8
		}
		corners.At = append(corners.At, corner(x))
		corners.Class = append(corners.Class, count(truth))
		corners.Fill = append(corners.Fill, count(said))
		corners.Size = append(corners.Size, size)
		corners.Refs = append(corners.Refs, x.bits(n))
		corners.Labels = append(corners.Labels, say.Phrase(x.bits(n)))
		corners.Tips = append(corners.Tips, say.Phrase(fmt.Sprintf("%s: the target says %s, h says %s", x.bits(n), sign(truth), sign(said))))
		for i := range n {
			if x>>i&1 == 0 {
				edges.From = append(edges.From, corner(x))
				edges.To = append(edges.To, corner(x|1<<i))
			}
		}
	}
	p.Alt = say.Phrase(fmt.Sprintf("h agrees with the target on %d of %s.", agree, say.Count(1<<n, "input")))
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = frame(n)
	p.Marks = []algos.Mark{edges, corners}
	if len(s.past) > 0 {
		p.Marks = append(p.Marks, algos.Rings{
			At: []algos.XY{corner(s.now().x)}, Radius: []float64{12}, Refs: []string{s.now().x.bits(n)},
			Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: "at work",
		})
	}
	return p
}

// directions are where the picture of the cube goes for every variable.
var directions = [cubeVariables]algos.XY{{X: 1}, {Y: 1}, {X: 0.42, Y: 0.36}, {X: 2.1}}

func corner(x input) algos.XY {
	var at algos.XY
	for i, d := range directions {
		if x>>i&1 == 1 {
			at.X += d.X
			at.Y += d.Y
		}
	}
	return at
}

// frame is the window of the cube's picture, with room for names on the right.
func frame(n int) (x0, x1, y0, y1 float64) {
	far := corner(1<<n - 1)
	return -0.3, far.X + 0.6, -0.3, max(far.Y, 0.3) + 0.3
}
