package stringkernel

import (
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Limits of what pictures show.
const (
	window   = 32 // rows and columns of a long table around the entry at work
	readable = 8  // columns with room for numbers
	listed   = 3  // pairs of places
	line     = 22 // letters of a string around the one at work
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	now := full(v.s, v.t, v.Decay, v.length)
	panels := []mark.Panel{v.board(now), v.strings(), v.primes(now)}
	return append(panels, v.read(now), v.lengths(), v.matrix())
}

// A part is the rows and columns of a table that a picture shows: from the first up
// to before the last.
type part struct{ top, bottom, left, right int }

// around is the part of a table of rows and columns from `first` on that has the entry in it.
func (v view) around(first int) part {
	cut := func(n, at int) (int, int) {
		lo := first
		if n-first+1 > window {
			lo = min(max(first, at-2*window/3), n+1-window)
		}
		return lo, min(n+1, lo+window)
	}
	var a part
	a.top, a.bottom = cut(len(v.s), v.p)
	a.left, a.right = cut(len(v.t), v.q)
	return a
}

func (a part) rows() int { return a.bottom - a.top }
func (a part) cols() int { return a.right - a.left }

// place is the middle of an entry.
func (a part) place(p, q int) mark.XY {
	return mark.XY{X: float64(q-a.left) + 0.5, Y: float64(a.bottom-p) - 0.5}
}

func (a part) has(p, q int) bool { return p >= a.top && p < a.bottom && q >= a.left && q < a.right }

// full reports whether an entry of this length is.
func (v view) full(p, q int) bool { return p < v.p || p == v.p && q <= v.q || p == 0 || q == 0 }

// letters is how many letters of a number have room in an entry, on the board or in a side
// view, of which it is known how wide it is on a laptop.
func (a part) letters(board bool) int {
	const most, side, letter = 6, 300, 6.5 // pixels
	if board {
		return most
	}
	return min(most, int(side/(float64(a.cols())+1.5)/letter))
}

// fitting is a number in at most so many letters, with three significant digits or fewer;
// nothing where it does not fit.
func fitting(x float64, letters int) string {
	for digits := 3; digits > 0; digits-- {
		if text := say.Sig(x, digits); len([]rune(text)) <= letters {
			return text
		}
	}
	return ""
}

// table draws a table of numbers with the letters of s on the left and those of t above.
func (v view) table(p *mark.Panel, a part, values []float64, filled func(p, q int) bool, hot [][2]int, legend say.Phrase) {
	m := mark.Matrix{Rows: a.rows(), Cols: a.cols(), Scale: mark.Sequential, Legend: legend}
	numbers := mark.Texts{Anchor: mark.Middle, Room: 0.92}
	for row := a.top; row < a.bottom; row++ {
		m.RowRefs = append(m.RowRefs, "s"+strconv.Itoa(row))
	}
	for col := a.left; col < a.right; col++ {
		m.ColRefs = append(m.ColRefs, "t"+strconv.Itoa(col))
	}
	wide := len(v.t) + 1
	for row := a.top; row < a.bottom; row++ {
		for col := a.left; col < a.right; col++ {
			x := values[row*wide+col]
			m.Hi = max(m.Hi, x)
			if !filled(row, col) {
				m.Values = append(m.Values, 0)
				continue
			}
			m.Values = append(m.Values, x)
			if text := fitting(x, a.letters(p.ID == "board")); text != "" && a.cols() <= readable && a.rows() <= 2*readable {
				numbers.At, numbers.Text = append(numbers.At, a.place(row, col)), append(numbers.Text, say.Phrase(text))
			}
		}
	}
	m.Hi *= 1.6 // the darkest cell lets its number be read
	if m.Hi == 0 {
		m.Hi = 1
	}
	for _, h := range hot {
		if a.has(h[0], h[1]) {
			m.Hot = append(m.Hot, [2]int{h[0] - a.top, h[1] - a.left})
		}
	}
	p.X = mark.Axis{Hidden: true, Min: -1 - 0.05*float64(a.cols()), Max: float64(a.cols())}
	p.Y = mark.Axis{Hidden: true, Max: float64(a.rows()) + 1 + 0.05*float64(a.rows())}
	p.Add(m)
	v.addLetters(p, a)
	if len(numbers.At) > 0 {
		p.Add(numbers)
	}
}

// addLetters writes the letters beside a table; those at work stand out. The empty
// prefix is written ε.
func (v view) addLetters(p *mark.Panel, a part) {
	soft, now := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}, mark.Texts{Anchor: mark.Middle, Style: mark.RoleAccent.Plain()}
	put := func(k, i int, at mark.XY, hot bool) {
		to, text := &soft, say.Phrase("ε")
		if hot {
			to = &now
		}
		if i > 0 {
			text = say.Given(visible(v.letters[k][i-1])).Phrase()
		}
		to.At, to.Text = append(to.At, at), append(to.Text, text)
	}
	for row := a.top; row < a.bottom; row++ {
		at := a.place(row, a.left)
		put(0, row, mark.XY{X: -0.5 - 0.02*float64(a.cols()), Y: at.Y}, row == v.p)
	}
	for col := a.left; col < a.right; col++ {
		at := a.place(a.top, col)
		put(1, col, mark.XY{X: at.X, Y: float64(a.rows()) + 0.5 + 0.02*float64(a.rows())}, col == v.q && !v.rowwise())
	}
	for _, t := range []mark.Texts{soft, now} {
		if len(t.At) > 0 {
			p.Add(t)
		}
	}
}

