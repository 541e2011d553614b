package decisiontree

import (
	"context"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/dataset"
)

// read is a table as people write it.
func read(text string) dataset.Source {
	t, err := dataset.ReadTable(strings.NewReader(text), dataset.Classes, "")
	if err != nil {
		panic("decisiontree: " + err.Error())
	}
	return dataset.Tabled(t)
}

const tennisRows = `sunny,hot,high,weak,no
sunny,hot,high,strong,no
overcast,hot,high,weak,yes
rain,mild,high,weak,yes
rain,cool,normal,weak,yes
rain,cool,normal,strong,no
overcast,cool,normal,strong,yes
sunny,mild,high,weak,no
sunny,cool,normal,weak,yes
rain,mild,normal,weak,yes
sunny,mild,normal,strong,yes
overcast,mild,high,strong,yes
overcast,hot,normal,weak,yes
rain,mild,high,strong,no
`

var (
	// tennis is Quinlan's table (1986), with numbers that 001: 2B-4 works out.
	tennis = read("outlook,temperature,humidity,wind,play\n" + tennisRows)
	// days is the same with an ID for every sample.
	days = read("day,outlook,temperature,humidity,wind,play\n" + numbered(tennisRows))
	// names has a feature with an ID for every sample, beside one that separates the classes (002: N6).
	names = read("id,good,y\na,yes,plus\nb,yes,plus\nc,no,minus\nd,no,minus\n")
	// eight are the samples of 002: N6 and 003: N2: 6+ and 2−, of which one side has 4+ and the other 2+ and 2−.
	eight = dataset.Labelled([3]float64{-2, -1, 1}, [3]float64{-2, 1, 1}, [3]float64{-1, -1, 1}, [3]float64{-1, 1, 1},
		[3]float64{1, 1, 1}, [3]float64{2, 1, 1}, [3]float64{1, -1, -1}, [3]float64{2, -1, -1})
	third    = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{1, 0, -1}, [3]float64{2, 0, -1})
	unstable = dataset.Generate("overlap", 40, 0.9, 1)
	corners  = dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{-1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{1, 1, -1})
)

// hundred are 100 samples of ten bits and a class that is 1 for ten of them, whatever the bits are: 003's m and n.
var hundred = func() dataset.Source {
	var b strings.Builder
	b.WriteString("x1,x2,x3,x4,x5,x6,x7,x8,x9,x10,y\n")
	state := uint32(1)
	for i := range 100 {
		for range 10 {
			state = 1_664_525*state + 1_013_904_223
			b.WriteString([]string{"no,", "yes,"}[state>>31])
		}
		b.WriteString([]string{"plus\n", "minus\n"}[min(1, i%10/9)])
	}
	return read(b.String())
}()

func numbered(rows string) string {
	var b strings.Builder
	for k, row := range strings.SplitAfter(strings.TrimSuffix(rows, "\n"), "\n") {
		b.WriteString("d" + string(rune('a'+k)) + "," + row)
	}
	return b.String()
}

