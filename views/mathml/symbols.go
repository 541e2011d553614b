package mathml

// A class is the role of an atom in TeX's rules of spacing.
type class uint8

const (
	ord   class = iota // a letter, a number, a fraction
	large              // \sum, \log: an operator before its argument
	bin                // +
	rel                // =
	opening
	closing
	punct
)

// A symbol is a character with its role.
type symbol struct {
	class class
	text  string // what is drawn
	plain string // what the linear form says; empty for text
	// attrs stand in the element where the browser's operator dictionary spaces
	// the character differently from TeX.
	attrs string
}

const (
	tight   = ` lspace="0" rspace="0"`
	upright = ` mathvariant="normal"`
)

// letters are typeset as identifiers: the browser sets a single letter in
// italics unless told otherwise, and capital Greek letters stand upright.
var letters = map[string]symbol{
	"alpha": {text: "α"}, "beta": {text: "β"}, "gamma": {text: "γ"}, "delta": {text: "δ"},
	"epsilon": {text: "ϵ", plain: "ε"}, "varepsilon": {text: "ε"}, "zeta": {text: "ζ"}, "eta": {text: "η"},
	"theta": {text: "θ"}, "vartheta": {text: "ϑ"}, "iota": {text: "ι"}, "kappa": {text: "κ"},
	"varkappa": {text: "ϰ", plain: "κ"}, "lambda": {text: "λ"}, "mu": {text: "μ"}, "nu": {text: "ν"},
	"xi": {text: "ξ"}, "omicron": {text: "ο"}, "pi": {text: "π"}, "varpi": {text: "ϖ", plain: "π"},
	"rho": {text: "ρ"}, "varrho": {text: "ϱ", plain: "ρ"}, "sigma": {text: "σ"}, "varsigma": {text: "ς"},
	"tau": {text: "τ"}, "upsilon": {text: "υ"}, "phi": {text: "ϕ", plain: "φ"}, "varphi": {text: "φ"},
	"chi": {text: "χ"}, "psi": {text: "ψ"}, "omega": {text: "ω"},

	"Gamma": {text: "Γ", attrs: upright}, "Delta": {text: "Δ", attrs: upright},
	"Theta": {text: "Θ", attrs: upright}, "Lambda": {text: "Λ", attrs: upright},
	"Xi": {text: "Ξ", attrs: upright}, "Pi": {text: "Π", attrs: upright},
	"Sigma": {text: "Σ", attrs: upright}, "Upsilon": {text: "Υ", attrs: upright},
	"Phi": {text: "Φ", attrs: upright}, "Psi": {text: "Ψ", attrs: upright},
	"Omega": {text: "Ω", attrs: upright},

	"ell": {text: "ℓ"}, "infty": {text: "∞"}, "partial": {text: "∂"}, "nabla": {text: "∇", attrs: upright},
	"emptyset": {text: "∅"}, "varnothing": {text: "∅"}, "top": {text: "⊤"}, "bot": {text: "⊥"},
	"forall": {text: "∀"}, "exists": {text: "∃"}, "aleph": {text: "ℵ"}, "hbar": {text: "ℏ"},
	"Re": {text: "ℜ"}, "Im": {text: "ℑ"}, "angle": {text: "∠"}, "prime": {text: "′"},
	"dagger": {text: "†"}, "checkmark": {text: "✓"},
	"ldots": {text: "…"}, "dots": {text: "…"}, "dotsc": {text: "…"}, "cdots": {text: "⋯"}, "dotsb": {text: "⋯"},
	"vdots": {text: "⋮"}, "ddots": {text: "⋱"},
	"%": {text: "%"}, "#": {text: "#"}, "$": {text: "$"}, "_": {text: "_"}, "&": {text: "&"},
}

