package stringkernel

import (
	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo makes its examples of its parameters.
var own dataset.Source

// Strings of several examples.
const (
	table1 = "s=cat&t=car&n=2&words=bat, bar"
	lodhi  = "s=science is organized knowledge&t=wisdom is organized life&n=6&words="
	human  = "GTGCATCTGACTCCTGAGGAGAAGTCTGCCGTTACTGCCCTGTGGGGCAAGGTGAACGTGGATGAAGTTGGTGGTGAGGCCCTGGGCAGG"
	mouse  = "GTGCACCTGACTGATGCTGAGAAGGCTGCTGTCTCTTGCCTGTGGGGAAAGGTGAACTCCGATGAAGTTGGTGGTGAGGCCCTGGGCAGG"
)

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("banana", "banana, ananas", own, "step=64&opens=64",
		"Two places in each string spell “ana” without a gap, and more with one: the table finds all of them without listing any."),

	algos.NewPreset("table-1", "cat, car, bat, bar", own, "step=10&"+table1,
		"Table 1 of the notes: with two letters, cat and car share “ca” alone. K = λ⁴, and K̂ = 1/(2 + λ²) = 0.444."),

	algos.NewPreset("custard", "car in card and in custard", own, "step=end&s=custard&t=card&n=3&words=car&opens=70",
		"“car” is in both. In card it stands together, λ³; in custard it spreads over six letters, λ⁶."),

	algos.NewPreset("segmentation", "set in segmentation", own, "step=end&s=set&t=segmentation&n=3&words=&opens=90",
		"“set” is found at four places, of which the notes name one: twice over 7 letters, and twice over 9."),

	algos.NewPreset("lodhi", "Two sentences", own, "step=end&opens=72&"+lodhi,
		"The example of Lodhi et al.: they share “is organized”, so even subsequences of six letters are alike."),

	algos.NewPreset("anagram", "listen, silent", own, "step=end&s=listen&t=silent&n=3&words=tinsel, enlist, inlets&opens=50",
		"The same letters in another order: for n = 1 an anagram is the same string, for n = 3 hardly anything is left."),

	algos.NewPreset("dna", "A gene of two animals", own, "step=end&s="+human+"&t="+mouse+"&n=5&lambda=0.8&words=&opens=130",
		"The beginning of β-globin, of man and mouse, 90 letters each: every step fills a row."),

	algos.NewPreset("repeats", "Copies and repeats", own, "step=end&s=gattaca&t=gattacagattaca&n=4&lambda=0.7&words=tacagat, gattaca, cat&opens=200",
		"gattaca stands twice among the words: the Gram matrix has two equal rows, and its least eigenvalue is 0."),

	algos.NewPreset("nothing", "Nothing in common", own, "step=end&s=sky&t=moon&words=&opens=6",
		"No letter is in both, so nothing ends anywhere, and the run is over after one length."),
}

const notes = "004, handout F: "

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("car-card", "car and card, three letters", notes+"W23, λ³·λ³", own, "step=end&s=car&t=card&n=3&words=",
		algos.Expect("model.kernel", "$K_3$", 0.015625, 1e-17)),
	algos.NewFixture("car-custard", "car and custard, three letters", notes+"W23, λ³·λ⁶", own, "step=end&s=car&t=custard&n=3&words=",
		algos.Expect("model.kernel", "$K_3$", 0.001953125, 1e-18)),
	algos.NewFixture("table-1", "cat and car, two letters", notes+"W24, λ⁴, 2λ⁴ + λ⁶, 1/(2 + λ²)", own, "step=end&"+table1,
		algos.Expect("model.kernel", "$K_2$", 0.0625, 1e-16),
		algos.Expect("model.self[0]", "$K_2(s,s)$", 0.140625, 1e-15),
		algos.Expect("model.self[1]", "$K_2(t,t)$", 0.140625, 1e-15),
		algos.Expect("model.normalised", `$\hat K_2$`, 4./9, 1e-14)),
	algos.NewFixture("segmentation", "set in segmentation", notes+"W25, λ³(2λ⁷ + 2λ⁹)", own, "step=end&s=set&t=segmentation&n=3&words=",
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
