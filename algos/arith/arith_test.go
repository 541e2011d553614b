package arith_test

import (
	"strings"
	"testing"

	"playground/algos/arith"
)

// check returns how many comparisons of a text are read, and the false ones.
func check(text string, tex bool) (read int, faults []string) {
	for _, s := range arith.Statements(text, tex) {
		n, f := s.Check()
		read += n
		for _, x := range f {
			faults = append(faults, x.String())
		}
	}
	return read, faults
}

func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		tex         string
		read, wrong int
	}{
		{`f(x) = 2\cdot 0.3 + 1 = 1.6`, 1, 0},
		{`f(x) = 2\cdot 0.3 + 1 = 1.7`, 1, 1},
		{`1/(1 + e^{11.7}) = 8.72\cdot 10^{-6}`, 1, 1},
		{`1/(1 + e^{11.65}) = 8.72\cdot 10^{-6}`, 1, 0},
		{`\frac{1}{1+e^{-0.5}} = \hl{0.622}`, 1, 0},
		{`1 + \frac{(-1)(0.0325 + 0.0387)}{2} = 0.968`, 1, 1},
		{`\frac{1}{2}\cdot 20.1 + 20\cdot 0 = 10`, 1, 1},
		{`\frac{1}{2}\cdot 20.1 + 20\cdot 0 = 10.05`, 1, 0},
		{`\tfrac12`, 0, 0},
		{`-6.26 - (-8.87) - 11 = -8.41`, 1, 1},
		{`\ln(1 + e^{1.16}) = 1.44`, 1, 1},
		{`\ln(1 + e^{1.165}) = 1.44`, 1, 0},
		{`60\log 2 = \hl{41.6}`, 1, 0},
		{`\log 2\pi = 1.84`, 1, 0},
		{`\max(0,\; 1 - (-1.06)) = \hl{2.06}`, 1, 0},
		{`(1 - 3)^+ = 0, \quad (3 - 1)^+ = 2`, 2, 0},
		{`\text{dual} = 0 \le \text{primal} = \frac{1}{2}\lVert w\rVert^2 = 60`, 1, 0},
		{`\text{dual} = 61 \le \text{primal} = \frac{1}{2}\lVert w\rVert^2 = 60`, 1, 1},
		{`0.31 \ge 0.3 > 0.29 \approx 0.2900001`, 3, 0},
		{`3\cdot 0.333 = 1`, 1, 0},
		{`(1,\,2) + 2\cdot(0.5,\,-1) = (2,\,0)`, 1, 0},
		{`(1,\,2) + 2\cdot(0.5,\,-1) = (2,\,0.1)`, 1, 1},
		{`\frac{1}{11.6}\begin{pmatrix} 4.4 & 0 \\ 0 & 2.64 \end{pmatrix} = \hl{\begin{pmatrix} 0.381 & 0 \\ 0 & 0.228 \end{pmatrix}}`, 1, 1},
		{`\frac{1}{11.56}\begin{pmatrix} 4.4 & 0 \\ 0 & 2.64 \end{pmatrix} = \hl{\begin{pmatrix} 0.381 & 0 \\ 0 & 0.228 \end{pmatrix}}`, 1, 0},
		{`S = \begin{pmatrix} 1 & 2 \\ 2 & 3 \end{pmatrix} + 2\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix} = \begin{pmatrix} 3 & 2 \\ 2 & 5 \end{pmatrix}`, 1, 0},
		{`\begin{pmatrix} 1 & 2 \\ 2 & 3 \end{pmatrix}\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix} = 4`, 0, 0},
		{`\frac{1}{54.3}\cdot (-70.1,\,-38.8) = (-1.29,\,-0.715)`, 1, 0},
		{`\lVert(3,\,4)\rVert = 5, \quad |{-2}| = 2`, 2, 0},
		{`\theta = 1\,(\cos 60^\circ,\, \sin 60^\circ) = (0.5,\,0.866)`, 1, 0},
		{`\begin{aligned} a &= 1 + 0 \\ &= \hl{1} \\ b &= 2 + 2 \\ &= 5 \end{aligned}`, 2, 1},
		{`\ref{x0}{x_{1}} = 3 \Rightarrow 1 + 1 = 2`, 1, 0},
		{`\ref{x0}{1} + 1 = 2`, 1, 0},
		{`0.5 - 0.4996 = 0`, 1, 0},
		{`0.5 - 0.4 = 0`, 1, 1},
		{`y_{1}\,\langle\theta,x_{1}\rangle=(-1)\,\bigl\langle(1,\,2),\,\ref{x0}{(0.5,\,-1)}\bigr\rangle=\hl{1.5}>0`, 2, 0},
		{`y_{1}\,\langle\theta,x_{1}\rangle=(-1)\,\bigl\langle(1,\,2),\,\ref{x0}{(0.5,\,-1)}\bigr\rangle=\hl{1.6}>0`, 2, 1},
		{`\langle(1,\,2),\,(3,\,4,\,5)\rangle = 11, \quad \langle 2,\,3\rangle = 6`, 0, 0},
		{`\theta\leftarrow\theta+y_1\,x_1=(0,\,1)+1\cdot(-1)\,\ref{x0}{(0.5,\,-1)}=\hl{(-0.5,\,2)}`, 1, 0},
		{`\lVert(1,\,2)\rVert^2 = 5`, 1, 0},
		{`2 + \ldots + 3 = 6`, 0, 0},
		{`h(x)=\ref{x0}{0}\lor \ref{x3}{1}=\hl{1}, \quad h(x)=0\lor 0=\hl{1}`, 2, 1},
		{`\sqrt{2} = 1.41`, 1, 0},
		{`10^{-2} = 0.01`, 1, 0},
		{`2\cdot 10^{3} = 2000`, 1, 0},
		{`x = 1 \to y = 2`, 0, 0},
		{`\log_2 8 = 4`, 1, 1},
		{`\log_2(1 + e^{1.165}) = \hl{2.07}, \quad \log_{2} 8 = 3`, 2, 0},
		{`\log_3 9 = 2`, 0, 0},
		{`[\,-0.3 \le 0\,] = 1, \quad [\,0.3 \le 0\,] = 0, \quad [1 - 3] = -2`, 3, 0},
		{`[\,0.3 \le 0\,] = 1`, 1, 1},
		{`[\,z \le 0\,] = 1, \quad [1 \le 2 \le 3] = 1`, 0, 0},
		{`1/0 = 1`, 0, 0},
		{`((((1 = 1`, 0, 0},
		{strings.Repeat("(", 100) + "1", 0, 0},
	} {
		if read, faults := check(c.tex, true); read != c.read || len(faults) != c.wrong {
			t.Errorf("%s: %d read, false %q; want %d and %d", c.tex, read, faults, c.read, c.wrong)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		text        string
		read, wrong int
	}{
		{"the least J: 6.35 × 10⁹ ≤ −1.76 × 10¹⁰ ≤ 3.57 × 10⁹", 2, 1},
		{"x₁: f = 0, p = 0.5, e = −0.5", 0, 0},
		{"½·20.1 + 20·0 = 10", 1, 1},
		{"so 2·0.5 = 1. Then 3 points", 1, 0},
		{"12 points = 3 + 9", 0, 0},
		{"1/(1 + e⁻¹) = 0.731", 1, 0},
		{"f(x) = 1 → 1 (box)", 0, 0},
		{"⟨(1, 2), (3, 4)⟩ = 11 and ⟨(1, 2), (3, 4)⟩ = 12", 2, 1},
		{"log 2 = 0.693 and e^0.5 = 1.65", 2, 0},
		{"0.5 < 0.50", 1, 1},
		{"损失为 2·0.5 = 1，下降 0.5 = 0.6", 2, 1},
	} {
		if read, faults := check(c.text, false); read != c.read || len(faults) != c.wrong {
			t.Errorf("%s: %d read, false %q; want %d and %d", c.text, read, faults, c.read, c.wrong)
		}
	}
}

// Whatever the text is, its statements are the text, and reading them ends.
func FuzzStatements(f *testing.F) {
	f.Add(`\frac{1}{2}\cdot 20.1 + |(1,\,2)^+ \le \hl{\ref{x}{3}}`, true)
	f.Add(`\langle(1,\,2),\,(3,\,4)\rangle = 11`, true)
	f.Add("1/(1 + e⁻¹) ≤ 0.731 → ‖(1, 2)‖", false)
	f.Fuzz(func(t *testing.T, text string, tex bool) {
		var all strings.Builder
		for _, s := range arith.Statements(text, tex) {
			all.WriteString(string(s))
			s.Check()
		}
		if all.String() != text {
			t.Fatalf("%q became %q", text, all.String())
		}
	})
}
