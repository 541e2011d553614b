package mlp

import (
	"playground/algos"
	"playground/algos/dataset"
)

// byHand is the example of the fixture: x = (1, 2), y = 1, and the weights of a 2–2–1 network, layer by layer.
var byHand = dataset.Labelled([3]float64{1, 2, 1})

const handWeights = "hidden=2&activation=sigmoid&loss=squared&solver=gd&initial=0.1+0.4+-0.2+0.3+0.1+-0.1+0.5+-0.6+0.2"

// batch are twenty points of two moons, and the weights of a 2–4–3–1 network, with gradients from elsewhere.
var batch = dataset.Labelled(
	[3]float64{0.9462890625, 0.048828125, -1}, [3]float64{-0.005859375, 0.4423828125, 1}, [3]float64{1.140625, 0.1826171875, -1},
	[3]float64{-0.126953125, 0.3876953125, 1}, [3]float64{0.962890625, 0.4189453125, -1}, [3]float64{-0.08984375, 0.353515625, 1},
	[3]float64{0.9462890625, 0.2197265625, -1}, [3]float64{0.072265625, 0.0654296875, 1}, [3]float64{0.771484375, 0.634765625, -1},
	[3]float64{0.01171875, -0.1884765625, 1}, [3]float64{0.7958984375, 0.5576171875, -1}, [3]float64{0.29296875, 0.1328125, 1},
	[3]float64{1.068359375, 0.6611328125, -1}, [3]float64{0.197265625, -0.0634765625, 1}, [3]float64{0.6923828125, 1.0263671875, -1},
	[3]float64{-0.1337890625, -0.216796875, 1}, [3]float64{0.5400390625, 0.841796875, -1}, [3]float64{0.376953125, -0.0576171875, 1},
	[3]float64{0.5078125, 0.6494140625, -1}, [3]float64{0.6259765625, -0.5361328125, 1},
)

const batchWeights = "hidden=4,3&solver=gd&eta=0.5&epochs=10&initial=" +
	"-0.1005859375+0.076171875+-1.4521484375+-0.8251953125+-0.5224609375+0.794921875+-0.3896484375+-0.6435546875+" +
	"-0.0693359375+-0.2109375+-0.236328125+0.1015625+-1.3720703125+-0.7158203125+0.404296875+0.1748046875+0.5908203125+" +
	"0.220703125+-2.337890625+0.482421875+0.1845703125+-0.056640625+-0.0341796875+-0.4267578125+0.091796875+0.140625+" +
	"-0.294921875+0.046875+0.818359375+-0.6376953125+0.2080078125"

