import fc from "fast-check";

import { specCases as autoscalers } from "../../../engine/validate/autoscaler.cases.ts";
import { specCases as proportionals } from "../../../engine/validate/cluster-proportional-autoscaler.cases.ts";
import { changeAt, placesIn, type RawJson, toText, twice, Verbatim } from "./raw-json.ts";

export interface Mutated {
  readonly plural: string;
  /** What was changed in a valid object, and where. */
  readonly what: string;
  /** The whole object. */
  readonly text: string;
}

const apiVersion = "autoscaling.trimtab.dev/v1alpha1";
const valid = [
  { kind: "Autoscaler", plural: "autoscalers", cases: autoscalers },
  {
    kind: "ClusterProportionalAutoscaler",
    plural: "clusterproportionalautoscalers",
    cases: proportionals,
  },
].flatMap(({ kind, plural, cases }) =>
  cases
    .filter(({ errors, spec }) => errors.length === 0 && spec !== null)
    .map(({ spec }) => ({ kind, plural, spec: spec as RawJson })),
);

const nested = (depth: number, [open, close]: readonly [string, string]): Verbatim =>
  new Verbatim(`${open.repeat(depth)}1${close.repeat(depth)}`);

// prettier-ignore
const values: readonly RawJson[] = [
  null, true, false, "", " ", "0", "1", "-1", "web", "Web", "1.5", "100m", "1e3", "10%", "1Ki", "0x10",
  0, 1, 2, -1, 3, 1.5, 0.1, 100, 101, 3600, 3601, 2147483647, 2147483648, -2147483648, -2147483649,
  ...["9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e2", "1.0", "1E400", "-0", "1e-400", "123456789012345678901234567890"].map(text => new Verbatim(text)),
  [], {}, [[]], [{}], [null], { a: "b" }, { "": "" }, ["a", "a"],
  "é", "\u0000", "\u202e", "💥", "ｗｅｂ", "a\nb", "a/b", "../..", "${x}", "%s", "<script>", "a".repeat(64), "a".repeat(254), "a".repeat(70_000), "é".repeat(300),
  new Verbatim('"\\ud800"'),
  nested(50, ["[", "]"]), nested(300, ['{"a":', "}"]),
  Array.from({ length: 300 }, () => ({})), Array.from({ length: 33 }, (_, index) => String(index)),
  Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, "v"])),
];

type Change = readonly [name: string, change: (before: RawJson) => RawJson];

const isFields = (value: RawJson): value is Readonly<Record<string, RawJson>> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Verbatim);

/** Changes of one place. A change that makes no sense there does nothing. */
const changes: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...values).map((value): Change => ["value", () => value]),
  },
  { weight: 1, arbitrary: fc.string().map((text): Change => ["text", () => text]) },
  { weight: 1, arbitrary: fc.integer().map((number): Change => ["number", () => number]) },
  {
    weight: 1,
    arbitrary: fc.constant<Change>([
      "unknown field",
      before => (isFields(before) ? { ...before, unknwon: 1 } : before),
    ]),
  },
  {
    weight: 1,
    arbitrary: fc.nat(20).map((index): Change => [
      "no field",
      before => {
        if (!isFields(before)) return before;
        const keys = Object.keys(before);
        const gone = keys[index % Math.max(1, keys.length)];
        return Object.fromEntries(Object.entries(before).filter(([key]) => key !== gone));
      },
    ]),
  },
  {
    weight: 1,
    arbitrary: fc.nat(20).map((index): Change => [
      "field twice",
      before => {
        if (!isFields(before)) return before;
        const entries = Object.entries(before);
        const [key, value] = entries[index % Math.max(1, entries.length)] ?? [];
        return key === undefined ? before : { ...before, [`${twice}${key}`]: value ?? null };
      },
    ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 2, max: 300 })
      .map((times): Change => [
        "many",
        before =>
          Array.isArray(before) && before.length > 0
            ? Array.from({ length: times }, (_, index) => before[index % before.length] as RawJson)
            : before,
      ]),
  },
);

const mutated: fc.Arbitrary<Mutated> = fc
  .record({
    base: fc.constantFrom(...valid),
    places: fc.array(fc.tuple(fc.nat(), changes), { minLength: 1, maxLength: 3 }),
  })
  .map(({ base: { kind, plural, spec }, places }) => {
    const labels = { app: "web" };
    let object: RawJson = { labels, spec };
    const what: string[] = [];
    for (const [at, [name, change]] of places) {
      const all = placesIn(object).filter(path => path.length > 0);
      const path = all[at % all.length]!;
      object = changeAt(object, path, change);
      what.push(`${name} at ${path.join(".")}`);
    }
    const { labels: given, spec: changed } = object as { labels: RawJson; spec: RawJson };
    const metadata = { name: "mutated", namespace: "default", labels: given };
    const whole = { apiVersion, kind, metadata, spec: changed };
    return { plural, what: what.join(", "), text: toText(whole) };
  });

/** The same seed produces the same mutations. */
export const mutations = (seed: number, count: number): Mutated[] =>
  fc.sample(mutated, { seed, numRuns: count });
