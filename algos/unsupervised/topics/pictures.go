package topics

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	n := v.counted(v.now())
	psi := v.topics(n)
	board, topics := v.texts(), v.lists(psi)
	if v.Source == bars {
		board, topics = v.images(), v.topicImages(psi)
	}
	return []mark.Panel{board, topics, v.draws(), v.mixture(n), v.mixtures(n)}
}

// style is the colour of a topic; there are eight, so that the ninth has a pale one.
func style(k int, opacity float64) mark.Style {
	if k >= 8 {
		opacity *= 0.45
	}
	return mark.RoleOfClass(k).Plain().Faded(opacity)
}

// perRow is how many documents stand side by side. Of long ones a pixel shows its two
// largest topics and the others as one, so that a picture has no more than some hundred marks.
const perRow, long = 4, 60

// page is the documents that the board shows, the one at work among them.
func (v view) page() (from, to int) {
	perPage := 3 * perRow
	if v.Side > 5 {
		perPage = 2 * perRow
	}
	from = v.document() / perPage * perPage
	return from, min(v.D, from+perPage)
}

func (v view) alt() say.Phrase {
	w := v.vars()
	if v.at() < 0 {
		return w.Text("<D document>, each token in the colour of its topic. The topics are the initial ones.")
	}
	return w.Text("<D document>, each token in the colour of its topic. Sweep <sweep>, document <d>.")
}

// images are documents as small images: a pixel is a word, filled as high as it is
// frequent, in the colours of the topics that its occurrences have.
func (v view) images() mark.Panel {
	from, to := v.page()
	side := float64(v.Side)
	rows := (to - from + perRow - 1) / perRow
	cell, row := side+1.2, side+1.9
	w := v.vars()
	w["from"], w["to"] = from+1, to
	p := mark.Panel{
		ID: "board", Title: w.Text("Documents <from> to <to>: tokens in the colours of their topics"), Alt: v.alt(), Equal: true,
		X: mark.Axis{Hidden: true, Min: -0.6, Max: perRow*cell - 0.6}, Y: mark.Axis{Hidden: true, Min: -0.6, Max: float64(rows)*row + 0.1},
	}
	z := v.now()
	for d := from; d < to; d++ {
		left, bottom := float64((d-from)%perRow)*cell, float64(rows-1-(d-from)/perRow)*row
		frame := mark.RoleFaint.Plain()
		if d == v.document() && v.at() >= 0 {
			frame = mark.RoleAccent.Wide(2)
		}
		p.Add(mark.Rect{Min: mark.XY{X: left, Y: bottom}, Max: mark.XY{X: left + side, Y: bottom + side}, Style: frame, Layer: mark.Over})
		p.Add(mark.Texts{At: []mark.XY{{X: left + side/2, Y: bottom + side + 0.75}}, Text: []say.Phrase{say.Vars{"d": d + 1}.Text("<d>")}, Anchor: mark.Middle, Style: mark.RoleSoft.Plain()})
		v.addPixels(&p, z, d, mark.XY{X: left, Y: bottom})
	}
	return p
}

// inColours explains the board.
const inColours = say.Phrase("tokens, in the colour of their topic")

// addPixels draws the words of a document as parts of pixels.
func (v view) addPixels(p *mark.Panel, z []uint8, d int, corner mark.XY) {
	counts, most := make([]int, v.W*v.K), 1
	totals := make([]int, v.W)
	for i := v.starts[d]; i < v.starts[d+1]; i++ {
		w := int(v.words[i])
		counts[w*v.K+int(z[i])]++
		totals[w]++
		most = max(most, totals[w])
	}
	for w, total := range totals {
		if total == 0 {
			continue
		}
		x, y := corner.X+float64(w%v.Side), corner.Y+float64(v.Side-1-w/v.Side)
		height := 0.94 * math.Sqrt(float64(total)/float64(most))
		at := x + 0.03
		put := func(n int, st mark.Style, ref string, legend say.Phrase) {
			wide := 0.94 * float64(n) / float64(total)
			p.Add(mark.Rect{
				Min: mark.XY{X: at, Y: y + 0.03}, Max: mark.XY{X: at + wide, Y: y + 0.03 + height}, Fill: true, Ref: ref, Style: st, Layer: mark.Data,
				Legend: legend,
			})
			at += wide
		}
		of := counts[w*v.K : (w+1)*v.K]
		least := 1
		if v.corpus.size(d) > long {
			least = max(1, slices.Sorted(slices.Values(of))[max(0, v.K-2)])
		}
		shown, topics := 0, 0
		for k, n := range of {
			if n >= least && (least == 1 || topics < 2) {
				put(n, style(k, 0.9), ref(k), inColours)
				shown, topics = shown+n, topics+1
			}
		}
		if shown < total {
			put(total-shown, mark.RoleFaint.Plain(), "", "")
		}
		if i := v.at(); i >= 0 && v.size == algos.Micro && int(v.of[i]) == d && int(v.words[i]) == w {
			p.Add(mark.Rect{Min: mark.XY{X: x, Y: y}, Max: mark.XY{X: x + 1, Y: y + 1}, Style: mark.RoleAccent.Wide(2.5), Layer: mark.Over, Legend: "current " +
				"token"})
		}
	}
}

