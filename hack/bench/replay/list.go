package main

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
)

// keptSnapshots is more than several clients list at a time: a real API server keeps a token for five minutes.
const keptSnapshots = 512

// snapshot is a list in pages. All pages show the state at the first one, as those of a real API server do.
type snapshot struct {
	objects []*Object
	version uint64
}

// snapshots are the latest ones, by increasing numbers. The continue token of an older one has expired.
type snapshots struct {
	kept map[int]*snapshot
	last int
}

func (s *snapshots) add(added *snapshot) int {
	if s.kept == nil {
		s.kept = map[int]*snapshot{}
	}
	s.last++
	s.kept[s.last] = added
	delete(s.kept, s.last-keptSnapshots)
	return s.last
}

// page is a part of a list, and the token for the next one, if any.
type page struct {
	objects []*Object
	version uint64
	resume  string
}

// pageOf returns the first page of a list, or the one of a continue token; limit 0 means no limit.
func (r *Resource) pageOf(filter filter, token string, limit int) (page, *failure) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	number, from := 0, 0
	shown := &snapshot{}
	if token == "" {
		shown = &snapshot{r.find(filter), r.clock.current()}
	} else {
		if _, err := fmt.Sscanf(token, "%d-%d", &number, &from); err != nil {
			return page{}, &failure{400, "continue key is not valid: " + err.Error()}
		}
		shown = r.snapshots.kept[number]
		if shown == nil {
			return page{}, &failure{410, "the provided continue parameter is too old"}
		}
	}
	rest := shown.objects[min(from, len(shown.objects)):]
	if limit <= 0 || len(rest) <= limit {
		return page{rest, shown.version, ""}, nil
	}
	if number == 0 {
		number = r.snapshots.add(shown)
	}
	return page{rest[:limit], shown.version, fmt.Sprintf("%d-%d", number, from+limit)}, nil
}

func (s *Server) list(to http.ResponseWriter, from *http.Request, resource *Resource, at target, partial bool) {
	query := from.URL.Query()
	limit, _ := strconv.Atoi(query.Get("limit"))
	filter, failed := parseFilter(at.namespace, query)
	if failed != nil {
		failed.write(to)
		return
	}
	page, failed := resource.pageOf(filter, query.Get("continue"), limit)
	if failed != nil {
		failed.write(to)
		return
	}
	kind, apiVersion := resource.kind+"List", resource.apiVersion()
	if partial {
		kind, apiVersion = "PartialObjectMetadataList", "meta.k8s.io/v1"
	}
	body := &bytes.Buffer{}
	fmt.Fprintf(body, `{"kind":%q,"apiVersion":%q,"metadata":{"resourceVersion":"%d"`, kind, apiVersion, page.version)
	if page.resume != "" {
		fmt.Fprintf(body, `,"continue":%q`, page.resume)
	}
	body.WriteString(`},"items":[`)
	for index, object := range page.objects {
		if index > 0 {
			body.WriteByte(',')
		}
		body.Write(object.as(partial))
	}
	body.WriteString("]}\n")
	to.Header().Set("Content-Type", "application/json")
	_, _ = to.Write(body.Bytes())
}
