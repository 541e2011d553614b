package stringkernel

import (
	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo makes its examples of its parameters.
var own dataset.Source

// Strings of several examples.
const (
	table1 = "s=cat&t=car&length=2&strings=bat, bar"
	lodhi  = "s=science is organized knowledge&t=wisdom is organized life&length=6&strings="
	human  = "GTGCATCTGACTCCTGAGGAGAAGTCTGCCGTTACTGCCCTGTGGGGCAAGGTGAACGTGGATGAAGTTGGTGGTGAGGCCCTGGGCAGG"
	mouse  = "GTGCACCTGACTGATGCTGAGAAGGCTGCTGTCTCTTGCCTGTGGGGAAAGGTGAACTCCGATGAAGTTGGTGGTGAGGCCCTGGGCAGG"
)

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("banana", "banana, ananas", own, "step=64&opens=64",
		"“ana” occurs in both strings with and without gaps. Dynamic programming sums all pairs without listing them."),

	algos.NewPreset("table-1", "cat, car, bat, bar", own, "step=10&"+table1,
		"With two letters, cat and car have only “ca” in common. K = λ⁴, and K̂ = 1/(2 + λ²) = 0.444."),

	algos.NewPreset("custard", "car in card and in custard", own, "step=end&s=custard&t=card&length=3&strings=car&opens=70",
		"“car” occurs in both: contiguously in card, λ³; with gaps over six letters in custard, λ⁶."),

	algos.NewPreset("segmentation", "set in segmentation", own, "step=end&s=set&t=segmentation&length=3&strings=&opens=90",
		"“set” has four occurrences: two spanning 7 letters, and two spanning 9."),

	algos.NewPreset("lodhi", "Two sentences", own, "step=end&opens=72&"+lodhi,
		"The example of Lodhi et al.: both contain “is organized”, so the similarity is high even for six letters."),

	algos.NewPreset("anagram", "listen, silent", own, "step=end&s=listen&t=silent&length=3&strings=tinsel, enlist, inlets&opens=50",
		"The same letters in another order: K̂ = 1 for n = 1, and nearly 0 for n = 3."),

	algos.NewPreset("dna", "β-globin gene of human and mouse", own, "step=end&s="+human+"&t="+mouse+"&length=5&decay=0.8&strings=&opens=130",
		"The beginning of the β-globin gene, 90 letters each: each step fills a row."),

	algos.NewPreset("repeats", "Duplicates: singular Gram matrix", own, "step=end&s=gattaca&t=gattacagattaca&length=4&decay=0.7&strings=tacagat, gattaca, "+
		"cat&opens=200",
		"gattaca occurs twice among the strings: the Gram matrix has two equal rows, and its smallest eigenvalue is 0."),

	algos.NewPreset("nothing", "No common letters", own, "step=end&s=sky&t=moon&strings=&opens=6",
		"The strings have no common letter: K = 0 for every length, and the run ends after one."),
}

const notes = "004, handout F: "

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("car-card", "car and card, three letters", notes+"W23, λ³·λ³", own, "step=end&s=car&t=card&length=3&strings=",
		algos.Expect("model.kernel", "$K_3$", 0.015625, 1e-17)),
	algos.NewFixture("car-custard", "car and custard, three letters", notes+"W23, λ³·λ⁶", own, "step=end&s=car&t=custard&length=3&strings=",
		algos.Expect("model.kernel", "$K_3$", 0.001953125, 1e-18)),
	algos.NewFixture("table-1", "cat and car, two letters", notes+"W24, λ⁴, 2λ⁴ + λ⁶, 1/(2 + λ²)", own, "step=end&"+table1,
		algos.Expect("model.kernel", "$K_2$", 0.0625, 1e-16),
		algos.Expect("model.self[0]", "$K_2(s,s)$", 0.140625, 1e-15),
		algos.Expect("model.self[1]", "$K_2(t,t)$", 0.140625, 1e-15),
		algos.Expect("model.normalised", `$\hat K_2$`, 4./9, 1e-14)),
	algos.NewFixture("segmentation", "set in segmentation", notes+"W25, λ³(2λ⁷ + 2λ⁹)", own, "step=end&s=set&t=segmentation&length=3&strings=",
		algos.Expect("model.kernel", "$K_3$", 0.00244140625, 1e-17)),
	algos.NewFixture("lodhi", "science is organized knowledge, wisdom is organized life", notes+"W26, definition = recursion = table, three digits", own,
		"step=end&"+lodhi,
		algos.Expect("model.normalised_by_length[0]", `$\hat K_1$`, 0.849, 5e-4),
		algos.Expect("model.normalised_by_length[1]", `$\hat K_2$`, 0.580, 5e-4),
		algos.Expect("model.normalised_by_length[2]", `$\hat K_3$`, 0.478, 5e-4),
		algos.Expect("model.normalised_by_length[3]", `$\hat K_4$`, 0.439, 5e-4),
		algos.Expect("model.normalised_by_length[4]", `$\hat K_5$`, 0.406, 5e-4),
		algos.Expect("model.normalised_by_length[5]", `$\hat K_6$`, 0.369, 5e-4)),
}
