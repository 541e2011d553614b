package convolution

import (
	"strings"

	"playground/algos"
	"playground/algos/dataset"
)

// picture is an image whose pixels are digits from 0 to 9, a line per word.
func picture(text string) dataset.Source {
	var rows [][]float64
	for line := range strings.FieldsSeq(text) {
		var row []float64
		for _, digit := range line {
			row = append(row, float64(digit-'0'))
		}
		rows = append(rows, row)
	}
	return dataset.Grid(rows...)
}

// A weights is a kernel, line by line.
type weights [][]float64

// painted is the kernel as cells.
func painted(w weights) dataset.Cells { return dataset.Grid(w...).Cells }

// with is an image with a kernel.
func with(image dataset.Source, w weights) dataset.Source { return image.With(kernelName, w...) }

// The kernels. Binomial weights in sixteenths are exact numbers, and an outer product.
var (
	sobelX   = weights{{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}
	binomial = weights{{0.0625, 0.125, 0.0625}, {0.125, 0.25, 0.125}, {0.0625, 0.125, 0.0625}}
	sharper  = weights{{0, -1, 0}, {-1, 5, -1}, {0, -1, 0}}
	embossed = weights{{-2, -1, 0}, {-1, 1, 1}, {0, 1, 2}}
	identity = weights{{0, 0, 0}, {0, 1, 0}, {0, 0, 0}}
	counting = weights{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	stroke   = weights{{0, -1, 2}, {-1, 2, -1}, {2, -1, 0}}
	guide    = weights{{0, 1, 2}, {2, 2, 0}, {0, 1, 2}} // of Dumoulin and Visin, figure 2.1
)

// The images.
var (
	square   = picture("00000000 00000000 00666600 00666600 00666600 00666600 00000000 00000000")
	noisy    = picture("11111111 11199111 11999911 19119991 19999191 11999911 11199111 11111111")
	slant    = picture("22222222 23333332 23777732 23788732 23788732 23777732 23333332 22222222")
	guided   = picture("33210 00131 31223 20022 20001") // of Dumoulin and Visin, figure 2.1
	impulse  = picture("00000 00000 00100 00000 00000")
	seven    = picture("0000000000 0099999900 0099999900 0000009900 0000099000 0000990000 0009900000 0009900000 0009900000 0000000000")
	diagonal = picture("9000000 0900000 0090000 0009000 0000900 0000090 0000009")
	large    = picture("0000000000000000 0000000000000000 0000055555500000 0000555555550000 0005500000055000 0005000000005000 0055005005005500 " +
		"0055000000005500 0055000000005500 0055050000505500 0055005555005500 0005500000055000 0000555555550000 0000055555500000 0000000000000000 " +
		"0000000000000000")
	bars   = picture("00900000 00900900 00900900 00999900 00900900 00900900")
	small  = picture("1203 0121 3102 1230")
	bright = with(large, sobelX) // of an example that reaches a goal
)

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("sobel", "Sobel: vertical edges", with(square, sobelX), "step=end&opens=14",
		"Positive where the values rise to the right, negative where "+
			"they fall."),
	algos.NewPreset("blur", "Gaussian blur", with(noisy, binomial), "step=end&opens=20&padding=1", "A weighted mean of each neighbourhood; the kernel is "+
		"separable."),
	algos.NewPreset("sharpen", "Sharpen", with(slant, sharper), "step=end&opens=20&padding=1", "Differences from the neighbours are amplified."),
	algos.NewPreset("emboss", "Emboss", with(slant, embossed), "step=end&opens=20", "The sign says on which side of an edge the values are larger."),
	algos.NewPreset("identity", "Identity", with(noisy, identity), "step=end&opens=20&padding=1", "A single 1 in the centre: the output is the image."),
	algos.NewPreset("no-padding", "Without padding (valid)", with(guided, guide), "step=end&opens=4", "The output is smaller by k − 1 = 2."),
	algos.NewPreset("same", "Same padding", with(guided, guide), "step=end&opens=8&padding=1", "Padding (k − 1)/2 keeps the size of the image."),
	algos.NewPreset("full", "Full padding", with(guided, guide), "step=end&opens=16&padding=2", "Padding k − 1: each pixel meets each weight."),
	algos.NewPreset("stride", "Stride 2", with(guided, guide), "step=end&opens=4&padding=1&stride=2", "Every second window: the output has 3 × 3 cells."),
	algos.NewPreset("dilation", "Dilation 2", with(diagonal, guide), "step=end&opens=4&dilation=2", "Nine weights span 5 × 5 pixels."),
	algos.NewPreset("max-pooling", "Max pooling", with(square, sobelX), "step=end&opens=39&activation=relu&pooling=max",
		"Each 2 × 2 block keeps its largest value."),
	algos.NewPreset("average-pooling", "Average pooling", with(noisy, identity), "step=end&opens=70&padding=1&pooling=average",
		"Each 2 × 2 block becomes its mean."),
	algos.NewPreset("digit", "Digit 7", with(seven, stroke), "step=end&opens=30&activation=relu&pooling=max&bias=-18", "A diagonal stroke is detected; "+
		"the bias is its threshold."),
	algos.NewPreset("shift", "Shifted image", with(bars, sobelX), "step=end&opens=12&padding=1&shift=2",
		"The output moves with the image: translation equivariance."),
	algos.NewPreset("shift-stride", "Shift and stride 2", with(bars, sobelX), "step=end&opens=6&padding=1&stride=2&shift=1",
		"A shift of one pixel with stride 2: "+
			"equivariance fails."),
	algos.NewPreset("parameters", "Parameter sharing", with(large, sobelX), "step=end&opens=60", "10 parameters, where a dense layer has 50,372."),
	algos.NewPreset("toeplitz", "Toeplitz matrix", with(small, counting), "step=end&opens=2", "The output is a 4 × 16 matrix times the image."),
	algos.NewPreset("flip", "Convolution of an impulse", with(impulse, counting), "step=end&opens=4&flip=true",
		"The impulse response of convolution is the kernel."),
	algos.NewPreset("correlation", "Cross-correlation of an impulse", with(impulse, counting), "step=end&opens=4", "The same without the flip: the kernel "+
		"appears rotated by 180°."),
}

// theGuide is where the worked numbers come from.
const theGuide = "V. Dumoulin, F. Visin (2016), arXiv:1603.07285"

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("guide", "A worked 3 × 3 output", theGuide+", figure 1.1", with(guided, guide), "step=end",
		algos.Expect("model.output[0][0]", `$z_{1,1}$`, 12, 0), algos.Expect("model.output[0][1]", `$z_{1,2}$`, 12, 0),
		algos.Expect("model.output[0][2]", `$z_{1,3}$`, 17, 0), algos.Expect("model.output[1][0]", `$z_{2,1}$`, 10, 0),
		algos.Expect("model.output[1][1]", `$z_{2,2}$`, 17, 0), algos.Expect("model.output[1][2]", `$z_{2,3}$`, 19, 0),
		algos.Expect("model.output[2][0]", `$z_{3,1}$`, 9, 0), algos.Expect("model.output[2][1]", `$z_{3,2}$`, 6, 0),
		algos.Expect("model.output[2][2]", `$z_{3,3}$`, 14, 0),
	),
	algos.NewFixture("strided", "Padding 1, stride 2", theGuide+", figure 1.2: the corners and the middle", with(guided, guide), "step=end&padding=1&stride=2",
		algos.Expect("model.size[0]", `$o$`, 3, 0),
		algos.Expect("model.output[0][0]", `$z_{1,1}$`, 6, 0), algos.Expect("model.output[0][1]", `$z_{1,2}$`, 17, 0),
		algos.Expect("model.output[0][2]", `$z_{1,3}$`, 3, 0), algos.Expect("model.output[1][0]", `$z_{2,1}$`, 8, 0),
		algos.Expect("model.output[1][1]", `$z_{2,2}$`, 17, 0), algos.Expect("model.output[1][2]", `$z_{2,3}$`, 13, 0),
		algos.Expect("model.output[2][0]", `$z_{3,1}$`, 6, 0), algos.Expect("model.output[2][1]", `$z_{3,2}$`, 4, 0),
		algos.Expect("model.output[2][2]", `$z_{3,3}$`, 4, 0),
	),
	algos.NewFixture("dilated", "Dilation 2 on 7 × 7 pixels", theGuide+", section 5.1: i = 7, k = 3, d = 2, s = 1, p = 0 gives o = 3", with(diagonal, guide),
		"step=end&dilation=2", algos.Expect("model.size[0]", `$o$`, 3, 0), algos.Expect("model.size[1]", `$o$`, 3, 0),
		algos.Expect("model.output[0][0]", `$9\cdot(0+2+2)$`, 36, 0)),
	algos.NewFixture("full", "Full padding", "the sums of image and kernel, 34 and 10, multiplied", with(guided, guide), "step=end&padding=2",
		algos.Expect("model.sum", `$\sum z$`, 340, 0), algos.Expect("model.size[0]", `$o = i + k - 1$`, 7, 0)),
	algos.NewFixture("impulse", "Convolution of an impulse", "by definition: the impulse response is the kernel", with(impulse, counting), "step=end&flip=true",
		algos.Expect("model.output[0][0]", `$w_{1,1}$`, 1, 0), algos.Expect("model.output[1][2]", `$w_{2,3}$`, 6, 0),
		algos.Expect("model.output[2][2]", `$w_{3,3}$`, 9, 0)),
}
