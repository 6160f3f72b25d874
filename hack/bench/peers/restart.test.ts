import { expect, it } from "vitest";

import { millicores } from "./restart.ts";

it.each([
  ["75m", 75],
  ["75000000n", 75],
  ["75000u", 75],
  ["2", 2_000],
  ["", NaN],
  ["75Mi", NaN],
])("a usage of %s is %d millicores", (quantity, expected) => {
  expect(millicores(quantity)).toBe(expected);
});
