import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

const crds = ["autoscalers", "clusterproportionalautoscalers"].map(plural => ({
  plural,
  text: readFileSync(
    new URL(`../../crds/${plural}.autoscaling.trimtab.dev.yaml`, import.meta.url),
    "utf8",
  ),
}));

/** Columns have no such formats. */
const schemaOf = (crd: string): string => crd.slice(crd.indexOf("openAPIV3Schema:"));

it.each(crds)("every integer in the schema of $plural is an int32 or an int64", ({ text }) => {
  const integers = [...schemaOf(text).matchAll(/^( *)type: integer\n(.*)\n/gm)];
  expect(integers.length).toBeGreaterThan(20);
  const without = integers.filter(
    ([, indent, next]) => !new RegExp(`^${indent}format: int(32|64)$`).test(next ?? ""),
  );
  expect(without.map(([lines]) => lines)).toEqual([]);
});
