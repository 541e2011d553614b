package algos

import "playground/algos/say"

// A Story collects what a step says; its templates are filled from Vars.
type Story struct {
	Vars   say.Vars
	Lines  []Line
	folded bool
}

// Text adds a sentence (see [say.Vars]).
func (s *Story) Text(template string) { s.Add(Line{Text: s.Vars.Text(template)}) }

// TeX adds a displayed formula.
func (s *Story) TeX(template string) { s.Add(Line{TeX: s.Vars.TeX(template)}) }

// More adds a sentence to the last line. It is told behind a space in English, and
// in other languages as they do.
func (s *Story) More(template string) {
	last := &s.Lines[len(s.Lines)-1].Text
	*last = say.Vars{"said": *last, "more": s.Vars.Text(template)}.Text("<said> <more>")
}

// Add adds lines that are told elsewhere.
func (s *Story) Add(lines ...Line) {
	for _, l := range lines {
		l.Folded = l.Folded || s.folded
		s.Lines = append(s.Lines, l)
	}
}

// Fold folds away what is added from here on. A story of more than about ten lines keeps its first
// ones in sight, so that the pictures and guarantees below it are, too.
func (s *Story) Fold() { s.folded = true }
