package browsertest

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/course"
	"playground/lang"
)

// audit holds our own rules. They know the pictures, which axe does not look
// into, and are all there is where axe cannot be had.
//
//go:embed testdata/audit.js
var audit string

// axe is the script of axe-core, a tool that only tests use: the file that
// AXE_CORE names, axe.min.js of the npm package axe-core. Empty without it.
var axe = sync.OnceValues(func() (string, error) {
	path := os.Getenv("AXE_CORE")
	if path == "" {
		fmt.Fprintln(os.Stderr, "browsertest: without axe-core, with our own rules alone: AXE_CORE is not set")
		return "", nil
	}
	script, err := os.ReadFile(path)
	return string(script), err
})

// run asks axe for violations of WCAG 2.2 A and AA and of good practice. A link that is a
// formula is called as the formula is read, which has not the letters of its markup.
const runAxe = `axe.run({
	runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
	resultTypes: ["violations"],
}).then(r => r.violations.flatMap(v => v.nodes.filter(n => v.id !== "label-content-name-mismatch" || !document.querySelector(n.target[0])?.querySelector("math")).map(n => v.id + ": " + n.target.join(" ") + " " + n.html.slice(0, 160) + " " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? ""))))`

// runLook asks axe alone for what colours and sizes can change.
var runLook = strings.Replace(runAxe, `runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`,
	`runOnly: {type: "rule", values: ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"]}`, 1)

// rules say which rules a page is looked at with. Ours are quick, and enough
// where only colours or sizes differ from what axe has seen.
type rules int

const (
	ours rules = iota
	both
	looks // of axe alone, those by which one look differs from another
)

// rest is how long a page may take until our rules find nothing.
const rest = 5 * time.Second

// accessible fails the test for everything that keeps people out of the page as
// it is shown now.
func (b *tab) accessible(where string, by rules) {
	b.t.Helper()
	script, err := axe()
	if err != nil {
		b.t.Fatal(err)
	}
	// A page comes to rest a frame or two after a change.
	var found []string
	if by != looks {
		found = b.nameless()
	}
	if by == looks { // axe alone
	} else if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](fmt.Sprintf("(%s).length === 0", strings.TrimSpace(audit)), chromedp.WithPollingTimeout(rest))); err != nil {
		found = append(found, eval[[]string](b, audit)...)
	}
	if run := map[rules]string{both: runAxe, looks: runLook}[by]; script != "" && run != "" {
		if !eval[bool](b, `!!self.axe`) {
			eval[any](b, script+"; undefined")
		}
		found = append(found, eval[[]string](b, run)...)
	}
	slices.Sort(found)
	for _, what := range slices.Compact(found) {
		b.t.Errorf("%s: %s", where, what)
	}
}

// nameless are the parts of the accessibility tree that do something, or show
// something, and have no name.
func (b *tab) nameless() []string {
	b.t.Helper()
	var found []string
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		tree, err := cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			return err
		}
		for _, n := range tree.Nodes {
			if n.Ignored || n.Role == nil {
				continue
			}
			role := strings.Trim(string(n.Role.Value), `"`)
			if named[role] && (n.Name == nil || strings.Trim(string(n.Name.Value), `" `) == "") {
				found = append(found, fmt.Sprintf("a %s without a name", role))
			}
		}
		return nil
	}))
	return found
}

// named are the roles that need a name.
var named = map[string]bool{
	"application": true, "button": true, "checkbox": true, "combobox": true, "dialog": true, "group": false, "heading": true,
	"Iframe": true, "image": true, "link": true, "slider": true, "spinbutton": true, "switch": true, "textbox": true,
}

// shade sets the theme; "projector" is the light one in a lecture room.
func (b *tab) shade(theme string) {
	b.t.Helper()
	mode := ""
	if theme == "projector" {
		theme, mode = "light", "projector"
	}
	eval[any](b, fmt.Sprintf(`(() => { document.documentElement.dataset.theme = %q; document.documentElement.dataset.mode = %q })()`, theme, mode))
}

const phoneWidth, phoneHeight = 360, 740

