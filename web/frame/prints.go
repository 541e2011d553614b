package frame

import (
	"context"
	"sync"

	"playground/algos/mark"
	"playground/viz"
	"playground/web/wire"
)

// Prints are a scene as it is drawn at several sizes. Panels of the same size, as side views
// often are, are drawn once.
type Prints struct {
	scene *Scene
	mu    sync.Mutex
	drawn map[sheet]wire.Panel
}

// A sheet is a panel and how it is drawn.
type sheet struct {
	panel   string
	options viz.Options
}

// Prints returns the scene to be drawn at several sizes.
func (s *Scene) Prints() *Prints { return &Prints{scene: s, drawn: map[sheet]wire.Panel{}} }

// Draw is [Scene.Draw]. It reports whether something was drawn that had not been. The
// panels of its frames must not be changed.
func (p *Prints) Draw(ctx context.Context, v wire.View) (f *wire.Frame, anew bool, err error) {
	f, err = p.scene.draw(ctx, v, p.scene.coarse, nil, func(panel mark.Panel, o viz.Options, t Typesetter) (wire.Panel, error) {
		done, fresh, err := p.draw(panel, o, t)
		anew = anew || fresh
		return done, err
	})
	return f, anew, err
}

func (p *Prints) draw(panel mark.Panel, o viz.Options, t Typesetter) (done wire.Panel, fresh bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	as := sheet{panel.ID, o}
	if done, ok := p.drawn[as]; ok {
		return done, false, nil
	}
	done, err = draw(panel, o, t)
	if err == nil {
		p.drawn[as] = done
	}
	return done, true, err
}
