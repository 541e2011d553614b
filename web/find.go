package web

import (
	"slices"
	"strings"
	"unicode"

	"playground/algos"
	"playground/lang"
	"playground/views/mathml"
)

// findables returns by demo the words by which the gallery finds it.
func findables(demos []algos.Demo) map[string]string {
	words := make(map[string]string, len(demos))
	for _, d := range demos {
		words[d.ID] = findable(d)
	}
	return words
}

// tasks are the names of what demos work on, in every language.
var tasks = map[string]string{
	"classify":            "classification classifier supervised learning 分类 监督学习",
	"regress":             "regression supervised learning 回归 监督学习",
	"classify or regress": "classification classifier regression supervised learning 分类 回归 监督学习",
	"cluster":             "clustering unsupervised learning 聚类 无监督学习",
}

// findable returns the words by which a demo is found: its name and other names, its
// task, presets, parameters and symbols, in every language, each word once.
func findable(d algos.Demo) string {
	texts := []string{d.ID, d.Title, d.Keywords, d.Family, d.Summary, tasks[d.Input.Task()], mathml.Text(d.Formula)}
	for _, p := range d.Presets {
		texts = append(texts, p.Title)
	}
	for _, p := range d.Schema() {
		texts = append(texts, p.Label)
		for _, c := range p.Choices {
			texts = append(texts, c.Label)
		}
	}
	for _, text := range slices.Clone(texts) {
		for _, l := range lang.All {
			texts = append(texts, d.Book(l.String())[text])
		}
	}
	seen := map[string]bool{}
	var words []string
	for _, text := range texts {
		for _, word := range strings.FieldsFunc(strings.ToLower(text), between) {
			if !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return strings.Join(words, " ")
}

// between reports what stands between words.
func between(c rune) bool {
	return unicode.IsSpace(c) || strings.ContainsRune(`,;:.()[]{}$\\|=+“”，。；：（）、`, c)
}
