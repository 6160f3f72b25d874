package main

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// beforeTimeout is how long before its end a watch gets the last bookmark.
const beforeTimeout = 2 * time.Second

// Event is a change that watches receive, or a bookmark, which has no object.
type Event struct {
	kind    string
	object  *Object
	version uint64
}

// watcher is one open watch. It ends if its client reads too slowly, as a real one does.
type watcher struct {
	filter filter
	// wake has an element while there is something to send.
	wake chan struct{}

	mutex   sync.Mutex
	waiting []Event
	isOver  bool
	// last is an ERROR event that ends the watch, if there is one.
	last string
}

func (w *watcher) offer(event Event) {
	if event.object != nil && !w.filter.accepts(event.object) {
		return
	}
	w.mutex.Lock()
	w.waiting = append(w.waiting, event)
	isTooSlow := len(w.waiting) > keptEvents
	w.mutex.Unlock()
	if isTooSlow {
		w.end("")
	}
	w.notify()
}

func (w *watcher) notify() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// end closes the watch, after an ERROR event if there is one.
func (w *watcher) end(last string) {
	w.mutex.Lock()
	w.waiting, w.isOver, w.last = nil, true, last
	w.mutex.Unlock()
	w.notify()
}

// take returns what waits, and whether the watch is over after that.
func (w *watcher) take() (events []Event, isOver bool, last string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	events, w.waiting = w.waiting, nil
	return events, w.isOver, w.last
}

const gone = `{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"message":"too old resource version"}}` + "\n"

// open registers a watch, to which it offers the events since the version; nil if that version is gone.
func (r *Resource) open(filter filter, since uint64) *watcher {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if since+1 < r.oldest {
		return nil
	}
	opened := &watcher{filter: filter, wake: make(chan struct{}, 1)}
	for _, event := range r.events {
		if event.version > since {
			opened.offer(event)
		}
	}
	r.watchers[opened] = struct{}{}
	return opened
}

func (r *Resource) close(closed *watcher) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.watchers, closed)
}

// cutAll ends every watch; if all versions are gone, each client lists again.
func (r *Resource) cutAll(versionsAreGone bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	last := ""
	if versionsAreGone {
		last = gone
		r.oldest = r.clock.next() + 1
		r.events = nil
	}
	for each := range r.watchers {
		each.end(last)
	}
}

// bookmark offers the version of the last change, unless the watch started from it: a real API server sends
// no bookmark either as long as its cache has no newer version. Earlier changes wait in front of it.
func (r *Resource) bookmark(to *watcher, since uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.changed > since {
		to.offer(Event{"BOOKMARK", nil, r.changed})
	}
}

func (r *Resource) watch(to http.ResponseWriter, from *http.Request, at target, partial bool, bookmarkEvery time.Duration) {
	query := from.URL.Query()
	since, err := strconv.ParseUint(query.Get("resourceVersion"), 10, 64)
	if err != nil || query.Has("labelSelector") {
		(&failure{400, "only a watch from a resourceVersion and without a labelSelector is replayed"}).write(to)
		return
	}
	filter, failed := parseFilter(at.namespace, query)
	if failed != nil {
		failed.write(to)
		return
	}
	to.Header().Set("Content-Type", "application/json")
	opened := r.open(filter, since)
	if opened == nil {
		fmt.Fprint(to, gone)
		return
	}
	defer r.close(opened)
	seconds, _ := strconv.Atoi(query.Get("timeoutSeconds"))
	duration := time.Duration(seconds) * time.Second
	bookmarks := time.NewTicker(bookmarkEvery)
	defer bookmarks.Stop()
	last := time.After(max(0, duration-beforeTimeout))
	timeout := time.After(duration)
	flush := to.(http.Flusher).Flush
	flush()
	for {
		select {
		case <-opened.wake:
			events, isOver, ending := opened.take()
			for _, event := range events {
				event.write(to, r, partial)
			}
			fmt.Fprint(to, ending)
			flush()
			if isOver {
				return
			}
		case <-bookmarks.C:
			r.bookmark(opened, since)
		case <-last:
			r.bookmark(opened, since)
		case <-timeout:
			return
		case <-from.Context().Done():
			return
		}
	}
}

func (e Event) write(to http.ResponseWriter, of *Resource, partial bool) {
	if e.object != nil {
		fmt.Fprintf(to, `{"type":%q,"object":%s}`+"\n", e.kind, e.object.as(partial))
		return
	}
	kind, apiVersion := of.kind, of.apiVersion()
	if partial {
		kind, apiVersion = "PartialObjectMetadata", "meta.k8s.io/v1"
	}
	fmt.Fprintf(to, `{"type":"BOOKMARK","object":{"kind":%q,"apiVersion":%q,"metadata":{"resourceVersion":"%d"}}}`+"\n", kind, apiVersion, e.version)
}
