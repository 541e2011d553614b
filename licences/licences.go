// Package licences holds the licences of everything that is linked into the program:
// of the modules and their fonts, of Go itself, and its own. Whoever hands the program
// on hands them on with it.
//
// The command collect takes them from the modules that the build uses, after every
// change of the modules:
//
//	go generate ./licences
//
// The result is committed, and a test proves that it is fresh.
package licences

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
)

//go:generate go run ./collect

//go:embed texts.json.gz
var packed []byte

// A Module is a part of the program that has licences of its own.
type Module struct {
	Path    string // of the module; "std" is what comes with Go
	Version string // empty for the program itself and for what comes with Go
	Files   []File
}

// A File is a licence, or a notice that belongs to one.
type File struct {
	Name string // below the module
	Text string
}

// Std is the path under which the libraries and the runtime of Go stand.
const Std = "std"

// Name is what a reader calls the part.
func (m Module) Name() string {
	if m.Path == Std {
		return "Go"
	}
	return m.Path
}

// Write writes all licences as one text.
func Write(w io.Writer) error {
	for _, m := range All() {
		for _, f := range m.Files {
			if _, err := fmt.Fprintf(w, "==== %s ====\n\n%s\n", strings.Join(strings.Fields(m.Name()+" "+m.Version+" "+f.Name), " "), f.Text); err != nil {
				return fmt.Errorf("write the licences: %w", err)
			}
		}
	}
	return nil
}

// All lists the program itself, Go, and then the modules by their paths. The
// caller must not change it.
var All = sync.OnceValue(func() []Module {
	all, err := Unpack(packed)
	if err != nil {
		panic(fmt.Errorf("read the embedded licences: %w", err))
	}
	return all
})

// Pack is the form in which they are committed.
func Pack(all []Module) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode(all); err != nil {
		return nil, fmt.Errorf("write the licences: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("compress the licences: %w", err)
	}
	return b.Bytes(), nil
}

// Unpack reads what Pack has written.
func Unpack(packed []byte) ([]Module, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("inflate the licences: %w", err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("inflate the licences: %w", err)
	}
	var all []Module
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("read the licences: %w", err)
	}
	return all, nil
}
