package say

import "strings"

// A Given is a name that came with the data: of a column, a class or a word. No
// language translates it, and nothing in it is taken for TeX.
type Given string

// Phrase is the name by itself.
func (g Given) Phrase() Phrase { return Vars{"name": g}.Text("<name>") }

// Text is the name in a sentence, where a dollar would begin a formula.
func (g Given) Text() string { return inText.Replace(plain(string(g))) }

// TeX is the name in a formula.
func (g Given) TeX() string { return `\text{` + inTeX.Replace(plain(string(g))) + `}` }

// Characters that mean something to the typesetter, and those that look like them.
var (
	inText = strings.NewReplacer("$", "＄")
	inTeX  = strings.NewReplacer("$", "＄", `\`, "∖", "{", "｛", "}", "｝", "#", "＃", "%", "％", "&", "＆", "_", "＿", "^", "＾", "~", "∼")
)
