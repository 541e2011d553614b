package algotest

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A comparer finds one way to compare two numbers in a sentence.
type comparer struct {
	words *regexp.Regexp // the first and the last group are the numbers
	rel   string         // the relation that has to hold between them
	cues  []string       // of which a sentence has one that is compared in this way
}

// Numbers and what may stand around them in a sentence.
const (
	number = `([−-]?\d+(?:,\d{3})*(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)`
	// end is what may follow the second number: not more of an expression.
	end     = `(?:$|[^\d.,/·×^⁻⁰¹²³⁴⁵⁶⁷⁸⁹]|[.,](?:$|[^\d]))`
	percent = `(?: ?%| °)?`
	// few are up to two words, without one that turns a comparison.
	few = `(?: (?:points?|samples?|steps?|rounds?|updates?|mistakes?|bits?|nats?|units?|of|the|in|on|a|an|per cent|training|held-out|away|off))?(?: (?:points?|samples?|steps?|is|are|was|were|lies))?`
	// subject is what may stand before the second number.
	subject = `(?: the| its| a| an| his| that)?(?: (?:radius|bound|limit|threshold|distance|tolerance|value|mean|margin|level|rest|one|other|best|largest|smallest|first|last|previous|old|new))?(?: of| at)?`
)

// comparers are the words that compare, in English and in Chinese.
var comparers = func() []comparer {
	var all []comparer
	add := func(rel, pattern string, cues ...string) {
		all = append(all, comparer{regexp.MustCompile(pattern + end), rel, cues})
	}
	from := func(verbs string) string {
		return `\b(?:` + verbs + `)\b[^.;:$\d]{0,12}? from ` + number + percent + ` to ` + number
	}
	add(">=", from(`falls?|fell|drops?|dropped|decreases?|shrinks?|sinks?`), " from ")
	add("<=", from(`rises?|rose|grows?|grew|increases?|climbs?`), " from ")
	than := func(words string) string {
		return number + percent + few + `,? (?:` + words + `) than` + subject + ` ` + number
	}
	add(">", than(`more|larger|greater|higher|farther|further|longer`), " than ")
	add("<", than(`less|fewer|smaller|lower|nearer|closer|shorter`), " than ")
	add("<=", number+percent+few+`,? (?:no|not) (?:more|larger|farther|further) than`+subject+` `+number, " than ")
	add("<=", number+percent+few+` within`+subject+` `+number, " within ")
	add(">=", number+percent+few+`,? (?:no|not) (?:less|fewer|smaller|nearer) than`+subject+` `+number, " than ")
	add(">=", number+percent+few+` at least`+subject+` `+number, " at least ")
	zh := func(verbs string) string {
		return `从 ?` + number + percent + ` ?(?:` + verbs + `)(?:到|至|为) ?` + number
	}
	add(">=", zh(`下降|降低|减小|减少|减|降|缩小|缩`), "从")
	add("<=", zh(`上升|升高|增大|增加|增|升|提高`), "从")
	add(">", number+percent+` ?(?:大于|多于|高于|超过|远于) ?`+number, "于", "超过")
	add("<", number+percent+` ?(?:小于|少于|低于|近于) ?`+number, "于")
	add("<=", number+percent+` ?(?:不大于|不超过|至多为?) ?`+number, "不大于", "不超过", "至多")
	add(">=", number+percent+` ?(?:不小于|不低于|至少为?) ?`+number, "不小于", "不低于", "至少")
	return all
}()

// comparing are words of which each comparison has one: most texts have none.
var comparing = func() []string {
	var all []string
	for _, c := range comparers {
		all = append(all, c.cues...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}()

// hasOne reports whether a text has one of some words.
func hasOne(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// miscompared lists the comparisons in words that are not true in the digits in which
// the numbers stand there. Formulas are left out: package arith reads them.
func miscompared(text string) (read int, faults []string) {
	if !hasOne(text, comparing) {
		return 0, nil
	}
	for i, part := range strings.Split(text, "$") {
		if i%2 == 1 {
			continue
		}
		for _, c := range comparers {
			if !hasOne(part, c.cues) {
				continue
			}
			for _, m := range c.words.FindAllStringSubmatch(part, -1) {
				left, ok := spelt(m[1])
				right, both := spelt(m[len(m)-1])
				if !ok || !both {
					continue
				}
				read++
				if !compares(left, c.rel, right) {
					faults = append(faults, fmt.Sprintf("%q is not true: %s is not %s %s", m[0], m[1], c.rel, m[len(m)-1]))
				}
			}
		}
	}
	return read, faults
}

// compares reports whether two numbers are in a relation.
func compares(a float64, rel string, b float64) bool {
	if math.Abs(a-b) <= 1e-12 { // numbers that went through a rounding
		return rel == "<=" || rel == ">="
	}
	switch rel {
	case ">":
		return a > b
	case "<":
		return a < b
	case ">=":
		return a >= b
	}
	return a <= b
}

// spelt reads a number as people write it: "−1,200", "2.2 × 10⁻¹⁶".
func spelt(text string) (float64, bool) {
	mantissa, power, scientific := strings.Cut(text, " × 10")
	x, err := strconv.ParseFloat(strings.ReplaceAll(strings.Replace(mantissa, "−", "-", 1), ",", ""), 64)
	if err != nil || !scientific {
		return x, err == nil
	}
	exponent := strings.Map(func(c rune) rune {
		if c == '⁻' {
			return '-'
		}
		if i := strings.IndexRune("⁰¹²³⁴⁵⁶⁷⁸⁹", c); i >= 0 {
			return rune('0' + len([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹"[:i])))
		}
		return c
	}, power)
	x, err = strconv.ParseFloat(strconv.FormatFloat(x, 'g', -1, 64)+"e"+exponent, 64)
	return x, err == nil
}

// Words that say that something is more, or less, in both languages.
var (
	moreEnglish = regexp.MustCompile(`\b(?:larger|greater|higher|farther|further|rises?|grows?|increases?|raises?)\b`)
	lessEnglish = regexp.MustCompile(`\b(?:fewer|smaller|lowers?|nearer|falls?|shrinks?|decreases?|descent)\b`)
	moreChinese = regexp.MustCompile(`大于|更大|更多|更高|更远|上升|升高|增大|增加|增长`)
	lessChinese = regexp.MustCompile(`小于|更小|更少|更低|更近|下降|降低|减小|减少|缩小`)
	denies      = regexp.MustCompile(`(?i)\b(?:no|not|never|cannot|without|neither|nor|un\w+|n't|instead)\b|不|没|无|未|非|否`)
)

// opposed reports whether a translation says the opposite of a template: one speaks of
// more alone, the other of less alone, and neither denies anything.
func opposed(english, chinese string) bool {
	if denies.MatchString(english) || denies.MatchString(chinese) {
		return false
	}
	up, down := moreEnglish.MatchString(english), lessEnglish.MatchString(english)
	more, less := moreChinese.MatchString(chinese), lessChinese.MatchString(chinese)
	return up != down && more != less && up != more
}
