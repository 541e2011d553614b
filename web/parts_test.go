package web

import (
	"fmt"
	"log/slog"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	_ "playground/algos/algotest/seeded"
	"playground/algos/arith"
	"playground/algos/say"
	"playground/lang"
	"playground/viz"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		n, limit int
		want     []int
	}{
		{1, 5, []int{0}},
		{4, 5, []int{0, 1, 2, 3}},
		{5, 5, []int{0, 1, 2, 3, 4}},
		{11, 3, []int{0, 5, 10}},
		{100, 4, []int{0, 33, 66, 99}},
	} {
		if got := spread(c.n, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("spread(%d, %d) = %v, want %v", c.n, c.limit, got, c.want)
		}
	}
}

func TestCacheStaysWithinItsBudget(t *testing.T) {
	c := newCache(1000, nil)
	for i := range 100 {
		c.put(fmt.Sprint(i), make([]byte, 90))
		if c.bytes > 1000 {
			t.Fatalf("%d bytes are kept", c.bytes)
		}
		c.get("0") // stays in use
	}
	if _, ok := c.get("0"); !ok {
		t.Error("what is used all the time was let go")
	}
	if _, ok := c.get("50"); ok {
		t.Error("what was not used is kept")
	}
	c.put("large", make([]byte, 900))
	if _, ok := c.get("large"); ok {
		t.Error("one large answer pushes out all others")
	}
	sum := 0
	for _, e := range c.byKey {
		sum += len(e.Value.(*entry).key) + len(e.Value.(*entry).body)
	}
	if sum != c.bytes || len(c.byKey) != c.order.Len() {
		t.Errorf("%d bytes in %d entries are counted as %d in %d", sum, len(c.byKey), c.bytes, c.order.Len())
	}
}

func TestPromises(t *testing.T) {
	ts := typesetter{log: slog.New(slog.DiscardHandler)}
	meter := algos.AtMost("bound", "$k \\le (R/\\gamma)^2$", 31, 698.25, 0)
	meter.Meter, meter.LeftLabel = true, "k"
	for _, c := range []struct {
		check algos.Check
		want  []string
		not   []string
	}{
		{meter, []string{`class="check holds"`, "✓", "<math", "31 ≤ 698.2<", "k = 31 ≤ 698.25", `width="4.4"`}, []string{"Why"}},
		{algos.Equal("sum", "sum", 2.22e-16, 0, 1e-12).Of(3.5), []string{
			"✓", ">0 up to rounding<", "2.22e-16 = 0", "the largest term is 3.5", "rounding may be up to 1 × 10⁻¹²",
		}, []string{"meter"}},
		{algos.Equal("twice", "twice", 1.2349999, 1.2350001, 1e-6), []string{"✓", ">1.235 = 1.235<"}, nil},
		{algos.Equal("singular", "singular", -40002663036, -39996444271, 1e8), []string{
			`class="check undecided"`, ">?<", "Undecided in floating point: ", `<span class="nb">−4.0003 × 10¹⁰</span> = <span class="nb">−3.9996 × 10¹⁰</span>`, "rounding alone may make a difference of 100000000.",
		}, []string{"✓"}},
		{algos.Tends("kkt", "kkt", 8.125e-4, 0, 1e-3, algos.Status{State: algos.Converged}), []string{"✓", ">8.12 × 10⁻⁴ → 0</span>, within 0.001<"}, nil},
		{algos.AtLeast("rises", "rises", -1, 0, 0), []string{`class="check broken"`, "✗", "Violated: ", "−1 ≥ 0"}, nil},
		{algos.Tends("gap", "gap", 3, 0, 1e-3, algos.Status{State: algos.Running}), []string{`class="check open"`, "…", ">3 → 0</span>, within 0.001"}, nil},
		{algos.Inapplicable("novikoff", "bound", "no line separates <these> points"), []string{"not-applicable", "Does not apply: ", "no line separates &lt;these&gt; points"}, []string{`class="num"`, "NaN", "undefined"}},
	} {
		got := ts.Checks([]algos.Check{c.check}, nil)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s lacks %q", c.check.Name, got, want)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %s has %q", c.check.Name, got, not)
			}
		}
	}
}

