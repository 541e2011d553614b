package expression

import (
	"strings"
	"unicode/utf8"

	"playground/algos/param"
	"playground/algos/say"
)

// An Error says what is wrong with a formula, where, and what helps.
type Error struct {
	At      int // the character, from 0; that behind the last one at the end
	Message say.Phrase
}

func (e *Error) Error() string { return e.Message.String() }

// Phrase is the message, to be said in another language.
func (e *Error) Phrase() say.Phrase { return e.Message }

// What can be wrong with a formula. Characters are counted from 1.
const (
	empty      = "the formula is empty: write one of <names>, such as <example>"
	tooLong    = "the formula has <n> characters, and at most <most> are allowed: shorten it"
	strange    = "character <at>: <found> is not part of a formula; write numbers, <names>, + - * / ^, brackets and functions such as sqrt(2)"
	unknown    = "character <at>: <found> is unknown; the variables are <names>, the constants pi and e, the functions <functions>"
	unknownFor = "character <at>: <found> is unknown; write <cure>"
	noFactor   = "character <at>: <found> stands where a number, a variable (<names>), a function or an opening bracket is expected"
	noEnd      = "character <at>: the formula ends where a number, a variable (<names>), a function or an opening bracket is expected"
	open       = "character <at>: this bracket is not closed; add ) behind its contents"
	closed     = "character <at>: this ) closes no bracket; remove it, or add ( before"
	bare       = "character <at>: <name> needs its argument in brackets; write <cure>"
	arguments  = "character <at>: <name> takes 1 argument, not <n>; separate arguments by commas only in min and max"
	atLeastTwo = "character <at>: <name> takes 2 arguments or more; write <cure>"
	missing    = "character <at>: an operator is missing before <found>; write * for a product"
	comma      = "character <at>: a comma separates the arguments of min and max; write decimal fractions with a point, as in 0.5"
	noNumber   = "character <at>: <found> is not a number; write it as in 0.5 or 2e-3"
	tooLarge   = "character <at>: <found> is too large; numbers reach 1.79e308"
	nested     = "character <at>: brackets, signs and powers are nested more than <most> deep; simplify the formula"
)

// failAt is an error at a byte of the text.
func (p *parser) failAt(at int, template string, v say.Vars) error {
	if v == nil {
		v = say.Vars{}
	}
	n := utf8.RuneCountInString(p.text[:at])
	v["at"], v["names"], v["most"] = n+1, strings.Join(p.names, ", "), MaxDepth
	if template == tooLong {
		v["most"] = MaxLen
	}
	return &Error{At: n, Message: v.Text(template)}
}

// quoted shows a part of the formula.
func quoted(text string) string { return "“" + param.Clip(text) + "”" }
