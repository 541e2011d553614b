package web

import (
	"net/http"
	"strings"
	"unicode"

	"github.com/go-chi/chi/v5"

	"playground/lang"
	"playground/views"
)

// Lengths of what names a room, in letters: its key, and the code that stands for the key
// where somebody has to type it.
const (
	roomKeyLen  = 26
	roomCodeLen = 8
)

// mostTyped bounds what is read of a field for a code, in bytes: a link may be pasted there.
const mostTyped = 500

// typedRoom reads what somebody has typed for a room: its code or its key in any case, with
// spaces and hyphens anywhere, or its link. Digits that are no letters of a code are taken
// for those that look like them. It fails with a sentence that says how long a code is.
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
	switch n := len([]rune(code)); {
	case strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "":
		return "", refusal(http.StatusBadRequest, "error.room-letters").about("code", "")
	case n == 0:
		return "", refusal(http.StatusBadRequest, "error.room-empty").about("code", "")
	case n != roomCodeLen && n != roomKeyLen:
		return "", refusal(http.StatusBadRequest, "error.room-code", n).about("code", "")
	}
	return code, nil
}

// roomLetter is the letter of a code that was meant, or −1 for what only parts the letters.
func roomLetter(r rune) rune {
	const wide = '！' - '!' // from a keyboard for Chinese
	if r >= '！' && r <= '～' {
		r -= wide
	}
	switch {
	case unicode.IsSpace(r), unicode.Is(unicode.Pd, r), r == '_', r == '.', r == '/':
		return -1
	case r == '0':
		return 'O'
	case r == '1':
		return 'I'
	case r == '8':
		return 'B'
	}
	return unicode.ToUpper(r)
}

// spelledRoom is a code or a key as it is read and typed: in fours.
func spelledRoom(code string) string {
	if len(code) != roomCodeLen {
		return code
	}
	return code[:roomCodeLen/2] + "-" + code[roomCodeLen/2:]
}

// roomForm answers with the form for the code of a room. What was typed leads to the page of
// that room.
func (s *Server) roomForm(w http.ResponseWriter, r *http.Request) error {
	q := unspoken(r.URL.Query())
	typed, given := take(q, "code")
	if err := nothingElse(q, ""); err != nil {
		return err
	}
	if !given {
		return s.page(w, r, views.RoomPage(views.Lobby{}))
	}
	code, err := typedRoom(typed)
	if err != nil {
		return s.askCode(w, r, typed, err)
	}
	to := "/room/" + spelledRoom(code)
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

// roomPage answers with the page of a room that has not begun yet.
func (s *Server) roomPage(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	typed := chi.URLParam(r, "code")
	code, err := typedRoom(typed)
	if err != nil {
		return s.askCode(w, r, typed, err)
	}
	return s.page(w, r, views.RoomPage(awaited(code)))
}

// awaited is a room that somebody waits for.
func awaited(code string) views.Lobby {
	room := views.Lobby{Code: spelledRoom(code[:roomCodeLen])}
	if len(code) == roomKeyLen {
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
	if len(key) != roomKeyLen {
		return room, "", refusal(http.StatusBadRequest, "error.room-key", roomKeyLen).about("key", "")
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
