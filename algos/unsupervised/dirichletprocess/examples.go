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
	algos.NewPreset("three", "One draw, three representations", own, "step=end&opens=8",
		"A customer picks a segment of the stick, joins a table and takes a value: three equivalent representations."),

	algos.NewPreset("restaurant", "Chinese restaurant process", own, "step=end&representation=crp&opens=12",
		"G is integrated out: the probabilities depend on the table sizes only."),

	algos.NewPreset("urn", "Pólya urn", own, "step=end&representation=polya_urn&opens=12",
		"A customer copies the value of a uniformly chosen earlier one, or samples a new value from H."),

	algos.NewPreset("few", "Small concentration α", own, "step=end&alpha=0.2&customers=100",
		"The first segment is almost the whole stick, and almost all customers share one table."),

	algos.NewPreset("many", "Large concentration α", own, "step=end&alpha=30&customers=100",
		"Many short segments: G is close to H, and new tables open all the time."),

	algos.NewPreset("thousand", "A thousand customers", own, "step=end&representation=crp&customers=1000&alpha=5&n_paths=40",
		"The number of tables grows like α ln n, without bound."),

	algos.NewPreset("orders", "Exchangeability: seven customers", own, "step=end&representation=given&assignments=a b a c a b a&alpha=1",
		"Each factor depends on the order of arrival. Their product does not."),

	algos.NewPreset("partition", "Partition {2, 1}", own, "step=end&representation=given&assignments=a a b&alpha=1",
		"Three customers and α = 1: this partition has probability 1/6."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("ten", "Expected tables of ten customers, α = 1", notes+"2B-18: 2.9289683", own, "step=end&customers=10&alpha=1",
		algos.Expect("metric.expected", "expected tables", 2.9289683, 5e-8)),
	algos.NewFixture("thousand", "Expected tables of a thousand customers, α = 2", notes+"2B-18: "+
		"12.9729397", own, "step=end&representation=crp&customers=1000&alpha=2",
		algos.Expect("metric.expected", "expected tables", 12.9729397, 5e-8)),
	algos.NewFixture("hundred", "Expected tables of a hundred customers, α = ½", notes+"2B-18: 3.2843422", own,
		"step=end&representation=polya_urn&customers=100&alpha=0.5",
		algos.Expect("metric.expected", "expected tables", 3.2843422, 5e-8)),
	algos.NewFixture("lengths", "Expected lengths of stick segments, α = 2", notes+"2B-18: 1/3, 2/9, 4/27, 8/81", own, "step=end&customers=50&alpha=2",
		algos.Expect("model.expected_weights[0]", `$E\,\rho_1$`, 1./3, 1e-15),
		algos.Expect("model.expected_weights[1]", `$E\,\rho_2$`, 2./9, 1e-15),
		algos.Expect("model.expected_weights[2]", `$E\,\rho_3$`, 4./27, 1e-15),
		algos.Expect("model.expected_weights[3]", `$E\,\rho_4$`, 8./81, 1e-15)),
	algos.NewFixture("two-and-one", "Three customers at two tables, α = 1", notes+"2B-18: 1/6", own, "step=end&representation=given&assignments=a a b&alpha=1",
		algos.Expect("model.probability", `$p(\mathcal{P})$`, 1./6, 1e-14)),
	algos.NewFixture("together", "Three customers at one table, α = 2", notes+"2B-18: 1/6", own, "step=end&representation=given&assignments=a a a&alpha=2",
		algos.Expect("model.probability", `$p(\mathcal{P})$`, 1./6, 1e-14)),
	algos.NewFixture("apart", "Three customers at three tables, α = 2", notes+"2B-18: 1/3", own, "step=end&representation=given&assignments=a b c&alpha=2",
		algos.Expect("model.probability", `$p(\mathcal{P})$`, 1./3, 1e-14)),
}
