// Package mathml compiles the subset of TeX that formulas here are written in
// to MathML Core, the part of MathML that browsers draw themselves.
//
// # Language
//
// Letters, digits and operators stand for themselves; numbers such as 0.302 are
// one number; - is a minus sign, and the sign of a number where nothing stands
// before it. Beyond these:
//
//   - Greek letters with their variants, \ell \infty \partial \nabla \top and
//     the like; letters may also be written directly, as in "θ ≤ 1".
//   - Operators, relations and arrows by their TeX names: \cdot \times \pm \le
//     \ge \ne \approx \propto \in \subseteq \to \leftarrow \mapsto \Rightarrow …
//   - Scripts with _ and ^, primes, \sum \prod \int \max \min \argmax with
//     limits, functions \log \exp \tanh \sign …, \operatorname{} and
//     \operatorname*{}.
//   - \frac \dfrac \tfrac \binom \sqrt[]{} \hat \widehat \bar \tilde
//     \vec \dot \ddot \overline \underline \underbrace{}_{} \overbrace{}^{}
//     \overset \underset.
//   - Brackets ( ) [ ] \{ \} | \| \langle \lvert \lVert \lfloor \lceil, sized by
//     \left … \middle … \right or \bigl \Bigl \biggl and their right halves.
//   - \mathbf \mathbb \mathcal \mathfrak \mathrm \boldsymbol \text.
//   - The environments cases, matrix, pmatrix, bmatrix, Bmatrix, vmatrix,
//     Vmatrix, smallmatrix, array and aligned, with & and \\.
//   - Spaces \, \: \; \quad \qquad "\ " ~, and \displaystyle, \textstyle.
//   - Two commands of our own: \ref{x7}{…} makes an expression stand for the
//     thing with that reference, as data-ref="x7" on its element, and \hl{…} is
//     what a step is about, class "hl".
//
// There are no macros and nothing is guessed: an unknown command, a brace
// without its partner or a script without its argument is a [*SyntaxError] that
// names it and its place. A formula has at most [MaxLength] bytes and is nested
// at most [MaxDepth] deep.
//
// # Markup
//
// Everything is escaped, and there are no style attributes, so the markup may
// stand in a page under a policy that forbids them. What MathML Core leaves to
// CSS is marked by a class: "hl" (highlighted), "tl" and "tr" (table cells aligned
// left and right), "aligned" (a table whose pairs of columns touch), "fl" and "fr"
// (the first and last cell of a row of a table, which have hardly any padding outside).
// Every <math> carries the linear text form as alttext, its accessible name.
//
// Words (class "words") are never a script or a part of a fraction themselves but
// stand in an element that is: a size of their own would replace the script's.
//
// [Display] typesets a formula on a line of its own so that it fits on lines of any
// width. What may be wider than a phone is divided into parts with a <wbr> between them:
// at commas of the outermost level, else at implications, at relations, before + and −,
// before other operators, and at last within brackets. What is divided again is a
// <span class="eq-part">, an inline block: it takes a line of its own before it is
// broken itself. Formulas that wide spaces set off stand apart by an eq-gap. An aligned
// block is a grid (eq-rows of eq-left and eq-right), whose lines are divided alike, or
// a stack (eq-stack) if its left-hand sides are wide. A fraction that is too wide has a
// class such as fit-24, its width in em, by which a stylesheet makes it smaller. Widths
// are estimated. [Flow] and [Inline] divide in the same way what stands within a
// sentence; and [Inline] keeps numbers and short expressions together (class "nb").
package mathml
