package web

import (
	"net/http"
	"strings"
	"unicode"

	"github.com/go-chi/chi/v5"

	"playground/lang"
	"playground/views"
	"playground/web/hall"
	"playground/web/wire"
)

// mostTyped bounds what is read of a field for a code, in bytes: a link may be pasted there.
const mostTyped = 500

// typedRoom reads what somebody has typed for a room: its code or its key in any case, with
// spaces and hyphens anywhere, or its link. It returns the letters with which the key begins,
// or fails with a sentence that says how many there must be.
func typedRoom(typed string) (string, error) {
	if _, path, ok := strings.Cut(typed, "/room/"); ok {
		typed, _, _ = strings.Cut(path, "?")
	}
	if _, key, ok := strings.Cut(typed, "#follow="); ok {
		typed = key
	}
	if len(typed) > mostTyped {
		return "", refusal(http.StatusBadRequest, "error.room-long", mostTyped).about("code", "")
	}
	code := strings.Map(roomLetter, typed)
	if letters, ok := wire.ParseRoom(code); ok {
		return letters, nil
	}
	switch n := len([]rune(code)); {
	case n == 0:
		return "", refusal(http.StatusBadRequest, "error.room-empty").about("code", "")
	case strings.ContainsFunc(code, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == '9'
	}):
		return "", refusal(http.StatusBadRequest, "error.room-letters").about("code", "")
	default:
		return "", refusal(http.StatusBadRequest, "error.room-code", n).about("code", "")
	}
}

// roomLetter is what was typed in the width of a code, or −1 for what only parts its letters.
func roomLetter(r rune) rune {
	const wide = '！' - '!' // from a keyboard for Chinese
	if r >= '！' && r <= '～' {
		r -= wide
	}
	if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || strings.ContainsRune("_./", r) {
		return -1
	}
	return r
}

// roomForm answers with the form for the code of a room. What was typed leads to the page of
// that room.
func (s *Server) roomForm(w http.ResponseWriter, r *http.Request) error {
	q := unspoken(r.URL.Query())
	typed, given := take(q, "code")
	if err := nothingElse(q, ""); err != nil {
		return err
	}
	if !given && accepted(r) == "html" {
		return s.page(w, r, views.RoomPage(views.Lobby{}))
	}
	code, err := typedRoom(typed)
	if err != nil {
		return s.askCode(w, r, typed, err)
	}
	to := "/room/" + code
	if !wire.IsRoomKey(code) {
		to = "/room/" + wire.RoomCode(code)
	}
	if l := r.URL.Query().Get(keyLanguage); l != "" {
		to += "?" + keyLanguage + "=" + l
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// askCode answers with the form, and with what is wrong with the code that was typed.
func (s *Server) askCode(w http.ResponseWriter, r *http.Request, typed string, why error) error {
	f := s.explain(r, why)
	if f == nil || f.key == "" || accepted(r) != "html" {
		return why
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept")
	vary(w)
	w.WriteHeader(f.Status)
	s.write(w, r, views.RoomPage(views.Lobby{Typed: typed[:min(len(typed), mostTyped)], Problem: f.in(lang.From(r.Context()))}))
	return nil
}

// awaited is a room that somebody waits for.
func awaited(code string) views.Lobby {
	room := views.Lobby{Code: wire.RoomCode(code)}
	if wire.IsRoomKey(code) {
		room.Key = code
	}
	return room
}

// roomLink reads the key of a room from a request, and returns the room and the full address
// under which others find it.
func (s *Server) roomLink(r *http.Request) (room views.Lobby, address string, err error) {
	q := unspoken(r.URL.Query())
	if !q.Has("scheme") {
		q.Set("scheme", s.scheme(r))
	}
	from, err := origin(r, q)
	if err != nil {
		return room, "", err
	}
	if err := nothingElse(q, ""); err != nil {
		return room, "", err
	}
	key, err := typedRoom(chi.URLParam(r, "code"))
	if err != nil {
		return room, "", err
	}
	if !wire.IsRoomKey(key) {
		return room, "", refusal(http.StatusBadRequest, "error.room-key", len(hall.KeyOf(""))).about("key", "")
	}
	room = awaited(key)
	address = from + "/room/" + key
	if l := r.URL.Query().Get(keyLanguage); l != "" {
		address += "?" + keyLanguage + "=" + l
	}
	return room, address, nil
}

// roomQR answers with the link of a room as a QR code. A room need not have begun.
func (s *Server) roomQR(w http.ResponseWriter, r *http.Request) error {
	room, address, err := s.roomLink(r)
	if err != nil {
		return err
	}
	body, err := drawQR(address)
	if err != nil {
		return err
	}
	send(w, r, "image/svg+xml", "room-"+room.Code+"-qr.svg", body)
	return nil
}

// roomCard answers with a sheet to print: how a room is found, by its link, its QR code and
// its short code.
func (s *Server) roomCard(w http.ResponseWriter, r *http.Request) error {
	room, address, err := s.roomLink(r)
	if err != nil {
		return err
	}
	code, err := drawQR(address)
	if err != nil {
		return err
	}
	return s.page(w, r, views.RoomCard(room, views.HTML(code), address, r.Host+"/room"))
}

// presenterPage answers with the view for the presenter alone. All that is in it comes from
// the board's page in the same browser: the server knows of no such pair.
func (s *Server) presenterPage(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.PresenterPage())
}

// presenterBar answers with what stands on the page of a board that is presented. The page
// fetches it then, so that other visits do not carry it.
func (s *Server) presenterBar(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.PresenterBar())
}

// presenterRoom answers with what the window for links says of the presenter's room.
func (s *Server) presenterRoom(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.RoomShare())
}
