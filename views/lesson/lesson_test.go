package lesson_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"playground/views/lesson"
	"playground/views/mathml"
)

func TestRender(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"a heading", "# The *margin*", `<h3 id="lesson-the-margin">The <em>margin</em></h3>`},
		{"no heading below six", "###### Small", `<h6 id="lesson-small">Small</h6>`},
		{"a heading in a quotation", "> # A", "<blockquote>\n<h3 id=\"lesson-a\">A</h3>\n</blockquote>"},
		{"two headings alike", "# A\n\n## A", `<h3 id="lesson-a">A</h3>` + "\n" + `<h4 id="lesson-a-2">A</h4>`},
		{"a fold", "#### Proof *of* it\n\nText.\n\n## Next", "<details>\n<summary id=\"lesson-proof-of-it\">Proof <em>of</em> it</summary>\n<p>Text.</p>\n</details>\n<h4 id=\"lesson-next\">Next</h4>"},
		{"two folds", "#### A\n\n#### B", "<details>\n<summary id=\"lesson-a\">A</summary>\n</details>\n<details>\n<summary id=\"lesson-b\">B</summary>\n</details>"},
		{"a formula", "so $a_i$ and $b_i$.", "<p>so " + math(t, "a_i") + " and " + math(t, "b_i", ".") + "</p>"},
		{"a formula over two lines", "so $a,\nb$.", "<p>so " + math(t, "a,\nb", ".") + "</p>"},
		{"a formula in emphasis", "*so $a*b$*", "<p><em>so " + math(t, "a*b") + "</em></p>"},
		{"dollars", `costs \$5, not $x$`, "<p>costs $5, not " + math(t, "x") + "</p>"},
		{"dollars in code", "`$x$`", "<p><code>$x$</code></p>"},
		{"a displayed formula", "$$a = b$$", `<div class="eq">` + display(t, "a = b") + "</div>"},
		{
			"a displayed formula with signs that would make a list", "so\n$$\na\n+ b\n- c\n$$\nthen",
			"<p>so</p>\n" + `<div class="eq">` + display(t, "a\n+ b\n- c") + "</div>\n<p>then</p>",
		},
		{"a setting", "[try](?preset=xor&C=1)", `<p><a href="?preset=xor&amp;C=1">try</a></p>`},
		{"a formula to press", "[$n+1$](?C=1)", `<p><a href="?C=1" aria-label="n + 1"><math alttext="n + 1"><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></math></a></p>`},
		{"another demo", "[svm](/d/svm)", `<p><a href="/d/svm">svm</a></p>`},
		{"escapes", "a < b & \"c\"", "<p>a &lt; b &amp; &quot;c&quot;</p>"},
		{"a table", "|a|b|\n|-|-:|\n|$x$|1|", `<td align="right">1</td>`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := lesson.Render(test.source)
			if err != nil {
				t.Fatal(err)
			}
			if got = strings.TrimSpace(got); got != test.want && !(test.name == "a table" && strings.Contains(got, test.want)) {
				t.Errorf("Render(%q)\n got %s\nwant %s", test.source, got, test.want)
			}
			wellFormed(t, got)
		})
	}
}

func math(t *testing.T, tex string, punctuation ...string) string {
	t.Helper()
	html, err := mathml.Flow(tex, strings.Join(punctuation, ""))
	if err != nil {
		t.Fatal(err)
	}
	return html
}

func display(t *testing.T, tex string) string {
	t.Helper()
	html, err := mathml.Display(tex)
	if err != nil {
		t.Fatal(err)
	}
	return html
}

func TestRenderRefuses(t *testing.T) {
	tests := []struct{ name, source, problem string }{
		{"an unknown command", `so $\foo$`, `unknown command \foo`},
		{"an unknown command on display", `$$\foo$$`, `unknown command \foo`},
		{"a formula without end", "costs $5", "$ without its partner"},
		{"a displayed formula without end", "$$a\n\nb", "$$ without its partner"},
		{"a displayed formula in a sentence", "so $$a$$ is", "$$ within a paragraph"},
		{"inline HTML", "a <b>b</b>", "only Markdown"},
		{"a block of HTML", "<script>\nalert(1)\n</script>", "only Markdown"},
		{"a script as a link", "[x](javascript:alert(1))", "not https"},
		{"data as a link", "[x](data:text/html,x)", "not https"},
		{"plain http", "<http://example.org/>", "not https"},
		{"another site without scheme", "[x](//example.org/)", "not https"},
		{"another page", "[x](page.html)", "neither"},
		{"a malformed query", "[x](?a=%zz)", "invalid URL escape"},
		{"an image", "![x](x.png)", "image"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := lesson.Render(test.source)
			if err == nil {
				t.Fatalf("Render(%q) = %s", test.source, got)
			}
			if !strings.Contains(err.Error(), test.problem) || got != "" {
				t.Errorf("Render(%q) = %q, %v, want an error with %q", test.source, got, err, test.problem)
			}
		})
	}
}

// FuzzRender proves that whatever comes out may stand in a page: it is well
// formed and brings no script.
func FuzzRender(f *testing.F) {
	f.Add("# A\n\n$x$ [b](?c=d)\n\n$$\ny\n$$\n\n- `c`\n\n> d\n\n    code")
	f.Add("|a|\n|-|\n|[x](javascript:1)|")
	f.Fuzz(func(t *testing.T, source string) {
		html, err := lesson.Render(source)
		if err != nil {
			return
		}
		if strings.ContainsAny(source, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\ufffe\uffff") ||
			!strings.EqualFold(source, strings.ToValidUTF8(source, "")) {
			return // no XML can hold these; HTML readers replace them
		}
		wellFormed(t, html)
	})
}

// wellFormed reads HTML as XML, looking for what the page's policy forbids.
func wellFormed(t *testing.T, html string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<div>" + html + "</div>"))
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, html)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local == "script" || start.Name.Local == "style" {
			t.Errorf("<%s> in %s", start.Name.Local, html)
		}
		for _, a := range start.Attr {
			if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") || strings.HasPrefix(strings.ToLower(a.Value), "javascript:") {
				t.Errorf("%s=%q in %s", a.Name.Local, a.Value, html)
			}
		}
	}
}

// What is folded, formulas and the addresses of links are not counted.
func TestShown(t *testing.T) {
	for _, c := range []struct {
		source, tag string
		want        int
	}{
		{"## Leave-one-out\n\nTwo [short words](?preset=moons&step=end), $x_i = 2$.\n\n#### Proof\n\nMany more words.\n\n## End\n", "en", 5},
		{"## 留一法\n\n用 SVM [试一试](?a=1)。\n\n#### 证明\n\n略。\n", "zh", 7},
	} {
		if got := lesson.Shown(c.source, c.tag); got != c.want {
			t.Errorf("%q shows %d words, want %d", c.source, got, c.want)
		}
	}
}
