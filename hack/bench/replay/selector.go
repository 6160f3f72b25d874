package main

import (
	"fmt"
	"net/url"
	"strings"
)

// filter limits a list or a watch; an empty namespace or name means all.
type filter struct {
	namespace, name string
	// labels has the allowed values of each label.
	labels map[string]map[string]bool
}

func (f filter) accepts(object *Object) bool {
	if f.namespace != "" && object.namespace != f.namespace || f.name != "" && object.name != f.name {
		return false
	}
	for name, values := range f.labels {
		if value, isSet := object.labels[name]; !isSet || !values[value] {
			return false
		}
	}
	return true
}

// parseFilter supports the selectors that clients send here: equality and "in" of labels, and a name.
func parseFilter(namespace string, query url.Values) (filter, *failure) {
	parsed := filter{namespace: namespace}
	if field := query.Get("fieldSelector"); field != "" {
		name, isName := strings.CutPrefix(field, "metadata.name=")
		if !isName || strings.Contains(name, ",") {
			return parsed, &failure{400, fmt.Sprintf("the field selector %q is not replayed", field)}
		}
		parsed.name = name
	}
	labels, failed := parseLabels(query.Get("labelSelector"))
	parsed.labels = labels
	return parsed, failed
}

func parseLabels(text string) (map[string]map[string]bool, *failure) {
	allowed := map[string]map[string]bool{}
	unknown := &failure{400, fmt.Sprintf("the selector %q is not replayed", text)}
	if text == "" {
		return allowed, nil
	}
	if name, values, isSet := strings.Cut(text, " in ("); isSet {
		inside, rest, isClosed := strings.Cut(values, ")")
		if strings.Contains(name, ",") || !isClosed || rest != "" {
			return nil, unknown
		}
		allowed[name] = map[string]bool{}
		for _, value := range strings.Split(inside, ",") {
			allowed[name][strings.TrimSpace(value)] = true
		}
		return allowed, nil
	}
	for _, part := range strings.Split(text, ",") {
		name, value, isEqual := strings.Cut(strings.Replace(part, "==", "=", 1), "=")
		if !isEqual || strings.HasSuffix(name, "!") {
			return nil, unknown
		}
		allowed[name] = map[string]bool{value: true}
	}
	return allowed, nil
}