// operators are typeset as operators with the browser's own spacing.
var operators = map[string]symbol{
	"pm": {class: bin, text: "±"}, "mp": {class: bin, text: "∓"}, "times": {class: bin, text: "×"},
	"cdot": {class: bin, text: "⋅", plain: "·"}, "div": {class: bin, text: "÷"},
	"ast": {class: bin, text: "∗", plain: "*"}, "star": {class: bin, text: "⋆"},
	"circ": {class: bin, text: "∘"}, "bullet": {class: bin, text: "∙", plain: "•"},
	"odot": {class: bin, text: "⊙"}, "oplus": {class: bin, text: "⊕"}, "otimes": {class: bin, text: "⊗"},
	"ominus": {class: bin, text: "⊖"}, "cup": {class: bin, text: "∪"}, "cap": {class: bin, text: "∩"},
	"setminus": {class: bin, text: "∖", plain: "\\"}, "wedge": {class: bin, text: "∧"}, "land": {class: bin, text: "∧"},
	"vee": {class: bin, text: "∨"}, "lor": {class: bin, text: "∨"},

	"le": {class: rel, text: "≤"}, "leq": {class: rel, text: "≤"}, "ge": {class: rel, text: "≥"}, "geq": {class: rel, text: "≥"},
	"lt": {class: rel, text: "<"}, "gt": {class: rel, text: ">"}, "ll": {class: rel, text: "≪"}, "gg": {class: rel, text: "≫"},
	"ne": {class: rel, text: "≠"}, "neq": {class: rel, text: "≠"}, "approx": {class: rel, text: "≈"},
	"propto": {class: rel, text: "∝"}, "sim": {class: rel, text: "∼", plain: "~"}, "simeq": {class: rel, text: "≃"},
	"cong": {class: rel, text: "≅"}, "equiv": {class: rel, text: "≡"}, "coloneqq": {class: rel, text: "≔", plain: ":="},
	"preceq": {class: rel, text: "⪯"}, "succeq": {class: rel, text: "⪰"}, "prec": {class: rel, text: "≺"}, "succ": {class: rel, text: "≻"},
	"in": {class: rel, text: "∈"}, "notin": {class: rel, text: "∉"}, "ni": {class: rel, text: "∋"},
	"subset": {class: rel, text: "⊂"}, "subseteq": {class: rel, text: "⊆"}, "supset": {class: rel, text: "⊃"}, "supseteq": {class: rel, text: "⊇"},
	"mid": {class: rel, text: "∣", plain: "|"}, "parallel": {class: rel, text: "∥"}, "perp": {class: rel, text: "⊥"},
	"to": {class: rel, text: "→"}, "rightarrow": {class: rel, text: "→"}, "leftarrow": {class: rel, text: "←"}, "gets": {class: rel, text: "←"},
	"leftrightarrow": {class: rel, text: "↔"}, "mapsto": {class: rel, text: "↦"}, "longrightarrow": {class: rel, text: "⟶", plain: "→"},
	"Rightarrow": {class: rel, text: "⇒"}, "implies": {class: rel, text: "⇒"}, "Leftarrow": {class: rel, text: "⇐"},
	"Leftrightarrow": {class: rel, text: "⇔"}, "iff": {class: rel, text: "⇔"},
	"uparrow": {class: rel, text: "↑"}, "downarrow": {class: rel, text: "↓"}, "vdash": {class: rel, text: "⊢"}, "models": {class: rel, text: "⊨"},

	"neg": {class: ord, text: "¬", attrs: ` form="prefix"`}, "lnot": {class: ord, text: "¬", attrs: ` form="prefix"`},
	"colon": {class: punct, text: ":", attrs: ` lspace="0" rspace="0.1667em"`},

	"sum": {class: large, text: "∑", plain: "Σ"}, "prod": {class: large, text: "∏", plain: "Π"},
	"bigcup": {class: large, text: "⋃", plain: "∪"}, "bigcap": {class: large, text: "⋂", plain: "∩"},
	"bigoplus": {class: large, text: "⨁", plain: "⊕"}, "bigvee": {class: large, text: "⋁", plain: "∨"}, "bigwedge": {class: large, text: "⋀", plain: "∧"},
	"int": {class: large, text: "∫"}, "iint": {class: large, text: "∬"}, "oint": {class: large, text: "∮"},
}

// integrals carry their limits beside them even in a displayed formula.
var integrals = map[string]bool{"int": true, "iint": true, "oint": true}

// ascii are the characters that stand for themselves or for a symbol; letters,
// digits, brackets and TeX's own characters are read elsewhere.
var ascii = map[rune]symbol{
	'+': {class: bin, text: "+"}, '-': {class: bin, text: "−"}, '*': {class: bin, text: "∗", plain: "*"},
	'=': {class: rel, text: "="}, '<': {class: rel, text: "<"}, '>': {class: rel, text: ">"},
	':': {class: rel, text: ":", attrs: ` lspace="0.2778em" rspace="0.2778em"`},
	',': {class: punct, text: ","}, ';': {class: punct, text: ";"},
	'.': {class: ord, text: ".", attrs: tight}, '/': {class: ord, text: "/", attrs: tight},
	'!': {class: ord, text: "!", attrs: tight}, '?': {class: ord, text: "?", attrs: tight}, '@': {class: ord, text: "@", attrs: tight},
}

