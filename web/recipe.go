package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"playground/algos"
)

// recipeFormat names the format of a recipe in a file.
const recipeFormat = "playground.recipe/1"

// A recipeFile is a recipe with everything spelled out. So it gives the same run
// even if a preset or a default has changed since.
type recipeFile struct {
	Format string            `json:"format"`
	Demo   string            `json:"demo"`
	Preset string            `json:"preset"`
	Data   string            `json:"data,omitempty"` // as in a link; absent if the demo makes its own examples
	Params map[string]string `json:"params"`
	Seed   uint64            `json:"seed"`
	Step   string            `json:"step"`           // a number or "end"
	View   *[4]float64       `json:"view,omitempty"` // x0, x1, y0, y1; fitted to the points if absent
}

// recipe answers with the recipe of a query as a file.
func (s *Server) recipe(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return err
	}
	if _, err := recipe.Problem(); err != nil {
		return err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(spelledOut(d, recipe)); err != nil {
		return fmt.Errorf("encode recipe: %w", err)
	}
	send(w, r, "application/json; charset=utf-8", d.ID+"-recipe.json", b.Bytes())
	return nil
}

func spelledOut(d algos.Demo, r algos.Recipe) recipeFile {
	f := recipeFile{
		Format: recipeFormat, Demo: d.ID, Preset: r.Preset, Data: r.Data.String(),
		Params: map[string]string{}, Seed: r.Seed, Step: "end",
	}
	for _, spec := range d.Schema() {
		f.Params[spec.Name] = spec.Default
	}
	for name, value := range r.Params {
		f.Params[name] = value
	}
	if r.Step != algos.Last {
		f.Step = strconv.Itoa(r.Step)
	}
	if w := r.Window; !w.Empty() {
		f.View = &[4]float64{w.X0, w.X1, w.Y0, w.Y1}
	}
	return f
}