// Beside a ✓ stand two numbers that a reader finds equal, or in order.
func TestPromisesThatHoldLookSo(t *testing.T) {
	ts := typesetter{log: slog.New(slog.DiscardHandler)}
	rapid.Check(t, func(t *rapid.T) {
		scale := math.Pow(10, float64(rapid.IntRange(-12, 12).Draw(t, "scale")))
		left := scale * rapid.Float64Range(-10, 10).Draw(t, "left")
		right := left + scale*math.Pow(10, -float64(rapid.IntRange(0, 16).Draw(t, "apart")))*rapid.Float64Range(-1, 1).Draw(t, "by")
		if rapid.Bool().Draw(t, "zero") {
			right = 0
		}
		rounding := scale * math.Pow(10, -float64(rapid.IntRange(0, 16).Draw(t, "rounding")))
		c := rapid.SampledFrom([]func(string, say.Phrase, float64, float64, float64) algos.Check{algos.AtMost, algos.AtLeast, algos.Equal}).
			Draw(t, "relation")("name", "claim", left, right, rounding)
		if rapid.Bool().Draw(t, "terms") {
			c = c.Of(10 * scale)
		}
		numbers := ts.numbers(c)
		if numbers == "0 up to rounding" {
			if c.Verdict != algos.Holds || max(math.Abs(left), math.Abs(right)) > 1e-6*c.Size {
				t.Fatalf("%+v is called 0", c)
			}
			return
		}
		read, faults := arith.Statement(numbers).Check()
		if read != 1 || c.Verdict == algos.Holds && len(faults) > 0 {
			t.Fatalf("%s beside %q (%v %s %v, of %v)", c.Verdict, numbers, left, c.Rel, right, c.Size)
		}
	})
}

func TestSay(t *testing.T) {
	ts := typesetter{log: slog.New(slog.DiscardHandler)}
	markup, speech := ts.Say([]algos.Line{{Text: "a < b and $x_7$"}, {TeX: `\theta \leftarrow \theta + y x`}}, nil)
	if !strings.Contains(markup, "<p>a &lt; b and <math") || !strings.Contains(markup, `<div class="line">`) {
		t.Error(markup)
	}
	if want := "a < b and x₇ θ ← θ + y x"; strings.ReplaceAll(speech, "yx", "y x") != want {
		t.Errorf("spoken: %q, want %q", speech, want)
	}
	// What does not compile is shown as written, and never as markup.
	broken, _ := ts.Say([]algos.Line{{Text: `$\nonsense{<b>}$`}}, nil)
	if strings.Contains(broken, "<b>") || !strings.Contains(broken, "nonsense") {
		t.Error(broken)
	}
}

// The style sheet has the same colours as the pictures, which package viz draws.
func TestStyleSheetHasThePalette(t *testing.T) {
	css, err := os.ReadFile("../assets/static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	both := map[string][2]string{}
	for _, m := range regexp.MustCompile(`--([\w-]+): light-dark\((#\w+), (#\w+)\)`).FindAllStringSubmatch(string(css), -1) {
		both[m[1]] = [2]string{m[2], m[3]}
	}
	for i, theme := range []viz.Theme{viz.Light, viz.Dark} {
		for _, m := range regexp.MustCompile(`--([\w-]+): (#\w+);`).FindAllStringSubmatch(viz.CSS(theme), -1) {
			if got := both[m[1]][i]; got != m[2] {
				t.Errorf("--%s is %q in %s, and %s in the pictures", m[1], got, theme, m[2])
			}
		}
	}
	tight := strings.ReplaceAll(strings.ReplaceAll(string(css), " ", ""), ";}", "}")
	for rule := range strings.Lines(viz.ClassCSS()) {
		if rule = strings.TrimSpace(rule); !strings.Contains(tight, rule) {
			t.Errorf("the style sheet lacks %s", rule)
		}
	}
}

// What a story folds away is shown below the rest under a heading, and not read aloud.
func TestFoldedLinesAreBelowTheOthers(t *testing.T) {
	t.Parallel()
	story := algos.Story{Vars: say.Vars{"n": 3}}
	story.Text("The vote of <n tree>.")
	story.Fold()
	story.TeX(`a = <n>`)
	story.Text("Besides.")
	lines := append(story.Lines, algos.Line{Text: "The end."})
	markup, speech := typesetter{log: slog.New(slog.DiscardHandler), lang: lang.English}.Say(lines, nil)
	const want = `<p>The vote of 3 trees.</p><p>The end.</p><details class="more told"><summary>More of this step</summary><div class="line">`
	if !strings.HasPrefix(markup, want) || !strings.HasSuffix(markup, "<p>Besides.</p></details>") {
		t.Error(markup)
	}
	if speech != "The vote of 3 trees. The end." {
		t.Error(speech)
	}
	if open, whole := sayHeight(lines[:1], nil), sayHeight(lines, nil); whole > open+3*textLine {
		t.Errorf("%g pixels with what is folded away, %g without", whole, open)
	}
}
