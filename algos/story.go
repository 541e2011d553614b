package algos

import "playground/algos/say"

// A Story collects what a step says; its templates are filled from Vars.
type Story struct {
	Vars  say.Vars
	Lines []Line
}

// Text adds a sentence (see [say.Vars]).
func (s *Story) Text(template string) { s.Lines = append(s.Lines, Line{Text: s.Vars.Text(template)}) }

// TeX adds a displayed formula.
func (s *Story) TeX(template string) { s.Lines = append(s.Lines, Line{TeX: s.Vars.TeX(template)}) }

// Add adds lines that are told elsewhere.
func (s *Story) Add(lines ...Line) { s.Lines = append(s.Lines, lines...) }
