package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// failure is a response other than 2xx.
type failure struct {
	code    int
	message string
}

func (f *failure) write(to http.ResponseWriter) {
	writeJSON(to, f.code, map[string]any{
		"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": f.code, "message": f.message,
	})
}

func writeJSON(to http.ResponseWriter, code int, value any) {
	to.Header().Set("Content-Type", "application/json")
	to.WriteHeader(code)
	// The client has closed the connection if this fails.
	_ = json.NewEncoder(to).Encode(value)
}

// Server is the whole API server.
type Server struct {
	clock       *versions
	resources   []*Resource
	read, write time.Duration
	usage       usage
	shapes      *shapes

	mutex    sync.Mutex
	requests map[string]int
	lists    map[string]int
}

func newServer(read, write time.Duration) *Server {
	server := &Server{clock: &versions{}, read: read, write: write, requests: map[string]int{}, lists: map[string]int{}}
	server.usage.used = 0.5
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
		{"admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", false},
		{"apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false},
		{"events.k8s.io", "v1", "events", "Event", false},
	} {
		server.resources = append(server.resources, &Resource{
			group: each.group, version: each.version, plural: each.plural, kind: each.kind, scalable: each.scalable,
			objects: map[string]*Object{}, watchers: map[*watcher]struct{}{}, clock: server.clock,
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
	s.count(from.Method, at, isWatch)
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
	default:
		s.serve(to, from, at, isWatch)
	}
}

func (s *Server) wait(method string) {
	if method == http.MethodGet {
		time.Sleep(s.read)
	} else {
		time.Sleep(s.write)
	}
}

func (s *Server) serve(to http.ResponseWriter, from *http.Request, at target, isWatch bool) {
	resource := s.resource(at.group, at.version, at.plural)
	if resource == nil {
		(&failure{404, "the server could not find the requested resource"}).write(to)
		return
	}
	partial := strings.Contains(from.Header.Get("Accept"), "as=PartialObjectMetadata")
	switch {
	case isWatch:
		resource.watch(to, from, at.namespace, partial)
	case from.Method == http.MethodGet && at.name == "":
		s.list(to, from, resource, at, partial)
	case from.Method == http.MethodGet:
		read(to, resource, at, partial)
	case from.Method == http.MethodPatch:
		s.patch(to, from, resource, at)
	case from.Method == http.MethodPost:
		// Events and the like: nothing reads them.
		created := map[string]any{}
		if err := json.NewDecoder(from.Body).Decode(&created); err != nil {
			(&failure{400, err.Error()}).write(to)
			return
		}
		writeJSON(to, http.StatusCreated, created)
	default:
		(&failure{405, from.Method + " is not replayed"}).write(to)
	}
}

func (s *Server) list(to http.ResponseWriter, from *http.Request, resource *Resource, at target, partial bool) {
	query := from.URL.Query()
	limit, _ := strconv.Atoi(query.Get("limit"))
	matches, err := parseSelector(query.Get("labelSelector"))
	if err != nil {
		(&failure{400, err.Error()}).write(to)
		return
	}
	page, more, version := resource.list(at.namespace, query.Get("continue"), limit)
	body := &bytes.Buffer{}
	kind, apiVersion := resource.kind+"List", resource.apiVersion()
	if partial {
		kind, apiVersion = "PartialObjectMetadataList", "meta.k8s.io/v1"
	}
	resume := ""
	if more {
		resume = page[len(page)-1].key()
	}
	fmt.Fprintf(body, `{"kind":%q,"apiVersion":%q,"metadata":{"resourceVersion":"%d","continue":%q},"items":[`, kind, apiVersion, version, resume)
	separator := ""
	for _, object := range page {
		if !matches(object.labels) {
			continue
		}
		body.WriteString(separator)
		if partial {
			body.Write(object.partial)
		} else {
			body.Write(object.whole)
		}
		separator = ","
	}
	body.WriteString("]}\n")
	to.Header().Set("Content-Type", "application/json")
	_, _ = to.Write(body.Bytes())
}

func read(to http.ResponseWriter, resource *Resource, at target, partial bool) {
	object := resource.get(at.namespace, at.name)
	switch {
	case object == nil:
		(&failure{404, fmt.Sprintf("%s %q not found", resource.plural, at.name)}).write(to)
	case at.subresource == "scale":
		writeJSON(to, 200, scaleOf(object))
	default:
		content := object.whole
		if partial {
			content = object.partial
		}
		to.Header().Set("Content-Type", "application/json")
		_, _ = to.Write(content)
	}
}
