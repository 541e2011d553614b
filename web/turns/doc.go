// Package turns hands out the processors. Whoever computes or draws for a visitor
// waits for its turn first, so that no visitor and no address can take the machine
// from the others.
//
// # Whose turn it is
//
// A [Scheduler] has as many places as there are processors. It gives a free one to
// the class of work that got least of late, counted by the price of the class; in
// there to the address that got least, and of that address to the one that asks, a
// [Share], that got least. This is start-time fair queueing (Goyal, Vin and Cheng
// 1996) at three levels: each child of a level has a virtual time, the time it held
// processors, and the lowest one is next. Who comes anew, or has asked for little,
// begins a moment before the time of those being served: so it goes before those who
// always ask, but never catches up on all that it did not ask for. Only time for which
// others waited is counted. So a lecture of a hundred phones behind one address has the
// whole machine as long as nobody else wants it, and half of it beside one other address.
//
// # Giving way
//
// A single step of a run may take seconds, and holds no processor for so long. Every
// run looks at its context every few milliseconds, because it must end soon after the
// context does. [Yielding] makes a context of which such a look also gives way: it
// hands the processor on if others wait, and returns when it is the work's turn
// again. So nothing is lost or done twice, and however long a step takes, it gets
// its fair share and comes to its end. To interrupt and try again would lose the work
// done so far, and to let long work run beside the rest on a processor too many would
// slow everybody down, by more the more of it there is.
//
// Work that cannot give way in the middle, such as the drawing of one picture, may
// hold on to its processor for longer. Then another place is made for it beside the
// others, but only for few at a time: they and the others share the processors as
// the operating system likes. Pictures, which take longest, never hold all of them.
//
// # Queues
//
// A [Queue] bounds how many requests are served at once, and how many may wait for
// that, in total and of each address. What does not fit is refused at once.
package turns
