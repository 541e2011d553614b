package algotest

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/arith"
	"playground/algos/mark"
	"playground/algos/say"
)

// reads looks at every step of a run as a reader does: a promise that holds stands
// beside two numbers that look so, and whoever reckons what an equation says finds
// it true in the digits that are displayed. On usual points everything is decided,
// or the promise says why not.
func (r *report) reads(name string, steps []*sight, usual bool) {
	var before *sight
	for i, s := range steps {
		checks, lines := s.Checks(), s.Say()
		faults := r.misread(s.Step, checks, lines)
		if i < namedSteps || s.Status.Final() {
			faults = append(faults, r.misnamed(before, s, lines)...)
		}
		before = s
		if usual {
			faults = append(faults, undecided(checks)...)
		}
		for _, f := range faults {
			r.fault("%s: step %d, %s: %s", name, i, s.Phase, f)
		}
		if len(faults) > 0 {
			return // one step's faults are enough
		}
	}
}

// misread lists what a step says that is not true as it reads. Pictures are looked
// at with the steps whose pictures are made.
func (r *report) misread(s algos.Step, checks []algos.Check, said []algos.Line) []string {
	var faults []string
	for _, c := range checks {
		if f := untrue(c); f != "" {
			faults = append(faults, f)
		}
		if c.Verdict == algos.Holds {
			r.promises++
		}
	}
	lines := slices.Clone(said)
	for _, l := range lines {
		faults = append(faults, r.counted(readFormula(l.TeX.String()))...)
	}
	for i := range lines {
		lines[i].TeX = ""
	}
	return append(faults, r.falseIn(reflect.ValueOf([]any{s.Phase, s.Next, s.Events, s.Status, lines, checks}))...)
}

// undecided lists the promises that are not decided and do not say why.
func undecided(checks []algos.Check) []string {
	var faults []string
	for _, c := range checks {
		if c.Verdict == algos.Undecided && c.Why == "" {
			faults = append(faults, fmt.Sprintf("%s is not decided: %v %s %v with a rounding of %v, in numbers of %v", c.Name, c.Left, c.Rel, c.Right, c.Rounding, c.Size))
		}
	}
	return faults
}

// untrue says why a promise that holds does not look so.
func untrue(c algos.Check) string {
	if c.Verdict != algos.Holds {
		return ""
	}
	sides := max(abs(c.Left), abs(c.Right))
	size := sides // of what a limit is compared with
	if c.Left == 0 || c.Right == 0 || sides < algos.Negligible*c.Size {
		size = max(sides, c.Size)
	}
	n := c.Digits()
	allowed := max(c.Within, algos.Negligible*sides)
	if c.UpToRounding() || n == 3 { // the difference is not seen
		allowed = max(allowed, algos.Negligible*c.Size)
	}
	shown := c
	shown.Left, shown.Right = say.Rounded(c.Left, n), say.Rounded(c.Right, n)
	switch {
	case !(c.Off() <= allowed):
		return fmt.Sprintf("%s holds although %v %s %v is off by more than a reader overlooks, and than it says (within %v, of %v)",
			c.Name, c.Left, c.Rel, c.Right, c.Within, c.Size)
	case !c.UpToRounding() && !(shown.Off() <= c.Within*(1+1e-9)):
		return fmt.Sprintf("%s holds, and shows %v %s %v (within %v)", c.Name, shown.Left, c.Rel, shown.Right, c.Within)
	case c.Within > 0 && c.Rel != "->":
		return fmt.Sprintf("%s is no promise about the end of a run, and allows %v", c.Name, c.Within)
	case c.Off() > algos.Negligible*sides && !c.UpToRounding() && c.Within > mostWithin*size:
		return fmt.Sprintf("%s holds with %v within %v, which is too much of %v: what Of says is compared, or the two sides", c.Name, c.Left, c.Within, size)
	}
	return unfailing(c)
}

// unfailing says why a promise that holds could not have failed: what rounding may do is as
// large as both sides, or as what they are made of where there is nothing else.
func unfailing(c algos.Check) string {
	sides := max(abs(c.Left), abs(c.Right))
	apart := 0.0 // by how much two sides are in order
	switch c.Rel {
	case "<=":
		apart = c.Right - c.Left
	case ">=":
		apart = c.Left - c.Right
	}
	if sides < algos.Negligible*c.Size { // both are nothing beside what they are made of
		sides = c.Size
	}
	if sides > 0 && c.Rounding >= sides && apart < c.Rounding {
		return fmt.Sprintf("%s holds whatever its sides are: %v %s %v with a rounding of %v, of %v", c.Name, c.Left, c.Rel, c.Right, c.Rounding, c.Size)
	}
	return ""
}

// mostWithin is how large a share of what is compared a promise about the end of a
// run may leave: a run that ends at a tolerance of a tenth still promises something.
const mostWithin = 0.2

func abs(x float64) float64 { return max(x, -x) }

// namedSteps is how far into a run places are compared with the numbers for which they stand.
const namedSteps = 150

