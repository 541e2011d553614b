package web

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"playground/algos"
)

// runCSV answers with the metrics of every step.
func (s *Server) runCSV(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return err
	}
	recipe.Step = algos.Last
	var body []byte
	err = s.with(r.Context(), d, recipe, 0, func(ctx context.Context, h *shot) error {
		return s.compute(ctx, func() error {
			body = h.table()
			return nil
		})
	})
	if err != nil {
		return err
	}
	send(w, r, "text/csv; charset=utf-8", d.ID+"-run.csv", body)
	return nil
}

// table returns the recorded metrics with one row for each step. A cell is empty
// if the metric is not defined.
func (h *shot) table() []byte {
	b := []byte("step")
	var columns [][]float64
	for _, name := range h.rec.Metrics() {
		b = append(append(b, ','), name...)
		columns = append(columns, h.rec.Series(name))
	}
	b = append(b, '\n')
	for n := range h.rec.Len() {
		b = strconv.AppendInt(b, int64(n), 10)
		for _, c := range columns {
			b = append(b, ',')
			if x := c[n]; x == x {
				b = strconv.AppendFloat(b, x, 'g', -1, 64)
			}
		}
		b = append(b, '\n')
	}
	return b
}

// pointsCSV answers with the points on the board, the graph, the table, or the cells.
func (s *Server) pointsCSV(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	if d.Input.Own() {
		return refusal(http.StatusNotFound, "error.own", d.Title).about("", d.ID)
	}
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := recipe.WriteData(&b, d); err != nil {
		return err
	}
	send(w, r, "text/csv; charset=utf-8", d.ID+"-points.csv", b.Bytes())
	return nil
}