var presets = []algos.Preset{
	algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 60, 0.2, 7), "step=6",
		"Each split is the best available. Hover over a leaf to highlight its region, or over a region to highlight its path."),

	algos.NewPreset("tennis", "Play tennis", tennis, "step=end&opens=5&criterion=entropy",
		"Fourteen days, four categorical features: outlook has the largest information gain, 0.247 bits."),

	algos.NewPreset("id-feature", "A unique-ID feature", names, "step=end&opens=2&criterion=gain-ratio",
		"Information gain rates a unique ID as highly as the predictive feature, 1 bit each; gain ratio divides by the split information, 2 and 1.").
		Renamed("names"),

	algos.NewPreset("days", "A unique ID for every day", days, "step=end&opens=6&criterion=gain-ratio",
		"Gain ratio reduces the bias towards many-valued features but does not remove it: day 0.247, outlook 0.156. With Gini and binary splits, outlook is chosen."),

	algos.NewPreset("eight", "Where misclassification error is blind", eight, "step=3&max_depth=1",
		"The split reduces Gini from 0.375 to 0.25, but misclassification error stays 0.25."),

	algos.NewPreset("xor", "XOR", dataset.Generate("xor", 60, 0.4, 3), "step=end&opens=3&max_depth=2",
		"The first split has almost no gain, and the greedy choice is poor: the optimal depth-2 tree makes far fewer errors."),

	algos.NewPreset("corners", "Four corners", corners, "step=end&opens=1",
		"No single split has positive gain, yet depth 2 classifies perfectly: a stop-if-no-gain rule would never start."),

	algos.NewPreset("alpha", "Cost-complexity pruning", dataset.Generate("overlap", 80, 0.9, 5), "step=end&prune=ccp&ccp_alpha=2",
		"The full tree overfits every outlier. Drag α, the cost per leaf."),

	algos.NewPreset("validation", "Reduced-error pruning", dataset.Generate("overlap", 120, 0.9, 2), "step=end&prune=rep",
		"One third of the samples is the validation set: a node becomes a leaf where that adds no validation error.").Renamed("aside"),

	algos.NewPreset("reuse", "Validation set used too often", dataset.Generate("overlap", 60, 0.9, 1), "step=end&prune=rep&seed=1",
		"The best of 100 trees has validation error 0.1 on 20 samples, but test error 0.289: the set that chooses is no test set."),

	algos.NewPreset("mdl", "Minimum description length", dataset.Generate("overlap", 80, 0.9, 5), "step=end&prune=mdl",
		"Encode the tree plus its exceptions: which tree has the shortest description?"),

	algos.NewPreset("instability", "Instability (high variance)", unstable, "step=end&max_depth=3",
		"Flip the label of x₂₉: the predictions for ten other points change, because the top splits change.").Renamed("fame"),

	algos.NewPreset("moved-point", "One point moved", unstable, "step=end&max_depth=3&what_if=moved&perturb_index=3&place=-1.17,0.43&opens=3",
		"x₃ moved up by 0.25: no split survives and a quarter of the plane changes class. Drag the ghost.").Renamed("elsewhere"),

	algos.NewPreset("blobs", "Three groups", dataset.Generate("blobs", 90, 0.8, 4), "step=end&criterion=entropy",
		"Multi-class needs no change: entropy handles any number of classes."),
}

const seven = 6e-7 // the notes have six decimals

