package catalogtest

// What the server answers, as programs read it.

type recipeFile struct {
	Format, Demo, Preset, Data, Step string
	Params                           map[string]string
	Seed                             uint64
	View                             *[4]float64
}

type checkedBoard struct {
	Opens, English bool
	Step           int
	Says           string
}

type seedRun struct {
	Seed                   uint64
	Chance                 bool
	State, Reason, Picture string
	Count                  int
	Numbers                []struct {
		Metric, Name string
		Value        *float64
	}
}

type issued struct{ Words, Text, Link, QR string }

type oEmbed struct {
	Version, Type, Title, HTML string
	ProviderName               string `json:"provider_name"`
	ProviderURL                string `json:"provider_url"`
	Width, Height              int
	ThumbnailURL               string `json:"thumbnail_url"`
	ThumbnailWidth             int    `json:"thumbnail_width"`
	ThumbnailHeight            int    `json:"thumbnail_height"`
}

type toldSide struct {
	Title, Says, Beyond, State string
	Step, Recorded             int
}

type toldPair struct {
	A, B       toldSide
	Difference struct {
		Text, Picture string
		Refused       bool
		Apart         *int
		Cells         int
		Most          *float64
	}
	Chart   struct{ Picture string }
	Metrics []struct {
		ID   string
		A, B *float64
	}
}

type tape struct {
	Start  int
	Frames []struct {
		Step, Say int
		Panels    []tapePanel
	}
	Texts []string
}

type tapePanel struct {
	ID     string
	Layers []int
	Tips   *struct {
		Of  int
		Say []int
	}
}