// functions are set upright; those that are true carry their limits below in a
// displayed formula.
var functions = map[string]bool{
	"log": false, "ln": false, "lg": false, "exp": false, "sin": false, "cos": false, "tan": false, "arcsin": false, "arccos": false,
	"arctan": false, "sinh": false, "cosh": false, "tanh": false, "dim": false, "ker": false, "arg": false, "deg": false,
	"sign": false, "sgn": false, "tr": false, "diag": false, "rank": false, "erf": false, "Var": false, "Cov": false,
	"max": true, "min": true, "sup": true, "inf": true, "lim": true, "limsup": true, "liminf": true,
	"argmax": true, "argmin": true, "det": true, "Pr": true, "gcd": true,
}

// delimiters are the brackets, also those that stand behind \left and \bigl.
var delimiters = map[string]symbol{
	"(": {class: opening, text: "("}, ")": {class: closing, text: ")"},
	"[": {class: opening, text: "["}, "]": {class: closing, text: "]"},
	`\{`: {class: opening, text: "{"}, `\}`: {class: closing, text: "}"},
	`\lbrace`: {class: opening, text: "{"}, `\rbrace`: {class: closing, text: "}"},
	`\langle`: {class: opening, text: "⟨"}, `\rangle`: {class: closing, text: "⟩"},
	`\lfloor`: {class: opening, text: "⌊"}, `\rfloor`: {class: closing, text: "⌋"},
	`\lceil`: {class: opening, text: "⌈"}, `\rceil`: {class: closing, text: "⌉"},
	`\lvert`: {class: opening, text: "|"}, `\rvert`: {class: closing, text: "|"},
	`\lVert`: {class: opening, text: "‖"}, `\rVert`: {class: closing, text: "‖"},
	"⟨": {class: opening, text: "⟨"}, "⟩": {class: closing, text: "⟩"}, "‖": {class: ord, text: "‖"},
	"|": {class: ord, text: "|"}, `\vert`: {class: ord, text: "|"},
	`\|`: {class: ord, text: "‖"}, `\Vert`: {class: ord, text: "‖"},
}

// sizes are the heights of brackets of fixed size, in the font's em.
var sizes = map[string]string{"big": "1.2em", "Big": "1.8em", "bigg": "2.4em", "Bigg": "3em"}

// spaces are widths in em. A negative space, \!, is none: a browser draws no
// space of negative width.
var spaces = map[string]string{
	",": "0.1667em", "thinspace": "0.1667em", ":": "0.2222em", ">": "0.2222em", ";": "0.2778em", "!": "",
	" ": "0.25em", "~": "0.25em", "quad": "1em", "qquad": "2em",
}

// An accent is a mark over a letter.
type accent struct {
	over      string // over a letter: the spacing form, for a combining one hangs to the left
	wide      string // over more than a letter, the form that the font can stretch; empty to use over
	combining string // what says so in linear text
	apart     bool   // set as a script above: as an accent it would touch the letter
}

var accents = map[string]accent{
	"hat": {over: "ˆ", combining: "\u0302"}, "widehat": {over: "ˆ", wide: "\u0302", combining: "\u0302"},
	"tilde": {over: "~", combining: "\u0303"}, "widetilde": {over: "~", wide: "\u0303", combining: "\u0303"},
	"bar": {over: "¯", combining: "\u0304", apart: true}, "vec": {over: "→", combining: "\u20d7", apart: true},
	"dot": {over: "˙", combining: "\u0307"}, "ddot": {over: "¨", combining: "\u0308"},
}

// environments are the tables with the brackets around them.
var environments = map[string]struct{ open, close string }{
	"matrix": {}, "smallmatrix": {}, "array": {}, "aligned": {}, "cases": {open: "{"},
	"pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "Bmatrix": {"{", "}"}, "vmatrix": {"|", "|"}, "Vmatrix": {"‖", "‖"},
}

// direct maps characters that may be written as they are to their symbols.
var direct = directSymbols()

func directSymbols() map[rune]symbol {
	index := map[rune]symbol{
		'−': ascii['-'], '·': operators["cdot"], '∗': ascii['*'], '⊤': letters["top"],
	}
	for _, s := range operators {
		for _, r := range s.text {
			if r >= 0x80 && s.class != large {
				index[r] = s
			}
		}
	}
	for _, s := range letters {
		for _, r := range s.text {
			if _, taken := index[r]; !taken && r >= 0x80 {
				index[r] = s
			}
		}
	}
	return index
}
