package main

import (
	"fmt"
	"strings"
)

// parseSelector supports equality and "in", which is what clients send here.
func parseSelector(text string) (func(labels map[string]string) bool, error) {
	if text == "" {
		return func(map[string]string) bool { return true }, nil
	}
	allowed := map[string][]string{}
	if name, values, isSet := strings.Cut(text, " in ("); isSet {
		if strings.Contains(name, ",") || !strings.HasSuffix(values, ")") || strings.Contains(values, ")") && strings.Index(values, ")") != len(values)-1 {
			return nil, fmt.Errorf("the selector %q is not replayed", text)
		}
		allowed[name] = strings.Split(strings.TrimSuffix(values, ")"), ",")
	} else {
		for _, part := range strings.Split(text, ",") {
			name, value, ok := strings.Cut(strings.Replace(part, "==", "=", 1), "=")
			if !ok || strings.HasSuffix(name, "!") {
				return nil, fmt.Errorf("the selector %q is not replayed", text)
			}
			allowed[name] = []string{value}
		}
	}
	return func(labels map[string]string) bool {
		for name, values := range allowed {
			if !contains(values, labels, name) {
				return false
			}
		}
		return true
	}, nil
}

func contains(values []string, labels map[string]string, name string) bool {
	present, ok := labels[name]
	for _, value := range values {
		if ok && strings.TrimSpace(value) == present {
			return true
		}
	}
	return false
}
