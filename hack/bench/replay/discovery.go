package main

import "net/http"

var clusterScoped = map[string]bool{"nodes": true, "validatingwebhookconfigurations": true, "customresourcedefinitions": true}

// discover answers /apis/GROUP with versions, and /apis/GROUP/VERSION with resources.
func (s *Server) discover(to http.ResponseWriter, at target) {
	if at.group == "metrics.k8s.io" {
		s.discoverMetrics(to, at)
		return
	}
	resources, version := []map[string]any{}, ""
	for _, each := range s.resources {
		if each.group != at.group || (at.version != "" && each.version != at.version) {
			continue
		}
		version = each.version
		namespaced := !clusterScoped[each.plural]
		about := map[string]any{"name": each.plural, "kind": each.kind, "namespaced": namespaced, "verbs": []string{"get", "list", "watch", "patch"}}
		resources = append(resources, about)
		if each.scalable {
			resources = append(resources, map[string]any{
				"name": each.plural + "/scale", "kind": "Scale", "group": "autoscaling", "version": "v1",
				"namespaced": namespaced, "verbs": []string{"get", "patch", "update"},
			})
		}
	}
	writeGroup(to, at, version, resources)
}

func (s *Server) discoverMetrics(to http.ResponseWriter, at target) {
	writeGroup(to, at, "v1beta1", []map[string]any{
		{"name": "pods", "kind": "PodMetrics", "namespaced": true, "verbs": []string{"get", "list"}},
	})
}

func writeGroup(to http.ResponseWriter, at target, version string, resources []map[string]any) {
	switch {
	case len(resources) == 0:
		(&failure{404, "the server could not find the requested resource"}).write(to)
	case at.version == "":
		served := map[string]string{"groupVersion": at.group + "/" + version, "version": version}
		writeJSON(to, http.StatusOK, map[string]any{
			"kind": "APIGroup", "apiVersion": "v1", "name": at.group,
			"versions": []any{served}, "preferredVersion": served,
		})
	default:
		groupVersion := at.version
		if at.group != "" {
			groupVersion = at.group + "/" + at.version
		}
		writeJSON(to, http.StatusOK, map[string]any{
			"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": groupVersion, "resources": resources,
		})
	}
}
