package gpregression

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// board draws the process: on a line the mean with its bands and a few draws, in
// the plane the mean as a field.
func (s *state) board() algos.Panel {
	p := algos.Panel{
		ID: "board", Title: "Gaussian process", Edits: algos.EditsData,
		Note: say.Phrase(fmt.Sprintf("%d of %s", s.seen(), say.Count(len(s.y), "observation"))),
		Alt:  say.Phrase(fmt.Sprintf("a Gaussian process after %d of %s, log evidence %s", s.seen(), say.Count(len(s.y), "observation"), say.Num(s.post.logEvidence()))),
		X:    algos.Axis{Name: "x₁", Min: s.window.X0, Max: s.window.X1},
		Y:    algos.Axis{Name: "x₂", Min: s.window.Y0, Max: s.window.Y1},
	}
	if s.line() {
		p.X.Name, p.Y = "x", algos.Axis{Name: "y", Min: s.height[0], Max: s.height[1]}
		p.Marks = append(p.Marks, s.bands()...)
		p.Marks = append(p.Marks, s.draws()...)
		p.Marks = append(p.Marks, s.mean())
	} else {
		p.Marks = append(p.Marks, s.meanField())
	}
	p.Marks = append(p.Marks, s.forecastMarks()...)
	p.Marks = append(p.Marks, s.observations()...)
	p.Marks = append(p.Marks, s.handles()...)
	return p
}

// bands are m ± 2s for f, and m ± 2√(s²+σ²) for a new observation.
func (s *state) bands() []algos.Mark {
	band := func(noise float64, style algos.Style, legend string) algos.Band {
		b := algos.Band{Style: style, Legend: say.Phrase(legend)}
		for _, j := range s.order {
			w := 2 * sd(s.post.vari[j]+noise)
			b.X = append(b.X, s.probes[j][0])
			b.Lo, b.Hi = append(b.Lo, s.post.mean[j]-w), append(b.Hi, s.post.mean[j]+w)
		}
		return b
	}
	var marks []algos.Mark
	if s.Band != "f" {
		marks = append(marks, band(s.noise, algos.Style{Role: algos.RoleClass0, Opacity: 0.16}, "new observation y: m ± 2√(s²+σ²)"))
	}
	if s.Band != "y" {
		marks = append(marks, band(0, algos.Style{Role: algos.RoleClass0, Opacity: 0.32}, "function f: m ± 2s"))
	}
	return marks
}

func (s *state) mean() algos.PolyLine {
	line := algos.PolyLine{Style: algos.Style{Role: algos.RoleInk, Width: 2.4}, Legend: "mean m"}
	for _, j := range s.order {
		line.At = append(line.At, algos.XY{X: s.probes[j][0], Y: s.post.mean[j]})
	}
	return line
}

// draws are functions drawn from the process.
func (s *state) draws() []algos.Mark {
	var marks []algos.Mark
	for i, values := range s.sample(s.Samples) {
		line := algos.PolyLine{Style: algos.Style{Role: algos.RoleOfClass(2 + i%3), Width: 1.1, Opacity: 0.75}}
		if i == 0 {
			line.Legend = "draws of f"
		}
		for j, v := range values {
			line.At = append(line.At, algos.XY{X: s.probes[j][0], Y: v})
		}
		marks = append(marks, line)
	}
	return marks
}

// place is where observation i stands on the board.
func (s *state) place(i int) algos.XY {
	if s.line() {
		return algos.XY{X: s.x[i][0], Y: s.y[i]}
	}
	return algos.XY{X: s.x[i][0], Y: s.x[i][1]}
}

