package web

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
)

// mostDropped is how many parts of a link may mean nothing here. Beyond, it is no
// link to this page.
const mostDropped = 8

// forgiving reads a link for a reader's browser: what means nothing here, such as a
// preset that has another name now or a part of the board that cannot be hidden, does
// not cost the rest of it. The page opens without it, and says so. Programs get the
// error, and so does who asks for a picture: a picture has no room to say what it
// lacks.
func forgiving[T any](r *http.Request, q url.Values, read func(url.Values) (T, error)) (T, []views.Dropped, error) {
	var dropped []views.Dropped
	for {
		m, err := read(maps.Clone(q)) // reading takes keys away
		field, why := fault(r.Context(), err)
		if field == "" || !q.Has(field) || accepted(r) != "html" || len(dropped) == mostDropped {
			return m, dropped, err
		}
		q.Del(field)
		dropped = append(dropped, why)
	}
}

// fault is the part of a link that an error is about, if it is about one, and what is
// wrong with it in the reader's language.
func fault(ctx context.Context, err error) (field string, why views.Dropped) {
	var bad *param.Error
	var f *failure
	switch {
	case errors.As(err, &bad):
		message, english := spelled(ctx, bad.Message)
		return bad.Field, views.Dropped{Field: bad.Field, Message: message, English: english}
	case errors.As(err, &f) && f.Status == http.StatusBadRequest:
		return f.Field, views.Dropped{Field: f.Field, Message: f.in(lang.From(ctx)), English: f.key == ""}
	}
	return "", views.Dropped{}
}

// spelled is a phrase in the language of a context, or in English if that does not
// know it.
func spelled(ctx context.Context, p say.Phrase) (text string, english bool) {
	unknown := func(t say.Template) bool { return !lang.Knows(ctx, t.Text) }
	if slices.ContainsFunc(p.Templates(), unknown) {
		return p.String(), true
	}
	return p.In(lang.Book(ctx)), false
}
