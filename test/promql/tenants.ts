import { enforceMatchers } from "../../engine/promql/enforce-matchers.ts";

/** A whole minute half an hour ago. */
const now = Math.floor(Date.now() / 60_000) * 60 - 1_800;
const minutes = 40;

type Tenant = readonly [namespace: string | null, base: number];
const tenant: Tenant = ["shop", 100];
const others: readonly Tenant[] = [
  ["rival", 700],
  [null, 900],
];

interface Series {
  readonly metric: string;
  readonly text: string;
  readonly value: number;
}

/** Whole numbers, because sums of them are exact in any order. No two series have equal values. */
function seriesOf([namespace, base]: Tenant, quoted: readonly string[]): Series[] {
  const own = namespace === null ? "" : `namespace="${namespace}",`;
  const plain = [
    ...["a", "b"].flatMap(job => [
      ["queue_length", `job="${job}"`],
      ["up", `job="${job}"`],
    ]),
    ...[["sum", 'pod="p"'], ["by", 'pod="q"'], ["job:rate:sum", 'on="x"']], // prettier-ignore
    ...(namespace === "rival" ? [["rival_secret", 'pod="s"']] : []),
  ];
  const texts = [
    ...plain.map(([metric = "", labels]) => ({ metric, text: `${metric}{${own}${labels}}` })),
    ...quoted.map(metric => ({ metric, text: `{"${metric}",${own}job="a"}` })),
  ];
  return texts.map((each, index) => ({ ...each, value: base + index }));
}

/** The OpenMetrics format wants all samples of a metric together. */
function stored(tenants: readonly Tenant[], quoted: readonly string[]): string {
  const all = tenants.flatMap(each => seriesOf(each, quoted));
  const metrics = [...new Set(all.map(({ metric }) => metric))];
  const ordered = metrics.flatMap(name => all.filter(({ metric }) => metric === name));
  const lines = ordered.flatMap(({ text, value }) =>
    Array.from({ length: minutes }, (_, minute) => {
      const time = now - (minutes - 5 - minute) * 60;
      return `${text} ${value * 1_000 + minute} ${time}`;
    }),
  );
  return [...lines, "# EOF", ""].join("\n");
}

/**
 * What two servers have stored: both the series of the tenant, and the shared one also series of others.
 *
 * @param quoted names of metrics that need quotes, which Prometheus 2 does not know
 */
export const seriesOfTenants = (quoted: readonly string[] = []) => ({
  shared: stored([tenant, ...others], quoted),
  alone: stored([tenant], quoted),
});

interface Answer {
  readonly status: string;
  readonly data?: { readonly resultType: string; readonly result: unknown };
  readonly error?: string;
}

interface Server {
  readonly url: string;
}

async function ask({ url }: Server, query: string): Promise<Answer> {
  const body = new URLSearchParams({ query, time: String(now) });
  return (await (await fetch(`${url}/api/v1/query`, { method: "POST", body })).json()) as Answer;
}

/** The order of the series has no meaning, so neither has which pair of them an error names. */
function comparable({ status, data, error }: Answer): string {
  const result =
    Array.isArray(data?.result) && data.resultType !== "scalar"
      ? data.result.map(each => JSON.stringify(each)).sort()
      : data?.result;
  const problem = error
    ?.replace(/\[\{.*\}\]/g, "[two series]")
    // As VictoriaMetrics says it.
    .replace(/: \{[^`]*\} and \{[^`]*\}$/, ": two series");
  return JSON.stringify([status, data?.resultType, result, problem]);
}

/** The tenant of some other series, or the value of a sample of theirs. */
const ofOthers = /rival|"[79]\d{5}"/;

/** Compares the results of a tenant's queries on the two servers. */
export class Tenants {
  readonly #shared: Server;
  readonly #alone: Server;
  /** How often each outcome occurred, to show that the test can fail. */
  readonly tally = { refused: 0, answered: 0, empty: 0, failed: 0, telling: 0, ambiguous: 0 };

  constructor(shared: Server, alone: Server) {
    this.#shared = shared;
    this.#alone = alone;
  }

  /** Throws if the result of the query with the tenant's matcher depends on series of others. */
  async compare(query: string): Promise<void> {
    const enforced = enforceMatchers(query, [{ label: "namespace", value: "shop" }]);
    if (!enforced.ok) {
      this.tally.refused += 1;
      return;
    }
    const [restricted, own, plain, plainOwn] = await Promise.all([
      ask(this.#shared, enforced.value),
      ask(this.#alone, enforced.value),
      ask(this.#shared, query),
      ask(this.#alone, query),
    ]);
    const [seen, expected] = [comparable(restricted), comparable(own)];
    if (seen !== expected) {
      this.tally.ambiguous += 1;
      const isExplained =
        !ofOthers.test(seen) && (await this.#isAmbiguous(enforced.value, expected));
      if (isExplained) return;
      throw new Error(
        `${JSON.stringify(query)} became ${JSON.stringify(enforced.value)}, and gives ${seen} instead of ${expected}`,
      );
    }
    if (comparable(plain) !== comparable(plainOwn)) this.tally.telling += 1;
    const result = own.data?.result;
    if (own.status !== "success") this.tally.failed += 1;
    else if (Array.isArray(result) && result.length === 0) this.tally.empty += 1;
    else this.tally.answered += 1;
  }

  /** Of equal values, topk picks any: a server alone answers such a query now in one way, now in another. */
  async #isAmbiguous(query: string, answer: string): Promise<boolean> {
    for (let times = 0; times < 20; times++) {
      if (comparable(await ask(this.#alone, query)) !== answer) return true;
    }
    return false;
  }
}