// hide veils the entries that are not full yet.
func (v view) hide(p *mark.Panel, a part) {
	veil := mark.RoleFaint.Plain().Faded(0.35)
	legend := panel.Once("not computed yet")
	add := func(top, bottom, left, right int) {
		top, bottom, left, right = max(top, a.top), min(bottom, a.bottom), max(left, a.left, 1), min(right, a.right)
		if top >= bottom || left >= right {
			return
		}
		p.Add(mark.Rect{
			Min: mark.XY{X: float64(left - a.left), Y: float64(a.bottom - bottom)}, Max: mark.XY{X: float64(right - a.left), Y: float64(a.bottom - top)},
			Fill: true, Style: veil, Legend: legend(),
		})
	}
	if v.p > 0 {
		add(v.p, v.p+1, v.q+1, a.right)
	}
	add(max(1, v.p+1), a.bottom, 0, a.right)
}

// board is the table of what ends in every entry: it adds up to the kernel.
func (v view) board(k *table) mark.Panel {
	w, a := v.vars(), v.around(1)
	p := mark.Panel{
		ID: "board", Title: w.Text("Common subsequences of length <i> ending here"), Note: w.Text("partial sum: <sum>"),
		Alt: w.Text("Table of “<s>” against “<t>”, length <i>; the sum of the computed cells is <sum>."),
	}
	var hot [][2]int
	if v.p > 0 && v.rowwise() {
		for q := a.left; q < a.right; q++ {
			if v.s[v.p-1] == v.t[q-1] {
				hot = append(hot, [2]int{v.p, q})
			}
		}
	} else if v.p > 0 {
		hot = [][2]int{{v.p, v.q}}
	}
	v.table(&p, a, k.ends, v.full, hot, "weight of the subsequences ending here")
	v.hide(&p, a)
	return p
}

// primes is K′ of this length, as far as it is filled.
func (v view) primes(k *table) mark.Panel {
	w, a := v.vars(), v.around(0)
	p := mark.Panel{
		ID: "prime", Title: w.Text("K′ of length <i>"), Note: "for the next length", Height: 0.9,
		Alt: w.Text("K′ of length <i>: common subsequences of both prefixes, weighted up to their ends."),
	}
	var hot [][2]int
	if v.p > 0 && !v.rowwise() {
		hot = [][2]int{{v.p, v.q}, {v.p - 1, v.q}}
	}
	v.table(&p, a, k.prime, v.full, hot, "K′ of both prefixes")
	v.hide(&p, a)
	return p
}

// read is K′ of the length before, from which this length is made.
func (v view) read(k *table) mark.Panel {
	w, a := v.vars(), v.around(0)
	p := mark.Panel{
		ID: "below", Title: w.Text("K′ of the previous length <below>"), Height: 0.9,
		Alt: w.Text("K′ of length <below>: an entry is used where the next letters of both prefixes match."),
	}
	var hot [][2]int
	if v.p > 0 && v.same && !v.rowwise() {
		hot = [][2]int{{v.p - 1, v.q - 1}}
	}
	v.table(&p, a, k.below, func(_, _ int) bool { return true }, hot, "K′ of both prefixes")
	return p
}

// end is the entry whose pairs of places are shown: the one at work, or of a whole row
// the one with the most.
func (v view) end() (p, q int) {
	if !v.rowwise() || v.p == 0 {
		return v.p, v.q
	}
	k := full(v.s, v.t, v.Decay, v.length)
	q = 1
	for b := 1; b <= len(v.t); b++ {
		if k.ends[k.at(v.p, b)] > k.ends[k.at(v.p, q)] {
			q = b
		}
	}
	return v.p, q
}

