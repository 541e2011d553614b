package lang

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

//go:embed *.json
var files embed.FS

// A book is one language's messages.
type book struct {
	messages map[string]Message
	printer  *message.Printer
	live     string // the JSON for the browser
	seeds    string // and of what the panel of other seeds says
	votes    string // and of what a room says that is asked
	files    string // and of what the form for files says
}

// A Message is a text, or a text by plural form: "one", "other", ….
type Message struct {
	Text  string
	Forms map[string]string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Message) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '{' {
		return json.Unmarshal(b, &m.Forms)
	}
	return json.Unmarshal(b, &m.Text)
}

// MarshalJSON implements [json.Marshaler].
func (m Message) MarshalJSON() ([]byte, error) {
	if m.Forms != nil {
		return json.Marshal(m.Forms)
	}
	return json.Marshal(m.Text)
}

// Messages are a language's own messages by key. They must not be changed.
func (l Lang) Messages() map[string]Message { return books[Lang(l.String())].messages }

// books are the languages' messages; files that cannot be read are a fault of the
// program.
var books = func() map[Lang]*book {
	out := map[Lang]*book{}
	for _, l := range All {
		b, err := open(l)
		if err != nil {
			panic(fmt.Errorf("lang: %s.json: %w", l, err))
		}
		out[l] = b
	}
	return out
}()

func open(l Lang) (*book, error) {
	text, err := files.ReadFile(string(l) + ".json")
	if err != nil {
		return nil, err
	}
	b := &book{}
	if err := json.Unmarshal(text, &b.messages); err != nil {
		return nil, err
	}
	tag := language.MustParse(string(l))
	builder := catalog.NewBuilder(catalog.Fallback(tag))
	live, seeds, votes, csv := map[string]Message{}, map[string]Message{}, map[string]Message{}, map[string]Message{}
	for key, m := range b.messages {
		if strings.HasPrefix(key, textPrefix) {
			continue // a text, not a pattern
		}
		if err := builder.Set(tag, key, m.variants()...); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		rest, ok := strings.CutPrefix(key, "live.")
		switch {
		case ok && strings.HasPrefix(rest, "seeds-"):
			seeds[rest] = m
		case ok && strings.HasPrefix(rest, "votes-"):
			votes[rest] = m
		case ok && strings.HasPrefix(rest, "csv-"):
			csv[rest] = m
		case ok:
			live[rest] = m
		}
	}
	b.printer = message.NewPrinter(tag, message.Catalog(builder))
	markup, err := json.Marshal(live) // which spells < and & in other ways, so that it may stand in a page
	if err != nil {
		return nil, err
	}
	b.live = string(markup)
	markup, err = json.Marshal(seeds)
	if err != nil {
		return nil, err
	}
	b.seeds = string(markup)
	markup, err = json.Marshal(votes)
	if err != nil {
		return nil, err
	}
	b.votes = string(markup)
	markup, err = json.Marshal(csv)
	b.files = string(markup)
	return b, err
}

// variants is the message as the catalogue takes it.
func (m Message) variants() []catalog.Message {
	if m.Forms == nil {
		return []catalog.Message{catalog.String(m.Text)}
	}
	var cases []any
	for _, form := range []string{"zero", "one", "two", "few", "many", "other"} {
		if text, ok := m.Forms[form]; ok {
			cases = append(cases, form, text)
		}
	}
	return []catalog.Message{plural.Selectf(1, "%d", cases...)}
}