// observations are filled once they were seen; the next one and those to come are
// hollow.
func (s *state) observations() []algos.Mark {
	next := s.next()
	seen := s.seen()
	if s.phase == relating || s.phase == foreseeing {
		seen = s.row
	}
	group := func(from, to int, p algos.Points) algos.Points {
		for i := from; i < to; i++ {
			p.At = append(p.At, s.place(i))
			p.Refs = append(p.Refs, ref(i))
			p.Tips = append(p.Tips, say.Phrase(s.tip(i)))
			if !s.line() {
				p.Class = append(p.Class, btoi(s.y[i] > 0))
				p.Size = append(p.Size, 3+4*math.Abs(s.y[i])/max(s.size, math.SmallestNonzeroFloat64))
			}
		}
		return p
	}
	ink := algos.Style{Role: algos.RoleInk}
	if !s.line() {
		ink = algos.Style{} // the colours of the classes
	}
	soft := algos.Style{Role: algos.RoleSoft, Opacity: 0.6}
	var marks []algos.Mark
	if later := group(max(seen, next+btoi(next >= 0)), len(s.y), algos.Points{Hollow: true, Style: soft, Legend: "to come"}); len(later.At) > 0 {
		marks = append(marks, later)
	}
	legend := "observations"
	if !s.line() {
		legend = "observations: sign and size of y"
	}
	if old := group(0, seen, algos.Points{Style: ink, Legend: say.Phrase(legend)}); len(old.At) > 0 {
		marks = append(marks, old)
	}
	if next >= 0 {
		at := s.place(next)
		marks = append(marks,
			group(next, next+1, algos.Points{Hollow: true, Style: algos.Style{Role: algos.RoleAccent}}),
			algos.Rings{At: []algos.XY{at}, Radius: []float64{9}, Labels: []say.Phrase{say.Phrase(name(next))}, Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: "next"})
	}
	if s.phase == conditioning {
		marks = append(marks, algos.Rings{At: []algos.XY{s.place(s.row)}, Radius: []float64{9}, Labels: []say.Phrase{say.Phrase(name(s.row))}, Style: algos.Style{Role: algos.RoleAccent, Width: 3}, Legend: "just seen"})
	}
	return marks
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *state) tip(i int) string {
	return fmt.Sprintf("%s = %s, y = %s", name(i), s.input(s.x[i]), say.Num(s.y[i]))
}

// forecastMarks show on a line how the observation of the step was forecast: two
// standard deviations of y around the mean, as a bar, and the surprise.
func (s *state) forecastMarks() []algos.Mark {
	if !s.line() || s.phase != foreseeing {
		return nil
	}
	f, x := s.forecast, s.x[s.row][0]
	w := 2 * math.Sqrt(f.vari+s.post.noise)
	return []algos.Mark{
		algos.Segments{
			From: []algos.XY{{X: x, Y: f.mean - w}}, To: []algos.XY{{X: x, Y: f.mean + w}}, Layer: algos.Over,
			Style: algos.Style{Role: algos.RoleAccent, Width: 3, Opacity: 0.6}, Legend: "forecast of y: m ± 2√(s²+σ²)",
		},
	}
}

// query is where a draggable place stands: on a line only its abscissa counts.
func (s *state) query(q [2]float64) [2]float64 {
	if s.line() {
		q[1] = 0
	}
	return q
}

// handles are the two queries, to be dragged: on a line they sit on the mean.
func (s *state) handles() []algos.Mark {
	var marks []algos.Mark
	for i, q := range [2][2]float64{s.Q1, s.Q2} {
		at := algos.XY{X: q[0], Y: q[1]}
		if s.line() {
			at.Y = s.post.at(s.query(q)).mean
		}
		if at.X < s.window.X0 || at.X > s.window.X1 || !s.line() && !s.window.Contains(at.X, at.Y) {
			continue
		}
		marks = append(marks, algos.Handle{
			Param: "q" + fmt.Sprint(i+1), At: at, Label: say.Phrase("q" + say.Sub(i+1)), Size: 5.5,
			Tip: say.Phrase("drag q" + say.Sub(i+1)), Style: algos.Style{Role: algos.RoleClass3},
		})
	}
	return marks
}
