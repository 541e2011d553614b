package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// An output is a group of files that are bundled in the same way. The scripts of
// a page are modules. Those that stand in a page themselves are classic: they
// run before modules do, or without a server, which maps of sources need.
type output struct {
	entries []string
	format  api.Format
	split   bool // what is imported dynamically comes when it is asked for
	maps    bool
}

var outputs = []output{
	{entries: []string{"main.js"}, format: api.FormatESModule, split: true, maps: true},
	{entries: []string{"gallery.js"}, format: api.FormatESModule, maps: true},
	{entries: []string{"help.js"}, format: api.FormatESModule, maps: true},
	{entries: []string{"script.js"}, format: api.FormatESModule, maps: true},
	{entries: []string{"compare.js"}, format: api.FormatESModule, maps: true},
	{entries: []string{"receipt.js"}, format: api.FormatESModule, maps: true},
	{entries: []string{"site.css"}, maps: true},
	{entries: []string{"pages.css"}, maps: true},
	{entries: []string{"script.css"}, maps: true},
	{entries: []string{"room.js"}, format: api.FormatESModule, maps: true},
	{entries: []string{"presenter.js"}, format: api.FormatESModule, maps: true},
	{entries: []string{"room.css"}, maps: true},
	{entries: []string{"theme.js"}, format: api.FormatIIFE, maps: true},
	{entries: []string{"embed.js"}, format: api.FormatIIFE}, // for pages of other sites, where no map is looked for
	{entries: []string{"run/replay.js"}, format: api.FormatIIFE},
	{entries: []string{"run/replay.css"}},
	{entries: []string{"read/seeds.css"}},
	{entries: []string{"ask/votes.css"}},
	{entries: []string{"board/files.css"}},
	{entries: []string{"run/embed.css"}},
	{entries: []string{"run/half.css"}},
	{entries: []string{"compare/compare.css"}},
	{entries: []string{"share/receipt.css"}},
}

// copied are the files that pages load as they are.
var copied = []string{"favicon.svg"}

// bundle makes the files of dist by name.
func bundle(folder string) (map[string][]byte, error) {
	files := map[string][]byte{}
	imports := map[string][]string{}
	for _, o := range outputs {
		built, meta, err := build(folder, o)
		if err != nil {
			return nil, err
		}
		for name, body := range built {
			if _, taken := files[name]; taken {
				return nil, fmt.Errorf("two outputs are named %s", name)
			}
			files[name] = body
		}
		for _, entry := range o.entries {
			if first := meta.needs(path.Base(entry)); len(first) > 0 {
				imports[path.Base(entry)] = first
			}
		}
	}
	for _, name := range copied {
		body, err := os.ReadFile(filepath.Join(folder, "static", name))
		if err != nil {
			return nil, fmt.Errorf("copy: %w", err)
		}
		files[name] = body
	}
	list, err := json.MarshalIndent(imports, "", "\t")
	if err != nil {
		return nil, fmt.Errorf("write what scripts import: %w", err)
	}
	files["imports.json"] = append(list, '\n')
	return files, nil
}

// build bundles one group. The names of what is split off say what is in them,
// so that they are the same everywhere.
func build(folder string, o output) (map[string][]byte, *metadata, error) {
	var entries []string
	for _, e := range o.entries {
		entries = append(entries, "static/"+e)
	}
	options := api.BuildOptions{
		AbsWorkingDir:     folder,
		EntryPoints:       entries,
		Outdir:            "dist",
		EntryNames:        "[name]",
		ChunkNames:        "[name]-[hash]",
		Bundle:            true,
		Splitting:         o.split,
		Format:            o.format,
		Target:            api.ESNext,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone,
		External:          []string{"*.otf"}, // made by the program
		Metafile:          true,
		TsconfigRaw:       "{}", // whatever lies above the folder
	}
	if o.maps {
		// The sources are served beside the bundle and are not repeated in the maps.
		options.Sourcemap = api.SourceMapLinked
		options.SourcesContent = api.SourcesContentExclude
	}
	result := api.Build(options)
	if len(result.Errors) > 0 || len(result.Warnings) > 0 {
		lines := api.FormatMessages(slices.Concat(result.Errors, result.Warnings), api.FormatMessagesOptions{})
		return nil, nil, errors.New("bundle:\n" + strings.Join(lines, "\n"))
	}
	files := map[string][]byte{}
	for _, f := range result.OutputFiles {
		name, err := filepath.Rel(filepath.Join(folder, "dist"), f.Path)
		if err != nil {
			return nil, nil, fmt.Errorf("name an output: %w", err)
		}
		files[filepath.ToSlash(name)] = f.Contents
	}
	meta, err := readMetadata(result.Metafile)
	return files, meta, err
}

// metadata is what esbuild tells of its inputs and outputs.
type metadata struct {
	Inputs  map[string]module `json:"inputs"`
	Outputs map[string]module `json:"outputs"`
}

// A module is a source or a file of the bundle, with the sources in it.
type module struct {
	Inputs  map[string]struct{} `json:"inputs"`
	Imports []struct {
		Path string `json:"path"`
		Kind string `json:"kind"`
	} `json:"imports"`
}

func readMetadata(text string) (*metadata, error) {
	m := &metadata{}
	if err := json.Unmarshal([]byte(text), m); err != nil {
		return nil, fmt.Errorf("read what was bundled: %w", err)
	}
	return m, nil
}

// needs lists the files without which a script does not start. A page that asks
// for them at once need not wait for one after the other.
func (m *metadata) needs(name string) []string {
	var out []string
	queue := []string{"dist/" + name}
	for len(queue) > 0 {
		for _, i := range m.Outputs[queue[0]].Imports {
			if file := path.Base(i.Path); i.Kind == "import-statement" && !slices.Contains(out, file) {
				out = append(out, file)
				queue = append(queue, i.Path)
			}
		}
		queue = queue[1:]
	}
	return out
}
