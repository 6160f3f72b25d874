package oracle

import "math/rand/v2"

// dice decides everything in a world that is left to chance: the same seed gives the same world.
type dice struct{ *rand.Rand }

func newDice(seed uint64) dice {
	return dice{rand.New(rand.NewPCG(seed, 0))}
}

func (d dice) chance(probability float64) bool {
	return d.Float64() < probability
}

// between is uniform, both ends included.
func (d dice) between(low, high int) int {
	return low + d.IntN(high-low+1)
}

func pick[T any](d dice, options ...T) T {
	return options[d.IntN(len(options))]
}
