package adaboost

import (
	"playground/algos"
	"playground/algos/say"
)

// The strip shows the latest rounds as a sum of small pictures: above what each
// weak classifier says, joined by "+", and below it what the committee says up to
// and including it.
const (
	stripRounds = 5    // how many rounds it has room for
	stripGap    = 1.3  // from one picture to the next; a picture is 1 wide and high
	weakBase    = 1.25 // the weak classifiers are above the sums
)

// frame is a place for a small picture of the board.
type frame struct{ x, y float64 }

// rect places a box of the board into the frame.
func (f frame) rect(box, board [2][2]float64) algos.Rect {
	at := func(x, y float64) algos.XY {
		return algos.XY{X: f.x + (x-board[0][0])/(board[0][1]-board[0][0]), Y: f.y + (y-board[1][0])/(board[1][1]-board[1][0])}
	}
	return algos.Rect{Min: at(box[0][0], box[1][0]), Max: at(box[0][1], box[1][1])}
}

func (v view) strip() algos.Panel {
	s := v.now()
	rounds := s.rounds
	if v.next == nil && v.r != nil {
		rounds = append(rounds[:len(rounds):len(rounds)], v.r) // chosen, without a vote
	}
	first := max(0, len(rounds)-stripRounds)
	p := algos.Panel{
		ID: "strip", Title: "The committee, one by one", Height: 0.6,
		X: algos.Axis{Hidden: true, Min: -0.55, Max: stripGap*stripRounds - 0.2},
		Y: algos.Axis{Hidden: true, Min: -0.4, Max: weakBase + 1.4},
	}
	vars := say.Vars{"first": first + 1, "last": len(rounds), "n": len(v.y)}
	p.Alt = vars.Text("the rounds <first> to <last> of the committee and its partial sums")
	if len(rounds) == 0 {
		p.Alt = "an empty committee"
	}
	if first > 0 {
		p.Note = vars.Text("rounds <first> to <last>")
	}
	boxes := algos.Bars{Style: algos.RoleFaint.Plain().Faded(0.004), Layer: algos.Over}
	words := algos.Texts{Anchor: algos.Middle, Style: algos.RoleInk.Plain()}
	soft := algos.Texts{Anchor: algos.Middle, Style: algos.RoleSoft.Plain()}
	write := func(t *algos.Texts, x, y float64, text say.Phrase) {
		t.At, t.Text = append(t.At, algos.XY{X: x, Y: y}), append(t.Text, text)
	}
	write(&soft, -0.35, weakBase+0.42, "h")
	write(&soft, -0.35, 0.42, "F")
	sums := s.composeLast(stripRounds)
	for k, r := range rounds[first:] {
		t := first + k + 1
		x := stripGap * float64(k)
		voted := t <= len(s.rounds)
		p.Add(v.small(r, t, frame{x, weakBase})...)
		write(&words, x+0.5, weakBase+1.12, s.caption(r, t, voted))
		if k > 0 || first > 0 {
			write(&words, x-0.15, weakBase+0.42, "+")
		}
		if !voted {
			continue
		}
		wrong := s.wrongAfter(t)
		if from := len(s.rounds) - len(sums); t > from { // else there are too many cells
			p.Add(v.smallSum(sums[t-1-from], frame{x, 0})...)
		}
		p.Add(v.border(frame{x, 0}, t == v.number()))
		vars["t"], vars["name"], vars["rule"], vars["err"], vars["vote"], vars["wrong"] = t, hName(t), r.h.rule(), r.err, s.voteText(r), wrong
		write(&soft, x+0.5, -0.3, vars.Text("<wrong> wrong"))
		boxes.X, boxes.Y, boxes.Refs = append(boxes.X, x+0.5), append(boxes.Y, weakBase+1), append(boxes.Refs, hRef(t))
		boxes.Tips = append(boxes.Tips, vars.Text("<name>: +1 <rule>; ε = <err>, vote <vote>. The sum of the first <t round> gets <wrong> of <n> wrong"))
	}
	p.Add(boxes, words, soft)
	return p
}

// caption is what stands above a weak classifier: its share of the score.
func (s *state) caption(r *round, t int, voted bool) say.Phrase {
	if !voted {
		return say.Phrase(hName(t))
	}
	return say.Phrase(s.voteText(r) + " " + hName(t))
}

// voteText is a vote in words: a perfect round's is infinite.
func (s *state) voteText(r *round) string {
	if r.perfect() {
		return "∞"
	}
	return say.Sig(s.vote(r), 2)
}

// small draws a weak classifier: the half-planes that it calls −1 and +1.
func (v view) small(r *round, t int, f frame) []algos.Mark {
	board := v.shownBox()
	var marks []algos.Mark
	r.h.leaves(board, func(value float64, box [2][2]float64) {
		marks = append(marks, patch(box, board, f, class(value)))
	})
	return append(marks, v.border(f, t == v.number()))
}

// smallSum draws what the committee says after some round.
func (v view) smallSum(c *cells, f frame) []algos.Mark {
	board := v.shownBox()
	var marks []algos.Mark
	for k, says := range [2]bool{false, true} {
		for _, box := range c.patches(board, says) {
			marks = append(marks, patch(box, board, f, k))
		}
	}
	return marks
}

// patch fills a box of the board with the colour of a class; nil where the box is
// outside.
func patch(box, board [2][2]float64, f frame, class int) algos.Mark {
	if box[0][0] >= box[0][1] || box[1][0] >= box[1][1] {
		return nil
	}
	m := f.rect(box, board)
	m.Fill, m.Style = true, algos.RoleOfClass(class).Plain().Faded(0.45)
	return m
}

func (t *task) shownBox() [2][2]float64 {
	w := t.Window
	return [2][2]float64{{w.X0, w.X1}, {w.Y0, w.Y1}}
}

func (v view) border(f frame, now bool) algos.Rect {
	r := algos.Rect{Min: algos.XY{X: f.x, Y: f.y}, Max: algos.XY{X: f.x + 1, Y: f.y + 1}, Style: algos.RoleSoft.Wide(1)}
	if now {
		r.Style = algos.RoleAccent.Wide(2.4)
	}
	return r
}

// wrongAfter is how many points the first t rounds get wrong.
func (s *state) wrongAfter(t int) int {
	if t == len(s.rounds) {
		return s.wrong
	}
	wrong := 0
	for i, x := range s.x {
		f := 0.0
		for _, r := range s.rounds[:t] {
			f += r.alpha * r.h.at(x)
		}
		if mistaken(f, s.y[i]) {
			wrong++
		}
	}
	return wrong
}
