package mathml_test

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"playground/views/mathml"
)

func TestCompile(t *testing.T) {
	tests := []struct{ name, tex, want string }{
		{"a letter", `x`, `<mi>x</mi>`},
		{"a number is one", `12.50`, `<mn>12.50</mn>`},
		{"a point that ends a sentence", `3.`, `<mrow><mn>3</mn><mo lspace="0" rspace="0">.</mo></mrow>`},
		{"letters are factors", `yx`, `<mrow><mi>y</mi><mi>x</mi></mrow>`},
		{"a difference", `a-1`, `<mrow><mi>a</mi><mo>−</mo><mn>1</mn></mrow>`},
		{"a sign", `=-1`, `<mrow><mo>=</mo><mo form="prefix">−</mo><mn>1</mn></mrow>`},
		{"a sign in brackets", `(-1)`, `<mrow><mo stretchy="false">(</mo><mo form="prefix">−</mo><mn>1</mn><mo stretchy="false">)</mo></mrow>`},
		{"a sign behind a comma", `,-1`, `<mrow><mo>,</mo><mo form="prefix">−</mo><mn>1</mn></mrow>`},
		{"a sign alone", `x^-`, `<msup><mi>x</mi><mo lspace="0" rspace="0">−</mo></msup>`},
		{"a difference behind brackets", `(a)-b`, `<mrow><mo stretchy="false">(</mo><mi>a</mi><mo stretchy="false">)</mo><mo>−</mo><mi>b</mi></mrow>`},
		{"one digit an argument", `\frac12`, `<mfrac><mn>1</mn><mn>2</mn></mfrac>`},
		{"one digit a script", `x^10`, `<mrow><msup><mi>x</mi><mn>1</mn></msup><mn>0</mn></mrow>`},
		{"scripts in either order", `x^2_i`, `<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>`},
		{"a script on nothing", `{}^2`, `<msup><mrow></mrow><mn>2</mn></msup>`},
		{"primes with a power", `f''^2`, `<msup><mi>f</mi><mrow><mi>″</mi><mn>2</mn></mrow></msup>`},
		{"limits", `\sum_i^n`, `<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>`},
		{"no limits at an integral", `\int_a^b`, `<msubsup><mo>∫</mo><mi>a</mi><mi>b</mi></msubsup>`},
		{"a norm", `\|w\|^2`, `<mrow><mo form="prefix" stretchy="false">‖</mo><mi>w</mi><msup><mo form="postfix" stretchy="false">‖</mo><mn>2</mn></msup></mrow>`},
		{"a condition", `p(x|z)`, `<mrow><mi>p</mi><mo stretchy="false">(</mo><mi>x</mi><mo form="infix" stretchy="false" lspace="0" rspace="0">|</mo><mi>z</mi><mo stretchy="false">)</mo></mrow>`},
		{"a sign in bars", `|-x|`, `<mrow><mo form="prefix" stretchy="false">|</mo><mo form="prefix">−</mo><mi>x</mi><mo form="postfix" stretchy="false">|</mo></mrow>`},
		{"brackets that need not grow", `\left(x\right)`, `<mrow><mo form="prefix" stretchy="false">(</mo><mi>x</mi><mo form="postfix" stretchy="false">)</mo></mrow>`},
		{"brackets that grow", `\left[\frac ab\right.`, `<mrow><mo form="prefix" stretchy="true">[</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow>`},
		{"brackets of a size", `\bigl(`, `<mo form="prefix" stretchy="true" symmetric="true" minsize="1.2em" maxsize="1.2em">(</mo>`},
		{"a function", `y\log x`, `<mrow><mi>y</mi><mspace width="0.1667em"/><mi>log</mi><mspace width="0.1667em"/><mi>x</mi></mrow>`},
		{"a function of brackets", `\exp(x)`, `<mrow><mi>exp</mi><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow>`},
		{"capitals stand upright", `\Sigma`, `<mi mathvariant="normal">Σ</mi>`},
		{"bold", `\mathbf{x}`, `<mi>𝐱</mi>`},
		{"bold Greek", `\boldsymbol\theta`, `<mi>𝜽</mi>`},
		{"a letter with its own place", `\mathcal{L}`, `<mi>ℒ</mi>`},
		{"an upright letter", `\mathrm{d}`, `<mi mathvariant="normal">d</mi>`},
		{"an upright word", `\mathrm{KL}`, `<mi>KL</mi>`},
		{"blanks at the ends of words", `\text{ if }`, `<mrow><mi class="words" mathvariant="normal">` + "\u00a0if\u00a0</mi></mrow>"},
		{"words are escaped", `\text{a<b>"\&"}`, `<mrow><mi class="words" mathvariant="normal">a&lt;b&gt;&#34;&amp;&#34;</mi></mrow>`},
		{"relations are escaped", `a<b>c`, `<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi><mo>&gt;</mo><mi>c</mi></mrow>`},
		{"a reference", `\ref{x7}{x_7}`, `<mrow data-ref="x7"><msub><mi>x</mi><mn>7</mn></msub></mrow>`},
		{"a highlight", `\hl{-1}`, `<mrow class="hl"><mo form="prefix">−</mo><mn>1</mn></mrow>`},
		{"no space of negative width", `a\!b`, `<mrow><mi>a</mi><mi>b</mi></mrow>`},
		{"a comma in a number", `1{,}000`, `<mrow><mn>1</mn><mo lspace="0" rspace="0">,</mo><mn>000</mn></mrow>`},
		{"an assignment", `x:=1`, `<mrow><mi>x</mi><mo>≔</mo><mn>1</mn></mrow>`},
		{"Unicode", `α≤½`, `<mrow><mi>α</mi><mo>≤</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></mrow>`},
		{"nothing", ``, `<mrow></mrow>`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := mathml.Compile(test.tex, false)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, got)
			if got := inner(got); got != test.want {
				t.Errorf("Compile(%q)\n got %s\nwant %s", test.tex, got, test.want)
			}
		})
	}
}

