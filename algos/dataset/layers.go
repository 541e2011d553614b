package dataset

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// Limits of the grids beside the first one.
const (
	MaxLayers    = 4  // of the grids of a source, the first among them
	MaxLayerName = 24 // characters
)

// A Layer is a grid of cells with a name, beside the first grid of a source: the filter of an
// image, the walls of a grid world.
type Layer struct {
	Name string // small letters, digits and hyphens; it stands in links and in files
	Cells
}

// Layers are grids with different names, in an order that is kept.
type Layers []Layer

var layerName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// IsLayerName reports whether a layer can be called so.
func IsLayerName(name string) bool { return len(name) <= MaxLayerName && layerName.MatchString(name) }

// Layer is the grid with that name, and whether there is one.
func (l Layers) Layer(name string) (Cells, bool) {
	if k := l.place(name); k >= 0 {
		return l[k].Cells, true
	}
	return Cells{}, false
}

func (l Layers) place(name string) int {
	return slices.IndexFunc(l, func(x Layer) bool { return x.Name == name })
}

// Put returns the layers with another grid of that name, behind the others where it is new.
func (l Layers) Put(name string, c Cells) Layers {
	l = slices.Clone(l)
	if k := l.place(name); k >= 0 {
		l[k].Cells = c
		return l
	}
	return append(l, Layer{name, c})
}

// Names are those of the layers.
func (l Layers) Names() []string {
	var names []string
	for _, x := range l {
		names = append(names, x.Name)
	}
	return names
}

// Len is the number of all cells.
func (l Layers) Len() int {
	n := 0
	for _, x := range l {
		n += len(x.Values)
	}
	return n
}

// Clone returns layers that share no memory with l.
func (l Layers) Clone() Layers {
	l = slices.Clone(l)
	for k := range l {
		l[k].Cells = l[k].Clone()
	}
	return l
}

// Equal reports whether both have the same layers in the same order.
func (l Layers) Equal(m Layers) bool {
	return slices.EqualFunc(l, m, func(a, b Layer) bool { return a.Name == b.Name && a.Cells.Equal(b.Cells) })
}

// Check reports the first layer that there cannot be.
func (l Layers) Check() error {
	if len(l) >= MaxLayers {
		return fmt.Errorf("%d layers of cells are too many: at most %d", len(l)+1, MaxLayers)
	}
	for k, x := range l {
		if !IsLayerName(x.Name) {
			return fmt.Errorf("a layer cannot be called %s: a name is at most %d small letters, digits and hyphens", quote(x.Name), MaxLayerName)
		}
		if l.place(x.Name) != k {
			return fmt.Errorf("the layer %s is there twice", x.Name)
		}
		if x.Empty() {
			return fmt.Errorf("the layer %s has no cells", x.Name)
		}
		if err := x.Cells.Check(); err != nil {
			return fmt.Errorf("the layer %s: %w", x.Name, err)
		}
	}
	return nil
}

// With is the source with a further grid of that name, of which each argument is a row.
func (s Source) With(name string, rows ...[]float64) Source {
	s.Layers = s.Layers.Put(name, Grid(rows...).Cells)
	return s
}

// checkCells checks all grids of the source.
func (s Source) checkCells() error {
	if s.Cells.Empty() && len(s.Layers) > 0 {
		return errors.New("there are layers of cells without a first one")
	}
	if err := s.Cells.Check(); err != nil {
		return err
	}
	return s.Layers.Check()
}

// Each layer's text follows that of the first grid: its name behind a letter with which no
// number and no packed text begins, then the text of its grid.
//
//	c1x2~0_1~lfilter~c1x1~0.5
const layerSep = fieldSep + "l"

// gridsText writes all grids.
func (s Source) gridsText() string {
	text := s.Cells.text()
	for _, x := range s.Layers {
		text += layerSep + x.Name + fieldSep + x.text()
	}
	return text
}

// parseGrids reads what gridsText wrote.
func parseGrids(text string) (Source, error) {
	if n := strings.Count(text, layerSep) + 1; n > MaxLayers {
		return Source{}, fmt.Errorf("%d layers of cells are too many: at most %d", n, MaxLayers)
	}
	parts := strings.Split(text, layerSep)
	head, rest, _ := strings.Cut(parts[0], fieldSep)
	c, err := parseCells(head, rest)
	if err != nil {
		return Source{}, err
	}
	s := Celled(c)
	for _, part := range parts[1:] {
		name, grid, _ := strings.Cut(part, fieldSep)
		head, rest, _ := strings.Cut(grid, fieldSep)
		if _, _, ok := cellsHead(head); !ok {
			return Source{}, fmt.Errorf("the layer %s has no cells", quote(name))
		}
		if c, err = parseCells(head, rest); err != nil {
			return Source{}, fmt.Errorf("the layer %s: %w", quote(name), err)
		}
		s.Layers = append(s.Layers, Layer{name, c})
	}
	return s, s.checkCells()
}

// ReadLayers reads grids with the given names from a file: of each a line with its name, and
// then its rows as [ReadCells] reads them. Rows without a name above them are the first one,
// whose name is empty then. What is wrong with the file is a [*CSVError].
func ReadLayers(file io.Reader, names []string) (Layers, error) {
	body, err := readText(file, MaxCSVBytes)
	if err != nil {
		return nil, err
	}
	b := blocks{names: names}
	if err := b.read(body); err != nil {
		return nil, err
	}
	return b.all, nil
}

// blocks are the grids of a file as far as it is read.
type blocks struct {
	names []string // none: the file has one grid
	all   Layers
	from  int // the line at which the last one begins
}

// heading is the name of the layer that begins with a row: a word that stands alone, perhaps
// as a spreadsheet writes it, in the first of some columns.
func (b *blocks) heading(fields []string, comma rune) (name string, ok bool) {
	if len(b.names) == 0 || blank(fields) || !blank(fields[1:]) || !wordsAlone(fields[:1], comma) {
		return "", false
	}
	return strings.ToLower(strings.Trim(fields[0], "#: ")), true
}

// begin begins the layer of a heading.
func (b *blocks) begin(name string, line int) error {
	if !slices.Contains(b.names, name) {
		return &CSVError{Line: line, Message: fmt.Sprintf("there is no layer %s: the layers are %s", quote(name), strings.Join(b.names, ", "))}
	}
	if b.all.place(name) >= 0 || name == b.names[0] && b.all.place("") >= 0 {
		return &CSVError{Line: line, Message: fmt.Sprintf("the layer %s is there twice", name)}
	}
	if err := b.ended(); err != nil {
		return err
	}
	b.all, b.from = append(b.all, Layer{Name: name}), line
	return nil
}

// ended says that the last layer has no rows.
func (b *blocks) ended() error {
	if n := len(b.all); n > 0 && b.all[n-1].Rows == 0 {
		return &CSVError{Line: b.from, Message: fmt.Sprintf("the layer %s has no cells: it needs rows of numbers below its name", b.all[n-1].Name)}
	}
	return nil
}

// WriteLayers writes grids so that [ReadLayers] reads the same ones back; a single one without
// a name, as [WriteCells] does.
func WriteLayers(w io.Writer, l Layers) error {
	if len(l) == 1 && l[0].Name == "" {
		return WriteCells(w, l[0].Cells)
	}
	for k, x := range l {
		gap := "\n"
		if k == 0 {
			gap = ""
		}
		if _, err := io.WriteString(w, gap+x.Name+"\n"); err != nil {
			return err
		}
		if err := WriteCells(w, x.Cells); err != nil {
			return err
		}
	}
	return nil
}
