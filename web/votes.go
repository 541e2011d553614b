package web

import (
	"net/http"

	"playground/views"
)

// votesPanel answers with what a page shows of a question that a room is asked.
func (s *Server) votesPanel(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.VotesPanel())
}
