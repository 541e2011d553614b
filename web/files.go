package web

import (
	"net/http"

	"playground/views"
)

// filesPanel answers with what the form for files needs besides the page that it is on.
func (s *Server) filesPanel(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.FilesPanel())
}
