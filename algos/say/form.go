package say

import "strings"

// A Form is a template of a sentence whose places take words, for what a run says at
// every step: it is read once, and says the same as [Vars.Text].
type Form struct {
	template string
	names    []string // of its places, in their order
}

// NewForm returns the form of a template, every place of which has a name of its own.
func NewForm(template string) Form {
	f := Form{template: template}
	scan(template, false, func(_ string, p place) { f.names = append(f.names, p.key()) })
	return f
}

// Text fills the places, in their order.
func (f Form) Text(words ...string) Phrase {
	size := len(f.template) + 2
	for i, name := range f.names {
		size += len(name) + len(words[i]) + 2
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteByte(openText)
	b.WriteString(f.template)
	for i, name := range f.names {
		b.WriteByte(nextValue)
		b.WriteString(name)
		b.WriteByte(valueIs)
		b.WriteString(plain(words[i]))
	}
	b.WriteByte(closeMark)
	return Phrase(b.String())
}
