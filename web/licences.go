package web

import (
	"net/http"

	"playground/licences"
	"playground/views"
)

// licences answers with the licences of all that is part of the program.
func (s *Server) licences(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	var all []views.Licensed
	for _, m := range licences.All() {
		l := views.Licensed{Name: m.Name(), Version: m.Version}
		for _, f := range m.Files {
			l.Texts = append(l.Texts, views.LicenceText{File: f.Name, Text: f.Text})
		}
		all = append(all, l)
	}
	return s.page(w, r, views.LicencesPage(all))
}