var fixtures = []algos.Fixture{
	algos.NewFixture("tennis-id3", "Fourteen days, ID3", "001: 2B-4", tennis, "step=5&criterion=entropy",
		algos.Expect("model.tree[0].impurity", "$H(D)$", 0.940286, seven), algos.Expect("model.tree[0].gain", "gain of outlook", 0.246750, seven),
		algos.Expect("model.gain_1", "outlook", 0.246750, seven), algos.Expect("model.gain_2", "temperature", 0.029223, seven),
		algos.Expect("model.gain_3", "humidity", 0.151836, seven), algos.Expect("model.gain_4", "wind", 0.048127, seven),
		algos.Expect("model.iv_1", "$H_a$ of outlook", 1.577406, seven), algos.Expect("model.iv_2", "$H_a$ of temperature", 1.556657, seven),
		algos.Expect("model.iv_3", "$H_a$ of humidity", 1, 1e-12), algos.Expect("model.iv_4", "$H_a$ of wind", 0.985228, seven),
		algos.Expect("model.ratio_1", "gain ratio of outlook", 0.156428, seven), algos.Expect("model.ratio_2", "gain ratio of temperature", 0.018773, seven),
		algos.Expect("model.ratio_3", "gain ratio of humidity", 0.151836, seven), algos.Expect("model.ratio_4", "gain ratio of wind", 0.048849, seven)),
	algos.NewFixture("tennis-gini", "Fourteen days, Gini", "001: 2B-4", tennis, "step=5",
		algos.Expect("model.tree[0].impurity", "Gini index", 0.459184, seven), algos.Expect("model.below_1", "outlook", 0.342857, seven),
		algos.Expect("model.below_3", "humidity", 0.367347, seven), algos.Expect("model.below_4", "wind", 0.428571, seven),
		algos.Expect("model.below_2", "temperature", 0.440476, seven)),
	algos.NewFixture("tennis-sunny", "Sunny days", "001: 2B-4", tennis, "step=10&criterion=entropy",
		algos.Expect("model.gain_3", "gain of humidity", 0.970951, seven)),
	algos.NewFixture("tennis-rain", "Rainy days", "001: 2B-4", tennis, "step=15&criterion=entropy",
		algos.Expect("model.gain_4", "gain of wind", 0.970951, seven), algos.Expect("model.leaves", "leaves", 5, 0)),
	algos.NewFixture("eight-entropy", "6+ and 2−, by entropy", "002: N6", eight, "step=3&criterion=entropy&max_depth=1",
		algos.Expect("model.tree[0].impurity", "$H(D)$", 0.8112781, 5e-8), algos.Expect("model.gain_1", "gain", 0.3112781, 5e-8),
		algos.Expect("model.below_1", "$H(D|A)$", 0.5, 1e-15), algos.Expect("model.iv_1", "$H_A(D)$", 1, 1e-15),
		algos.Expect("model.ratio_1", "gain ratio", 0.3112781, 5e-8)),
	algos.NewFixture("eight-gini", "6+ and 2−, by Gini", "002: N6; 003: N2", eight, "step=3&max_depth=1",
		algos.Expect("model.tree[0].impurity", "before", 0.375, 1e-15), algos.Expect("metric.potential", "after", 0.25, 1e-15),
		algos.Expect("model.gain_1", "gain", 0.125, 1e-15)),
	algos.NewFixture("eight-mistakes", "6+ and 2−, by misclassification error", "003: N2", eight, "step=3&criterion=error&max_depth=1",
		algos.Expect("model.tree[0].impurity", `$\min(a, 1-a)$ before`, 0.25, 1e-15), algos.Expect("metric.potential", "after: no progress", 0.25, 1e-15)),
	algos.NewFixture("names", "A unique-ID feature", "002: N6", names, "step=3&criterion=entropy",
		algos.Expect("model.gain_1", "gain of the ID", 1, 1e-15), algos.Expect("model.iv_1", "$H_A$ of the ID", 2, 1e-15),
		algos.Expect("model.ratio_1", "gain ratio of the ID", 0.5, 1e-15), algos.Expect("model.ratio_2", "gain ratio of the predictive feature", 1, 1e-15)),
	algos.NewFixture("raw-bits", "100 samples of ten bits, MDL", "003: N3", hundred, "step=end&prune=mdl",
		algos.Expect("model.raw_samples", "$m(n+1)$ bits of all samples", 1100, 1e-12), algos.Expect("model.wrong", "exceptions", 10, 0),
		algos.Expect("model.raw_exceptions", "bits of the exceptions", 110, 1e-12),
		algos.Expect("model.raw_budget", "bits below which a tree wins", 990, 1e-12)),
	algos.NewFixture("third", "One of three", "003: N1, N2; 002: N2", third, "step=0&criterion=entropy",
		algos.Expect("model.tree[0].impurity", "$H(1/3)$", 0.9182958, 5e-8)),
	algos.NewFixture("thirds", "Three classes in equal proportions", "002: N2; closed form", read("x,y\n1,a\n2,b\n3,c\n"), "step=0&criterion=entropy",
		algos.Expect("model.tree[0].impurity", `$\log_2 3$`, math.Log2(3), 1e-15)),
}

// timed is the work of the benchmarks: the growing without the story.
var timed = []algos.Bench{
	{Task: "cart fit (to purity)", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 10_000}, Setup: fittingWork},
	{Task: "cart predict 100x100", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 10_000}, Setup: predictingWork},
}

func labels(y []float64) []int {
	out := make([]int, len(y))
	for i, v := range y {
		if v > 0 {
			out[i] = 1
		}
	}
	return out
}

func fittingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	var tree *cart.Tree
	class := labels(y)
	do = func() {
		tree, err = cart.Classify(context.Background(), cart.Sort(cart.Columns(x, 2)), class, cart.Gini, cart.Options{})
	}
	do()
	answers = func() []algos.Value { return []algos.Value{{Name: "leaves", Value: tree.Leaves()}} }
	return do, answers, err
}

func predictingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	tree, err := cart.Classify(context.Background(), cart.Sort(cart.Columns(x, 2)), labels(y), cart.Gini, cart.Options{})
	if err != nil {
		return nil, nil, err
	}
	const side = 100
	positive := 0
	do = func() {
		positive = 0
		for j := range side {
			for i := range side {
				positive += int(tree.At(-1.5+4*float64(i)/(side-1), -1.25+2.75*float64(j)/(side-1)))
			}
		}
	}
	answers = func() []algos.Value { return []algos.Value{{Name: "positive", Value: positive}} }
	return do, answers, nil
}