func TestCompileElement(t *testing.T) {
	for display, want := range map[bool]string{
		false: `<math alttext="&#34;a&#34; &lt; x²"><mrow><mi class="words" mathvariant="normal">"a"</mi>`,
		true:  `<math display="block" alttext="&#34;a&#34; &lt; x²"><mrow><mi class="words" mathvariant="normal">"a"</mi>`,
	} {
		want = strings.Replace(want, `<mi class="words" mathvariant="normal">"a"`, `<mi class="words" mathvariant="normal">&#34;a&#34;`, 1)
		got, err := mathml.Compile(`\text{"a"} < x^2`, display)
		if err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("Compile(display %t) = %s, %v, want it to begin with %s", display, got, err, want)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	tests := []struct {
		name, tex, problem string
		pos                int
	}{
		{"an unknown command", `θ = \foo x`, `unknown command \foo`, 5},
		{"an unknown sign", `a\*`, `unknown command \*`, 2},
		{"a backslash at the end", `a\`, `unknown command \`, 2},
		{"an open brace", `\frac{1}{2`, `{ without its partner`, 9},
		{"a closing brace", `a}b`, `} without its partner`, 2},
		{"a missing argument", `\frac1`, `\frac without its argument`, 7},
		{"a missing script", `x^`, `^ without its argument`, 3},
		{"a script of a script", `x^^2`, `^ without its argument`, 3},
		{"two superscripts", `x^2^3`, `a second superscript`, 4},
		{"two subscripts", `x_1_2`, `a second subscript`, 4},
		{"a power before a prime", `f^2'`, `a second superscript`, 4},
		{"\\left alone", `\left(x`, `\left without its \right`, 1},
		{"\\right alone", `x\right)`, `\right without its partner`, 2},
		{"\\left without a bracket", `\left x\right)`, `\left without its bracket`, 7},
		{"\\bigl without a bracket", `\bigl x`, `\bigl without its bracket`, 7},
		{"a cell outside a table", `a & b`, `& without its partner`, 3},
		{"a line outside a table", `a \\ b`, `\\ without its partner`, 3},
		{"an unknown environment", `\begin{tabular}\end{tabular}`, `unknown environment tabular`, 1},
		{"an open environment", `\begin{cases} a`, `\begin{cases} without its \end`, 1},
		{"crossed environments", `\begin{cases}\end{matrix}`, `\begin{cases} ended by \end{matrix}`, 18},
		{"unknown columns", `\begin{array}{l|r}\end{array}`, `columns "l|r" of an array are not l, c or r`, 1},
		{"a dollar sign", `a$b`, `unexpected "$"`, 2},
		{"a comment", `a%b`, `unexpected "%"`, 2},
		{"a formula within words", `\text{a $x$}`, `'$' within \text{…}`, 9},
		{"a command within words", `\text{\alpha}`, `\alpha within \text{…}`, 7},
		{"a reference that is none", `\ref{a b}{x}`, `"a b" is not a reference`, 5},
		{"a reference to break out", `\ref{"><script>}{x}`, `is not a reference`, 5},
		{"a bold fraction", `\mathbf{\frac12}`, `\mathbf changes letters and digits only`, 1},
		{"an index without end", `\sqrt[3`, `[ without its partner`, 6},
		{"a control character", "a\x01", `unexpected '\x01'`, 2},
		{"no UTF-8", "a\xff", `not UTF-8`, 1},
		{"too long", strings.Repeat("x", mathml.MaxLength+1), "8193 bytes are more than 8192", 1},
		{"too deep", strings.Repeat("{", 100), "nested deeper than 48", 49},
		{"too deep by commands", strings.Repeat(`\sqrt`, 100), "nested deeper than 48", 121},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := mathml.Compile(test.tex, false)
			var syntax *mathml.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("Compile(%.40q) = %q, %v, want a *SyntaxError", test.tex, got, err)
			}
			if !strings.Contains(syntax.Problem, test.problem) || syntax.Pos != test.pos {
				t.Errorf("Compile(%.40q): %s at %d, want %s at %d", test.tex, syntax.Problem, syntax.Pos, test.problem, test.pos)
			}
			if text := mathml.Text(test.tex); text != test.tex {
				t.Errorf("Text(%.40q) = %.40q, want the formula as it is", test.tex, text)
			}
			if len(err.Error()) > 400 {
				t.Errorf("the message has %d bytes", len(err.Error()))
			}
		})
	}
}

