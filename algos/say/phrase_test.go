package say_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/say"
)

func TestText(t *testing.T) {
	v := say.Vars{
		"n": 3, "one": 1, "none": 0, "loss": 0.000123, "t": say.Row(3), "rows": say.Rows{0, 11}, "w": [2]float64{1, -2.5},
		"name": "setosa", "m": say.Math(`\theta`), "a": say.Factor(-2), "plus": say.Term(0.5), "minus": say.Term(-0.5),
		"fine": say.Digits{X: 1.23456, N: 5}, "eps": say.Power(0.5), "why": say.Vars{"k": 2}.Text("because of <k point>"),
	}
	for template, want := range map[string]string{
		"Nothing to fill.":            "Nothing to fill.",
		"<n> of <one point>":          "3 of 1 point",
		"<n query>, <none miss>":      "3 queries, 0 misses",
		"<none point is> on it":       "no point is on it",
		"<one point is> on it":        "1 point is on it",
		"the loss <loss>":             "the loss 1.23 × 10⁻⁴",
		"the loss $L=<loss>$, <loss>": `the loss $L=1.23\cdot 10^{-4}$, 1.23 × 10⁻⁴`,
		"<t> and $<t>$":               `$\ref{x3}{x_{4}}$ and $\ref{x3}{x_{4}}$`,
		"<rows>":                      `$\ref{x0}{x_{1}}$, $\ref{x11}{x_{12}}$`,
		"<w> is $<w>$":                `(1, −2.5) is $(1,\,-2.5)$`,
		"<name> with <m>":             `setosa with $\theta$`,
		"$2\\cdot<a>$":                `$2\cdot(-2)$`,
		"1 <plus> <minus>, $<minus>$": "1 + 0.5 − 0.5, $- 0.5$",
		"<fine>, <eps>":               "1.2346, 5 × 10⁻¹",
		"so, <why>.":                  "so, because of 2 points.",
		"$a<b$ and <n>":               "$a<b$ and 3",
		"x < 3 and y > 4":             "x < 3 and y > 4",
		"<n":                          "<n",
	} {
		if got := v.Text(template).String(); got != want {
			t.Errorf("%q is %q, want %q", template, got, want)
		}
	}
	if got := v.TeX(`L = <loss>, \theta=<w>`).String(); got != `L = 1.23\cdot 10^{-4}, \theta=(1,\,-2.5)` {
		t.Errorf("the formula is %q", got)
	}
}

func TestUnknownNamesPanic(t *testing.T) {
	for _, template := range []string{"<nobody>", "$<nobody>$"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is filled", template)
				}
			}()
			say.Vars{}.Text(template)
		}()
	}
}

func TestAnotherLanguage(t *testing.T) {
	book := say.Book{
		"The loss falls by <drop> to $<loss>$.": "损失变为 $<loss>$，下降 <drop>。",
		"<rows row> drawn":                      "抽取了 <rows> 行",
		"because of <k point>":                  "因为有 <k> 个点",
		"Nothing.":                              "无。",
		`<x> \text{ if } y`:                     `<x> \text{ 若 } y`,
	}
	v := say.Vars{"drop": 0.5, "loss": -1.5, "rows": 2, "x": 1.5}
	v["why"] = say.Vars{"k": 1}.Text("because of <k point>")
	for _, c := range []struct {
		p    say.Phrase
		want string
	}{
		{v.Text("The loss falls by <drop> to $<loss>$."), "损失变为 $-1.5$，下降 0.5。"},
		{v.Text("<rows row> drawn"), "抽取了 2 行"},
		{"Nothing.", "无。"},
		{"Nothing. " + v.Text("<rows row> drawn"), "无。 抽取了 2 行"},
		{v.Text("So <why>"), "So 因为有 1 个点"},
		{v.TeX(`<x> \text{ if } y`), `1.5 \text{ 若 } y`},
		{"unknown", "unknown"},
	} {
		if got := c.p.In(book); got != c.want {
			t.Errorf("%q is %q, want %q", c.p.String(), got, c.want)
		}
	}
}

