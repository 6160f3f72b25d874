package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
)

// failure is a response other than 2xx.
type failure struct {
	code    int
	message string
}

var reasons = map[int]string{400: "BadRequest", 404: "NotFound", 409: "Conflict", 410: "Expired", 415: "UnsupportedMediaType", 422: "Invalid", 500: "InternalError"}

func (f *failure) write(to http.ResponseWriter) {
	writeJSON(to, f.code, map[string]any{
		"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": f.code, "reason": reasons[f.code], "message": f.message,
	})
}

func writeJSON(to http.ResponseWriter, code int, value any) {
	to.Header().Set("Content-Type", "application/json")
	to.WriteHeader(code)
	// The client has closed the connection if this fails.
	_ = json.NewEncoder(to).Encode(value)
}

// pace is how fast the server responds.
type pace struct{ read, write, bookmarks time.Duration }

// Server is the whole API server.
type Server struct {
	clock     *versions
	resources []*Resource
	pace      pace
	usage     usage
	shapes    *shapes
	// population is what the server held at the start.
	population Population

	mutex  sync.Mutex
	counts requestCounts
}

func newServer(pace pace) *Server {
	counts := requestCounts{map[string]int{}, map[string]int{}, map[string]int{}}
	server := &Server{clock: &versions{}, pace: pace, counts: counts}
	server.usage.used = usedAtStart
	for _, each := range []struct {
		group, version, plural, kind string
		scalable                     bool
	}{
		{"", "v1", "pods", "Pod", false},
		{"", "v1", "nodes", "Node", false},
		{"", "v1", "configmaps", "ConfigMap", false},
		{"apps", "v1", "deployments", "Deployment", true},
		{"apps", "v1", "replicasets", "ReplicaSet", true},
		{"apps", "v1", "statefulsets", "StatefulSet", true},
		{"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", false},
		{"autoscaling.trimtab.dev", "v1alpha1", "autoscalers", "Autoscaler", false},
		{"autoscaling.trimtab.dev", "v1alpha1", "clusterproportionalautoscalers", "ClusterProportionalAutoscaler", false},
		{"autoscaling.trimtab.dev", "v1alpha1", "forecastrecords", "ForecastRecord", false},
		{"admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", false},
		{"apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false},
		{"events.k8s.io", "v1", "events", "Event", false},
		{"coordination.k8s.io", "v1", "leases", "Lease", false},
	} {
		server.resources = append(server.resources, &Resource{
			group: each.group, version: each.version, plural: each.plural, kind: each.kind, scalable: each.scalable,
			namespaces: map[string]*namespace{}, watchers: map[*watcher]struct{}{}, clock: server.clock,
		})
	}
	return server
}

// target is what a path names.
type target struct {
	group, version, namespace, plural, name, subresource string
}

// parse splits a path such as /apis/apps/v1/namespaces/default/deployments/web/scale.
func parse(path string) target {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	at := target{}
	if parts[0] == "apis" {
		parts = parts[1:]
		at.group, parts = next(parts)
	} else {
		parts = parts[1:]
	}
	at.version, parts = next(parts)
	if len(parts) > 2 && parts[0] == "namespaces" {
		at.namespace, parts = parts[1], parts[2:]
	}
	at.plural, parts = next(parts)
	at.name, parts = next(parts)
	at.subresource, _ = next(parts)
	return at
}

func next(parts []string) (string, []string) {
	if len(parts) == 0 {
		return "", nil
	}
	return parts[0], parts[1:]
}

func (s *Server) resource(group, version, plural string) *Resource {
	for _, each := range s.resources {
		if each.group == group && each.version == version && each.plural == plural {
			return each
		}
	}
	return nil
}

func (s *Server) ServeHTTP(to http.ResponseWriter, from *http.Request) {
	if strings.HasPrefix(from.URL.Path, "/replay/") {
		s.control(to, from)
		return
	}
	at := parse(from.URL.Path)
	isWatch := from.URL.Query().Get("watch") == "true"
	s.count(from, at, isWatch)
	if !isWatch {
		s.wait(from.Method)
	}
	switch {
	case at.plural == "selfsubjectrulesreviews":
		every := []string{"*"}
		rule := map[string]any{"verbs": every, "apiGroups": every, "resources": every}
		writeJSON(to, http.StatusCreated, map[string]any{
			"kind": "SelfSubjectRulesReview", "apiVersion": "authorization.k8s.io/v1",
			"status": map[string]any{"resourceRules": []any{rule}, "nonResourceRules": []any{}, "incomplete": false},
		})
	case at.plural == "":
		s.discover(to, at)
	case at.group == "metrics.k8s.io":
		s.podMetrics(to, from, at)
	case at.group == "external.metrics.k8s.io":
		s.externalMetric(to, at)
	default:
		s.serve(to, from, at, isWatch)
	}
}

func (s *Server) wait(method string) {
	if method == http.MethodGet {
		time.Sleep(s.pace.read)
	} else {
		time.Sleep(s.pace.write)
	}
}

func wantsPartial(from *http.Request) bool {
	return strings.Contains(from.Header.Get("Accept"), "as=PartialObjectMetadata")
}

func (s *Server) serve(to http.ResponseWriter, from *http.Request, at target, isWatch bool) {
	resource := s.resource(at.group, at.version, at.plural)
	if resource == nil {
		(&failure{404, "the server could not find the requested resource"}).write(to)
		return
	}
	partial := wantsPartial(from)
	switch {
	case isWatch:
		resource.watch(to, from, at, partial, s.pace.bookmarks)
	case from.Method == http.MethodGet && at.name == "":
		s.list(to, from, resource, at, partial)
	case from.Method == http.MethodGet:
		read(to, resource, at, partial)
	case from.Method == http.MethodPatch && !isUnread(at):
		s.patch(to, from, resource, at)
	case from.Method == http.MethodPatch || from.Method == http.MethodPost || from.Method == http.MethodPut:
		// Events, Leases and ForecastRecords: nothing reads them.
		created := map[string]any{}
		if err := json.NewDecoder(from.Body).Decode(&created); err != nil {
			(&failure{400, err.Error()}).write(to)
			return
		}
		code := http.StatusOK
		if from.Method == http.MethodPost {
			code = http.StatusCreated
		}
		writeJSON(to, code, created)
	default:
		(&failure{405, from.Method + " is not replayed"}).write(to)
	}
}

// isUnread tells whether a patch is a server-side apply whose result nothing reads before the next start.
func isUnread(at target) bool { return at.plural == "forecastrecords" }

func read(to http.ResponseWriter, resource *Resource, at target, partial bool) {
	object := resource.get(at.namespace, at.name)
	switch {
	case object == nil:
		(&failure{404, fmt.Sprintf("%s %q not found", resource.plural, at.name)}).write(to)
	case at.subresource == "scale":
		writeJSON(to, http.StatusOK, viewScale(object.value()))
	default:
		to.Header().Set("Content-Type", "application/json")
		_, _ = to.Write(object.as(partial))
	}
}
