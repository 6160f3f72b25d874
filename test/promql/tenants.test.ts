import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";

import { enforceMatchers } from "../../engine/promql/enforce-matchers.ts";
import { startPrometheus, type Prometheus } from "../../hack/cluster/prometheus/start.ts";
import { randomQuery } from "./random-query.ts";

/** Each takes four requests: a fifth of what `parser.test.ts` reads. */
const queries = Math.ceil(Number(process.env["PROMQL_QUERIES"] ?? 2_000) / 5);
const seed = Number(process.env["SEED"] ?? Date.now() % 1e9);

/** A whole minute half an hour ago. */
const now = Math.floor(Date.now() / 60_000) * 60 - 1_800;
const minutes = 40;

/** Whole numbers, because sums of them are exact in any order. No two series have equal values. */
function seriesOf(tenant: string | null, base: number): string[] {
  const labels = (more: string) => `{${tenant === null ? "" : `namespace="${tenant}",`}${more}}`;
  const series = [
    ...["a", "b"].flatMap(job => [
      `queue_length${labels(`job="${job}"`)}`,
      `up${labels(`job="${job}"`)}`,
    ]),
    ...[`sum${labels('pod="p"')}`, `by${labels('pod="q"')}`, `job:rate:sum${labels('on="x"')}`],
    ...(tenant === "rival" ? [`rival_secret${labels('pod="s"')}`] : []),
  ];
  return series.map((name, index) => `${name} ${base + index}`);
}

/** The OpenMetrics format wants all samples of a metric together. */
function stored(tenants: readonly (readonly [string | null, number])[]): string {
  const all = tenants.flatMap(([tenant, base]) => seriesOf(tenant, base)).sort();
  const lines = all.flatMap(line => {
    const [series = "", value = ""] = line.split(" ");
    return Array.from({ length: minutes }, (_, minute) => {
      const time = now - (minutes - 5 - minute) * 60;
      return `${series} ${Number(value) * 1_000 + minute} ${time}`;
    });
  });
  return [...lines, "# EOF", ""].join("\n");
}

/** Both have the series of the tenant; one of them also has those of others. */
let shared: Prometheus;
let alone: Prometheus;
beforeAll(async () => {
  [shared, alone] = await Promise.all([
    startPrometheus({
      stored: stored([
        ["shop", 100],
        ["rival", 700],
        [null, 900],
      ]),
    }),
    startPrometheus({ stored: stored([["shop", 100]]) }),
  ]);
});
afterAll(() => Promise.all([shared.stop(), alone.stop()]));

interface Answer {
  readonly status: string;
  readonly data?: { readonly resultType: string; readonly result: unknown };
  readonly error?: string;
}

async function ask({ url }: Prometheus, query: string): Promise<Answer> {
  const body = new URLSearchParams({ query, time: String(now) });
  return (await (await fetch(`${url}/api/v1/query`, { method: "POST", body })).json()) as Answer;
}

/** The order of the series has no meaning, so neither has which pair of them an error names. */
function comparable({ status, data, error }: Answer): string {
  const result =
    Array.isArray(data?.result) && data.resultType !== "scalar"
      ? data.result.map(each => JSON.stringify(each)).sort()
      : data?.result;
  const problem = error?.replace(/\[\{.*\}\]/g, "[two series]");
  return JSON.stringify([status, data?.resultType, result, problem]);
}

/** How often each outcome occurred, to show that the test can fail. */
const tally = { refused: 0, answered: 0, empty: 0, failed: 0, telling: 0, ambiguous: 0 };

/** The tenant of some other series, or the value of a sample of theirs. */
const ofOthers = /rival|"[79]\d{5}"/;

/** Of equal values, topk picks any: a server alone answers such a query now in one way, now in another. */
async function isAmbiguous(query: string, answer: string): Promise<boolean> {
  for (let times = 0; times < 20; times++) {
    if (comparable(await ask(alone, query)) !== answer) return true;
  }
  return false;
}

async function compare(query: string): Promise<void> {
  const enforced = enforceMatchers(query, [{ label: "namespace", value: "shop" }]);
  if (!enforced.ok) {
    tally.refused += 1;
    return;
  }
  const [restricted, own, plain, plainOwn] = await Promise.all([
    ask(shared, enforced.value),
    ask(alone, enforced.value),
    ask(shared, query),
    ask(alone, query),
  ]);
  const [seen, expected] = [comparable(restricted), comparable(own)];
  if (seen !== expected) {
    tally.ambiguous += 1;
    const isExplained = !ofOthers.test(seen) && (await isAmbiguous(enforced.value, expected));
    if (isExplained) return;
    throw new Error(
      `${JSON.stringify(query)} became ${JSON.stringify(enforced.value)}, and gives ${seen} instead of ${expected}`,
    );
  }
  if (comparable(plain) !== comparable(plainOwn)) tally.telling += 1;
  const result = own.data?.result;
  if (own.status !== "success") tally.failed += 1;
  else if (Array.isArray(result) && result.length === 0) tally.empty += 1;
  else tally.answered += 1;
}

it(`gives a tenant the same results whether or not there are others, for ${queries} queries`, async () => {
  await fc.assert(fc.asyncProperty(randomQuery, compare), { numRuns: queries, seed });
  process.stdout.write(`queries of two tenants, seed ${seed}: ${JSON.stringify(tally)}\n`);
  // Without the matchers, many of these queries would show the difference.
  expect(tally.telling).toBeGreaterThan(queries / 10);
  expect(tally.answered).toBeGreaterThan(queries / 10);
  expect(tally.ambiguous).toBeLessThan(Math.max(5, queries / 100));
}, 1_800_000);