var (
	moons  = dataset.Generate("moons", 100, 0.15, 1)
	xor    = dataset.Labelled([3]float64{0, 0, -1}, [3]float64{0, 1, 1}, [3]float64{1, 0, 1}, [3]float64{1, 1, -1})
	rings  = dataset.Generate("circles", 80, 0.1, 1)
	three  = dataset.Generate("blobs3", 90, 0.6, 2)
	sine   = dataset.Generate("sine", 60, 0.15, 3)
	spiral = dataset.Generate("spirals", 120, 0.1, 1)
)

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("moons", "Two moons", moons, "step=end&opens=106",
		"Each small board is the output of a hidden unit; together they bend the decision boundary."),

	algos.NewPreset("by-hand", "Backpropagation by hand (2–2–1)", byHand, handWeights+"&eta=0.5&epochs=20&step=3",
		"One sample, nine weights: every output, every δ and every "+
			"gradient can be computed with a calculator."),

	algos.NewPreset("batch", "One mean over the batch", batch, batchWeights+"&step=7",
		"The gradient of the batch is the mean of the products over its samples, taken once."),

	algos.NewPreset("xor", "XOR with three hidden units", xor, "step=end&hidden=3&solver=gd&eta=1&epochs=100",
		"No line separates the classes; a hidden layer does."),

	algos.NewPreset("linear", "No hidden layer", moons, "step=end&hidden=0",
		"Without a hidden layer the network is logistic regression: its boundary is a line."),

	algos.NewPreset("three", "Softmax output: three classes", three, "step=end&hidden=6&epochs=40",
		"Three outputs with the softmax: one probability per class."),

	algos.NewPreset("sine", "Regression on a sine", sine, "step=end&hidden=8&loss=squared&solver=adam&eta=0.03&epochs=200",
		"A linear output and the squared loss: a sum of eight tanh curves."),

	algos.NewPreset("spiral", "Three hidden layers on a spiral", spiral, "step=end&hidden=8,8,8&solver=adam&eta=0.02&epochs=150",
		"Three hidden layers: the boards become more "+
			"complex from layer to layer."),

	algos.NewPreset("momentum", "Momentum", rings, "step=end&solver=momentum&eta=0.05&epochs=40",
		"The velocity averages gradients: the same learning rate gets farther."),

	algos.NewPreset("l1", "L1 penalty", moons, "step=end&l1=0.003&eta=0.5&epochs=150", "The L1 penalty drives many weights to almost 0."),

	algos.NewPreset("l2", "L2 penalty", moons, "step=end&l2=0.02&epochs=100", "The L2 penalty shrinks all weights: the boundary becomes smooth."),

	algos.NewPreset("dropout", "Dropout", moons, "step=end&opens=1&hidden=8,8&dropout=0.3&epochs=100",
		"Hidden units are dropped at random for each sample; dashed units are dropped now."),

	algos.NewPreset("dead", "Dead ReLU units", rings, "step=end&activation=relu&eta=2&epochs=40",
		"Large updates make ReLU units 0 on all samples: then their gradient is 0, too."),

	algos.NewPreset("saturated", "Squared loss, saturated output", byHand, "hidden=2&activation=sigmoid&loss=squared&solver=gd&eta=0.5&epochs=200&step=3&"+
		"initial=0.1+0.4+-0.2+0.3+0.1+-0.1+-4+-4+-1", "The output is near 0 and the target 1, but the derivative of the sigmoid makes δ small."),

	algos.NewPreset("symmetric", "Equal initial weights", moons,
		"step=end&hidden=4&solver=gd&eta=0.5&epochs=60&initial=0.3+0.3+0.3+0.3+0.3+0.3+0.3+0.3+0+0+0+0+0.3+0.3+0.3+0.3+0",
		"Hidden units that start equal have equal gradients, and remain equal."),

	algos.NewPreset("too-far", "Learning rate too large", sine, "step=end&hidden=8&loss=squared&solver=gd&activation=relu&eta=10&epochs=40",
		"The loss increases with every update until the run diverges."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("by-hand", "Backpropagation by hand", "001: 2B-7 (seven decimals)", byHand, handWeights+"&eta=0.5&epochs=20&step=0",
		algos.Expect("model.z[0][0]", "$z^1_1$", 1, 1e-15), algos.Expect("model.z[0][1]", "$z^1_2$", 0.3, 1e-15),
		algos.Expect("model.activations[0][0]", "$a^1_1$", 0.7310586, 5e-8), algos.Expect("model.activations[0][1]", "$a^1_2$", 0.5744425, 5e-8),
		algos.Expect("model.z[1][0]", "$z^2$", 0.2208638, 5e-8), algos.Expect("model.activations[1][0]", "$a^2$", 0.5549926, 5e-8),
		algos.Expect("model.loss", "$C$", 0.0990158, 5e-8), algos.Expect("model.deltas[1][0]", `$\delta^2$`, -0.1099061, 5e-8),
		algos.Expect("model.deltas[0][0]", `$\delta^1_1$`, -0.0108044, 5e-8), algos.Expect("model.deltas[0][1]", `$\delta^1_2$`, 0.0161205, 5e-8),
		algos.Expect("model.gradient_weights[0][0][0]", `$\partial C/\partial w^1_{11}$`, -0.0108044, 5e-8),
		algos.Expect("model.gradient_weights[0][1][0]", `$\partial C/\partial w^1_{12}$`, 0.0161205, 5e-8),
		algos.Expect("model.gradient_weights[0][0][1]", `$\partial C/\partial w^1_{21}$`, -0.0216088, 5e-8),
		algos.Expect("model.gradient_weights[0][1][1]", `$\partial C/\partial w^1_{22}$`, 0.0322409, 5.1e-8),
		algos.Expect("model.gradient_weights[1][0][0]", `$\partial C/\partial w^2_1$`, -0.0803478, 5e-8),
		algos.Expect("model.gradient_weights[1][0][1]", `$\partial C/\partial w^2_2$`, -0.0631347, 5e-8),
	),
	algos.NewFixture("by-hand-update", "The loss after one update, η = 0.5", "001: 2B-7 (seven decimals)", byHand, handWeights+"&eta=0.5&epochs=1&step=end",
		algos.Expect("model.loss", "$C$", 0.0871090, 5e-8)),
	algos.NewFixture("batch", "The gradient of a batch of twenty", "backpropagation of a 2–4–3–1 network by the complex step (13 digits)", batch,
		batchWeights+"&step=0",
		algos.Expect("model.loss", "$C$", 0.6622271004396, 1e-12),
		algos.Expect("model.gradient_weights[0][0][0]", `$\partial C/\partial w^1_{11}$`, 0.0427542559288, 1e-12),
		algos.Expect("model.gradient_weights[1][2][1]", `$\partial C/\partial w^2_{23}$`, 0.13869785386, 1e-11),
		algos.Expect("model.gradient_weights[2][0][0]", `$\partial C/\partial w^3_1$`, 0.123013674526, 1e-12),
		algos.Expect("model.gradient_biases[2][0]", `$\partial C/\partial b^3$`, 0.128473424588, 1e-12)),
	algos.NewFixture("batch-descent", "Ten steps of gradient descent, η = 0.5", "the same network in numpy (12 digits)", batch, batchWeights+"&step=end",
		algos.Expect("model.loss", "$C$", 0.206158673114, 1e-11)),
}
