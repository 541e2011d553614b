package kernel

import (
	"fmt"

	"playground/algos/param"
)

// MaxDegree is the largest degree of a polynomial kernel.
const MaxDegree = 10

// Limits of the parameters. They keep every kernel value of the points that the
// playground accepts within what a float64 can hold.
const (
	minGamma, maxGamma = 1e-12, 1e12
	maxCoef0           = 1e3
)

// Options choose a kernel: what every kernel method's form asks for.
type Options struct {
	Kernel string  // "linear", "poly", "rbf", "laplacian" or "sigmoid"
	Gamma  float64 // γ of every kernel but the linear one
	Degree int     // degree of the polynomial kernel
	Coef0  float64 // c₀ of the polynomial and the sigmoid kernel
}

// Choices are the kernels as a menu offers them.
func Choices() []param.Option {
	return []param.Option{
		{Value: "linear", Label: "linear", TeX: Linear{}.TeX()},
		{
			Value: "poly", Label: "polynomial", TeX: Poly{}.TeX(),
			Hint: "The notes' (1 + x·z)² is γ = 1, c₀ = 1, degree 2. With c₀ < 0 it need not be positive semi-definite.",
		},
		{
			Value: "rbf", Label: "RBF (Gaussian)", TeX: RBF{}.TeX(),
			Hint: "exp(−‖x−z‖²/2σ²) is γ = 1/2σ²; exp(−β‖x−z‖²/2) is γ = β/2; exp(−‖x−z‖²/2h²) is γ = 1/2h².",
		},
		{Value: "laplacian", Label: "Laplacian", TeX: Laplacian{}.TeX(), Hint: "exp(−‖x−z‖/σ) is γ = 1/σ."},
		{
			Value: "sigmoid", Label: "sigmoid (not PSD)", TeX: Sigmoid{}.TeX(),
			Hint: "Not positive semi-definite in general: it has no feature space, so the dual need not be concave and the guarantees need not hold.",
		},
	}
}

// Bind binds the kernel's options under their public names kernel, gamma, degree
// and coef0; def holds the defaults. What it returns refines them, in this order.
func (o *Options) Bind(s *param.Set, def Options) []param.Binding {
	kernel := s.Choice(&o.Kernel, "kernel", def.Kernel, Choices()...).Group("Kernel")
	gamma := s.Float(&o.Gamma, "gamma", def.Gamma, minGamma, maxGamma).Log(0.01, 100).Label("γ").Group("Kernel").
		When("kernel", "poly", "rbf", "laplacian", "sigmoid").
		Hint("inverse kernel width, RBF γ = 1/(2σ²): small = smooth (underfits), large = local (overfits); scikit-learn: gamma").
		Suggests(Gammas("kernel"))
	degree := s.Int(&o.Degree, "degree", def.Degree, 1, MaxDegree).Label("degree d").Group("Kernel").When("kernel", "poly")
	coef0 := s.Float(&o.Coef0, "coef0", def.Coef0, -maxCoef0, maxCoef0).Slider(-3, 3).Label("c₀").Group("Kernel").
		When("kernel", "poly", "sigmoid").Hint("constant term of the polynomial or sigmoid kernel; scikit-learn: coef0")
	return []param.Binding{kernel, gamma, degree, coef0}
}

// New returns the chosen kernel. An unknown name is a mistake of the caller:
// [Options.Bind] lets none through.
func (o Options) New() Kernel {
	switch o.Kernel {
	case "linear":
		return Linear{}
	case "poly":
		return Poly{Gamma: o.Gamma, Coef0: o.Coef0, Degree: o.Degree}
	case "rbf":
		return RBF{Gamma: o.Gamma}
	case "laplacian":
		return Laplacian{Gamma: o.Gamma}
	case "sigmoid":
		return Sigmoid{Gamma: o.Gamma, Coef0: o.Coef0}
	}
	panic(fmt.Sprintf("kernel: no kernel %q", o.Kernel))
}
