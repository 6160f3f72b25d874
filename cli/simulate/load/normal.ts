import type { Random } from "../../../engine/random.ts";

/** A standard normal deviate. Source  Box and Muller. */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
