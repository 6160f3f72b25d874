package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
)

// answerIn has the values of an answer written with a suffix. Go's adapters write canonical quantities
// only ("1500m", never "1.5"), and so this changes the text of the answer.
func answerIn(suffix string, next http.Handler, w http.ResponseWriter, r *http.Request) {
	plain := r.Clone(r.Context())
	plain.Header.Set("Accept", "application/json")
	plain.Header.Del("Accept-Encoding")
	answer := &buffered{ResponseWriter: w, code: http.StatusOK}
	next.ServeHTTP(answer, plain)

	text := answer.body.Bytes()
	if answer.code == http.StatusOK {
		rewritten, err := listIn(suffix, text)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		text = rewritten
	}
	w.Header().Del("Content-Length")
	w.WriteHeader(answer.code)
	_, _ = w.Write(text)
}

type buffered struct {
	http.ResponseWriter
	code int
	body bytes.Buffer
}

func (b *buffered) WriteHeader(code int)           { b.code = code }
func (b *buffered) Write(text []byte) (int, error) { return b.body.Write(text) }

func listIn(suffix string, text []byte) ([]byte, error) {
	list := map[string]any{}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	items, _ := list["items"].([]any)
	for _, item := range items {
		value, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%v is no value", item)
		}
		quantity, err := quantityIn(suffix, fmt.Sprint(value["value"]))
		if err != nil {
			return nil, err
		}
		value["value"] = quantity
	}
	return json.Marshal(list)
}

// quantityIn is exact: a suffix stands for a number that divides any other in finitely many digits.
func quantityIn(suffix, text string) (string, error) {
	quantity, err := resource.ParseQuantity(text)
	if err != nil {
		return "", err
	}
	unit, err := resource.ParseQuantity("1" + suffix)
	if err != nil {
		return "", fmt.Errorf("suffix %q: %w", suffix, err)
	}
	count := new(inf.Dec).QuoExact(quantity.AsDec(), unit.AsDec())
	if count == nil {
		return "", fmt.Errorf("%s has no end when it is written in %q", text, suffix)
	}
	digits := count.String()
	if strings.Contains(digits, ".") {
		digits = strings.TrimRight(strings.TrimRight(digits, "0"), ".")
	}
	return digits + suffix, nil
}