func TestDisplayDivides(t *testing.T) {
	tests := []struct {
		name, tex string
		want      []string // the parts as text, each in braces that may be broken
	}{
		{"what fits a phone stays", `0 \le \alpha \le C`, []string{"0 ≤ α ≤ C"}},
		{
			"relations first", `y_1\langle\theta, x_1, x_2\rangle = (-1)\cdot(0.3, -1.2) = \hl{(1, 2)} > 0`,
			[]string{"{", "y₁⟨θ, x₁, x₂⟩", "= (−1) · (0.3, −1.2)", "= (1, 2)", "> 0", "}"},
		},
		{
			"implications before relations", `y_1\,f(x) = (-1)\cdot(0.33333) = -0.33333 \le 0 \;\Rightarrow\; \text{Loss} = 1`,
			[]string{"{", "{", "y₁ f(x) = (−1) · (0.33333)", "= −0.33333", "≤ 0", "}", "⇒ Loss = 1", "}"},
		},
		{
			"a short left side stays", `\theta \leftarrow \theta + yx + (0.33, -1.22) = (1, 2)`,
			[]string{"{", "θ ← θ + yx + (0.33, −1.22)", "= (1, 2)", "}"},
		},
		{
			"then sums; signs stay signs", `abcdefghijkl + abcdefghijkl - abcdefghijkl = -1`,
			[]string{"{", "{", "abcdefghijkl", "+ abcdefghijkl", "− abcdefghijkl", "}", "= −1", "}"},
		},
		{
			"not within a number", `2.22222222222222222222\cdot 10^{-16} \cdot 3.3333333333333`,
			[]string{"{", "2.22222222222222222222 · 10⁻¹⁶", "· 3.3333333333333", "}"},
		},
		{
			"brackets last", `\hl{(0.12345678, 0.12345678, 0.12345678, 0.12345678)}`,
			[]string{"{", "(0.12345678,", "0.12345678,", "0.12345678,", "0.12345678)", "}"},
		},
		{"wide spaces divide", `a = b, \quad c = d`, []string{"a = b,", "c = d"}},
		{
			"aligned lines", `\begin{aligned} a &= b + 1 \\ &= c \end{aligned}`,
			[]string{"a", "= b + 1", "= c"},
		},
		{
			"what cannot be divided shrinks", `\frac{abcdefghijklm = abcdefghijklm = abcdefghijklm}{b}`,
			[]string{"{ fit-26", "(abcdefghijklm = abcdefghijklm = abcdefghijklm)/b", "}"},
		},
	}
	pieces := regexp.MustCompile(`<span class="eq-part( fit-\d+)?">|</span>|alttext="([^"]*)"`)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			markup, err := mathml.Display(test.tex)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, markup)
			markup = regexp.MustCompile(`<span class="eq-(rows|left|right|gap)">( </span>)?`).ReplaceAllString(markup, "")
			var got []string
			for _, m := range pieces.FindAllStringSubmatch(markup, -1) {
				switch {
				case m[2] != "":
					got = append(got, html.UnescapeString(m[2]))
				case m[0] == "</span>":
					got = append(got, "}")
				default:
					got = append(got, "{"+m[1])
				}
			}
			if test.name == "aligned lines" { // their cells are no parts
				got = slices.DeleteFunc(got, func(s string) bool { return s == "}" })
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("Display(%q) has the parts %q, want %q", test.tex, got, test.want)
			}
		})
	}
}