// Letters of a line of text on the board, and how many lines there are.
const lineLetters, mostLines = 52, 16

// linesOf is how many lines a document takes.
func (v view) linesOf(d int) int {
	n, column := 1, 0
	for i := v.starts[d]; i < v.starts[d+1]; i++ {
		long := letters(v.names[v.words[i]])
		if column > 0 && column+long > lineLetters {
			n, column = n+1, 0
		}
		column += long
	}
	return n
}

// firstText is the first document on the board: pages are filled one after the other.
func (v view) firstText() int {
	from, used := 0, 0
	for d := range v.document() + 1 {
		n := v.linesOf(d)
		if used > 0 && used+n > mostLines {
			from, used = d, 0
		}
		used += n
	}
	return from
}

// texts are documents as words.
func (v view) texts() mark.Panel {
	from := v.firstText()
	w := v.vars()
	p := mark.Panel{
		ID: "board", Alt: v.alt(), X: mark.Axis{Hidden: true, Min: -3.4, Max: lineLetters}, Y: mark.Axis{Hidden: true, Max: 0.4},
	}
	z, row, column, to := v.now(), 0, 0, from
	var words, numbers mark.Texts
	numbers.Anchor, numbers.Style = mark.End, mark.RoleSoft.Plain()
	for d := from; d < v.D && (d == from || row+v.linesOf(d) <= mostLines); d++ {
		column, to = 0, d+1
		numbers.At = append(numbers.At, mark.XY{X: -0.6, Y: -float64(row) - 0.5})
		numbers.Text = append(numbers.Text, say.Vars{"d": d + 1}.Text("<d>"))
		for i := v.starts[d]; i < v.starts[d+1]; i++ {
			text := v.names[v.words[i]]
			long := letters(text)
			if column > 0 && column+long > lineLetters {
				row, column = row+1, 0
			}
			if row >= mostLines {
				break
			}
			y, k := -float64(row)-0.5, int(z[i])
			box := mark.Rect{
				Min: mark.XY{X: float64(column) + 0.1, Y: y - 0.42}, Max: mark.XY{X: float64(column+long) - 0.1, Y: y + 0.42},
				Fill: true, Ref: ref(k), Style: style(k, 0.42), Layer: mark.Under, Legend: inColours,
			}
			p.Add(box)
			if i == v.at() && v.size == algos.Micro {
				box.Fill, box.Ref, box.Style, box.Layer, box.Legend = false, "", mark.RoleAccent.Wide(2.5), mark.Over, "current token"
				p.Add(box)
			}
			words.At = append(words.At, mark.XY{X: float64(column) + float64(long)/2, Y: y})
			words.Text = append(words.Text, say.Given(text).Phrase())
			column += long
		}
		row++
	}
	words.Anchor = mark.Middle
	w["from"], w["to"] = from+1, to
	p.Title = w.Text("Documents <from> to <to>: tokens in the colours of their topics")
	p.Y.Min = -float64(max(row, 4)) - 0.4
	if len(words.At) > 0 {
		p.Add(words)
	}
	p.Add(numbers)
	return p
}

// letters is the room of a word, with a space around; Chinese letters are twice as wide.
func letters(text string) int {
	n := 2
	for _, r := range text {
		n++
		if r >= 0x2e80 {
			n++
		}
	}
	return n
}

