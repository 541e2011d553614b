package say

import "strings"

// given replaces what would begin a formula.
var given = strings.NewReplacer("$", "＄", `\`, "∖")

// Given writes a name that came with the data, of a column, a class or a word, so
// that it can stand in a sentence: nothing in it is taken for TeX.
func Given(name string) string { return given.Replace(name) }