// TestDisplayKeepsFormOfSigns: a part that begins with a sign of its sum has
// the space of a sum around it.
func TestDisplayKeepsFormOfSigns(t *testing.T) {
	got, err := mathml.Display(`abcdefghijklmno - abcdefghijklmno`)
	if err != nil || !strings.Contains(got, `<mrow><mo form="infix">−</mo>`) {
		t.Errorf("Display = %s, %v, want a part that begins with an infix sign", got, err)
	}
}

// Words have a size of their own, so what makes a script small is around them.
func TestWordsInScripts(t *testing.T) {
	for tex, want := range map[string]string{
		`\alpha^{\text{old}}`:      `<msup><mi>α</mi><mrow><mi class="words" mathvariant="normal">old</mi></mrow></msup>`,
		`\sum_{i\,\text{wrong}} w`: `<mspace width="0.1667em"/><mi class="words" mathvariant="normal">wrong</mi></mrow></munder>`,
		`\frac{\text{a}}{b}`:       `<mfrac><mrow><mi class="words" mathvariant="normal">a</mi></mrow><mi>b</mi></mfrac>`,
	} {
		got, err := mathml.Compile(tex, true)
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("Compile(%s) = %s, %v, without %s", tex, got, err, want)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct{ tex, want string }{
		{`\theta \leftarrow \theta + yx = (0.3,\,-1.2)`, "θ ← θ + yx = (0.3, −1.2)"},
		{`\alpha_3, x^2, \|w\|^2, \sum, \le`, "α₃, x², ‖w‖², Σ, ≤"},
		{`\frac{a+b}{2c}`, "(a + b)/(2c)"},
		{`\frac{a}{b_i}x`, "a/bᵢ x"},
		{`x_{ij}^\top`, "xᵢⱼᵀ"},
		{`x_{i,j}`, "x_(i,j)"},
		{`e^{-x^2}`, "e^(−x²)"},
		{`\sqrt{2}\sqrt{a+b}`, "√2√(a + b)"},
		{`\mathbf{x}\in\mathbb{R}^d`, "x ∈ ℝᵈ"},
		{`\hat{y}=\sign(\theta\cdot x)`, "y\u0302 = sign(θ · x)"},
		{`2.2\cdot 10^{-16}`, "2.2 · 10⁻¹⁶"},
		{`a \quad b`, "a, b"},
		{`\begin{cases} 1 & x > 0 \\ 0 \end{cases}`, "{1 x > 0; 0"},
	}
	for _, test := range tests {
		if got := mathml.Text(test.tex); got != test.want {
			t.Errorf("Text(%q) = %q, want %q", test.tex, got, test.want)
		}
	}
}

func TestInline(t *testing.T) {
	x := func(tex string) string {
		markup, err := mathml.Compile(tex, false)
		if err != nil {
			t.Fatal(err)
		}
		return markup
	}
	flow := func(tex, punctuation string) string {
		markup, err := mathml.Flow(tex, punctuation)
		if err != nil {
			t.Fatal(err)
		}
		return markup
	}
	tests := []struct{ name, sentence, html, plain string }{
		{"words", "a < b & c", "a &lt; b &amp; c", "a < b & c"},
		{"a formula", `so $x_7$ is`, "so " + x("x_7") + " is", "so x₇ is"},
		{"only a formula", `$x$`, x("x"), "x"},
		{"a dollar", `costs \$5 and $x$`, "costs $5 and " + x("x"), "costs $5 and x"},
		{"a dollar in a formula", `$\$5$`, x(`\$5`), "$5"},
		{"punctuation", `$x$, $y$).`, flow("x", ",") + " " + flow("y", ")."), "x, y)."},
		{"nothing", "", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := mathml.Inline(test.sentence)
			if err != nil || got != test.html {
				t.Errorf("Inline(%q) = %q, %v, want %q", test.sentence, got, err, test.html)
			}
			wellFormed(t, got)
			if plain := mathml.PlainInline(test.sentence); plain != test.plain {
				t.Errorf("PlainInline(%q) = %q, want %q", test.sentence, plain, test.plain)
			}
		})
	}
}

