package catalogtest

import (
	"regexp"
	"strings"
	"testing"

	"playground/algos/catalog"
)

// markup is what is not read of a page.
var markup = regexp.MustCompile(`<span class="sr".*?</span></span>|<span class="sr">[^<]*</span>|<[^>]*>|\s+`)

// The transport counts in the words of the textbook where a method has one word for
// its steps, and the numbers are those of the book: of updates, of rounds.
func TestTheTransportCountsInTheUnitOfTheBook(t *testing.T) {
	t.Parallel()
	s := everything(t)
	words := map[string][2]string{
		"svm":                   {"pair 61 of 61", "第 61 / 61 对"},
		"svr":                   {"pair 88 of 88", "第 88 / 88 对"},
		"adaboost":              {"round 40 of 40", "第 40 / 40 轮"},
		"logistic":              {"update 6 of 6", "第 6 / 6 次更新"},
		"softmax":               {"update 7 of 7", "第 7 / 7 次更新"},
		"losses":                {"angle 72 of 72", "第 72 / 72 个角度"},
		"em-gmm":                {"step 32 of 32", "第 32 / 32 步"},
		"string-kernel":         {"row 18 of 18", "第 18 / 18 行"},
		"gp-classification":     {"Newton step 5 of 5", "第 5 / 5 牛顿步"},
		"version-space":         {"step 11 of 11", "第 11 / 11 步"},
		"decision-tree":         {"split 8 of 8", "第 8 / 8 次划分"},
		"bagging":               {"tree 25 of 25", "第 25 / 25 棵树"},
		"random-forest":         {"tree 25 of 25", "第 25 / 25 棵树"},
		"regression-tree":       {"split 7 of 7", "第 7 / 7 次划分"},
		"gradient-boosting":     {"stage 40 of 40", "第 40 / 40 阶段"},
		"hedge":                 {"round 60 of 60", "第 60 / 60 轮"},
		"lasso":                 {"update 18 of 18", "第 18 / 18 次更新"},
		"bias-variance":         {"data set 300 of 300", "第 300 / 300 个数据集"},
		"dirichlet-process":     {"customer 60 of 60", "第 60 / 60 位顾客"},
		"bayesian-optimisation": {"evaluation 9 of 9", "第 9 / 9 次求值"},
		"bayesian-regression":   {"observation 16 of 16", "第 16 / 16 个观测"},
		"active-learning":       {"query 8 of 8", "第 8 / 8 次查询"},
		"mcmc":                  {"iteration 400 of 400", "第 400 / 400 次迭代"},
		"gradient-descent":      {"iteration 78 of 78", "第 78 / 78 次迭代"},
		"newton":                {"iteration 5 of 5", "第 5 / 5 次迭代"},
		"robbins-monro":         {"iteration 200 of 200", "第 200 / 200 次迭代"},
		"lagrange":              {"iteration 24 of 24", "第 24 / 24 次迭代"},
		"mlp":                   {"epoch 100 of 100", "第 100 / 100 轮"},
		"convolution":           {"cell 36 of 36", "第 36 / 36 格"},
		"bandit":                {"pull 200 of 200", "第 200 / 200 次拉臂"},
		"mdp":                   {"sweep 26 of 26", "第 26 / 26 次扫描"},
		"td-learning":           {"episode 50 of 50", "第 50 / 50 个回合"},
	}
	passes := map[string][2]string{
		"logistic": {"epoch", "一轮"}, "softmax": {"epoch", "一轮"}, "em-gmm": {"EM iteration", "一次 EM 迭代"}, "em-elbo": {"EM iteration", "一次 EM 迭代"},
		"svm": {"pass", "一遍"}, "lasso": {"sweep", "一轮"}, "topics": {"sweep", "一轮"}, "dp-mixture": {"sweep", "一轮"},
		"kmeans": {"iteration", "一次迭代"}, "perceptron": {"epoch", "一轮"}, "kernel-perceptron": {"epoch", "一轮"},
		"convolution": {"map", "一张特征图"},
	}
	for _, d := range catalog.All {
		for i, language := range []string{"en", "zh"} {
			page := body(t, get(t, s, "/d/"+d.ID+"?step=end", "Accept", "text/html", "Accept-Language", language))
			_, count, _ := strings.Cut(page, "<span data-before>")
			count, _, _ = strings.Cut(count, "<input")
			before, rest, _ := strings.Cut(count, "<b data-shown>")
			shown, _, _ := strings.Cut(rest, "</b>")
			_, after, _ := strings.Cut(page, "<span data-between>")
			after, _, _ = strings.Cut(after, "<span data-after>")
			_, last, _ := strings.Cut(page, "<span data-after>")
			last, _, _ = strings.Cut(last, "</span>")
			read := strings.TrimSpace(markup.ReplaceAllString(before, " ")) + " " + shown + " " + strings.TrimSpace(markup.ReplaceAllString(after, " ")) + " " + last
			read = strings.Join(strings.Fields(read), " ")
			if want, ok := words[d.ID]; ok && read != want[i] {
				t.Errorf("%s: %q, want %q", d.ID, read, want[i])
			} else if !ok && !regexp.MustCompile(`^step (\d+) of (\d+)$|^第 (\d+) / (\d+) 步$`).MatchString(read) {
				t.Errorf("%s: %q", d.ID, read)
			}
			_, pass, _ := strings.Cut(page, `data-size="pass"`)
			_, pass, _ = strings.Cut(pass, ">")
			pass, _, _ = strings.Cut(pass, "<")
			want, ok := passes[d.ID]
			if !ok {
				want = [2]string{"pass", "一遍"}
			}
			if pass != want[i] {
				t.Errorf("%s: the button of the largest step says %q, want %q", d.ID, pass, want[i])
			}
		}
	}
}
