package catalogtest

import (
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"playground/algos/algotest"
	"playground/algos/catalog"
)

// replayFrames are the frames of a long run, evenly spread.
const replayFrames = 241

// readTape takes the frames out of a replay.
func readTape(t *testing.T, page string) tape {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="text/plain" id="tape">(.*?)</script>`).FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no frames in the page")
	}
	var got tape
	small, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[1])))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(small).Decode(&got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestReplayStandsAlone(t *testing.T) {
	t.Parallel()
	// What a replay holds is tested, not how fast this machine is.
	s := everything(t)
	for _, d := range algotest.Representatives(catalog.All) {
		r := get(t, s, "/d/"+d.ID+"/replay.html?step=1&scheme=https")
		page := body(t, r)
		if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
			t.Fatalf("%s: %d %.200s", d.ID, r.StatusCode, page)
		}
		if most := map[string]int{"svm": 900_000}[d.ID]; len(page) > cmp.Or(most, 6<<20) {
			t.Errorf("%s: %d bytes", d.ID, len(page))
		}
		got := readTape(t, page)
		if len(got.Frames) < 2 || len(got.Frames) > replayFrames || got.Frames[0].Step != 0 {
			t.Fatalf("%s: %d frames from step %d", d.ID, len(got.Frames), got.Frames[0].Step)
		}
		if start := got.Frames[got.Start].Step; start > 1 {
			t.Errorf("%s: starts at step %d, asked for 1", d.ID, start)
		}
		for _, f := range got.Frames {
			if f.Say >= len(got.Texts) || len(f.Panels) == 0 || got.Texts[f.Say] == "" {
				t.Fatalf("%s: step %d says nothing", d.ID, f.Step)
			}
			for _, p := range f.Panels {
				if err := tipsFit(got, p); err != nil {
					t.Fatalf("%s: step %d, panel %s: %v", d.ID, f.Step, p.ID, err)
				}
			}
		}
		// Nothing is fetched: no address but the link back, no font, no file.
		for _, m := range regexp.MustCompile(`(?:src|href)=["']([^"'#]*)|url\(`).FindAllStringSubmatch(page, -1) {
			if !strings.HasPrefix(m[1], "data:") && m[1] != "https://example.com/d/"+d.ID+"?step=1" {
				t.Errorf("%s refers to %q", d.ID, m[0])
			}
		}
		// The page's own policy allows just its style and its script.
		policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
		for _, re := range []string{`(?s)<style>(.*?)</style>`, `(?s)<script>(.*?)</script>`} {
			all := regexp.MustCompile(re).FindAllStringSubmatch(page, -1)
			if len(all) != 1 {
				t.Fatalf("%s: %d times %s", d.ID, len(all), re)
			}
			sum := sha256.Sum256([]byte(all[0][1]))
			if want := base64.StdEncoding.EncodeToString(sum[:]); policy == nil || !strings.Contains(strings.ReplaceAll(policy[1], "&#43;", "+"), want) {
				t.Errorf("%s: the policy %q does not allow %s", d.ID, policy, want)
			}
		}
	}
}

// tipsFit checks that the tooltips of a picture are kept apart from it, and that
// each has a text and belongs to something in a layer.
func tipsFit(t tape, p tapePanel) error {
	layers := map[string]bool{}
	for i, l := range p.Layers {
		for _, el := range strings.Split(t.Texts[l], "<") {
			if strings.Contains(el, "data-ref=") && strings.Contains(el, "data-tip=") {
				return fmt.Errorf("<%s has its tooltip", el)
			}
		}
		layers[[]string{"axes", "under", "data", "over"}[i]] = true
	}
	if p.Tips == nil {
		return nil
	}
	of := strings.Split(t.Texts[p.Tips.Of], "\n")
	if len(of) != len(p.Tips.Say) {
		return fmt.Errorf("%d tooltips of %d things", len(p.Tips.Say), len(of))
	}
	for i, o := range of {
		layer, ref, _ := strings.Cut(o, " ")
		if !layers[layer] || ref == "" || t.Texts[p.Tips.Say[i]] == "" {
			return fmt.Errorf("of %q is said %q", o, t.Texts[p.Tips.Say[i]])
		}
	}
	return nil
}

// The settings of a run are told in the words of the controls, not as they stand in
// an address.
func TestReplayTellsSettings(t *testing.T) {
	t.Parallel()
	s := everything(t)
	for language, want := range map[string][]string{
		"en": {"credible band for = f and y", "hyperparameter tuning = off"},
		"zh": {"= f 与 y", "= 关"},
	} {
		page := body(t, get(t, s, "/d/gp-regression/replay.html?step=1&lang="+language))
		told := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, "")), " ")
		for _, setting := range want {
			if !strings.Contains(told, setting) {
				t.Errorf("%s: without %q", language, setting)
			}
		}
		if strings.Contains(told, "= both") || strings.Contains(told, "= false") {
			t.Errorf("%s: a value as in an address", language)
		}
	}
}

// The moments of a run that the front page opens with have legends in its language.
func TestReelSpeaks(t *testing.T) {
	s := everything(t)
	for language, want := range map[string]string{"en": "support vector", "zh": "支持向量"} {
		page := body(t, get(t, s, "/", "Accept", "text/html", "Accept-Language", language))
		picture := regexp.MustCompile(`<img class="when-light" src="(/d/svm/frame\.svg\?step=20[^"]*)"`).FindStringSubmatch(page)
		if picture == nil {
			t.Fatalf("%s: no picture of step 20", language)
		}
		if drawn := body(t, get(t, s, html.UnescapeString(picture[1]))); !strings.Contains(drawn, want) {
			t.Errorf("%s: %s without %q", language, picture[1], want)
		}
	}
}
