package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/dataset/sheet"
	"playground/algos/input"
	"playground/algos/param"
)

// A choice of demo, points, parameters and seed from the command line.
type choice struct {
	demo, data, columns, preset, seed string
	set                               settings
	standardise                       bool
	reading                           map[string]*string // how the file is read, by the names of the reader's options
	said                              []string           // what the data were read as
}

func (c *choice) bind(flags *flag.FlagSet) {
	flags.StringVar(&c.demo, "demo", "", "`ID` of the demo; \"playground list\" lists them")
	flags.StringVar(&c.data, "data", "", "read the data from `FILE`.csv with the columns x1,x2,y or x,y, or your own names; graph: from,to,weight, optionally "+
		"followed by node,x,y; grid: rows of numbers, or a FILE.png; parameters start from their defaults")
	flags.StringVar(&c.columns, "columns", "", "column mapping for -data, `x1=NAME,x2=NAME,y=NAME` or x=NAME,y=NAME, or y=NAME alone, for a table always; "+
		"y=NAME:class or y=NAME:value says what y holds; "+
		"default: the first numeric columns are the inputs, a text column or the last column is y; "+
		"in a table y or target, else the first numeric column after row names, else the last; "+
		"a classifier takes whatever labels there are, numbers in the order of their values, words as they appear")
	c.reading = map[string]*string{}
	for name, usage := range map[string]string{
		sheet.EncodingOption:  "`NAME` of the encoding of -data: UTF-8, UTF-16LE, UTF-16BE, GB18030 or windows-1252",
		sheet.SeparatorOption: "what separates columns: `comma`, semicolon, tab, pipe or blank",
		sheet.DecimalOption:   "the decimal `MARK`, . or , ; the other one marks thousands",
		sheet.HeaderOption:    "the first row names the columns: `yes` or no",
		sheet.MissingOption:   "`drop` omits rows with missing values, which are refused otherwise",
		sheet.SampleOption:    "draw `N` rows of a longer file at random, by the seed",
		sheet.SheetOption:     "`NAME` or number of the sheet of a workbook; default: the first one",
	} {
		c.reading[name] = flags.String(name, "", "how -data is read, instead of a guess: "+usage)
	}
	flags.StringVar(&c.preset, "preset", "", "start from the demo's preset `NAME`, or take the data set of that name (moons, or moons~60~0.24~7 for size, noise and seed) with the parameters' defaults; without -data and -preset: the demo's first preset")
	flags.Var(&c.set, "set", "set a parameter, `name=value`; may be repeated")
	flags.BoolVar(&c.standardise, "standardise", false, "standardise numeric features: mean 0 and standard deviation 1 on the training set")
	flags.StringVar(&c.seed, "seed", "", "random seed `N` of the run")
}

// recipe returns the demo and the recipe that the flags choose.
func (c *choice) recipe(demos []algos.Demo) (algos.Demo, algos.Recipe, error) {
	fail := func(err error) (algos.Demo, algos.Recipe, error) { return algos.Demo{}, algos.Recipe{}, err }
	if c.demo == "" {
		return fail(&usageError{message: "-demo is missing; there are " + demoIDs(demos)})
	}
	if c.data != "" && c.preset != "" {
		return fail(&usageError{message: "-data and -preset exclude each other"})
	}
	if c.columns != "" && c.data == "" {
		return fail(&usageError{message: "-columns says what the columns of -data are: -data is missing"})
	}
	for _, name := range slices.Sorted(maps.Keys(c.reading)) {
		if *c.reading[name] != "" && c.data == "" {
			return fail(&usageError{message: "-" + name + " says how -data is read: -data is missing"})
		}
	}
	d, err := find(demos, c.demo)
	if err != nil {
		return fail(err)
	}
	r, err := c.start(d)
	if err != nil {
		return fail(err)
	}
	if c.seed != "" {
		if r.Seed, err = algos.ParseSeed(c.seed); err != nil {
			return fail(err)
		}
	}
	set := maps.Clone(param.Values(c.set))
	if c.standardise {
		if !d.Input.Scalable() {
			return fail(&usageError{message: "-standardise: " + d.ID + " takes its features as they are"})
		}
		if set == nil {
			set = param.Values{}
		}
		set[algos.Standardise] = "true"
	}
	if r, err = r.With(d, set); err != nil {
		return fail(err)
	}
	return d, r, nil
}