// A demo's page is open to everybody: in all themes, on a desk and on a phone.
func TestDemosAreAccessible(t *testing.T) {
	s := serve(t)
	for _, d := range algotest.Representatives(catalog.All) {
		t.Run(d.ID, func(t *testing.T) {
			b := s.open(t, 1440, 900, "/d/"+d.ID)
			for _, theme := range []string{"light", "dark", "projector"} {
				b.shade(theme)
				b.live()
				b.accessible(theme, ours)
			}
			b.do(chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateTouch))
			for i, theme := range []string{"projector", "light", "dark"} {
				b.shade(theme)
				b.reveal([]string{"[data-say]", "#preset", ".view-head"}[i])
				b.live()
				b.accessible("on a phone, "+theme, which(theme == "dark" && slices.Contains(exemplars, d.ID)))
			}
		})
	}
}

func which(axe bool) rules {
	if axe {
		return both
	}
	return ours
}

// Every demo is open to everybody, by axe: all rules in the light look, and those that depend on
// colours and sizes in the dark one for every fourth demo, and for another fourth where the system
// chooses the colours of a phone. Every other pair is read in Chinese. With PLAYGROUND_FULL=1 all
// demos are looked at in all three.
func TestEveryDemoByAxe(t *testing.T) {
	s := serve(t)
	for i, d := range catalog.All {
		t.Run(d.ID, func(t *testing.T) {
			b := s.open(t, 1366, 768, "/d/"+d.ID+"?lang="+lang.All[i/2%len(lang.All)].String())
			b.shade("light")
			b.accessible("light", both)
			if i%4 == 0 || full() {
				b.shade("dark")
				b.accessible("dark", looks)
			}
			if i%4 != 2 && !full() {
				return
			}
			b.shade("light")
			b.forced(true)
			b.do(chromedp.EmulateViewport(phoneWidth, phoneHeight))
			b.live()
			// What scrolls now takes the focus when the page is at rest.
			b.wait(`[...document.querySelectorAll(".legend")].every(l => !l.checkVisibility() || l.scrollWidth <= l.clientWidth + 1 && l.scrollHeight <= l.clientHeight + 1 || l.tabIndex >= 0 || l.querySelector("button"))`)
			b.accessible("forced colours on a phone", looks)
		})
	}
}

// Where the system chooses the colours, sliders and switches are drawn, what is chosen is
// marked, and a new reader is told the button by its words.
func TestForcedColours(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 768)
	b.forced(true)
	b.load("/d/svm")
	b.live()
	ground := func(selector string) string {
		return eval[string](b, fmt.Sprintf(`getComputedStyle(document.querySelector(%q)).backgroundColor`, selector))
	}
	for _, pair := range [][2]string{
		{`.chip[aria-pressed="true"]`, `.chip[aria-pressed="false"]`},
		{`.tools button[aria-pressed="true"]`, `.tools button[aria-pressed="false"]`},
		{`.seg button[aria-pressed="true"]`, `.seg button[aria-pressed="false"]`},
		{`.btn.go[data-action="step"]`, `.btn[data-action="back"]`},
	} {
		if on, off := ground(pair[0]), ground(pair[1]); on == off {
			t.Errorf("%s is as %s: %s", pair[0], pair[1], on)
		}
	}
	if width := eval[string](b, `getComputedStyle(document.querySelector(".switch input")).borderTopWidth`); width == "0px" {
		t.Error("a switch has no border")
	}
	if adjusted := eval[string](b, `getComputedStyle(document.querySelector("#inputs input[type=range]")).forcedColorAdjust`); adjusted != "none" {
		t.Errorf("sliders have no track of their own: forced-color-adjust is %s", adjusted)
	}
	words := strings.TrimSpace(b.text(`[data-action="step"]`))
	if said := b.text("[data-invitation]"); !strings.Contains(strings.ToLower(said), strings.ToLower(words)) || strings.Contains(said, "blue") {
		t.Errorf("the invitation says %q; the button says %q", said, words)
	}
}

// forced emulates a system that chooses the colours, or ends that.
func (b *tab) forced(on bool) {
	b.t.Helper()
	value := map[bool]string{true: "active", false: "none"}[on]
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: value}},
		})
		return err
	}))
}

