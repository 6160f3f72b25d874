// Command formulas evaluates formulas as KEDA does: the language and its release are those of KEDA's module.
// ../formulas.ts runs it.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/expr-lang/expr"
)

type row struct {
	Formula string             `json:"formula"`
	Inputs  map[string]float64 `json:"inputs"`
	// Value is null if KEDA reports an error.
	Value *float64 `json:"value"`
}

func main() {
	var rows []row
	if err := json.NewDecoder(os.Stdin).Decode(&rows); err != nil {
		log.Fatal(err)
	}
	for i := range rows {
		rows[i].Value = valueOf(rows[i])
	}
	if err := json.NewEncoder(os.Stdout).Encode(rows); err != nil {
		log.Fatal(err)
	}
}

// valueOf does what validateScalingModifiersFormula and calculateScalingModifiersFormula of KEDA do. KEDA then
// cuts the value to thousandths.
func valueOf(r row) *float64 {
	program, err := expr.Compile(r.Formula, expr.Env(r.Inputs))
	if err != nil {
		return nil
	}
	out, err := expr.Run(program, r.Inputs)
	if err != nil {
		return nil
	}
	if value, ok := out.(float64); ok {
		return &value
	}
	return nil
}