func TestTemplates(t *testing.T) {
	inner := say.Vars{"k": 1}.Text("because of <k point>")
	p := "Plain. " + say.Vars{"why": inner, "x": 2.5}.Text("So $<x>$ <why>") + say.Vars{"x": 1.5}.TeX(`<x> \text{ if } y`)
	want := []say.Template{{Text: "Plain."}, {Text: "So $<x>$ <why>"}, {Text: "because of <k point>"}, {Text: `<x> \text{ if } y`, TeX: true}}
	if got := p.Templates(); !slices.Equal(got, want) {
		t.Errorf("templates %v, want %v", got, want)
	}
	if got := want[1].Places(); !slices.Equal(got, []string{"<$x>", "<why>"}) {
		t.Errorf("places %q", got)
	}
	for text, want := range map[say.Template]bool{
		{Text: "So $<x>$ <why>"}: false, {Text: "the $x$"}: true, {Text: `$\theta$ = <theta>`}: false, {Text: "<n point>"}: true, {Text: "<n>"}: false,
		{Text: `\frac{a}{b}`, TeX: true}: false, {Text: `a \text{ if } b`, TeX: true}: true, {Text: `x₁`}: false,
	} {
		if got := text.Speaks(); got != want {
			t.Errorf("%q speaks: %v", text.Text, got)
		}
	}
}