// So are all other pages, in three looks and in every language: by all rules of axe in English,
// and by those that depend on colours and sizes in another look or language.
func TestOtherPagesAreAccessible(t *testing.T) {
	s := serve(t)
	pages := []struct{ name, path string }{
		{"gallery", "/"},
		{"challenges", "/challenges"},
		{"licences", "/licences"},
		{"checks", "/checks"},
		{"checks of a demo", "/checks/perceptron"},
		{"a shelf", "/shelf/support-vector-machines"},
		{"what can be compared", "/compare?a=svm"},
		{"a comparison", "/compare?a=svm&b=logistic"},
		{"an embedded comparison", "/embed/compare?a=svm&b=logistic"},
		{"receipts", "/receipt"},
		{"recipes for guests", "/help/embed"},
		{"script", "/script"},
		{"code", "/d/perceptron/code"},
		{"error", "/d/nothing"},
		{"replay", "/d/perceptron/replay.html?step=2"},
		{"embedded", "/embed/svm?step=3"},
		{"a room", "/room/ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
		{"a room's sheet", "/room/ABCDEFGHIJKLMNOPQRSTUVWXYZ/card"},
		{"the presenter's window", "/presenter"},
	}
	for _, n := range course.All() {
		pages = append(pages, struct{ name, path string }{"course " + n.ID, "/course/" + n.ID})
	}
	for k, l := range lang.All {
		for i, page := range pages {
			t.Run(l.String()+" "+page.name, func(t *testing.T) {
				b := s.blank(t, 1440, phoneHeight)
				b.excused = "404"
				path, mark := page.path, "?"
				if strings.Contains(path, "?") {
					mark = "&"
				}
				b.visit(path + mark + "lang=" + l.String())
				if id, ok := strings.CutPrefix(page.name, "course "); ok && id != "001" && !full() { // many sections of one kind
					eval[any](b, `document.querySelectorAll("main section:nth-of-type(n + 4)").forEach(e => e.remove())`)
				}
				switch page.name {
				case "checks": // many of one kind: axe takes minutes for all
					eval[any](b, `document.querySelectorAll("main section:nth-of-type(n + 5)").forEach(e => e.remove())`)
				case "embedded":
					b.live()
				case "a comparison", "an embedded comparison":
					b.compares()
				}
				b.shade("light")
				b.accessible("light", []rules{both, looks}[min(k, 1)])
				b.shade("dark")
				if (i+k)%2 == 0 || full() {
					b.accessible("dark", looks)
				}
				b.do(chromedp.EmulateViewport(phoneWidth, phoneHeight))
				b.accessible("dark on a phone", ours)
				if (i+k)%2 == 1 || full() {
					b.shade("light")
					b.forced(true)
					b.accessible("forced colours on a phone", looks)
				}
			})
		}
	}
}

// So are the windows of the workbench.
func TestWindowsAreAccessible(t *testing.T) {
	s := serve(t)
	for _, width := range []int64{1440, phoneWidth} {
		b := s.open(t, width, 800, "/d/svm?step=3")
		for _, window := range []struct{ name, press, open string }{
			{"share", "[data-action=share]", "#share-dialog[open] [data-qr] svg"},
			{"embed", "#share-dialog [data-action=embed]", "#embed-dialog[open]"},
			{"export", "[data-action=export]", "#export-dialog[open]"},
			{"keys", map[int64]string{1440: ".top", phoneWidth: ".side"}[width] + " [data-action=keys]", "#keys-dialog[open]"},
			{"csv", ".side [data-action=csv]", "#csv-dialog[open]"},
			{"table", ".side [data-action=table]", "#table-drawer[open] tr[data-ref]"},
			{"enlarged", "[data-view] [data-action=enlarge]", "#view-dialog[open]"},
			{"lesson", ".top [data-action=lesson]", "[data-lesson=open]"},
		} {
			b.reveal(window.press)
			b.do(chromedp.Focus(chromedp.CSS(window.press))) // by keys: a click can miss what a closing window moves
			b.key("\r")
			b.wait(fmt.Sprintf(`document.querySelector(%q)`, window.open))
			for _, theme := range []string{"light", "dark"} {
				b.shade(theme)
				b.accessible(fmt.Sprintf("%s, %s, %d pixels", window.name, theme, width), which(theme == "light"))
			}
			if window.name != "share" { // its button leads on to the next
				// A window gives the focus back when it hears that it was closed.
				eval[any](b, `Promise.all([...document.querySelectorAll("dialog[open]")].map(d => new Promise(heard => {
					d.addEventListener("close", () => setTimeout(heard), {once: true});
					d.close();
				})))`)
			}
		}
	}
}