// start returns the recipe before -seed and -set.
func (c *choice) start(d algos.Demo) (algos.Recipe, error) {
	if d.Input.Own() {
		if c.data != "" {
			return algos.Recipe{}, fmt.Errorf("%s makes its own examples and takes no -data", d.ID)
		}
		return d.Recipe(c.preset)
	}
	own := algos.Recipe{Demo: d.ID, Seed: dataset.DefaultSeed, Step: algos.Last}
	if c.data != "" {
		var err error
		own.Data, err = readFile(c.data, func(r io.Reader) (dataset.Source, error) { return c.read(r, d.Input) })
		return looking(d, own), err
	}
	if _, ok := d.Preset(c.preset); ok || c.preset == "" {
		return d.Recipe(c.preset)
	}
	var err error
	if own.Data, err = dataset.ParseSource(c.preset); err != nil && !strings.Contains(c.preset, "~") {
		_, noPreset := d.Recipe(c.preset)
		err = fmt.Errorf("%w; %w", noPreset, err)
	}
	return looking(d, own), err
}

// looking is the recipe with the parameters under which the demo looks at the cells that were
// given.
func looking(d algos.Demo, r algos.Recipe) algos.Recipe {
	if d.Input.Cells == nil || r.Data.Cells.Empty() {
		return r
	}
	return r.Painted(d.Input.Cells, r.Data)
}

// read reads the data of a file for a demo, and keeps what its target is taken for.
func (c *choice) read(r io.Reader, in input.Spec) (dataset.Source, error) {
	file, err := io.ReadAll(io.LimitReader(r, max(dataset.MaxImageBytes, dataset.MaxCSVBytes)+1)) // one more: too many are refused where they are read
	if err != nil {
		return dataset.Source{}, fmt.Errorf("read: %w", err)
	}
	var columns dataset.Columns
	if c.columns != "" {
		if columns, err = dataset.ParseColumns(c.columns); err != nil {
			return dataset.Source{}, err
		}
	}
	o, err := c.options()
	if err != nil {
		return dataset.Source{}, err
	}
	read, err := in.Read(file, columns, o)
	if err != nil {
		return read.Source, err
	}
	if read.File != nil {
		if told := read.File.Told(read.Columns); !told.Plain() {
			c.said = append(c.said, told.Say().String())
		}
	}
	if said := in.Says(read.Guess); said != "" && columns.As == "" && !read.Guess.Plain(in.Target()) {
		c.said = append(c.said, said.String())
	}
	return read.Source, nil
}

// options are those of the reader.
func (c *choice) options() (sheet.Options, error) {
	text := map[string]string{sheet.SeedOption: c.seed}
	for name, value := range c.reading {
		text[name] = *value
	}
	o, err := sheet.ParseOptions(text)
	if err != nil {
		return o, &usageError{message: err.Error()}
	}
	return o, nil
}

// tell writes what the file was read as.
func (c *choice) tell(w io.Writer) {
	for _, text := range c.said {
		if w != nil {
			fmt.Fprintln(w, "playground:", text)
		}
	}
}

func find(demos []algos.Demo, id string) (algos.Demo, error) {
	for _, d := range demos {
		if d.ID == id {
			return d, nil
		}
	}
	return algos.Demo{}, fmt.Errorf("there is no demo %q; there are %s", id, demoIDs(demos))
}

func demoIDs(demos []algos.Demo) string {
	ids := make([]string, len(demos))
	for i, d := range demos {
		ids[i] = d.ID
	}
	return strings.Join(ids, ", ")
}

// readFile opens a file, reads it, and puts its name in front of what is wrong.
func readFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	f, err := os.Open(path)
	if err != nil {
		var none T
		return none, err
	}
	defer f.Close()
	v, err := read(f)
	if err != nil {
		return v, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// settings collects repeated -set name=value.
type settings param.Values

func (s *settings) String() string { return "" }

func (s *settings) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return fmt.Errorf("write name=value")
	}
	if _, again := (*s)[name]; again {
		return fmt.Errorf("%s is set twice", name)
	}
	if *s == nil {
		*s = settings{}
	}
	(*s)[name] = value
	return nil
}