// strings shows the letters of both strings, and the heaviest pairs of places that end
// in the entry at work.
func (v view) strings() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "strings", Title: "Subsequence pairs in this cell", X: mark.Axis{Hidden: true}, Y: mark.Axis{Hidden: true}, Height: 0.75,
		Alt: w.Text("Both strings, “<s>” and “<t>”."),
	}
	if v.rowwise() {
		p.Title = "Subsequence pairs in the row"
	}
	endP, endQ := v.end()
	var found []pair
	whole := true
	if v.p > 0 {
		found, whole = v.pairs(v.length, endP, endQ)
	}
	if len(found) > 0 {
		w["found"], w["x"] = len(found), say.Given(visible(v.letters[0][endP-1]))
		p.Note = w.Text("<found pair>")
		if !whole {
			p.Note = w.Text("more than <found> pairs")
		}
		w["best"] = found[0].weight
		p.Alt = w.Text("Common subsequences of length <i> that end with “<x>”; the largest weight is <best>.")
	}
	fromP, toP := cutLine(len(v.s), endP)
	fromQ, toQ := cutLine(len(v.t), endQ)
	rows := max(1, min(listed, len(found)))
	width := float64(max(toP-fromP, toQ-fromQ))
	for r := range rows {
		var places pair
		if r < len(found) {
			places = found[r]
		}
		top := float64(rows-r) * 3
		v.addString(&p, 0, fromP, toP, top-0.5, places.i, endP)
		v.addString(&p, 1, fromQ, toQ, top-1.5, places.j, endQ)
		if r < len(found) {
			x := say.Vars{"power": say.Sup(places.span()), "w": places.weight}
			p.Add(mark.Texts{
				At: []mark.XY{{X: width + 0.4, Y: top - 1}}, Style: mark.RoleInk.Plain(),
				Text: []say.Phrase{x.Text("λ<power> = <w>")},
			})
		}
	}
	p.X.Min, p.X.Max = -0.3, width*1.55+2
	p.Y.Min, p.Y.Max = 0.4, float64(rows)*3+0.3
	return p
}

// cutLine is the part of a string that fits a line, with the letter at work in it.
func cutLine(n, at int) (from, to int) {
	from = min(max(0, at-line+3), max(0, n-line))
	return from, min(n, from+line)
}

// addString draws letters in a line: those of a pair of places filled, what lies between
// them tinted, and without a pair the letter at work alone.
func (v view) addString(p *mark.Panel, k, from, to int, y float64, places []int, at int) {
	names := mark.Texts{Anchor: mark.Middle}
	chosen := map[int]bool{}
	for _, i := range places {
		chosen[i] = true
	}
	for i := from + 1; i <= to; i++ {
		x := float64(i-from) - 0.5
		box := mark.Rect{Min: mark.XY{X: x - 0.47, Y: y - 0.44}, Max: mark.XY{X: x + 0.47, Y: y + 0.44}, Fill: true, Layer: mark.Data}
		switch {
		case chosen[i]:
			box.Style, box.Legend = mark.RoleAccent.Plain().Faded(0.55), "matched letters"
			p.Add(box)
		case len(places) > 0 && i > places[0] && i < places[len(places)-1]:
			box.Style, box.Legend = mark.RoleAccent.Plain().Faded(0.14), "gap letters"
			p.Add(box)
		case len(places) == 0 && i == at:
			box.Style, box.Legend = mark.RoleSoft.Plain().Faded(0.35), "letters compared"
			p.Add(box)
		}
		names.At = append(names.At, mark.XY{X: x, Y: y})
		names.Text = append(names.Text, say.Given(visible(v.letters[k][i-1])).Phrase())
	}
	p.Add(names)
}

// lengths are the normalised kernels of all lengths that are finished.
func (v view) lengths() mark.Panel {
	b := panel.Bars{
		ID: "lengths", Title: "K̂ by length", Height: 0.5, X: panel.Numbered("length", v.Length), Y: mark.Axis{Name: "K̂", Min: 0, Max: 1.05},
		Alt: say.Vars{"n": len(v.done)}.Text("<n length> finished so far."), Hot: []int{max(0, len(v.done)-1)},
	}
	for i, k := range v.done {
		hat := 0.0
		if s := v.scale(i + 1); s > 0 {
			hat = k / s
		}
		b.Values, b.Tips = append(b.Values, hat), append(b.Tips, say.Vars{"i": i + 1, "k": hat}.Text("length <i>: K̂ = <k>"))
	}
	return b.Panel()
}

// matrix is the Gram matrix of all words, for the length that is compared.
func (v view) matrix() mark.Panel {
	n, i := len(v.words), v.compared()
	w := say.Vars{"i": i, "n": n}
	p := mark.Panel{
		ID: "gram", Title: w.Text("Gram matrix of K̂, length <i>"), Height: 0.9,
		X:   mark.Axis{Hidden: true, Min: -0.5 * float64(n), Max: float64(n)},
		Y:   mark.Axis{Hidden: true, Max: float64(n) + 0.1},
		Alt: w.Text("Gram matrix of <n> strings for length <i>."),
	}
	all := v.gram()
	if len(all) == 0 {
		return p
	}
	g := all[i-1]
	w["least"] = g.least
	p.Note = w.Text("smallest eigenvalue <least>")
	if g.least < 0 || g.least < g.off {
		p.Note = "smallest eigenvalue 0 up to rounding"
	}
	m := mark.Matrix{Rows: n, Cols: n, Values: g.values, Hi: 1.6, Scale: mark.Sequential, Text: true}
	names := mark.Texts{Anchor: mark.End}
	for r := range n {
		m.RowRefs = append(m.RowRefs, "w"+strconv.Itoa(r))
		names.At = append(names.At, mark.XY{X: -0.12, Y: float64(n-r) - 0.5})
		names.Text = append(names.Text, say.Given(clip(v.words[r])).Phrase())
	}
	m.ColRefs = m.RowRefs
	p.Add(m, names)
	return p
}

// clip shortens a word beside a matrix.
func clip(word string) string {
	const most = 9
	if runes := []rune(word); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return word
}
