package subset

import (
	"fmt"
	"slices"
)

// A feature is a set of substitutions with a name.
type feature struct {
	tag     string
	scripts []string // that the font lists; the same for all features
	lookups []lookup
}

// A lookup says what may stand in a glyph's place. If there is no choice, it is
// single.
type lookup struct {
	single      bool
	substitutes map[glyph][]glyph
}

// mathFeatures are what browsers apply to formulas: forms for scripts, and
// letters without their dots below an accent.
var mathFeatures = []string{scriptForms, "dtls"}

const scriptForms = "ssty"

// Kinds of lookups in the table GSUB.
const (
	singleSubstitution    = 1
	alternateSubstitution = 3
)

// readFeatures reads the substitutions of formulas.
func readFeatures(t *table) ([]feature, error) {
	scripts, list, lookups := t.u16(4), t.u16(6), t.u16(8)
	var tags []string
	for i := range t.u16(scripts) {
		tags = append(tags, string(t.slice(scripts+2+6*i, 4)))
	}
	var out []feature
	for i := range t.u16(list) {
		at := list + 2 + 6*i
		tag := string(t.slice(at, 4))
		if !slices.Contains(mathFeatures, tag) {
			continue
		}
		f := feature{tag: tag, scripts: tags}
		at = list + t.u16(at+4)
		for j := range t.u16(at + 2) {
			n := t.u16(at + 4 + 2*j)
			if n >= t.u16(lookups) {
				return nil, fmt.Errorf("feature %s names a lookup that is not there", tag)
			}
			l, err := readLookup(t, lookups+t.u16(lookups+2+2*n))
			if err != nil {
				return nil, fmt.Errorf("feature %s: %w", tag, err)
			}
			f.lookups = append(f.lookups, l)
		}
		out = append(out, f)
	}
	return out, t.err()
}

func readLookup(t *table, at int) (lookup, error) {
	kind := t.u16(at)
	l := lookup{single: kind == singleSubstitution, substitutes: map[glyph][]glyph{}}
	for i := range t.u16(at + 4) {
		sub := at + t.u16(at+6+2*i)
		glyphs := readCoverage(t, sub+t.u16(sub+2))
		for j, g := range glyphs {
			if _, ok := l.substitutes[g]; ok {
				continue // the first subtable that covers a glyph decides
			}
			switch format := t.u16(sub); {
			case kind == singleSubstitution && format == 1:
				l.substitutes[g] = []glyph{g + t.glyph(sub+4)} // modulo 65536
			case kind == singleSubstitution && format == 2:
				l.substitutes[g] = []glyph{t.glyph(sub + 6 + 2*j)}
			case kind == alternateSubstitution && format == 1:
				set := sub + t.u16(sub+6+2*j)
				for k := range t.u16(set) {
					l.substitutes[g] = append(l.substitutes[g], t.glyph(set+2+2*k))
				}
			default:
				return l, fmt.Errorf("a substitution of kind %d in format %d is not supported", kind, format)
			}
		}
	}
	return l, t.err()
}

// readCoverage reads a list of glyphs.
func readCoverage(t *table, at int) []glyph {
	var out []glyph
	switch t.u16(at) {
	case 1:
		for i := range t.u16(at + 2) {
			out = append(out, t.glyph(at+4+2*i))
		}
	case 2:
		for i := range t.u16(at + 2) {
			r := at + 4 + 6*i
			for g := t.u16(r); g <= t.u16(r+2) && len(out) <= 0xFFFF; g++ {
				out = append(out, glyph(g))
			}
		}
	}
	return out
}

func writeCoverage(glyphs []glyph) []byte {
	var b buffer
	b.u16(1, len(glyphs))
	b.glyphs(glyphs...)
	return b
}

// writeFeatures writes the substitutions of the kept glyphs, for all scripts of
// the font; nil if none is left.
func writeFeatures(features []feature, kept []glyph, index map[glyph]glyph) []byte {
	features = slices.Clone(features)
	slices.SortStableFunc(features, func(a, b feature) int { return compare(a.tag, b.tag) })
	var list, lookups [][]byte
	for _, f := range features {
		var b buffer
		b.u16(0, len(f.lookups))
		for _, l := range f.lookups {
			b.u16(len(lookups))
			lookups = append(lookups, l.write(kept, index))
		}
		list = append(list, b)
	}
	if len(lookups) == 0 {
		return nil
	}
	var language buffer
	language.u16(4, 0, 0, 0xFFFF, len(features)) // the script's only system, no feature required
	for i := range features {
		language.u16(i)
	}
	var scriptList, featureList, lookupList buffer
	tags := features[0].scripts
	scriptList.u16(len(tags))
	for _, tag := range tags { // all share one
		scriptList = append(scriptList, tag...)
		scriptList.u16(2 + 6*len(tags))
	}
	scriptList = append(scriptList, language...)
	featureList.u16(len(list))
	at := 2 + 6*len(list)
	for i, f := range list {
		featureList = append(featureList, features[i].tag...)
		featureList.u16(at)
		at += len(f)
	}
	featureList = append(featureList, slices.Concat(list...)...)
	lookupList.u16(len(lookups))
	at = 2 + 2*len(lookups)
	for _, l := range lookups {
		lookupList.u16(at)
		at += len(l)
	}
	lookupList = append(lookupList, slices.Concat(lookups...)...)
	var b buffer
	b.u16(1, 0, 10, 10+len(scriptList), 10+len(scriptList)+len(featureList))
	return slices.Concat(b, scriptList, featureList, lookupList)
}

func compare(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (l lookup) write(kept []glyph, index map[glyph]glyph) []byte {
	var from []glyph
	var to [][]glyph
	for _, g := range kept {
		if others, ok := l.substitutes[g]; ok {
			from = append(from, index[g])
			set := make([]glyph, len(others))
			for i, other := range others {
				set[i] = index[other]
			}
			to = append(to, set)
		}
	}
	var head, sub, sets buffer
	kind := alternateSubstitution
	coverage := 6 + 2*len(from)
	if l.single {
		kind = singleSubstitution
		sub.u16(2, coverage, len(from))
		for _, set := range to {
			sub.glyphs(set[0])
		}
	} else {
		sub.u16(1, coverage, len(from))
		for _, set := range to {
			sub.u16(coverage + 4 + 2*len(from) + len(sets))
			sets.u16(len(set))
			sets.glyphs(set...)
		}
	}
	head.u16(kind, 0, 1, 8)
	return slices.Concat(head, sub, writeCoverage(from), sets)
}
