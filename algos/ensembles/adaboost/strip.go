package adaboost

import (
	"playground/algos/mark"
	"playground/algos/panel"
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

func (t *task) pictures() panel.Strip {
	return panel.Strip{Columns: stripRounds, Rows: 2, Window: t.Window, Width: 1, Height: 1, Across: stripGap, Up: weakBase}
}

func (v view) strip() mark.Panel {
	s := v.now()
	rounds := s.rounds
	if v.next == nil && v.r != nil {
		rounds = append(rounds[:len(rounds):len(rounds)], v.r) // chosen, without a vote
	}
	first := max(0, len(rounds)-stripRounds)
	p := mark.Panel{
		ID: "strip", Title: "The committee, one by one", Height: 0.6,
		X: mark.Axis{Hidden: true, Min: -0.55, Max: stripGap*stripRounds - 0.2},
		Y: mark.Axis{Hidden: true, Min: -0.4, Max: weakBase + 1.4},
	}
	vars := say.Vars{"first": first + 1, "last": len(rounds), "n": len(v.y)}
	p.Alt = vars.Text("the rounds <first> to <last> of the committee and its partial sums")
	if len(rounds) == 0 {
		p.Alt = "an empty committee"
	}
	if first > 0 {
		p.Note = vars.Text("rounds <first> to <last>")
	}
	boxes := mark.Bars{Style: mark.RoleFaint.Plain().Faded(0.004), Layer: mark.Over}
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	soft := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	write := func(t *mark.Texts, x, y float64, text say.Phrase) {
		t.At, t.Text = append(t.At, mark.XY{X: x, Y: y}), append(t.Text, text)
	}
	write(&soft, -0.35, weakBase+0.42, "h")
	write(&soft, -0.35, 0.42, "F")
	sums := s.composeLast(stripRounds)
	for k, r := range rounds[first:] {
		t := first + k + 1
		x := stripGap * float64(k)
		voted := t <= len(s.rounds)
		r.h.leaves(v.shownBox(), func(value float64, box [2][2]float64) { p.Add(v.patch(k, box, class(value))) })
		p.Add(v.frame(k, t))
		caption := hName(t)
		if voted {
			caption = s.voteText(r) + " " + caption
		}
		write(&words, x+0.5, weakBase+1.12, say.Phrase(caption))
		if k > 0 || first > 0 {
			write(&words, x-0.15, weakBase+0.42, "+")
		}
		if !voted {
			continue
		}
		if from := len(s.rounds) - len(sums); t > from { // else there are too many cells
			for class, says := range [2]bool{false, true} {
				for _, box := range sums[t-1-from].patches(v.shownBox(), says) {
					p.Add(v.patch(stripRounds+k, box, class))
				}
			}
		}
		p.Add(v.frame(stripRounds+k, t))
		vars["t"], vars["name"], vars["rule"], vars["err"], vars["vote"], vars["wrong"] = t, hName(t), r.h.rule(), r.err, s.voteText(r), s.wrongAfter(t)
		write(&soft, x+0.5, -0.3, vars.Text("<wrong> wrong"))
		boxes.X, boxes.Y, boxes.Refs = append(boxes.X, x+0.5), append(boxes.Y, weakBase+1), append(boxes.Refs, hRef(t))
		boxes.Tips = append(boxes.Tips, vars.Text("<name>: +1 <rule>; ε = <err>, vote <vote>. The sum of the first <t round> gets <wrong> of <n> wrong"))
	}
	p.Add(boxes, words, soft)
	return p
}

// voteText is a vote in words: a perfect round's is infinite.
func (s *state) voteText(r *round) string {
	if r.perfect() {
		return "∞"
	}
	return say.Sig(s.vote(r), 2)
}

// patch fills a box of the board in a picture with the colour of a class; nil where
// the box is outside.
func (t *task) patch(picture int, box [2][2]float64, class int) mark.Mark {
	if box[0][0] >= box[0][1] || box[1][0] >= box[1][1] {
		return nil
	}
	s := t.pictures()
	return mark.Rect{
		Min: s.Place(picture, mark.XY{X: box[0][0], Y: box[1][0]}), Max: s.Place(picture, mark.XY{X: box[0][1], Y: box[1][1]}),
		Fill: true, Style: mark.RoleOfClass(class).Plain().Faded(0.45),
	}
}

func (t *task) shownBox() [2][2]float64 {
	w := t.Window
	return [2][2]float64{{w.X0, w.X1}, {w.Y0, w.Y1}}
}

// frame is the border of a picture of round t.
func (v view) frame(picture, t int) mark.Rect {
	if t == v.number() {
		return v.pictures().Frame(picture, 0, mark.RoleAccent.Wide(2.4))
	}
	return v.pictures().Frame(picture, 0, mark.RoleSoft.Wide(1))
}

// wrongAfter is how many points the first t rounds get wrong.
func (s *state) wrongAfter(t int) int {
	if t == len(s.rounds) {
		return s.wrong
	}
	return wrongBy(s.scores(s.rounds[:t], s.x), s.y)
}
