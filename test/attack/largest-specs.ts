/**
 * Valid specs that take the most CPU time to check, one for each part of a spec that has a cost of its own. Each fills
 * the limits of the schema. They were found by measuring candidates: `largest-specs.test.ts` measures these.
 */

/** What the metrics name; the first has enforced matchers, so that its queries are parsed. */
export const sources = { prometheus: "platform", externalScaler: "queues" };

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const bounds = { scaleTargetRef: ref, maxReplicas: 10 };

const many = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** A name for each serial, so that no spec asks what another one has asked. */
type Source = (name: string) => object;

/** 32 metrics and 32 thresholds of one type. */
function ofMetrics(serial: number, type: string, key: string, source: Source): object {
  const target = { type: "AverageValue", averageValue: "1" };
  const value = { comparison: "GreaterThan", value: "1", durationSeconds: 60, increment: 1 };
  const named = (index: number) => source(`m${serial}_${index}`);
  return {
    ...bounds,
    metrics: many(32, index => ({ type, [key]: { ...named(index), target } })),
    thresholds: many(32, index => ({
      ...{ name: `t${index}`, type: "Value" },
      value: { metric: { type, [key]: named(32 + index) }, ...value },
    })),
  };
}

/** The longest query of a beginning, any number of parts, and an end. */
const filled = (begin: string, part: string, end: string): string =>
  begin + part.repeat(Math.floor((4_096 - begin.length - end.length) / part.length)) + end;

const queries = (serial: number, query: (name: string) => string): object =>
  ofMetrics(serial, "Prometheus", "prometheus", name => ({
    ...{ source: sources.prometheus, query: query(name) },
  }));

/** 32 expressions of 64 values: with those of the other metrics, the most values that a spec can have. */
const selected: Source = name => ({
  metric: {
    name,
    selector: {
      matchExpressions: many(32, key => ({
        ...{ key: `key${key}`, operator: "In" },
        values: many(64, index => `v${index}`),
      })),
    },
  },
});

const named = many(32, index => ({
  ...{ type: "External", name: `m${index}` },
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "1" } },
}));

const steps = (count: number, key: string): object[] =>
  many(count, index => ({
    [key]: key === "quantity" ? `${index + 1}` : index + 1,
    replicas: index + 1,
  }));

interface LargestSpec {
  readonly kind: "Autoscaler" | "ClusterProportionalAutoscaler";
  readonly shows: string;
  /** Specs with another serial have other queries, names and times. */
  readonly spec: (serial: number) => object;
}

const nested = `${"sum(".repeat(31)}a${")".repeat(31)}`;

export const largestSpecs: readonly LargestSpec[] = [
  {
    ...{ kind: "Autoscaler", shows: "queries whose signs the parser reads in two ways" },
    spec: serial => queries(serial, name => filled(`${name}*`, "-a*", "a")),
  },
  {
    ...{ kind: "Autoscaler", shows: "queries with as many levels as are allowed" },
    spec: serial => queries(serial, name => filled(`${name}+`, `${nested}+`, "a")),
  },
  {
    ...{ kind: "Autoscaler", shows: "schedules with rare times" },
    spec: serial => ({
      ...bounds,
      schedules: many(50, index => ({
        ...{ name: `s${index}`, maxReplicas: 5 },
        timeZone: index % 2 === 0 ? "Australia/Lord_Howe" : "America/St_Johns",
        start: `${index} ${serial % 23} 31W * *`,
        end: `${index} ${(serial % 23) + 1} 29W 2 *`,
      })),
    }),
  },
  {
    ...{ kind: "Autoscaler", shows: "selectors of metrics" },
    spec: serial => ofMetrics(serial, "Pods", "pods", selected),
  },
  {
    ...{ kind: "Autoscaler", shows: "metadata for external scalers" },
    spec: serial =>
      ofMetrics(serial, "ExternalScaler", "externalScaler", name => ({
        source: sources.externalScaler,
        metadata: Object.fromEntries(many(32, key => [`key${key}`, name.padEnd(600, "x")])),
      })),
  },
  {
    ...{ kind: "Autoscaler", shows: "an expression" },
    spec: serial => ({
      ...{ ...bounds, metrics: named },
      combine: { expression: `${serial % 1_000}${"+m1".repeat(127)}` },
    }),
  },
  {
    ...{ kind: "ClusterProportionalAutoscaler", shows: "ladders" },
    spec: serial => ({
      scaleTargetRefs: many(16, index => ({ ...ref, name: `w${serial}-${index}` })),
      ladder: {
        coresToReplicas: steps(256, "cores"),
        nodesToReplicas: steps(256, "nodes"),
        podsToReplicas: steps(256, "pods"),
        namespacesToReplicas: steps(256, "namespaces"),
        resourcesToReplicas: many(8, index => ({
          ...{ name: `example.com/r${index}`, steps: steps(64, "quantity") },
        })),
      },
    }),
  },
];
