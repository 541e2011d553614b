// Package wire is the websocket protocol playground.v1: JSON text messages with
// a "type". Changes are additive; a client ignores types and fields that it
// does not know. An unknown type or a bad field gets an [Error] back and the
// socket stays open.
//
// # From the client
//
// The first message is open. Numbers are JSON numbers, recipes are the query of
// a workbench URL, so that links, forms and messages share one text form. The
// socket's own address may name the page's language, /ws?lang=zh; the names of
// edits and of verdicts are in it, errors are in English, with codes.
//
//	open   {"demo":"svm","query":"C=10&step=47","view":{…}}        start over with a recipe
//	       {"demo":"svm","query":"…","resume":"KEY"}              and go on with the edits of a connection that broke
//	       {…,"edits":{"done":[1,2],"undone":[3]}}                 the client keeps edits, and has these
//	       {…,"secret":"SECRET"}                                   and presents, in the room that it had
//	       {…,"poll":"ID","question":"next-mistake","step":3,"round":1,"phase":"open"}   and leads this poll there
//	restore {"done":[{"id":1,"label":"move x₇","query":"…"}],"undone":[…]}   edits that the server has lost
//	view   {"view":{"board":[640,560],"side":[350,190]}}            sizes in CSS pixels at which frames are drawn
//	       {"view":{…,"panels":{"chart-gap":{"hidden":["gap"],"log":true,"size":[900,600]}}}}   how the reader set a panel
//	points {"op":"add","points":[[x1,x2,class],…]}                  edit the data; the run follows
//	       {"op":"move","index":3,"x":0.5,"y":1.5,"live":true}       live: a drag under way, latest wins
//	       {"op":"place","points":[[3,0.5,1.5],…],"live":true}       [index,x1,x2]; none only end a live gesture
//	       {"op":"remove","indexes":[3]}  {"op":"relabel","indexes":[3],"class":1}
//	       {"op":"clear"}  {"op":"load","csv":"x1,x2,y\n…"}  {"op":"load","data":"moons~60~0.24~7"}
//	       {"op":"look","csv":"x1,x2,y\n…"}     what a file holds, or what is wrong with it; nothing changes
//	       {"op":"load","csv":"a,b,c\n…","columns":{"x1":"a","x2":"b","y":"c"}}   look, too; {"x":…,"y":…} in one dimension
//	       {"op":"name","column":0,"name":"height"}   of x1, x2, y, or x, y; "" takes the name away
//	       {"op":"name","class":1,"name":"setosa"}
//	       {"op":"hold","indexes":[3],"on":true}   holds points out: they become the last ones; with false
//	                                     the last ones to learn from; live as above
//	       {"op":"edge","nodes":[0,3],"weight":1.5}   of a graph: joins two points, or gives their edge a
//	                                     weight; with 0 it goes; live as above. A file may be one of a graph
//	       {"op":"share","share":30}            holds out 30 % of all points, by chance but always the same; 0: none
//	       {"op":"as","as":"values"}            makes values of classes, or "classes" of values, where the demo takes either
//	data   {"op":"cell","at":[3,0],"value":"1.5"}          edit the table of a demo that takes one; live as above
//	       {"op":"row","values":["1.5","red"]}  {"op":"remove","indexes":[3]}  {"op":"clear"}
//	       {"op":"name","column":1,"name":"colour"}  {"op":"target","column":2}
//	       {"op":"load","csv":"a,b\n…"}  {"op":"load","data":"t2~na~Wb_u_v~…"}  {"op":"look","csv":"a,b\n…"}
//	       {"op":"cell","at":[row,column],"value":"0.5"}   of a demo that takes cells: a number in a cell
//	       {"op":"paint","cells":[[row,column,0.5],…],"live":true}   a stroke; none only end a live gesture
//	       {"op":"resize","shape":[rows,columns]}  {"op":"clear"}   what is in both shapes stays
//	       {"op":"load","csv":"0,1,0.5\n…"}  {"op":"load","data":"c2x3~…"}  {"op":"load","image":"iVBORw0K…"}   a PNG
//	       as base64 becomes cells, grey, as many as the demo takes; look, too
//	       of one that takes several grids, with "grid":"filter" for the one that is meant, else the first; a
//	       file may have several, each below a line with its name, and a link has all
//	set    {"name":"C","value":"10"}                                a parameter, as text; live as above
//	       {"params":{"C":"10","kernel":"rbf"}}                     several at once, such as a frame's offer
//	       {"name":"standardise","value":"true"}   where features can be standardised, see Standardised features
//	seed   {"seed":8}
//	play   {"rate":8,"size":"step"}      rate in steps a second; size small, step or pass
//	       {"rate":8,"until":"mistake","loop":[10,40]}   stops at the next event of the kind, "*" for any;
//	                                     plays from 10 to 40 over and over; both are optional
//	pause  {}                            also ends waiting for a place that is not recorded yet
//	step   {"by":1,"size":"step"}        by −1 goes back
//	seek   {"step":12} or {"to":"start"|"end"|"next"|"prev","event":"mistake"}   event is optional
//	window {"window":[x0,x1,y0,y1]}      what the board shows; absent: fitted to the points; live as above
//	undo   {}                            take the last edit back, of whatever kind; state says which
//	redo   {}
//	forget {}                            lets the run before the last edit go, see below
//	look   {"ref":"x6"}                  what the reader looks at, as pictures call it; none: nothing
//	ask    {"question":"next-mistake"}   asks a question of the demo at the step that is shown; none: leaves it
//	answer {"question":"next-mistake","point":3}   or "line":[[x1,x2],[x1,x2]], "number":0.3, "option":1
//	tour   {"stop":2}                    which stop of the demo's tour the page shows, from 1; 0: none. State says it to those who follow
//	present {"on":true,"secret":"SECRET"}   lets others follow this session; state has the key for them, follow
//	gather {}                            calls those back who follow no more, see Following
//	poll   {"do":"open"}                 puts the question that is asked to those who follow; then close, show, again, reveal, end
//	vote   {"poll":"ID","round":1,"voter":"ABCDEFGHIJKLMNOP","seq":3,"answer":{"point":3}}   who follows answers it; the
//	                                     answer has one of point, line, number, option
//	follow {"key":"KEY","view":{…}}      on a connection to /ws?follow: see and change nothing
//	       {"key":"KEY","ears":true}     hear when the presenter gathers, and see nothing
//	       {"key":"KEY","view":{…},"cursor":true}   on a connection to /ws?watch: be told by which steps to fetch the frames
//	ack    {"frame":17}                  the frame was painted
//
// Points that are held out always stand behind the others, so that x₁, …, xₙ are those
// that the demo learns from: state says how many of the last ones they are (held). What
// is added stands before them. A demo that looks at no targets refuses to hold points out.
//
// A state always has the cells of a demo that takes them: those of the recipe, or those that
// painting begins with. An edit of cells sets the parameters under which the demo looks at them.
// Of a demo that takes several grids it has all as layers, by their names, the first of them as
// cells, too; a panel of a frame says by grid which one is painted there. Where all have one size,
// an edit that changes that of one changes that of the others.
//
// A parameter with suggests in the schema may be given by a word instead of a number, or in a text in the
// place of one: "scale", "median". It becomes the number for which it stands with the points, and
// no recipe has the word. A state's advice says that number by word, what the ends of the slider are, and
// what it means that the number set is far from all of them; for these the client has buttons.
//
// On a one-dimensional board a point is [x,y,0]. A value in a table is text, as it is
// written into a cell: a number, or a word, in a column of numbers or of words.
//
// # From the server
//
//	state  the recipe as it stands now, the points, the controls' values, limits
//	run    how far the run is recorded: total, complete, status, the events and the sizes of the steps since the last one, whether chance plays
//	frame  one step: sentences, checks, metrics, and the pictures' layers that changed
//	goals  how far the run has come towards the challenges of the demo, see below
//	look   what tooltips say of the thing that the reader looks at, in all pictures
//	preview  what a file of points holds: how many, the first rows, how many of each class;
//	       of one with a header of its own also its headings, which columns are taken for
//	       what, and the problem with that; of a table its columns and first rows; of cells all
//	room   who presents: the room's key and code, how many are here and how many seats there are
//	wait   who follows: nobody presents now
//	voted  who follows: the vote is counted
//	gather who followed: the presenter calls all back
//	cursor  where the presenter is, to a client that watches by steps, see below
//	asked  what the room is asked, to a client that watches by steps: asking and poll, as in state
//	error  code, message, field; what was entered stays as it was
//	bye    the server closes the socket; reason says why, after for how many milliseconds to
//	       wait before connecting again
//
// # Order and pace
//
// An open is answered by a state with the schema, a run and a frame, or by an
// error. An edit (points, set, seed, window) starts the run over and is answered
// by a state, a run with reset and a frame; the cursor keeps its place, and a
// cursor at the end stays at the end. The board's window stays as long as it
// shows all points that are placed or moved by hand, and is fitted to them
// otherwise, but not while a gesture is live; then states are sent less often
// than changes are made. Playing from the end starts over; a step by hand ends
// playing. A step number beyond the end shows the end. A state follows when the
// cursor has moved, but not while playing, where every frame says its step.
//
// A client that begins (begin in its open) has asked for no step. If the query has
// none either, the run opens midway, where something is to come, and not at its end;
// and it does so again for other data that are loaded before the cursor is moved. A
// board without points goes back to the start, and stays there until the cursor is
// moved, so that a run can be watched from its start on points placed by hand.
//
// An undo or a redo is an edit like the others. The moves of a live gesture are
// one edit, and so are edits that merge; what changes nothing is none. Opening
// another recipe of the same demo is an edit too. A few hundred are remembered.
// The state that answers an open has a key, resume: with it in its first open, a
// client whose connection broke can undo what it did before. A key is good once,
// and for an hour after the last edit; an unknown one is no error.
//
// A client that says in its first open which edits it has keeps them itself, by their
// numbers. A state then has edits whenever they have changed: the numbers of those that
// can be undone and redone, and for each new one what it is called and the recipe on its
// other side; last says that this is the query of the state before. With lost, the
// server has none of the edits that the client named, and takes them back by one
// restore. Those that it cannot read are left out, with an error.
//
// With ghost in its view, a client that edits while the middle of a run is shown
// keeps the run before: frames draw it faintly under the new one, and run says at
// which step the two part. It stays through a gesture, and until the next edit.
//
// Pictures leave out the tooltips of what has a reference (data-ref), because
// tooltips change even if the drawing does not. A client says what is looked at
// instead. The answer is a look, or the look of the frame that is due anyway;
// from then on every frame has one, until the client looks at something else. A
// tip belongs to the elements with that reference in that layer of that panel:
// to all of them, or, where there are more, to the first, the second and so on.
//
// In a picture, what can be dragged carries data-drag with the parameter that it
// sets; data-along says how (plane, horizontal, vertical, around, vector, orbit, lift, listed, pressed), data-held
// where it is as shares of the area from the left and from the bottom, data-from the
// centre of an angle or the foot of a vector in data coordinates, data-from + y·data-per
// what a lift to the height y sets, data-moves which numbers of a list move to the right and
// which upwards with what is listed, "0 2;1 3" counted from 0, data-inside between which corners
// a press holds it as well (x0, y0, x1, y1 as shares), data-act which action a press takes: a
// client appends its number to the parameter, "0 2 1", by a set; data-log which axes
// are logarithmic, data-name what it is called if not like the parameter. A client
// sends set while it is dragged, live, and once more at the end. With orbit the whole picture
// is held, and the parameter is "turn,tilt" in degrees. A parameter with view in the schema
// leaves the run alone: a set is answered by a state and a frame, without a run, and during
// the gesture frames are brief if the client takes them.
//
// Messages that come faster than they can be acted upon merge. Of the values of
// one parameter, and of the places of one point, the last one counts. Steps add
// up. Messages that cannot merge are dropped beyond a bound, with the error busy
// at most once a second. A client that sends far more than that gets a bye.
//
// A client that has brief in its view takes brief frames during a gesture, while others
// wait for the processor. They hold only the panels on which something can be dragged: all
// other panels, sentences, checks, metrics and tooltips stay as they were sent, and so
// does what was said of the run, though reset in a brief frame says that it has started
// over and total how long it is. The run message and a frame that is not brief come a few
// times a second, and when the hand rests. Those who follow get no brief frames, nor
// does who presents.
//
// A client that has mend in its view keeps the layers that it has shown, and what was said.
// During a gesture, and in a room, a panel may have mends of a layer instead of the layer,
// {"data":[[at,drop,"text"],…]}: in the layer as it was last, whole or mended, each puts a
// text in the place of a part. A frame may have mends of say and promise, which are empty
// then. Places and lengths are UTF-16 units of the text as it was, and rise from one mend to
// the next. Those who follow without mend get whole frames alone.
//
// # Standardised features
//
// The schema of a demo whose features can be standardised ends with the switch standardise. Points, the window of a
// board and links are in the units of the data in any case, and so are the places of points that a client sends, and
// the lines that it answers. Parameters, sentences and metrics are in standard deviations when the switch is on: a panel then
// has marks, which is its window in these units, for what handles set. State has scales, which says that features are
// standardised, or why they could be.
//
// # Goals
//
// A demo may have goals. Once a run is complete and shown, and no hand drags anything,
// the client is told how far it has come, if the run is the reader's own: its data or
// parameters are those of no preset. {"type":"goals","goals":[{"id":"updates","number":57,
// "text":"57 updates","reached":false}]} has those goals to which the run has something to
// say. It comes once a run, and says nothing of runs before: the client keeps the best. A
// goal that compares the run with the one before the last edit has its recipe in before.
// Those who follow are not told: it is the presenter who reaches them.
//
// # Questions
//
// A frame has the questions that fit its step. An ask pauses the run; the state that
// follows has asking, with the words, the kind and what can be chosen, and until it is
// answered frames leave out what comes after their step: next, offer, the run before,
// and the ends of charts. What the run messages have told, a client hides. An answer is
// graded by the later step that decides: the cursor goes there as soon as it is
// recorded, asking has the verdict, and the frame draws both, what was given and what
// is right. A cell, a node or a bar is picked on the panel that asking names (on), among
// those whose refs it lists, and the answer is its place in that list, from 0: "point":3. Any other move of the cursor, an edit, or an ask without a question leaves
// the question. A question that is unknown, does not fit, or is answered by something
// else gets an error, and stays as it was. The query of an open may have ask: the
// question is asked when the run has come to its place.
//
// # Polls
//
// A client that presents can put the question that is asked to all who follow, by a poll
// message. Until the answer is revealed, or the poll ended, the run stays where it is: what
// would move it gets a bad-field, poll. The state has the poll with its id, the round, the
// phase, and the question in all languages (words):
//
//	open      votes are taken. The presenter is told how many are in (answers in room), and
//	          nobody how they are
//	closed    by close: the presenter's state has the counts (rounds). Votes that were on their
//	          way are taken for a second more
//	shown     by show: the states of all have them
//	revealed  by reveal: the cursor goes to the step that answers, asking has a verdict
//	          without a guess (room), and rounds say how many were right
//
// By again, a second round begins; rounds then has both. Counts say nothing of who: of each
// option, of numbers in bins, of points how often each was chosen, of lines their
// directions, and the lines themselves if they are few, or else how many go through each
// part of the board. A verdict that is left, as any is, ends the poll; so does end.
//
// A voter is what a page has drawn by lot for the room, and keeps to itself. Of its votes in
// a round the one with the greatest seq counts, so that a page may vote again as long as the
// round is open, and may repeat a vote that nothing was heard of: it is counted once. A
// voted says that a vote is counted, {"type":"voted","poll":"ID","round":1,"seq":3,
// "ballot":"B"}, and in which ballot. If a state has another ballot, what was counted before
// is lost with a server, and the page votes again in every round that it has answered: so
// the pages of the voters are the store. They are heard for some seconds even in rounds that
// are closed. A connection votes for one voter, twice a second at most. A vote that cannot
// be counted gets an error: poll (no such poll, or the round is closed), answer (none to this
// question), voter, busy (again later), limit (20,000 have answered).
//
// A presenter's page whose connection broke says in its open which poll it has led. The
// server asks the question again at its step, and goes on with the poll as it was.
//
// # Following
//
// A session that presents can be followed by all who have its key, each on a
// connection of its own, whose address is /ws?follow and which says follow, view,
// vote and ack only. Such a client gets the presenter's messages: at first the state with
// following and the schema, a run with all events so far, and a frame with all
// layers; then what changes. It has its own two credits. A client that does not
// use them, or does not read, misses frames, and then gets the newest one with
// all layers. The presenter waits for nobody, and nobody waits for a presenter whose
// line is slow or who paints nothing.
//
// Frames are drawn at a few sizes, once for all followers whose view is near one of
// them. A client whose view comes nearer to another size gets the newest frame at
// that size, with all layers. Pictures are never larger than the view as long as it
// is larger than the smallest size, so that a page enlarges them to fit. Frames have
// the presenter's ids, so there are gaps in them. What the presenter has set of
// charts holds for followers, too.
//
// The key for followers is made from the presenter's secret, or else is random. Nobody
// can find the secret from the key. A client that shows the secret, in its open or in a
// present, presents under the same key, whatever the server knows of the room: it may
// have been restarted, and a connection that presented there before does so no longer.
//
// Whoever presents gets a room when it begins, and then when something of it has changed,
// at most once a second: {"type":"room","key":"KEY","code":"ABCD-EFGH","here":12,
// "seats":1200}. The code is the beginning of the key, to be typed: GET /room/ABCD-EFGH
// leads to the room. With taken, another page presents there now and this session does
// not any more; a present with the secret takes the room back. An open does not, if it has
// the epoch of the room as it was told last, and another page has presented there since, and
// still does: then the room is taken, as that client would have been told had it been there.
// The open and the present of a client should have a name that it gave itself, its page, by
// which it is known from others. With cut, those who follow on
// other servers do not see what is shown.
//
// A key can be followed although nobody presents under it. The follower gets a wait that
// says why: unbegun if nobody has yet, vacant if the presenter's connection broke. The
// connection stays, and a state comes as soon as somebody presents. Whoever has waited
// for half an hour gets a bye, and the close reason vacant. When the presenter stops, all get
// a bye, and the close reason over. A key without a secret is good for a minute after the
// connection broke, for an open with resume; then its followers get a bye, and the close
// reason vacant.
//
// All this holds for a room as a whole, where several servers share it: who follows, and on
// which server, does not matter, and a presenter can come back on another one. Then frame
// ids start over: the credits of those who follow do as well, and what they acknowledge of
// frames before means nothing. Servers that lose sight of each other let followers wait
// after three seconds, and go on without a word to the client but the next state.
//
// A room without a free seat is busy, key: a client in search of a seat asks again later.
//
// A reader who leaves a room to go on alone can keep ears in it: a connection that has said
// follow with ears. It takes a seat, and hears two things: {"type":"gather"}, when the
// presenter calls all back by a gather, and the bye at the end. Those who follow hear the
// gather as well.
//
// # Watching by steps
//
// A client that only watches can do without frames and states. On a connection to /ws?watch
// it says follow with cursor, and hears a cursor instead of them, and wait, voted, gather and
// bye as others do:
//
//	{"type":"cursor","run":"HASH","demo":"svm","class":3,"lang":"en","query":"C=10","step":12,"playing":true,"rate":8,"size":"step"}
//	{"type":"cursor","run":"HASH","demo":"svm","class":3,"step":13,"playing":true,"rate":8,"size":"step"}
//
// The second one is of the same run, in the same size and language. Cursors come four times a
// second at most, and after one of another run not within half a second. The frame is at
//
//	/r/HASH/13?class=3&d=svm&lang=en&q=C%3D10
//
// and is the one that a follower gets whose view is near that class of sizes, whole and with
// the id 0. At /r/HASH/run?… are {"state":…,"run":…}, as a follower gets them, with the cursor
// at the start and no step in the query. The hash covers recipe, size, language and program:
// what is at such an address never changes, so caches may keep it, and any server of the same
// program answers. One run has one address: the keys in this order, escaped as above, with the
// query as the cursor has it. Anything else is refused, with 404 where the hash does not belong
// to the rest or the run ends before the step.
//
// A cursor is told only of what can be fetched. Where a hand moves something it comes when the
// hand rests. What is asked comes as asked, at every change, and a vote answers it as that of
// a follower does; the client hides what frames show of what comes after. Frames have no run
// before, no marks of a verdict, and charts as the demo says. Watchers take no seat of a room.
//
// # Silence
//
// A connection that has not said what it is for within ten seconds is closed, with the
// close reason silent: it needs an open, or a follow that has found a room.
//
// # Errors
//
// Every field is checked: an unknown field is refused like a bad one. Codes:
// bad-message (not a message, an unknown type, or nothing is open), bad-field
// (with the field), limit (more than the server accepts), busy (slow down),
// internal (a fault of the server). Errors of a recipe name the parameter, of
// points in a file the line.
//
// # Credits
//
// At most two frames are on their way at once. Until an ack comes back the
// session goes on working but draws nothing, so frames never queue: the next
// one shows the newest step. Every layer that is left out of a frame is the
// same as in the last frame sent; a panel that is left out is gone. The first
// frame after an open holds every layer.
//
// An ack counts for the frames before it, too. A page that follows acknowledges six frames
// at once, or after 600 ms those that it has; eight may be on their way to it. So a room
// costs far fewer messages, and one that is far away gets as many frames.
package wire
