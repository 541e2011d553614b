package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/views"
)

// embed answers with a board for a frame on another page.
func (s *Server) embed(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	e, dropped, err := forgiving(r, q, func(q url.Values) (views.Embed, error) {
		e, err := embedding(d, q)
		if err == nil {
			e.Workbench, err = s.bench(r, d, q, false, views.Hall{})
		}
		if err == nil && e.Half {
			e.Base = baseOf(d, e.Preset)
		}
		return e, err
	})
	if err != nil {
		return err
	}
	e.Dropped = dropped
	w.Header().Del("Cross-Origin-Opener-Policy") // it lives on another site's page
	return s.page(w, r, views.EmbedPage(e))
}

// embedding reads and removes what an address says about an embedded board. The
// run starts at the recipe's step, unless the address says where.
func embedding(d algos.Demo, q url.Values) (e views.Embed, err error) {
	if e.Hide, err = hiding(q); err != nil {
		return e, err
	}
	e.Play = map[string]string{}
	for _, name := range []string{"autoplay", "loop"} {
		on, err := switched(q, name)
		if err != nil {
			return e, err
		}
		if on {
			e.Play[name] = "1"
		}
	}
	if e.Fit, err = switched(q, "fit"); err != nil {
		return e, err
	}
	if text, ok := take(q, "speed"); ok {
		if !slices.Contains(views.Speeds(), text) {
			return e, refusal(http.StatusBadRequest, "error.one-of", clipped(text), join(views.Speeds())).about("speed", "")
		}
		e.Play["speed"] = text
	}
	start, err := bound(q, firstStep(d, q), "start", e.Play)
	if err != nil {
		return e, err
	}
	end, err := bound(q, "end", "end", e.Play)
	if err != nil {
		return e, err
	}
	if start >= 0 && end >= 0 && end <= start {
		return e, refusal(http.StatusBadRequest, "error.after", end, start).about("end", "")
	}
	if start >= 0 && !q.Has("step") {
		q.Set("step", strconv.Itoa(start))
	}
	if e.Theme, err = frameTheme(q); err != nil {
		return e, err
	}
	e.Half, err = switched(q, "half")
	return e, err
}

// firstStep is the name under which an address has the step at which the run starts: first, or, as in
// addresses of before, start. That is a parameter of some demos, whose addresses mean it.
func firstStep(d algos.Demo, q url.Values) string {
	if _, ok := d.Schema().Spec("start"); !ok && q.Has("start") && !q.Has("first") {
		return "start"
	}
	return "first"
}

// frameTheme reads how a page in a frame looks; empty leaves it to the reader.
func frameTheme(q url.Values) (string, error) {
	theme, _ := take(q, "theme")
	if !slices.Contains([]string{"", "light", "dark"}, theme) {
		return "", refusal(http.StatusBadRequest, "error.neither", clipped(theme), "light", "dark").about("theme", "")
	}
	return theme, nil
}

// switched reads what is on, "1", or off, "0" or nothing.
func switched(q url.Values, key string) (bool, error) {
	text, ok := take(q, key)
	if ok && text != "0" && text != "1" {
		return false, refusal(http.StatusBadRequest, "error.neither", clipped(text), "1", "0").about(key, "")
	}
	return text == "1", nil
}

// bound reads a step at which an embedded run starts or ends, and what plays the run gets it by its
// other name. It is negative if none is given: then it is the start or the end of the run.
func bound(q url.Values, key, plays string, play map[string]string) (int, error) {
	text, ok := take(q, key)
	if !ok || (key == "end" && text == "end") {
		return -1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > algos.MaxStep {
		return 0, refusal(http.StatusBadRequest, "error.step", clipped(text), algos.MaxStep).about(key, "")
	}
	play[plays] = strconv.Itoa(n)
	return n, nil
}

// hiding reads which parts of the board are left out.
func hiding(q url.Values) (map[string]bool, error) {
	hide := map[string]bool{}
	text, ok := take(q, "hide")
	if !ok {
		return hide, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		if !slices.Contains(views.EmbedParts, name) {
			return nil, refusal(http.StatusBadRequest, "error.one-of", clipped(name), join(views.EmbedParts)).about("hide", "")
		}
		hide[name] = true
	}
	return hide, nil
}
