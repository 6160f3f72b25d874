import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

const textOf = (page: string): string =>
  readFileSync(join(import.meta.dirname, "..", page), "utf8").replaceAll(/\s+/g, " ");

it("README.md has the numbers of docs/convert.md about KEDA's manifests", () => {
  const counts = /(\d+) of (\d+) manifests convert without loss and (\d+) in part; (\d+) stay/;
  const [, whole, all, part, none] = counts.exec(textOf("docs/convert.md")) ?? [];
  const readme = textOf("README.md");
  expect(readme).toContain(`the ${all} ScaledObjects in KEDA's own examples and tests, ${whole}`);
  expect(readme).toContain(`${whole} convert without loss and ${part} in part`);
  expect(readme).toContain(`the other ${none} `);
});