// Whatever a value is, it stays a value: it neither opens nor closes a place.
func TestValuesStayValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[ -~é中]{0,12}`).Draw(t, "word") + rapid.SampledFrom([]string{"", "\x01", "\x02", "\x03", "\x1e", "\x1f"}).Draw(t, "mark")
		p := say.Vars{"w": word, "n": 4}.Text("[<w>] <n>")
		if got, want := p.String(), fmt.Sprintf("[%s] 4", visible(word)); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

func visible(word string) string {
	var out []rune
	for _, c := range word {
		if c >= ' ' {
			out = append(out, c)
		}
	}
	return string(out)
}

func ExampleVars() {
	v := say.Vars{"t": say.Row(6), "y": -1, "f": 0.25, "k": 2}
	p := v.Text("<t> has the label $<y>$ and the score <f>: mistake number <k>.")
	fmt.Println(p)
	fmt.Println(v.Text("<k pass> so far"))
	fmt.Println(p.In(say.Book{"<t> has the label $<y>$ and the score <f>: mistake number <k>.": "<t> 的标签是 $<y>$，得分 <f>：第 <k> 个错误。"}))
	// Output:
	// $\ref{x6}{x_{7}}$ has the label $-1$ and the score 0.25: mistake number 2.
	// 2 passes so far
	// $\ref{x6}{x_{7}}$ 的标签是 $-1$，得分 0.25：第 2 个错误。
}

// A constant that is a value is said in the other language, words of a reader
// are not.
func TestConstantsAsValues(t *testing.T) {
	book := say.Book{"<a> and <b>": "<a>和<b>", "one": "一", "two": "二"}
	v := say.Vars{"a": say.Phrase("one"), "b": "two", "k": 2}
	if got := v.Text("<a> and <b>").In(book); got != "一和two" {
		t.Error(got)
	}
	v["b"] = "one " + v.Text("<k point>") + " two"
	if got := v.Text("<a> and <b>").In(book); got != "一和一 2 points 二" {
		t.Error(got)
	}
}

// The numbers of an equation have as many digits as make it true.
func TestEquationsAreTrue(t *testing.T) {
	for _, c := range []struct {
		vars     say.Vars
		template string
		want     string
	}{
		{say.Vars{"f": 11.65, "p": 1 / (1 + math.Exp(11.65))}, `$1/(1+e^{<f>}) = <p>$, <f>`, `$1/(1+e^{11.65}) = 8.72\cdot 10^{-6}$, 11.7`},
		{say.Vars{"a": 1.0004, "b": 0.03254, "c": 0.03866, "d": 1.0004 - 0.0356}, `$<a> - (<b> + <c>)/2 = <d>$`, `$1.0004 - (0.03254 + 0.03866)/2 = 0.965$`},
		{say.Vars{"a": 20.0, "b": 0.0074, "c": 10.148}, `$\frac{1}{2}\cdot<a> + 20\cdot<b> = <c>$`, `$\frac{1}{2}\cdot20 + 20\cdot0.0074 = 10.1$`},
		{say.Vars{"a": 1.0004, "b": 1.0001}, `$<b> < <a>$ and <b>`, `$1.0001 < 1.0004$ and 1.00`},
		{say.Vars{"a": 0.123, "b": 0.5}, `$<a> = <b>$`, `$0.123 = 0.5$`}, // false with any digits
		{ // a vector is a result as a number is
			say.Vars{"eta": 0.2, "d": [2]float64{0.141234, -1. / 3}, "after": [2]float64{0.0282468, -1. / 15}},
			`$(0,0) + <eta>\cdot <d> = \hl{<after>}$`,
			`$(0,0) + 0.2\cdot (0.1412,\,-0.3333) = \hl{(0.0282,\,-0.0667)}$`,
		},
		{say.Vars{"a": 1.2346, "b": 1.2344, "c": 0.0002}, `<a> − <b> = <c>`, `1.2346 − 1.2344 = 2 × 10⁻⁴`},
	} {
		if got := c.vars.Text(c.template).String(); got != c.want {
			t.Errorf("%q is %q, want %q", c.template, got, c.want)
		}
	}
	v := say.Vars{"x": 1.2346, "y": 1.2344}
	joined := v.TeX(`<x>`) + v.TeX(` - <y>`) + say.Vars{"d": 0.0002}.TeX(`= <d>`)
	if got, want := joined.String(), `1.2346 - 1.2344= 2\cdot 10^{-4}`; got != want {
		t.Errorf("joined: %q, want %q", got, want)
	}
	within := say.Vars{"sum": v.TeX(`<x> - <y>`), "d": 0.0002}.TeX(`<sum> = <d>`)
	if got, want := within.String(), `1.2346 - 1.2344 = 2\cdot 10^{-4}`; got != want {
		t.Errorf("nested: %q, want %q", got, want)
	}
}

// A place that stands for a number of the step keeps it as it was before it was rounded,
// and is written as any other; a translation names it without its path.
func TestPlacesStandForNumbers(t *testing.T) {
	v := say.Vars{"loss": 2.0 / 3, "n": 3, "why": "so", "none": 0, "tiny": -2.5e-13}
	if s := v.Text("<tiny=metric.tiny>").Standings(); len(s) != 1 || s[0].Value != -2.5e-13 {
		t.Errorf("%v", s)
	}
	p := v.Text("The loss falls to <loss=metric.loss>; <n=model.rows[0].n row> are left, <why=step>, <none=metric.none point is> out.")
	if got, want := p.String(), "The loss falls to 0.667; 3 rows are left, so, no point is out."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	book := say.Book{"The loss falls to <loss=metric.loss>; <n=model.rows[0].n row> are left, <why=step>, <none=metric.none point is> out.": "<n> <loss> <why> <none>"}
	if got, want := p.In(book), "3 0.667 so 0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var got []string
	for _, s := range p.Standings() {
		got = append(got, fmt.Sprint(s.For, " ", s.Value, " ", s.Text))
	}
	want := []string{"metric.loss 0.6666666666666666 0.667", "model.rows[0].n 3 3", "step NaN so", "metric.none 0 0"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if in := v.Text("inside <why>").Standings(); in != nil {
		t.Errorf("%v", in)
	}
}
