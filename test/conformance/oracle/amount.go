package oracle

import (
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/api/resource"
)

// milli is an amount in thousandths, as the controller calculates.
type milli = int64

// The most and the least that upstream reads as it is: a larger quantity, and a negative one of more
// than 18 digits, it makes something else of (docs/adr/0017-large-quantities.md). No world has those.
const (
	most  = math.MaxInt64
	least = -999_999_999_999_999_999
)

// times is a share of an amount, within what can be read.
func times(amount milli, factor float64) milli {
	product := float64(amount) * factor
	switch {
	case product >= most:
		return most
	case product <= least:
		return least
	default:
		return milli(product)
	}
}

// spelled writes an amount in one of the ways in which people and adapters do.
func (d dice) spelled(amount milli) string {
	inUnits := amount/1000 != 0 && amount%1000 == 0
	switch {
	case inUnits && amount%(1024*1024*1000) == 0 && d.chance(0.5):
		return fmt.Sprintf("%dMi", amount/(1024*1024*1000))
	case inUnits && amount%1_000_000 == 0 && d.chance(0.5):
		return fmt.Sprintf("%dk", amount/1_000_000)
	case inUnits && d.chance(0.7):
		return fmt.Sprint(amount / 1000)
	case amount > 0 && amount < 1e9 && d.chance(0.1):
		// It lies between two thousandths, and is rounded up to this one.
		return fmt.Sprintf("%dn", amount*1_000_000-int64(d.IntN(1_000_000)))
	default:
		return fmt.Sprintf("%dm", amount)
	}
}

func (d dice) quantity(amount milli) resource.Quantity {
	return resource.MustParse(d.spelled(amount))
}

// asServedQuantity is how an API writes a quantity that it was given.
func asServedQuantity(spelled string) string {
	served := resource.MustParse(spelled)
	return served.String()
}