// topicImages are the topics found, as images, and below each the true one that it is
// matched with.
func (v view) topicImages(psi [][]float64) mark.Panel {
	partner := paired(psi, v.psi)
	perRow := 6
	if v.K <= 10 {
		perRow = min(v.K, 5)
	}
	// A number stands to the left of its picture, where it covers nothing, and leaves the height to the pictures.
	const numbered = 3
	bands := (v.K + perRow - 1) / perRow
	wide, high := v.Side+numbered, 2*v.Side+2
	m := mark.Matrix{Rows: bands*high - 1, Cols: perRow*wide - numbered, Scale: mark.Sequential, Legend: "probability of a word"}
	m.Values, m.Hi = make([]float64, m.Rows*m.Cols), 1/float64(v.Side)
	s := say.Vars{"found": v.recovered(psi), "true": len(v.psi)}
	p := mark.Panel{
		ID: "topics", Title: "Topics inferred, above the true topics", Note: s.Text("<found> of <true> recovered"), Equal: true,
		Alt: s.Text("Images of the topics; <found> of <true> true ones are recovered."),
		X:   mark.Axis{Hidden: true, Min: -numbered, Max: float64(m.Cols) + 0.4}, Y: mark.Axis{Hidden: true, Min: -0.4, Max: float64(m.Rows) + 0.4},
	}
	p.Height = min(1, (p.Y.Max-p.Y.Min)/(p.X.Max-p.X.Min))
	put := func(top, left int, of []float64) {
		for w, x := range of {
			m.Values[(top+w/v.Side)*m.Cols+left+w%v.Side] = x
		}
	}
	var frames []mark.Mark
	side := float64(v.Side)
	names := mark.Texts{Anchor: mark.End}
	frame := func(top, left int, s mark.Style, ref string, tip say.Phrase) {
		lo := mark.XY{X: float64(left) - 0.12, Y: float64(m.Rows-top) - side - 0.12}
		frames = append(frames, mark.Rect{Min: lo, Max: mark.XY{X: lo.X + side + 0.24, Y: lo.Y + side + 0.24}, Style: s, Ref: ref, Tip: tip, Layer: mark.Over})
	}
	for k := range psi {
		top, left := k/perRow*high, k%perRow*wide
		put(top, left, psi[k])
		st := style(k, 1)
		st.Width = 3
		frame(top, left, st, ref(k), name(k))
		names.At = append(names.At, mark.XY{X: float64(left) - 0.6, Y: float64(m.Rows-top) - side/2})
		names.Text = append(names.Text, say.Vars{"k": k + 1}.Text("<k>"))
		if j := partner[k]; j >= 0 {
			put(top+v.Side+1, left, v.psi[j])
			frame(top+v.Side+1, left, mark.RoleSoft.Plain(), "", say.Vars{"x": overlap(psi[k], v.psi[j])}.Text("true topic, overlap <x>"))
		}
	}
	p.Add(m)
	p.Add(frames...)
	p.Add(names)
	return p
}

// lists are the likeliest words of every topic, with bars as long as they are likely.
func (v view) lists(psi [][]float64) mark.Panel {
	const listed, across = 6, 4
	columns := min(v.K, across)
	bands := (v.K + across - 1) / across
	const wide, high = 10.0, listed + 2.0
	p := mark.Panel{
		ID: "topics", Title: "Top words per topic", Alt: "The most probable words of every topic.",
		X: mark.Axis{Hidden: true, Max: float64(columns) * wide}, Y: mark.Axis{Hidden: true, Max: float64(bands) * high},
		Height: min(1.4, 0.42*float64(bands)+0.1),
	}
	words := mark.Texts{Room: wide - 0.8}
	top := 0.0
	for _, row := range psi {
		top = max(top, slices.Max(row))
	}
	for k, row := range psi {
		left, y := float64(k%across)*wide+0.3, float64(bands-k/across)*high-0.6
		heads := mark.Texts{At: []mark.XY{{X: left, Y: y}}, Text: []say.Phrase{name(k)}, Style: mark.RoleSoft.Plain()}
		p.Add(heads)
		for r, w := range v.likeliest(row, listed) {
			at := y - float64(r) - 1
			p.Add(mark.Rect{
				Min: mark.XY{X: left, Y: at - 0.42}, Max: mark.XY{X: left + (wide-0.8)*row[w]/top, Y: at + 0.42}, Fill: true, Ref: ref(k), Style: style(k, 0.42),
				Tip: say.Vars{"word": say.Given(v.names[w]), "p": row[w]}.Text("<word>: <p>"),
			})
			words.At, words.Text = append(words.At, mark.XY{X: left + 0.2, Y: at}), append(words.Text, say.Given(v.names[w]).Phrase())
		}
	}
	p.Add(words)
	return p
}

// likeliest are the words with the largest shares, at most so many.
func (v view) likeliest(row []float64, most int) []int {
	all := make([]int, len(row))
	for w := range all {
		all[w] = w
	}
	slices.SortStableFunc(all, func(a, b int) int {
		switch {
		case row[a] > row[b]:
			return -1
		case row[a] < row[b]:
			return 1
		}
		return 0
	})
	return all[:min(most, len(all))]
}

func (v view) topicAxis() mark.Axis {
	return mark.Axis{Name: "topic", Min: 0.4, Max: float64(v.K) + 0.6, Integer: true}
}

// topicBars are a number for every topic, in its colour.
func (v view) topicBars(p *mark.Panel, of []float64, tip func(k int) say.Phrase) {
	for k, x := range of {
		p.Add(mark.Rect{
			Min: mark.XY{X: float64(k) + 0.62}, Max: mark.XY{X: float64(k) + 1.38, Y: x}, Fill: true, Ref: ref(k), Style: style(k, 0.9), Tip: tip(k), Layer: mark.Data,
		})
	}
}

