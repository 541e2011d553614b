package mathml

// Compile typesets a formula as one <math> element, on a line of its own or
// within a sentence. A displayed formula that may be wider than a phone is
// better made by [Display]. The error is a [*SyntaxError].
func Compile(tex string, display bool) (string, error) {
	form := inlineForm
	if display {
		form = blockForm
	}
	return compiled.get(cacheKey{tex: tex, form: form}, func() (string, error) {
		r, err := parse(tex)
		if err != nil {
			return "", err
		}
		var e emitter
		e.Grow(16*len(tex) + 64)
		e.element(form, r)
		return e.String(), nil
	})
}

// Text is the linear form of a formula in Unicode, for live regions and plain
// strings: "θ ← θ + yx = (0.3, −1.2)". Alphabets such as bold are dropped, for a
// screen reader would spell them out. A formula with an error comes back as it
// is; [Compile] says what is wrong with it.
func Text(tex string) string {
	s, err := compiled.get(cacheKey{tex: tex, form: linearForm}, func() (string, error) {
		r, err := parse(tex)
		if err != nil {
			return "", err
		}
		return linear(r), nil
	})
	if err != nil {
		return tex
	}
	return s
}

// A shape is a way to write a formula down.
type shape uint8

const (
	inlineForm shape = iota
	blockForm
	partsForm
	flowForm
	linearForm
)

// element writes a whole <math> element.
func (e *emitter) element(form shape, r row) {
	e.add("<math")
	switch form {
	case blockForm:
		e.add(` display="block"`)
	case partsForm:
		e.add(` displaystyle="true"`)
	}
	e.add(` alttext="`, escapes.Replace(linear(r)), `">`)
	e.group(r)
	e.add("</math>")
}
