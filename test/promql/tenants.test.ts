import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";

import { startPrometheus, type Prometheus } from "../../hack/cluster/prometheus/start.ts";
import { randomQuery } from "./random-query.ts";
import { seriesOfTenants, Tenants } from "./tenants.ts";

/** Each takes four requests: a fifth of what `parser.test.ts` reads. */
const queries = Math.ceil(Number(process.env["PROMQL_QUERIES"] ?? 2_000) / 5);
const seed = Number(process.env["SEED"] ?? Date.now() % 1e9);

let shared: Prometheus;
let alone: Prometheus;
beforeAll(async () => {
  const stored = seriesOfTenants();
  [shared, alone] = await Promise.all([
    startPrometheus({ stored: stored.shared }),
    startPrometheus({ stored: stored.alone }),
  ]);
});
afterAll(() => Promise.all([shared.stop(), alone.stop()]));

it(`gives a tenant the same results whether or not there are others, for ${queries} queries`, async () => {
  const tenants = new Tenants(shared, alone);
  const { tally } = tenants;
  const compare = (query: string) => tenants.compare(query);
  await fc.assert(fc.asyncProperty(randomQuery, compare), { numRuns: queries, seed });
  process.stdout.write(`queries of two tenants, seed ${seed}: ${JSON.stringify(tally)}\n`);
  // Without the matchers, many of these queries would show the difference.
  expect(tally.telling).toBeGreaterThan(queries / 10);
  expect(tally.answered).toBeGreaterThan(queries / 10);
  expect(tally.ambiguous).toBeLessThan(Math.max(5, queries / 100));
}, 1_800_000);
