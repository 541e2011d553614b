package catalogtest

import (
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos/course"
	"playground/views/mathml"
)

// unshown are links of courses with numbers that their boards do not print yet, and why. A link
// that is mended leaves the list: the test says so.
var unshown = map[string]string{}

var (
	decimal  = regexp.MustCompile(`[0-9]+\.[0-9]+`)
	equation = regexp.MustCompile(`\([0-9]+\.[0-9]+\)(–\([0-9]+\.[0-9]+\))?|(?i:section|exercise|definition|table|theorem|figure)s? [0-9.]+`) // the note's own numbers
	tag      = regexp.MustCompile(`<[^>]*>`)
	value    = regexp.MustCompile(`<input[^>]*\bvalue="([^"]*)"[^>]*>`)
	choices  = regexp.MustCompile(`(?s)<select.*?</select>|<title>.*?</title>`)
	grouped  = regexp.MustCompile(`([0-9]),([0-9]{3})\b`)
)

// Readers find the numbers that a link of a course names on the board that it opens: in the
// story, the guarantees, the pictures, the legends, or what can be set.
func TestCoursesNameNumbersThatTheirBoardsShow(t *testing.T) {
	s := everything(t)
	for _, n := range course.All() {
		for _, section := range n.Sections {
			for _, link := range slices.Concat(section.Demos, section.Ask) {
				words := mathml.PlainInline(link.Text.EN)
				named := decimal.FindAllString(equation.ReplaceAllString(words, ""), -1)
				if len(named) == 0 {
					continue
				}
				key := n.ID + " " + link.Address()
				shown := numbersOf(body(t, get(t, s, "/d/"+link.Address(), "Accept", page)))
				var missing []string
				for _, number := range named {
					if !isShown(number, shown) {
						missing = append(missing, number)
					}
				}
				why, known := unshown[key]
				switch {
				case len(missing) > 0 && !known:
					t.Errorf("%s: %q names %s, which its board does not show", key, words, strings.Join(missing, ", "))
				case len(missing) == 0 && known:
					t.Errorf("%s shows its numbers now, and leaves the list (%s)", key, why)
				}
			}
		}
	}
}

// numbersOf are the decimal numbers that a page shows of the step that it opens: not those of the
// steps to come, for which it keeps room, of other presets or of tooltips.
func numbersOf(text string) []string {
	_, text, _ = strings.Cut(text, `<main class="bench"`)
	text, _, _ = strings.Cut(text, "</main>")
	text = choices.ReplaceAllString(without(text, `<div class="room"`, `<div class="checks room"`, `<span class="room"`), " ")
	text = value.ReplaceAllString(text, " $1 ")
	text = html.UnescapeString(tag.ReplaceAllString(text, " "))
	for grouped.MatchString(text) {
		text = grouped.ReplaceAllString(text, "$1$2")
	}
	return decimal.FindAllString(text, -1)
}

// without cuts elements out, which begin so, with what is in them.
func without(text string, begins ...string) string {
	for _, begin := range begins {
		name := begin[1:strings.IndexByte(begin, ' ')]
		for {
			i := strings.Index(text, begin)
			if i < 0 {
				break
			}
			end, depth := i, 0
			for {
				open, closing := strings.Index(text[end+1:], "<"+name), strings.Index(text[end+1:], "</"+name+">")
				if closing < 0 {
					return text[:i]
				}
				if open >= 0 && open < closing {
					depth++
					end += 1 + open
					continue
				}
				if end += 1 + closing; depth == 0 {
					break
				}
				depth--
			}
			text = text[:i] + text[end+len("</"+name+">"):]
		}
	}
	return text
}

// isShown reports whether a number is printed, perhaps with more digits or, from three on, with fewer.
func isShown(number string, shown []string) bool {
	want, _ := strconv.ParseFloat(number, 64)
	for _, s := range shown {
		x, _ := strconv.ParseFloat(s, 64)
		places := min(len(s)-strings.IndexByte(s, '.'), len(number)-strings.IndexByte(number, '.')) - 1
		scale := math.Pow10(places)
		digits := len(strings.TrimLeft(strings.ReplaceAll(s, ".", ""), "0"))
		if math.Abs(x-want) <= 0.5000001/scale && (digits >= 3 || len(s) >= len(number)) {
			return true
		}
	}
	return false
}

func TestNumbersOfAPage(t *testing.T) {
	page := `<main class="bench"><p>0.5<mn>1,234.5</mn></p><div class="room"><div>9.1</div><div>9.2</div></div><input value="0.25"/><select><option>7.7</option></select>2.718</main>3.3`
	if got := strings.Join(numbersOf(page), " "); got != "0.5 1234.5 0.25 2.718" {
		t.Errorf("the numbers are %s", got)
	}
	for number, want := range map[string]bool{"2.72": true, "2.7183": true, "2.71": false, "0.5": true, "0.52": false, "0.1": false, "3.3": false} {
		if got := isShown(number, numbersOf(page)); got != want {
			t.Errorf("%s is shown: %t", number, got)
		}
	}
}
