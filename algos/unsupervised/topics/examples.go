package topics

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// ownText is what a reader's own documents begin with: kitchens, skies and gardens.
const ownText = `bread flour oven butter sugar cake
star planet orbit moon telescope galaxy
soil seed water leaf root flower
sugar butter flour cake oven bread
moon orbit planet star galaxy telescope
leaf root seed flower soil garden
oven bread butter cake flour salt
planet star orbit telescope galaxy moon
garden seed leaf root flower water
bread flour cake garden flower seed
star moon night garden flower leaf
night planet oven bread moon butter`

const ownUnseen = "butter cake flour oven sugar bread\ngalaxy moon sun planet star orbit"

// own: the demo makes its documents of its parameters.
var own dataset.Source

const notes = "000: definition 7.2.7, "

// hand is two documents of two words, counted by hand.
const hand = "source=typed&text=a a b|b b a&heldout_text=a b&min_word_length=1&alpha=1&beta=1"

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("bars", "Bars", own, "step=end&opens=113",
		"Words are pixels, and the true topics are bars. LDA recovers them from co-occurrence alone."),

	algos.NewPreset("word", "One token", own, "step=17&slow=4",
		"Collapsed Gibbs: a token is removed from its topic, and resampled given the counts of all others."),

	algos.NewPreset("one", "All tokens in one topic", own, "step=end&init=one&opens=0",
		"Nine topics are empty at first. In the first sweep tokens of one document move there together."),

	algos.NewPreset("truth", "Initialise at the true topics", own, "step=end&init=truth&opens=0",
		"The true topics are not a fixed point: other configurations explain the data as well."),

	algos.NewPreset("few", "Too few topics", own, "step=end&k=5",
		"Five topics for ten bars: some show two bars at once."),

	algos.NewPreset("short", "Short documents", own, "step=end&length=8&documents=120",
		"With eight tokens per document there is little co-occurrence to learn topics from."),

	algos.NewPreset("drawn", "Topics from a Dirichlet", own, "step=end&source=drawn&k=5&documents=60",
		"The generative process: topics from Dir(β), mixtures from Dir(α), then a topic and a word for each token."),

	algos.NewPreset("own", "Your own documents", own, "step=end&source=typed&k=3&alpha=0.2",
		"Kitchens, skies and gardens, and three documents that mix two of these topics."),

	algos.NewPreset("hand", "Two documents by hand", own, "step=0&k=2&init=one&sweeps=20&"+hand,
		"Six tokens: ln p(w, z) can be computed by hand, and all 64 assignments enumerated."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("one-topic", "One topic: three tokens of each of two words", notes+"closed form ln(1!·3!·3!/7!) = −ln 140; perplexity 2", own, "step=end&k=1&sweeps=3&"+hand,
		algos.Expect("metric.log_joint", `$\ln p(w,z)$`, -math.Log(140), 1e-13),
		algos.Expect("metric.perplexity", "perplexity", 2, 1e-13),
		algos.Expect("model.topics[0]", `$\hat\psi_{1}$`, 0.5, 1e-15)),
	algos.NewFixture("two-topics", "All tokens in the "+
		"first of two topics", notes+"closed form: each document adds 3!/4! = 1/4, so ln p = −ln(140·16)", own, "step=0&k=2&init=one&"+hand,
		algos.Expect("metric.log_joint", `$\ln p(w,z)$`, -math.Log(2240), 1e-13),
		algos.Expect("model.mixtures[0]", `$\hat\theta_{11}$`, 0.8, 1e-15)),
	algos.NewFixture("bars", "Ten bars are recovered", "the true topics of the generated documents", own, "step=end",
		algos.Expect("model.recovered", "recovered bars", 10, 0)),
}
