package catalog

import (
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// Every demo with the width of a kernel on points has the words for it.
func TestWidthsHaveSuggestions(t *testing.T) {
	var got []string
	for _, d := range All {
		for _, p := range d.Schema() {
			if p.Suggests != nil {
				got = append(got, d.ID+" "+p.Name)
			}
		}
	}
	slices.Sort(got)
	want := []string{
		"gp-classification kernel", "gp-regression kernel", "kernel-perceptron gamma", "kernel-ridge gamma", "kernels gamma",
		"svm gamma", "svm-loocv gamma", "svm-multiclass gamma", "svr gamma",
	}
	if !slices.Equal(got, want) {
		t.Errorf("suggestions are in\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// people are heights from 150 to 190 cm and weights from 50 to 95 kg of two classes, and citizens ages
// and incomes.
const (
	people = "x1,x2,y\n150,50,0\n155,62,0\n160,54,0\n164,66,0\n168,58,0\n172,70,0\n166,72,1\n170,84,1\n175,75,1\n180,90,1\n185,80,1\n190,95,1\n"
	earned = "x1,x2,y\n20,25000,0\n27,31000,0\n35,28000,0\n41,39000,0\n38,52000,1\n47,61000,1\n55,70000,1\n64,85000,1\n"
)

// table reads points of a file as a recipe has them.
func table(t *testing.T, csv string) dataset.Set {
	t.Helper()
	set, err := dataset.ReadCSV(strings.NewReader(csv), dataset.Classes)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// widths are scikit-learn's γ, and the one of the median distance, by their definitions.
func widths(points []dataset.Point) (scale, median float64) {
	var all, distances []float64
	for i, p := range points {
		all = append(all, p.X[0], p.X[1])
		for _, q := range points[:i] {
			distances = append(distances, math.Hypot(p.X[0]-q.X[0], p.X[1]-q.X[1]))
		}
	}
	mean, variance := 0.0, 0.0
	for _, x := range all {
		mean += x / float64(len(all))
	}
	for _, x := range all {
		variance += (x - mean) * (x - mean) / float64(len(all))
	}
	slices.Sort(distances)
	m := (distances[len(distances)/2] + distances[(len(distances)-1)/2]) / 2
	return 1 / (2 * variance), 1 / (2 * m * m)
}

// On data of people the words are the textbook's numbers, of the training points alone, and the default is said to be far from them.
func TestWidthsOfPeople(t *testing.T) {
	d, _ := Find("svm")
	for _, csv := range []string{people, earned} {
		set := table(t, csv)
		for held := range 3 {
			set.Held = held
			scale, median := widths(set.Points[:len(set.Points)-held])
			data := dataset.Explicit(set).String()
			for word, want := range map[string]float64{"scale": scale, "median": median} {
				r, err := d.ParseRecipe(url.Values{"data": {data}, "gamma": {word}})
				if err != nil {
					t.Fatal(err)
				}
				got, _ := strconv.ParseFloat(r.Params["gamma"], 64)
				if math.Abs(got-want) > 1e-5*want {
					t.Errorf("%d held out: %s is %v, want %v", held, word, got, want)
				}
				q, err := r.Query(d)
				if err != nil || q.Get("gamma") != r.Params["gamma"] {
					t.Errorf("the link has %s for %s (%v)", q.Get("gamma"), r.Params["gamma"], err)
				}
				if a := advice(t, r, d); a.Far != "" || a.Slider[0] > got || a.Slider[1] < got {
					t.Errorf("%s is %v, the slider goes from %v to %v, and it is said: %s", word, got, a.Slider[0], a.Slider[1], a.Far)
				}
			}
			r, err := d.ParseRecipe(url.Values{"data": {data}})
			if err != nil {
				t.Fatal(err)
			}
			if far := advice(t, r, d).Far; !strings.HasPrefix(far.String(), "γ = 1.2 is ") || !strings.Contains(far.In(d.Book("zh")), "自成孤岛") {
				t.Errorf("γ = 1.2 with these data: %s", far)
			}
		}
	}
}

func advice(t *testing.T, r algos.Recipe, d algos.Demo) param.Advice {
	t.Helper()
	all, err := r.Advice(d)
	if err != nil {
		t.Fatal(err)
	}
	return all["gamma"]
}

// A recipe that is lent the data of another one, as in a comparison, reads its words with those.
func TestWidthOfLentData(t *testing.T) {
	d, _ := Find("svm")
	set := table(t, people)
	scale, _ := widths(set.Points)
	r, err := d.ParseLent(url.Values{"preset": {"moons"}, "gamma": {"scale"}}, dataset.Explicit(set))
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := strconv.ParseFloat(r.Params["gamma"], 64); math.Abs(got-scale) > 1e-5*scale {
		t.Errorf("scale is %v, want %v", got, scale)
	}
	if p, _ := d.Preset("moons"); !r.Data.Equal(p.Data) {
		t.Errorf("the recipe has the data %s", r.Data)
	}
}

// A preset with its own points is shown as it is meant; what a reader sets there is judged. A kernel that
// does not use the width is not.
func TestFarFromTheSuggestions(t *testing.T) {
	d, _ := Find("svm")
	for query, want := range map[string]string{
		"":                         "",
		"gamma=50":                 "",
		"gamma=1000":               "γ = 1000 is ",
		"gamma=1e-4":               "γ = 1 × 10⁻⁴ is 1/",
		"gamma=1000&kernel=linear": "",
		"gamma=1000&kernel=poly":   "",
	} {
		q, _ := url.ParseQuery(query)
		r, err := d.ParseRecipe(q)
		if err != nil {
			t.Fatal(err)
		}
		far := advice(t, r, d).Far.String()
		if want == "" && far != "" || !strings.HasPrefix(far, want) {
			t.Errorf("%s: %q, want %q", query, far, want)
		}
	}
}

// With the default width nearly every one of sixty people is a support vector; with the words the boundary is smooth.
func TestSuggestedWidthsAreSmooth(t *testing.T) {
	d, _ := Find("svm")
	r := rand.New(rand.NewPCG(1, 2))
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	for i := range 60 {
		class := float64(i % 2)
		height := 165 + 10*class + 7*r.NormFloat64()
		set.Points = append(set.Points, dataset.Point{X: [2]float64{height, 60 + 14*class + 0.8*(height-170) + 5*r.NormFloat64()}, Y: class})
	}
	for query, want := range map[string][2]float64{"": {57, 60}, "gamma=scale": {1, 45}, "gamma=median": {1, 45}} {
		q, _ := url.ParseQuery(query)
		q.Set("data", dataset.Explicit(set).String())
		recipe, err := d.ParseRecipe(q)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := recipe.Run(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		var last algos.Step
		for s := range steps {
			last = s
		}
		t.Logf("%q: %v support vectors, %v misclassified", query, last.Metric("sv"), last.Metric("errors"))
		if sv := last.Metric("sv"); sv < want[0] || sv > want[1] || last.Metric("errors") > 9 {
			t.Errorf("%q: %v support vectors, want %v to %v; %v of 60 misclassified", query, sv, want[0], want[1], last.Metric("errors"))
		}
	}
}
