package mathml

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestCacheIsBounded(t *testing.T) {
	var c cache
	for i := range 10 * generation {
		tex := fmt.Sprint(i)
		got, err := c.get(cacheKey{tex: tex}, func() (string, error) { return tex, nil })
		if err != nil || got != tex {
			t.Fatalf("get(%s) = %s, %v", tex, got, err)
		}
		if n := len(c.young) + len(c.old); n > 2*generation {
			t.Fatalf("%d formulas are remembered, want at most %d", n, 2*generation)
		}
	}
	long := strings.Repeat("x", longestKept+1)
	_, _ = c.get(cacheKey{tex: "long"}, func() (string, error) { return long, nil })
	if _, ok := c.young[cacheKey{tex: "long"}]; ok {
		t.Error("a very long formula is remembered")
	}
}

func TestCacheKeepsWhatIsUsed(t *testing.T) {
	var c cache
	compiles := 0
	used := func() {
		_, _ = c.get(cacheKey{tex: "used"}, func() (string, error) { compiles++; return "", nil })
	}
	used()
	for i := range 5 * generation {
		_, _ = c.get(cacheKey{tex: fmt.Sprint(i)}, func() (string, error) { return "", nil })
		if i%100 == 0 {
			used()
		}
	}
	if compiles != 1 {
		t.Errorf("a formula in use was compiled %d times, want once", compiles)
	}
}

func TestCacheForgetsErrors(t *testing.T) {
	var c cache
	for range 2 {
		if _, err := c.get(cacheKey{tex: "x"}, func() (string, error) { return "", fmt.Errorf("no") }); err == nil {
			t.Error("the error was lost")
		}
	}
}

func TestCompileFromManyGoroutines(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 300 {
				tex := fmt.Sprintf(`\alpha_{%d} = %d`, i, i)
				if _, err := Compile(tex, i%2 == 0); err != nil {
					t.Error(err)
				}
				if text := Text(tex); !strings.HasSuffix(text, fmt.Sprint(" = ", i)) {
					t.Errorf("Text(%q) = %q", tex, text)
				}
			}
		})
	}
	wg.Wait()
}

// The formula of a perceptron's update, with numbers of its own each time.
func updateFormula(i int) string {
	return fmt.Sprintf(`\theta \leftarrow \theta + y_7 x_7 = (0.%d,\,-1.2) + (-1)(2.0,\,0.5) = (-1.7,\,-1.7)`, i)
}

func BenchmarkCompile(b *testing.B) {
	benchmarks := []struct {
		name string
		tex  func(i int) string
	}{
		{"update", updateFormula},
		{"dual", func(i int) string {
			return fmt.Sprintf(`\max_\alpha \sum_{i=1}^n \alpha_i - \frac12 \sum_{i,j} \alpha_i\alpha_j y_i y_j k(x_i, x_j) = %d`, i)
		}},
		{"pair", func(i int) string {
			return fmt.Sprintf(`\alpha_{30}^{\text{new}} = \alpha_{30} + \frac{y_{30}(E_4 - E_{30})}{\eta} = 0.842 + \frac{1\cdot(0.418 - 0.%d)}{1.386}`, i)
		}},
	}
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := Compile(bench.tex(i), true); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("cached", func(b *testing.B) {
		tex := updateFormula(1)
		for b.Loop() {
			if _, err := Compile(tex, true); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Display", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, err := Display(updateFormula(i)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
