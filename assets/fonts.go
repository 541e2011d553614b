package assets

import (
	"fmt"
	"slices"

	"codeberg.org/go-fonts/latin-modern/lmmath"

	"playground/assets/subset"
	"playground/views/mathml"
)

// signs are the characters of formulas that few text fonts have, for formulas in
// plain text: double bars, quantifiers and the like, relations, angle brackets.
func signs() []rune {
	var signs []rune
	for _, r := range slices.Concat(mathml.Common(), mathml.Rare()) {
		if r == '‖' || r >= '∀' && r <= '∇' || r == '∥' || r >= '≐' && r <= '⋿' || r == '⟨' || r == '⟩' {
			signs = append(signs, r)
		}
	}
	return signs
}

// fonts cuts the fonts of fonts.css from Latin Modern Math. It takes some
// milliseconds. A page with formulas loads the first; the second is for letters
// that few of them have, and the third for texts.
func fonts() (map[string][]byte, error) {
	cuts := map[string]subset.Cut{
		"math.otf":      {Name: "Playground Math", Characters: mathml.Common(), Formulas: true, Scripts: mathml.InScripts()},
		"math-rare.otf": {Name: "Playground Math", Characters: slices.Concat(mathml.Rare(), []rune(mathml.Specimens)), Formulas: true},
		"signs.otf":     {Name: "Playground Signs", Characters: signs()},
	}
	fonts := map[string][]byte{}
	for name, cut := range cuts {
		font, err := cut.Font(lmmath.TTF)
		if err != nil {
			return nil, fmt.Errorf("cut %s: %w", name, err)
		}
		fonts[name] = font
	}
	return fonts, nil
}
