import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { enforceMatchers } from "../../engine/promql/enforce-matchers.ts";
import { releaseOf } from "../../hack/neighbours/metrics/build.ts";
import { metricServers, type MetricServer } from "../../hack/neighbours/metrics/servers.ts";
import { eventually } from "../integration/eventually.ts";
import { modernQuery } from "../promql/modern-query.ts";
import { randomQuery } from "../promql/random-query.ts";
import { seriesOfTenants, Tenants } from "../promql/tenants.ts";

const queries = Number(process.env["PROMQL_QUERIES"] ?? 2_000);
const seed = Number(process.env["SEED"] ?? Date.now() % 1e9);
/** Some that the queries name. */
const quoted = ["http.requests", "été", "日本", "name with space"];

/** As Prometheus 2 reads it, or only Prometheus 3. */
const anyQuery = fc.oneof(randomQuery, modernQuery);

const servers = metricServers.map(each => ({ ...each, release: releaseOf(each.project) }));

describe.each(servers)("$title $release", ({ title, hasInfo, start }) => {
  let shared: MetricServer;
  let alone: MetricServer;
  beforeAll(async () => {
    const stored = seriesOfTenants(quoted);
    shared = await start({ stored: stored.shared });
    alone = await start({ stored: stored.alone });
  });
  afterAll(async () => {
    await shared.stop();
    await alone.stop();
  });

  it(`gives a tenant the same results whether or not there are others, for ${queries} queries`, async () => {
    const tenants = new Tenants(shared, alone);
    const { tally } = tenants;
    const compare = (query: string) => tenants.compare(query);
    await fc.assert(fc.asyncProperty(anyQuery, compare), { numRuns: queries, seed });
    process.stdout.write(
      `queries of two tenants to ${title}, seed ${seed}: ${JSON.stringify(tally)}\n`,
    );
    // Without the matchers, many of these queries would show the difference.
    expect(tally.telling).toBeGreaterThan(queries / 20);
    expect(tally.answered).toBeGreaterThan(queries / 20);
    expect(tally.ambiguous).toBeLessThan(Math.max(5, queries / 50));
  });

  it("is not asked for info(), which shows a tenant labels of others where the server has it", async () => {
    const query = "info(build_info)";
    const matchers = [{ label: "namespace", value: "shop" }];
    const enforced = enforceMatchers(query, matchers);
    expect(enforced.ok ? "" : enforced.error).toContain("uses info(), which reads series");
    shared.exporter.set('build_info{namespace="shop",job="j",instance="i"}', 1);
    shared.exporter.set('target_info{namespace="rival",job="j",instance="i",secret="plan"}', 1);
    // What the query would be if it got its matcher.
    const body = new URLSearchParams({ query: 'info(build_info{namespace="shop"})' });
    await eventually(async () => {
      const answer = await fetch(`${shared.url}/api/v1/query`, { method: "POST", body });
      expect(await answer.text()).toContain(hasInfo ? '"secret":"plan"' : "unsupported function");
    });
  });
});