func TestInlineRefuses(t *testing.T) {
	for sentence, problem := range map[string]string{
		"a $x":          "$ without its partner",
		`a $\foo$`:      `unknown command \foo`,
		"$x$ and $y$ $": "$ without its partner",
	} {
		got, err := mathml.Inline(sentence)
		if err == nil || !strings.Contains(err.Error(), problem) || got != "" {
			t.Errorf("Inline(%q) = %q, %v, want an error with %q", sentence, got, err, problem)
		}
	}
}

func TestFlowDivides(t *testing.T) {
	got, err := mathml.Flow(`\theta \leftarrow \theta + yx = (0.3, -1.2) + (-1)(2, 0.5)`, ".")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(got, "<math"); n != 2 {
		t.Errorf("a long formula has %d parts, want 2: %s", n, got)
	}
	if !strings.HasSuffix(got, `<mtext class="words">.</mtext></mrow></math>`) {
		t.Errorf("the punctuation is not in the last part: %s", got)
	}
	if _, err := mathml.Flow(`a$.`, ""); err == nil {
		t.Error("Flow takes a dollar sign")
	}
}

// FuzzCompile proves that no formula makes the compiler panic or write markup
// that is not well formed or that the page's policy forbids.
func FuzzCompile(f *testing.F) {
	for _, formula := range formulas(f) {
		f.Add(formula.tex)
	}
	f.Add(`\begin{array}{lcr}a&b\\&\end{array}\left<\middle/\right>\sqrt[\]]{}`)
	f.Add(`\text{<&">}\ref{x"}{}''^'_'`)
	f.Fuzz(func(t *testing.T, tex string) {
		inline, err := mathml.Compile(tex, false)
		display, errDisplay := mathml.Display(tex)
		if (err == nil) != (errDisplay == nil) {
			t.Fatalf("Compile: %v, Display: %v", err, errDisplay)
		}
		var syntax *mathml.SyntaxError
		if err != nil && !errors.As(err, &syntax) {
			t.Fatalf("%v is no *SyntaxError", err)
		}
		if err != nil {
			return
		}
		wellFormed(t, inline)
		wellFormed(t, display)
		if again, _ := mathml.Compile(tex, false); again != inline {
			t.Errorf("%q compiles to\n%s and then to\n%s", tex, inline, again)
		}
	})
}

// wellFormed reads markup as XML and refuses what the page's policy forbids.
func wellFormed(t testing.TB, markup string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<p>" + markup + "</p>"))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, markup)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch name := start.Name.Local; {
		case name == "p", name == "span", name == "wbr", strings.HasPrefix(name, "m"):
		default:
			t.Errorf("<%s> in %s", name, markup)
		}
		for _, a := range start.Attr {
			if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") {
				t.Errorf("attribute %s in %s", a.Name.Local, markup)
			}
		}
	}
}
