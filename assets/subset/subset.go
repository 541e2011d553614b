// Package subset cuts an OpenType font down to the glyphs that some characters
// need. It knows what a font for formulas consists of: outlines in a CFF table,
// the MATH table with its taller and wider forms and the parts of which still
// taller ones are built, and the substitutions for letters in scripts and below accents.
// Every glyph keeps its outline, its hints and its metrics, so that a page looks
// as with the whole font. What shapes text other than formulas, such as kerning
// and ligatures, is left out.
package subset

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A Cut says what of a font is kept.
type Cut struct {
	// Name is the family's name in the result. The licences of fonts ask for
	// another name of what was changed.
	Name string
	// Characters are those that can be typeset; one that the font lacks is passed over.
	Characters []rune
	// Formulas keeps what formulas need beyond the characters' own glyphs: the
	// MATH table, and the forms that stretch or go below an accent.
	Formulas bool
	// Scripts are the characters that keep their forms for scripts, too. These are
	// drawn bolder; a browser that looks for one that is not there takes a smaller
	// letter.
	Scripts []rune
}

// Font returns the part of a font that a cut names, as a font.
func (c Cut) Font(font []byte) ([]byte, error) {
	tables, err := directory(font)
	if err != nil {
		return nil, err
	}
	s := &subset{Cut: c, tables: tables}
	if err := s.read(); err != nil {
		return nil, err
	}
	if err := s.choose(); err != nil {
		return nil, err
	}
	return s.write()
}

// A glyph is the number of a glyph.
type glyph = uint16

// A subset is what is read of a font, and what is kept of it.
type subset struct {
	Cut
	tables map[string]*table

	characters map[rune]glyph
	outlines   *cff
	features   []feature
	math       *math

	kept  []glyph         // in order, the first is 0
	index map[glyph]glyph // their numbers in the result
}

var errMissing = errors.New("the font has no such table")

func (s *subset) read() (err error) {
	for _, tag := range []string{"CFF ", "OS/2", "cmap", "head", "hhea", "hmtx", "maxp", "name", "post"} {
		if s.tables[tag] == nil {
			return fmt.Errorf("table %q: %w", tag, errMissing)
		}
	}
	if s.characters, err = readCmap(s.tables["cmap"]); err != nil {
		return err
	}
	if s.outlines, err = readCFF(s.tables["CFF "]); err != nil {
		return err
	}
	if !s.Formulas {
		return nil
	}
	if s.tables["MATH"] == nil {
		return fmt.Errorf("table %q: %w", "MATH", errMissing)
	}
	if s.math, err = readMath(s.tables["MATH"]); err != nil {
		return err
	}
	if s.tables["GSUB"] != nil {
		s.features, err = readFeatures(s.tables["GSUB"])
	}
	s.dropScripts()
	return err
}

// dropScripts forgets the forms for scripts that nobody asks for.
func (s *subset) dropScripts() {
	asked := map[glyph]bool{}
	for _, r := range s.Scripts {
		asked[s.characters[r]] = true
	}
	for _, f := range s.features {
		if f.tag != scriptForms {
			continue
		}
		for _, l := range f.lookups {
			maps.DeleteFunc(l.substitutes, func(g glyph, _ []glyph) bool { return !asked[g] })
		}
	}
}

// choose finds the glyphs that are needed: those of the characters, and those
// that take their places in scripts, below accents and when they stretch.
func (s *subset) choose() error {
	keep := map[glyph]bool{0: true}
	var queue []glyph
	need := func(g glyph) {
		if !keep[g] {
			keep[g] = true
			queue = append(queue, g)
		}
	}
	for _, r := range s.Characters {
		if g, ok := s.characters[r]; ok {
			need(g)
		}
	}
	for len(queue) > 0 {
		g := queue[0]
		queue = queue[1:]
		for _, f := range s.features {
			for _, l := range f.lookups {
				for _, other := range l.substitutes[g] {
					need(other)
				}
			}
		}
		if s.math != nil {
			s.math.eachForm(g, need)
		}
	}
	for g := range keep {
		if int(g) >= len(s.outlines.charstrings) {
			return fmt.Errorf("glyph %d has no outline", g)
		}
		s.kept = append(s.kept, g)
	}
	slices.Sort(s.kept)
	s.index = make(map[glyph]glyph, len(s.kept))
	for i, g := range s.kept {
		s.index[g] = glyph(i)
	}
	return nil
}

func (s *subset) write() ([]byte, error) {
	out := map[string][]byte{}
	kept := map[rune]glyph{}
	for _, r := range s.Characters {
		if g, ok := s.characters[r]; ok {
			kept[r] = s.index[g]
		}
	}
	var err error
	if out["CFF "], err = s.outlines.write(s.kept, postScriptName(s.Name)); err != nil {
		return nil, err
	}
	if out["hmtx"], err = s.metrics(); err != nil {
		return nil, err
	}
	if out["name"], err = s.names(); err != nil {
		return nil, err
	}
	if err := s.headers(out, kept); err != nil {
		return nil, err
	}
	out["cmap"] = writeCmap(kept)
	if t := s.tables["GDEF"]; t != nil {
		classes, err := readClasses(t)
		if err != nil {
			return nil, err
		}
		out["GDEF"] = writeClasses(s.kept, classes)
	}
	if s.math != nil {
		out["MATH"] = s.math.write(s.kept, s.index)
		if gsub := writeFeatures(s.features, s.kept, s.index); gsub != nil {
			out["GSUB"] = gsub
		}
	}
	return assemble(out), nil
}
