package dirichletprocess

import (
	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo draws for itself.
var own dataset.Source

const notes = "000: 7.2, "

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("three", "One draw, three views", own, "step=end&opens=8",
		"A customer falls on a piece of the stick, joins a table and draws a value: the same thing three times."),

	algos.NewPreset("restaurant", "The restaurant", own, "step=end&by=restaurant&opens=12",
		"No stick: who comes looks at who sits where, and α is one more table."),

	algos.NewPreset("urn", "The urn", own, "step=end&by=urn&opens=12",
		"A ball is copied, all alike, or a new value is drawn. Nobody needs to know of tables."),

	algos.NewPreset("few", "A small α", own, "step=end&alpha=0.2&customers=100",
		"The first piece is nearly the whole stick, and nearly everybody sits together."),

	algos.NewPreset("many", "A large α", own, "step=end&alpha=30&customers=100",
		"Many short pieces: G comes near H, and new tables open all the time."),

	algos.NewPreset("thousand", "A thousand customers", own, "step=end&by=restaurant&customers=1000&alpha=5&draws=40",
		"Tables grow like α ln n: slowly, and without end."),

	algos.NewPreset("orders", "Seven customers in another order", own, "step=end&by=typed&seats=a b a c a b a&alpha=1",
		"Each factor depends on the order. Their product does not."),

	algos.NewPreset("partition", "Two and one", own, "step=end&by=typed&seats=a a b&alpha=1",
		"Three customers and α = 1: this seating has the probability 1/6."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("ten", "Expected tables of ten customers, α = 1", notes+"2B-18: 2.9289683", own, "step=end&customers=10&alpha=1",
		algos.Expect("metric.expected", "expected tables", 2.9289683, 5e-8)),
	algos.NewFixture("thousand", "Expected tables of a thousand customers, α = 2", notes+"2B-18: 12.9729397", own, "step=end&by=restaurant&customers=1000&alpha=2",
		algos.Expect("metric.expected", "expected tables", 12.9729397, 5e-8)),
	algos.NewFixture("hundred", "Expected tables of a hundred customers, α = ½", notes+"2B-18: 3.2843422", own, "step=end&by=urn&customers=100&alpha=0.5",
		algos.Expect("metric.expected", "expected tables", 3.2843422, 5e-8)),
	algos.NewFixture("two-and-one", "Three customers at two tables, α = 1", notes+"2B-18: 1/6", own, "step=end&by=typed&seats=a a b&alpha=1",
		algos.Expect("model.probability", `$p(\mathcal{P})$`, 1./6, 1e-14)),
	algos.NewFixture("together", "Three customers at one table, α = 2", notes+"2B-18: 1/6", own, "step=end&by=typed&seats=a a a&alpha=2",
		algos.Expect("model.probability", `$p(\mathcal{P})$`, 1./6, 1e-14)),
	algos.NewFixture("apart", "Three customers at three tables, α = 2", notes+"2B-18: 1/3", own, "step=end&by=typed&seats=a b c&alpha=2",
		algos.Expect("model.probability", `$p(\mathcal{P})$`, 1./3, 1e-14)),
}
