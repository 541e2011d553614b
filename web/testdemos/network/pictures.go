package network

import (
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/net"
	"playground/algos/panel"
	"playground/algos/say"
)

func (s state) Panels() []mark.Panel { return []mark.Panel{s.board(), s.network(), s.confusion()} }

// board is the points in the regions of the predicted classes.
func (s state) board() mark.Panel {
	p := s.Problem.Board()
	p.Alt = s.vars().Text("<n point> and the regions of the predicted classes, <wrong> misclassified")
	regions := func(dst []float64, g grid.Grid) {
		tape := s.net.NewTape() // of its own: pictures may be drawn at the same time
		grid.Fill(dst, g, func(x, y float64) float64 { return float64(s.class([2]float64{x, y}, tape)) })
	}
	p.Add(
		mark.Field{Eval: regions, Scale: mark.Regions, Hi: float64(s.classes - 1), Sharp: true, Legend: "predicted class"},
		panel.Data(s.Problem, nil),
		panel.Drawn(s.Problem, []int{s.row()}, "example in the network"),
	)
	return p
}

// row is the example that goes through the network.
func (s state) row() int { return min(s.Row, len(s.Points)) - 1 }

const (
	side     = 17 // nodes of a small board along a side
	readable = 4  // hidden units between whose boards numbers have room
)

// network is the outputs of all units, and the outputs and gradients of one example.
func (s state) network() mark.Panel {
	tape, slope, target := s.net.NewTape(), make([]float64, s.classes), make([]float64, s.classes)
	example := s.Points[s.row()]
	target[example.Class()] = 1
	net.CrossEntropy.Of(s.net.Forward(s.w, example.X[:], tape), target, slope)
	s.net.Backward(s.w, tape, slope, make([]float64, s.net.Len()))
	boards := s.net.Units(s.w, grid.Grid{Window: s.Window, NX: side, NY: side}, nil)
	note := s.vars().Text("outputs for <row> above, gradients below")
	if s.Hidden > readable {
		note = s.vars().Text("outputs and gradients for <row> in the tips")
	}
	out := panel.Network{
		ID: "network", Title: "Network", Note: note, Alt: s.vars().Text("a network with <W weight>"), Height: 0.9,
		Legend:   "width: size of a weight; colour: its sign",
		Captions: []panel.NetworkCaption{{Layer: 0, Text: "input"}, {Layer: 1, Text: "ReLU"}, {Layer: 2, Text: "logits"}},
	}
	for k, values := range tape.Out {
		var l panel.NetworkLayer
		for j, v := range values {
			vars := say.Vars{"out": v, "delta": tape.Delta[k][j], "j": j + 1}
			u := panel.NetworkUnit{
				Ref: ref(k, j), Board: boards[k][j], Tip: vars.Text("unit <j>: output <out>, gradient <delta>"),
				Value: short(v), Off: k == 1 && s.off[j],
			}
			if k > 0 {
				u.Delta = short(tape.Delta[k][j])
			}
			l.Units = append(l.Units, u)
		}
		if k > 0 {
			layer := s.net.Layers[k-1]
			l.W = func(to, from int) float64 { return s.w[layer.W(to, from)] }
		}
		out.Layers = append(out.Layers, l)
	}
	return out.Panel()
}

// short is a number with two digits behind the point, so that it is not wider than its unit.
func short(x float64) say.Phrase { return say.Phrase(say.Num(math.Round(100*x) / 100)) }

// ref is what a unit is called elsewhere.
func ref(layer, unit int) string { return "u" + strconv.Itoa(layer) + "-" + strconv.Itoa(unit) }

// confusion counts the points by their true and their predicted classes.
func (s state) confusion() mark.Panel {
	truth, predicted := s.predicted()
	c := panel.Confusion{
		ID: "confusion", Title: "Confusion matrix", Note: "rows: true class, columns: predicted class", Counts: panel.Confused(s.classes, truth, predicted),
	}
	for k := range s.classes {
		c.Names = append(c.Names, say.Given(s.ClassName(k)).Phrase())
	}
	return c.Panel()
}

// questions are answered by a hidden unit.
var questions = []algos.Question{algos.Ask("largest-move", algos.PickNode, askMove, nil, answerMove)}

func askMove(now algos.At[state]) (algos.Asked, bool) {
	a := algos.Asked{Text: "Which hidden unit has the largest change of its incoming weights in the next epoch?", On: "network"}
	for j := range now.View.Hidden {
		a.Marks = append(a.Marks, algos.Pick{Ref: ref(1, j), Name: say.Vars{"j": j + 1}.Text("hidden unit <j>")})
	}
	return a, now.View.Hidden > 1
}

func answerMove(_, then algos.At[state]) (algos.Answer, bool) {
	var a algos.Answer
	most := 0.0
	for _, m := range then.View.moved {
		most = max(most, m)
	}
	for j, m := range then.View.moved {
		if m >= most*(1-algos.Negligible) {
			a.Points = append(a.Points, j)
		}
	}
	return a, most > 0
}
