package main

import (
	"encoding/json"
	"net/http"
)

// controls are what tests may do; hack/cluster/metrics/custom-metrics.ts calls each of them.
func controls(values *values, faults *faults) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /custom-values", accept(values.setCustom))
	mux.HandleFunc("PUT /external-values", accept(values.setExternal))
	mux.HandleFunc("PUT /fault", accept(func(asked struct {
		scope
		fault
	}) {
		faults.set(asked.scope, asked.fault)
	}))
	mux.HandleFunc("PUT /cleared-namespace", accept(func(namespace string) {
		values.clear(namespace)
		faults.clear(namespace)
	}))
	return mux
}

func accept[Body any](do func(Body)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var body Body
		decoder := json.NewDecoder(r.Body)
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		do(body)
		w.WriteHeader(http.StatusNoContent)
	}
}
