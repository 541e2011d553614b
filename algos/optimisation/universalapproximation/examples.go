package universalapproximation

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// none: the demo needs no data.
var none dataset.Source

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("staircase", "A staircase of eight units", none, "step=end&opens=3",
		"Each unit adds a step. Eight of them have a sup-error of 0.383, below π/8."),

	algos.NewPreset("twenty", "Twenty threshold units", none, "step=end&opens=6&units=20&activation=step",
		"The sup-error is sin(π/20) = 0.156, below π/20. Drag N in the picture of the sizes."),

	algos.NewPreset("steepness", "Steepness λ from 1.25 to 40", none, "step=end&opens=9&steepness=40",
		"Flat units overlap: at small λ their sum is smooth, with a large error. As λ grows it tends to the staircase."),

	algos.NewPreset("own-thresholds", "Own thresholds for a square root", none,
		"step=end&opens=3&function=root&placement=own&thresholds=0.03 0.12 0.27 0.46 0.7&steepness=2000",
		"Each unit has its own threshold. They are dense where f is steep: drag them."),

	algos.NewPreset("root", "Square root, equally spaced", none, "step=end&opens=3&function=root&units=6&activation=step",
		"The derivative is infinite at 0, so there is no Lipschitz constant. The bound ω(1/12) still holds."),

	algos.NewPreset("common-bias", "One b for all units", none, "step=end&opens=2&placement=common&units=6&activation=step",
		"With one w and one b all units jump at the same place: the network has one step, however many units it has."),

	algos.NewPreset("fitted", "Fitted and constructed network", none, "step=end&opens=60&epochs=150",
		"Two networks with eight units. The trained one places its sigmoids freely, and is far more accurate."),

	algos.NewPreset("relu", "ReLU: piecewise linear interpolation", none, "step=end&opens=4&activation=relu",
		"ReLU is not squashing, but not a polynomial either: its error falls as 1/N²."),

	algos.NewPreset("identity", "Identity: the network stays a line", none, "step=end&opens=1&activation=identity&epochs=60&eta=0.003",
		"Any number of linear units is one line. The measure μ bounds the error from below; training does not help."),

	algos.NewPreset("square", "Squares: the network stays a parabola", none, "step=end&opens=2&activation=square&function=kink",
		"Three units give all parabolas, and more units give nothing new."),

	algos.NewPreset("jump", "A target with a jump", none, "step=end&opens=9&function=jump&units=12",
		"The theorem needs a continuous f. Beside a jump by 1 every continuous network has a sup-error of at least 1/2."),

	algos.NewPreset("expression", "Your own expression", none, "step=end&opens=6&function=own&units=16&steepness=400",
		"Enter any f(x) on [0, 1]: modulus of continuity, Lipschitz constant and bound are computed for it."),

	algos.NewPreset("by-hand", "A target drawn by hand", none, "step=end&opens=6&function=drawn&units=16&steepness=400&epochs=100",
		"Draw your own curve: the staircase and the fitted network follow it."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	stairs("sine-5", "5", 5), stairs("sine-10", "10", 10), stairs("sine-20", "20", 20), stairs("sine-50", "50", 50),
	algos.NewFixture("root-6", "The square root with six equal cells", "by hand: the largest error is at 0, √(1/12); ω(1/12) is the same", none,
		"step=end&function=root&units=6&activation=step",
		algos.Expect("model.sup_error", `$\sup|f-G|$`, math.Sqrt(1.0/12), 1e-14),
		algos.Expect("model.modulus", `$\omega(1/12)$`, math.Sqrt(1.0/12), 1e-3)),
	algos.NewFixture("line", "The best line for |2x − 1|", "by hand: the constant ½ with the alternation 0, ½, 1", none, "step=end&function=kink&activation=identity",
		algos.Expect("model.sup_error", `$\sup|f-G|$`, 0.5, 1e-13),
		algos.Expect("model.lower_bound", `$|\int f\,d\mu|$`, 0.5, 1e-13),
		algos.Expect("model.measure[1]", `$\mu$ in the middle`, -0.5, 1e-13)),
	algos.NewFixture("parabola", "The best parabola for |2x − 1|", "C. de la Vallée Poussin: |t| on [−1, 1] has the best parabola t² + ⅛", none,
		"step=end&function=kink&activation=square",
		algos.Expect("model.sup_error", `$\sup|f-G|$`, 0.125, 1e-13),
		algos.Expect("model.lower_bound", `$|\int f\,d\mu|$`, 0.125, 1e-13)),
}

// stairs is the staircase of the sine with n threshold units.
func stairs(id, n string, count float64) algos.Fixture {
	return algos.NewFixture(id, "The sine with "+n+" threshold units", "001: 2B-13, sin(π/N) ≤ π/N", none, "step=end&activation=step&units="+n,
		algos.Expect("model.sup_error", `$\sup|f-G|$`, math.Sin(math.Pi/count), 1e-13),
		algos.Expect("model.lipschitz", `$L=2\pi$`, 2*math.Pi, 1e-12))
}
