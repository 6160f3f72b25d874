package main

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// bookmarkEvery is the interval of the real API server.
const bookmarkEvery = time.Minute

// watcher is one open watch. It ends if its client reads too slowly, as a real one does.
type watcher struct {
	namespace string
	events    chan Event
	cut       chan string
}

func (w *watcher) offer(event Event) {
	if w.namespace != "" && event.object.namespace != w.namespace {
		return
	}
	select {
	case w.events <- event:
	default:
		w.end("")
	}
}

// end closes the watch, after an ERROR event if there is one.
func (w *watcher) end(last string) {
	select {
	case w.cut <- last:
	default:
	}
}

const gone = `{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410,"message":"too old resource version"}}` + "\n"

// open registers a watch and returns the events since the version, or false if that version is gone.
func (r *Resource) open(namespace string, since uint64) (*watcher, []Event, bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if since < r.oldest {
		return nil, nil, false
	}
	missed := []Event{}
	for _, event := range r.events {
		if event.object.version > since && (namespace == "" || event.object.namespace == namespace) {
			missed = append(missed, event)
		}
	}
	opened := &watcher{namespace, make(chan Event, keptEvents), make(chan string, 1)}
	r.watchers[opened] = struct{}{}
	return opened, missed, true
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
		r.oldest = r.clock.current() + 1
		r.events = nil
	}
	for each := range r.watchers {
		each.end(last)
	}
}

func (r *Resource) watch(to http.ResponseWriter, from *http.Request, namespace string, partial bool) {
	query := from.URL.Query()
	since, err := strconv.ParseUint(query.Get("resourceVersion"), 10, 64)
	if err != nil {
		(&failure{code: 400, message: "a watch needs a resourceVersion"}).write(to)
		return
	}
	seconds, _ := strconv.Atoi(query.Get("timeoutSeconds"))
	to.Header().Set("Content-Type", "application/json")
	opened, missed, ok := r.open(namespace, since)
	if !ok {
		fmt.Fprint(to, gone)
		return
	}
	defer r.close(opened)
	flush := to.(http.Flusher).Flush
	for _, event := range missed {
		event.write(to, partial)
	}
	flush()
	bookmarks := time.NewTicker(bookmarkEvery)
	defer bookmarks.Stop()
	timeout := time.After(time.Duration(seconds) * time.Second)
	for {
		select {
		case event := <-opened.events:
			event.write(to, partial)
			if len(opened.events) == 0 {
				flush()
			}
		case <-bookmarks.C:
			fmt.Fprintf(to, `{"type":"BOOKMARK","object":{"kind":%q,"apiVersion":%q,"metadata":{"resourceVersion":"%d"}}}`+"\n", r.kind, r.apiVersion(), r.clock.current())
			flush()
		case last := <-opened.cut:
			fmt.Fprint(to, last)
			return
		case <-timeout:
			return
		case <-from.Context().Done():
			return
		}
	}
}

func (e Event) write(to http.ResponseWriter, partial bool) {
	content := e.object.whole
	if partial {
		content = e.object.partial
	}
	fmt.Fprintf(to, `{"type":%q,"object":%s}`+"\n", e.kind, content)
}