// misnamed lists the places of a step's sentences that do not show the number for which
// they stand; "before." is that of the step before, which is not known of the first.
func (r *report) misnamed(before, s *sight, lines []algos.Line) []string {
	var faults []string
	for _, part := range []any{s.Phase, s.Events, s.Status, lines} {
		walkWords(reflect.ValueOf(part), func(_ []byte, v reflect.Value) {
			if v.Type() != phrases || !strings.Contains(v.String(), "=") {
				return // a place that stands for a number is written with =
			}
			for _, place := range say.Phrase(v.String()).Standings() {
				of, path := s, place.For
				if p, ok := strings.CutPrefix(path, "before."); ok {
					if of, path = before, p; of == nil {
						continue
					}
				}
				r.standings++
				if f := misplaced(place, of, path); f != "" {
					faults = append(faults, f+", in "+strconv.Quote(say.Phrase(v.String()).String()))
				}
			}
		})
	}
	return faults
}

// misplaced says why a place does not show the number of a step for which it stands.
func misplaced(place say.Standing, s *sight, path string) string {
	want, err := s.Number(path)
	switch {
	case err != nil:
		return fmt.Sprintf("<%s> stands for no number of the step: %v", place.Place, err)
	case math.IsNaN(place.Value) && math.IsNaN(want), place.Value == want:
		return ""
	case math.IsNaN(place.Value):
		return fmt.Sprintf("<%s> is %q and no number", place.Place, place.Text)
	case math.Abs(place.Value-want) > 1e-9*max(math.Abs(want), math.Abs(place.Value)):
		return fmt.Sprintf("<%s> is %v, and the step has %v", place.Place, place.Value, want)
	}
	return ""
}

// A reading is what is read of a text: how many comparisons, and those that are not true.
type reading struct {
	comparisons int
	faults      []string
}

// readText reads the comparisons of a sentence, by signs and in words, readFormula those of
// a formula.
var (
	readText    = remembered(func(text string) reading { return readBy(text, false) })
	readFormula = remembered(func(text string) reading { return readBy(text, true) })
)

func readBy(text string, tex bool) (all reading) {
	if !tex {
		all.comparisons, all.faults = miscompared(text)
	}
	for i, part := range strings.Split(text, "$") {
		for _, s := range arith.Statements(part, tex || i%2 == 1) {
			n, wrong := s.Check()
			all.comparisons += n
			for _, f := range wrong {
				all.faults = append(all.faults, fmt.Sprintf("%s is not true, in %q", f, text))
			}
		}
	}
	return all
}

// mayRead reports whether a phrase may compare something in English, by signs or in
// words: most tooltips do not. The signs < and > enclose its places, too.
func mayRead(p say.Phrase) bool {
	raw := string(p)
	if strings.ContainsAny(raw, `=≤≥≈\`) || hasOne(raw, comparing) || strings.Count(raw, "<") != strings.Count(raw, ">") {
		return true
	}
	for i := range len(raw) {
		if raw[i] == '<' && (i+1 == len(raw) || raw[i+1]|0x20 < 'a' || raw[i+1]|0x20 > 'z') {
			return true // it begins no place
		}
	}
	return false
}

// counted counts what has been read, and returns its faults.
func (r *report) counted(of reading) []string {
	r.comparisons += of.comparisons
	return of.faults
}

// falseIn lists the comparisons that are not true in all sentences of a value.
func (r *report) falseIn(v reflect.Value) []string {
	var faults []string
	walkWords(v, func(_ []byte, v reflect.Value) {
		if v.Type() == phrases {
			faults = append(faults, r.counted(r.reading(v.String()))...)
		}
	})
	return faults
}

// reading reads a phrase in all languages.
func (r *report) reading(phrase string) reading {
	if r.read == nil {
		r.read = phraseReader(r.books)
	}
	return r.read(phrase)
}

// phraseReader reads a phrase in English and, where a translation compares, in the other
// languages.
func phraseReader(books []say.Book) func(phrase string) reading {
	return remembered(func(phrase string) reading {
		p := say.Phrase(phrase)
		all := readText(p.String())
		all.faults = slices.Clip(all.faults)
		for _, book := range books {
			if mayCompare(book, p) {
				_, wrong := miscompared(p.In(book))
				all.faults = append(all.faults, wrong...)
			}
		}
		return all
	})
}

// mayCompare reports whether a translation of a phrase has a word that compares.
func mayCompare(book say.Book, p say.Phrase) bool {
	return slices.ContainsFunc(p.Templates(), func(t say.Template) bool {
		return hasOne(book[t.Text], comparing)
	})
}

// pictured lists the comparisons that are not true in what pictures say.
func (r *report) pictured(panels []mark.Panel) []string {
	faults := r.falseIn(reflect.ValueOf(panels))
	walkWords(reflect.ValueOf(panels), func(_ []byte, v reflect.Value) {
		tips(v, func(_ int, tip say.Phrase) {
			if mayRead(tip) {
				faults = append(faults, r.counted(readText(tip.String()))...)
			}
		})
	})
	return faults
}
