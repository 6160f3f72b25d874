import fc from "fast-check";
import { expect, it } from "vitest";

import { enforceMatchers } from "../../engine/promql/enforce-matchers.ts";
import { readQueries, type Reading } from "./parser.ts";
import { modernQuery } from "./modern-query.ts";

const queries = Number(process.env["PROMQL_QUERIES"] ?? 2_000);
const seed = Number(process.env["SEED"] ?? Date.now() % 1e9);

const matchers = [
  { label: "namespace", value: "shop" },
  { label: "cluster", value: 'a"}\\' },
];

/** How often each outcome occurred, to show that the test can fail. */
const tally = { refused: 0, unread: 0, read: 0, telling: 0 };
/** Why a query is refused that Prometheus reads, by the sentence without the quoted part. */
const refusals = new Map<string, { count: number; example: string }>();

function refuse(query: string, why: string, plain: readonly Reading[]): void {
  tally.refused += 1;
  if (plain.every(({ error }) => error !== "")) return;
  const reason = why.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, "...");
  const known = refusals.get(reason);
  const example = known && known.example.length <= query.length ? known.example : query;
  refusals.set(reason, { count: (known?.count ?? 0) + 1, example });
}

/** What is wrong with a rewritten query as one parser reads it; null: nothing. */
function problemIn(query: string, plain: Reading, restricted: Reading): string | null {
  if (restricted.unrestricted.length > 0) return `reads ${restricted.unrestricted.join(" and ")}`;
  if (restricted.calls.includes("info")) return "calls info()";
  if (plain.error !== "") return null;
  if (restricted.error !== "") return restricted.error;
  // Prometheus ends a comment at a carriage return, so that more of the text is a part of the query.
  const isSame = query.includes("#") || restricted.selectors.length === plain.selectors.length;
  return isSame ? null : `has the selectors ${restricted.selectors.join(" and ")}`;
}

it(`restricts each selector that the parser of Prometheus 3 finds in ${queries} queries`, async () => {
  const sample = fc.sample(modernQuery, { numRuns: queries, seed });
  const results = sample.map(query => enforceMatchers(query, matchers));
  const asked = sample.map(query => ({ query, matchers }));
  const rewritten = results.map((result, index) => ({
    ...{ query: result.ok ? result.value : (sample[index] ?? ""), matchers },
  }));
  const [plain, restricted] = await Promise.all([readQueries(asked), readQueries(rewritten)]);
  const problems = results.flatMap((result, index) => {
    const [query = "", before = [], after = []] = [sample[index], plain[index], restricted[index]];
    if (!result.ok) {
      refuse(query, result.error, before);
      return [];
    }
    tally[after.some(({ error }) => error === "") ? "read" : "unread"] += 1;
    if (before.some(({ unrestricted }) => unrestricted.length > 0)) tally.telling += 1;
    return after.flatMap((reading, parser) => {
      const problem = problemIn(query, before[parser] ?? reading, reading);
      return problem === null
        ? []
        : `${JSON.stringify(query)} became ${JSON.stringify(result.value)}, which ${problem}`;
    });
  });
  process.stdout.write(
    `queries as Prometheus 3 reads them, seed ${seed}: ${JSON.stringify(tally)}\n`,
  );
  for (const [reason, { count, example }] of refusals) {
    process.stdout.write(
      `  ${count} refused that it reads, such as ${JSON.stringify(example)}: ${reason}\n`,
    );
  }
  expect(restricted).toHaveLength(queries);
  expect(problems.sort((a, b) => a.length - b.length).slice(0, 5)).toEqual([]);
  // Without the matchers, many of these queries would read series of others.
  expect(tally.telling).toBeGreaterThan(queries / 10);
  expect(tally.read).toBeGreaterThan(queries / 10);
}, 1_800_000);