// draws are the probabilities by which the last word drew its topic.
func (v view) draws() mark.Panel {
	p := mark.Panel{ID: "draw", Title: "Full conditional of the topic", X: v.topicAxis(), Y: mark.Axis{Name: "probability", Max: 1}, Height: 0.55}
	if v.at() < 0 {
		p.Alt, p.Note = "No token has been resampled yet.", "no token has been resampled yet"
		p.Add(mark.Rule{At: 1 / float64(v.K), Style: mark.RoleFaint.Dashed(), Legend: "uniform"})
		return p
	}
	x := v.last()
	s := v.vars()
	s["p"], s["new"] = x.p[x.new], x.new+1
	p.Note = s.Text("<word> in document <d>")
	p.Alt = s.Text("<word> in document <d> was assigned topic <new>, with the probability <p>.")
	v.topicBars(&p, x.p, func(k int) say.Phrase {
		return say.Vars{"k": k + 1, "p": x.p[k], "nd": x.nd[k], "nw": x.nw[k], "nk": x.nk[k]}.
			Text("topic <k>: <p>; without this token it has <nd> of the document, <nw> of the word, <nk> in all")
	})
	pointAt := func(k int, y float64, st mark.Style, legend say.Phrase) {
		p.Add(mark.Segments{From: []mark.XY{{X: float64(k) + 0.62, Y: y}}, To: []mark.XY{{X: float64(k) + 1.38, Y: y}}, Style: st, Layer: mark.Over, Legend: legend})
	}
	pointAt(x.new, x.p[x.new], mark.RoleAccent.Wide(4), "sampled")
	if x.old != x.new {
		pointAt(x.old, x.p[x.old], mark.RoleInk.Wide(2), "old topic")
	}
	return p
}

// mixture is the shares of the topics in the document at work.
func (v view) mixture(n counts) mark.Panel {
	d := v.document()
	shares := v.shares(n, d)
	s := say.Vars{"d": d + 1, "n": v.corpus.size(d)}
	p := mark.Panel{
		ID: "shares", Title: s.Text("Topic proportions, document <d>"), Note: s.Text("<n token>"), X: v.topicAxis(), Y: mark.Axis{Name: "proportion", Max: 1}, Height: 0.55,
		Alt: s.Text("Topic proportions of document <d>."),
	}
	v.topicBars(&p, shares, func(k int) say.Phrase {
		return say.Vars{"k": k + 1, "share": shares[k], "n": n.nd[d*v.K+k]}.Text("topic <k>: proportion <share>, <n token>")
	})
	if v.psi == nil {
		return p
	}
	partner := paired(v.topics(n), v.psi)
	lines := mark.Segments{Style: mark.RoleInk.Wide(2), Layer: mark.Over, Legend: "true topic proportions"}
	for k, j := range partner {
		if j >= 0 {
			y := v.theta[d][j]
			lines.From, lines.To = append(lines.From, mark.XY{X: float64(k) + 0.6, Y: y}), append(lines.To, mark.XY{X: float64(k) + 1.4, Y: y})
		}
	}
	p.Add(lines)
	return p
}

// mixtures are the shares of the topics in all documents: a row a topic, a column a document.
func (v view) mixtures(n counts) mark.Panel {
	m := mark.Matrix{Rows: v.K, Cols: v.D, Hi: 1, Scale: mark.Sequential, Values: make([]float64, v.K*v.D), Legend: "proportion"}
	for d := range v.D {
		for k, share := range v.shares(n, d) {
			m.Values[k*v.D+d] = share
		}
		m.ColRefs = append(m.ColRefs, fmt.Sprint("d", d+1))
	}
	names := mark.Texts{Anchor: mark.End, Style: mark.RoleSoft.Plain()}
	for k := range v.K {
		m.RowRefs = append(m.RowRefs, ref(k))
		panel.Write(&names, -0.015*float64(v.D), float64(v.K-k)-0.5, say.Vars{"k": k + 1}.Text("<k>"))
	}
	p := panel.Named{
		ID: "mixtures", Title: "Document–topic matrix", Note: "one column per document", Height: 0.5, Oblong: true,
		Alt: v.vars().Text("Proportions of <K topic> in <D document>."), Matrix: m, Marks: []mark.Mark{names},
	}.Panel()
	p.X.Min = -0.08 * float64(v.D)
	if v.at() >= 0 {
		d := float64(v.document())
		p.Add(mark.Rect{Min: mark.XY{X: d}, Max: mark.XY{X: d + 1, Y: float64(v.K)}, Style: mark.RoleAccent.Wide(2), Layer: mark.Over, Legend: "current " +
			"document"})
	}
	return p
}
