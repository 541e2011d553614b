package frame

import (
	"context"
	"sync"

	"playground/algos"
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

// Draw is [Scene.Draw]. The panels of its frames must not be changed.
func (p *Prints) Draw(ctx context.Context, v wire.View) (*wire.Frame, error) {
	return p.scene.draw(ctx, v, p.scene.coarse, nil, p.draw)
}

func (p *Prints) draw(panel algos.Panel, o viz.Options, t Typesetter) (wire.Panel, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	as := sheet{panel.ID, o}
	if done, ok := p.drawn[as]; ok {
		return done, nil
	}
	done, err := draw(panel, o, t)
	if err == nil {
		p.drawn[as] = done
	}
	return done, err
}
