package main

import (
	"encoding/json"
	"net/http"
)

// requestCounts are the requests since the start.
type requestCounts struct {
	// Requests by verb and resource, in the terms of an audit log.
	Requests map[string]int `json:"requests"`
	// Lists and Pages of them, by resource and namespace.
	Lists map[string]int `json:"lists"`
	Pages map[string]int `json:"pages"`
}

var verbs = map[string]string{http.MethodPost: "create", http.MethodPatch: "patch", http.MethodPut: "update", http.MethodDelete: "delete"}

// count counts a request.
func (s *Server) count(from *http.Request, at target, isWatch bool) {
	verb := verbs[from.Method]
	resource := at.plural
	if at.group == "metrics.k8s.io" && at.plural != "" {
		resource = "podmetrics"
	}
	if at.group == "external.metrics.k8s.io" {
		resource = "externalmetrics"
	}
	if at.subresource != "" {
		resource += "/" + at.subresource
	}
	switch {
	case isWatch:
		verb = "watch"
	case from.Method == http.MethodGet && at.plural == "":
		verb, resource = "get", from.URL.Path
	case from.Method == http.MethodGet && at.name == "":
		verb = "list"
	case from.Method == http.MethodGet:
		verb = "get"
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.counts.Requests[verb+" "+resource]++
	if verb == "list" {
		place := resource + " " + at.namespace
		s.counts.Pages[place]++
		if !from.URL.Query().Has("continue") {
			s.counts.Lists[place]++
		}
	}
}

// control serves /replay/.
func (s *Server) control(to http.ResponseWriter, from *http.Request) {
	switch from.URL.Path {
	case "/replay/requests":
		s.mutex.Lock()
		defer s.mutex.Unlock()
		writeJSON(to, http.StatusOK, s.counts)
	case "/replay/load":
		load := struct{ Used float64 }{}
		if err := json.NewDecoder(from.Body).Decode(&load); err != nil {
			(&failure{400, err.Error()}).write(to)
			return
		}
		s.usage.set(load.Used)
		writeJSON(to, http.StatusOK, load)
	case "/replay/fields":
		fields := map[string]any{}
		if err := json.NewDecoder(from.Body).Decode(&fields); err != nil {
			(&failure{400, err.Error()}).write(to)
			return
		}
		s.give(fields)
		writeJSON(to, http.StatusOK, fields)
	case "/replay/cut":
		for _, each := range s.resources {
			each.cutAll(from.URL.Query().Has("gone"))
		}
		writeJSON(to, http.StatusOK, map[string]any{})
	default:
		(&failure{404, "not found"}).write(to)
	}
}
