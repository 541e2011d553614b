package web

import (
	"net/http"
	"testing"
)

// A picture has no room to say what it lacks, so what its address gets wrong is
// refused, in a browser too.
func TestAPictureIsNotForgiven(t *testing.T) {
	s := newServer(t, Limits{})
	for _, query := range []string{"theme=pink", "drift=-11", "w=1", "scale=9", "caption=maybe", "hide=title"} {
		if r := get(t, s, "/d/walk/frame.png?"+query, "Accept", "text/html"); r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", query, r.StatusCode)
		}
	}
}
