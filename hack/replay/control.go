package main

import (
	"encoding/json"
	"net/http"
	"strings"
)

// count counts a request by verb and resource; lists also by namespace.
func (s *Server) count(method string, at target, isWatch bool) {
	verb := strings.ToLower(method)
	switch {
	case isWatch:
		verb = "watch"
	case method == http.MethodGet && at.plural == "":
		verb = "discover"
	case method == http.MethodGet && at.name == "":
		verb = "list"
	}
	resource := at.plural
	if at.group == "metrics.k8s.io" {
		resource = "podmetrics"
	}
	if at.subresource != "" {
		resource += "/" + at.subresource
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.requests[verb+" "+resource]++
	if verb == "list" {
		s.lists[resource+" "+at.namespace]++
	}
}

// control serves /replay/.
func (s *Server) control(to http.ResponseWriter, from *http.Request) {
	switch from.URL.Path {
	case "/replay/requests":
		s.mutex.Lock()
		defer s.mutex.Unlock()
		writeJSON(to, http.StatusOK, map[string]any{"requests": s.requests, "lists": s.lists})
	case "/replay/load":
		load := struct{ Used float64 }{}
		if err := json.NewDecoder(from.Body).Decode(&load); err != nil {
			(&failure{400, err.Error()}).write(to)
			return
		}
		s.usage.set(load.Used)
		writeJSON(to, http.StatusOK, load)
	case "/replay/cut":
		for _, each := range s.resources {
			each.cutAll(from.URL.Query().Has("gone"))
		}
		writeJSON(to, http.StatusOK, map[string]any{})
	default:
		(&failure{404, "not found"}).write(to)
	}
}
