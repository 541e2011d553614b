package web

import (
	"net/http"
	"net/url"
	"strings"

	"playground/algos/say"
	"playground/assets"
	"playground/lang"
	"playground/views"
)

// The recipes of /help/embed. ORIGIN stands for where the server is, DEMO for a demo,
// TITLE for its name, and PAGE for the address of its page as it stands in another
// address. What each is for, and what it was tried with, are the messages guest.….
var recipes = []views.EmbedRecipe{
	{ID: "iframe", Code: "" +
		`<iframe src="ORIGIN/embed/DEMO?step=12" title="TITLE" width="900" height="560" loading="lazy" style="border:0;max-width:100%"></iframe>`},
	{ID: "sandbox", Code: "" +
		`<iframe sandbox="allow-scripts" src="ORIGIN/embed/DEMO?step=12" title="TITLE" width="900" height="560" loading="lazy" style="border:0;max-width:100%"></iframe>`},
	{ID: "compare", Code: "" +
		`<iframe src="ORIGIN/embed/compare?a=DEMO%3Fstep%3D12&amp;b=DEMO%3Fseed%3D2&amp;by=share" title="TITLE" width="1000" height="900" loading="lazy" style="border:0;max-width:100%"></iframe>`},
	{ID: "element", Code: `<script src="ORIGIN/embed.js" async></script>
<playground-board demo="DEMO" query="step=12" title="TITLE"></playground-board>`},
	{ID: "script", Code: `const board = document.querySelector("playground-board");
board.addEventListener("state", (e) => console.log(e.detail)); // {step, last, status}
board.step();   // step(-1) goes back
board.seek(12);
board.play();   // until pause()`},
	{ID: "messages", Code: `const frame = document.querySelector("iframe"); // its src ends in &fit=1
addEventListener("message", (e) => {
  if (e.source !== frame.contentWindow || e.origin !== "ORIGIN") return;
  if (e.data.type === "playground:height") frame.height = e.data.height;
  if (e.data.type === "playground:state") console.log(e.data.step, e.data.last, e.data.status);
});
const next = () => frame.contentWindow.postMessage({type: "playground:step", by: 1}, "ORIGIN");`},
	{ID: "oembed", Code: `ORIGIN/oembed?url=PAGE&maxwidth=800`},
	{ID: "reveal", Code: `<section>
  <h2>TITLE</h2>
  <playground-board demo="DEMO" query="step=0&amp;hide=promises" title="TITLE" height="520" data-fragments="5"></playground-board>
</section>
<script src="ORIGIN/embed.js" async></script>`},
	{ID: "quarto", Code: "## TITLE\n\n::: {.content-visible when-format=\"html\"}\n```{=html}\n" + `<script src="ORIGIN/embed.js" async></script>
<playground-board demo="DEMO" query="step=0&amp;hide=promises" title="TITLE" height="520" data-fragments="5"></playground-board>` +
		"\n```\n:::\n\n::: {.content-visible unless-format=\"html\"}\n![TITLE](DEMO.png)\n:::"},
	{ID: "jupyter", Code: `from IPython.display import IFrame
IFrame("ORIGIN/embed/DEMO?step=12", width=900, height=560)`},
	{ID: "moodle", Code: `<iframe src="ORIGIN/embed/DEMO?step=12" title="TITLE" width="900" height="560" style="border:0;max-width:100%"></iframe>`},
	{ID: "powerpoint", Code: `ORIGIN/embed/DEMO?step=12
ORIGIN/d/DEMO/run.gif
ORIGIN/d/DEMO/frame.png?step=12`},
}

// embedHelp answers with recipes for other people's pages.
func (s *Server) embedHelp(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	d := s.cfg.Demos[0]
	if svm, ok := s.demos[reelDemo]; ok {
		d = svm
	}
	title := say.Phrase(d.Title).In(d.Book(lang.From(r.Context()).String()))
	origin := s.scheme(r) + "://" + r.Host
	fill := strings.NewReplacer("ORIGIN", origin, "DEMO", d.ID, "TITLE", title, "PAGE", url.QueryEscape(origin+"/d/"+d.ID+"?step=12"))
	h := views.EmbedHelp{Demo: d.ID, Title: title}
	for _, recipe := range recipes {
		recipe.Code = fill.Replace(recipe.Code)
		h.Recipes = append(h.Recipes, recipe)
	}
	return s.page(w, r, views.EmbedHelpPage(h))
}

// element answers with the script of <playground-board>, which other sites load: at an
// address that stays, and so to be kept for minutes only.
func (s *Server) element(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Access-Control-Allow-Origin", "*") // or no other site could load it as a module
	send(w, r, "text/javascript; charset=utf-8", "embed.js", []byte(assets.Text("embed.js")))
	return nil
}
