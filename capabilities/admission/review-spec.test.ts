import { afterEach, describe, expect, it, vi } from "vitest";

import type { TargetObservation } from "../../controller/targets/target-reader.ts";
import { ClaimIndex } from "../../controller/claims/claim-index.ts";
import { ok } from "../../engine/model/values/result.ts";
import { failure } from "../../kube/testing/failure.ts";
import { kubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import type { AdmissionPorts } from "./admission-ports.ts";
import { validateProposal as judgeBy } from "./review-spec.ts";
import { gadget, portsOf, problem, ref, type Observed } from "./testing/ports.ts";
import type { NodeFilter } from "../../engine/model/observation/node.ts";
import { rulesWith } from "../cluster-proportional-autoscaler/admit.ts";

afterEach(() => {
  vi.useRealTimers();
});

const sizes = {
  matchesNone: ({ selector, excludeTaints = [] }: NodeFilter) =>
    selector?.matchLabels?.["pool"] === "gone" || excludeTaints[0]?.key === "everywhere",
};
const readable = { mayRead: (namespace: string) => namespace === "ns" };
const rules = rulesWith(sizes, readable, true);
const spec = { scaleTargetRefs: [ref], linear: { nodesPerReplica: 1 } };

const found: Extract<TargetObservation, { kind: "found" }> = {
  kind: "found",
  target: { resource: gadget, namespace: "ns", name: "web" },
  state: { uid: "u", resourceVersion: "1", replicas: 1, statusReplicas: 1, selector: "a=b" },
  polled: false,
};
const requester = { username: "ann", groups: ["dev"] };

const judge = (
  observation: Observed,
  object: object = { spec },
  old: { spec?: unknown; metadata?: object } | null = null,
  given: Partial<AdmissionPorts> = {},
) =>
  judgeBy(
    portsOf(observation, given),
    { namespace: "ns", requester, object: { spec, ...object }, old },
    rules,
  );

describe.each(["UnknownKind", "NotScalable"] as const)("a target of a kind that is %s", reason => {
  it("is rejected", async () => {
    expect(await judge(problem(reason))).toMatchObject({
      errors: [expect.stringContaining("spec.scaleTargetRefs[0].kind: what")],
      warnings: [],
    });
  });

  // prettier-ignore
  it.each<{ shows: string; object: object; old: object | null }>([
    { shows: "a paused object",                     object: { ...spec, mode: "Paused" }, old: spec },
    { shows: "an object that is created as paused", object: { ...spec, mode: "Paused" }, old: null },
  ])("causes a warning for $shows", async ({ object, old }) => {
    const verdict = await judge(problem(reason), { spec: object }, old && { spec: old });
    expect(verdict.errors).toEqual([]);
    expect(verdict.warnings).toHaveLength(1);
  });

  // prettier-ignore
  it.each<{ shows: string; old: unknown }>([
    { shows: "another name",               old: { ...spec, scaleTargetRefs: [{ ...ref, name: "x" }] } },
    { shows: "another kind",               old: { ...spec, scaleTargetRefs: [{ ...ref, kind: "Deployment" }] } },
    { shows: "a string instead of a list", old: { ...spec, scaleTargetRefs: "none" } },
    { shows: "a list of invalid targets",  old: { ...spec, scaleTargetRefs: [null, {}] } },
    { shows: "no spec",                    old: undefined },
  ])("is rejected if the object had $shows before", async ({ old }) => {
    expect((await judge(problem(reason), { spec }, { spec: old })).errors).toHaveLength(1);
  });
});

describe("a target that the object named before", () => {
  const before = { ...spec, mode: "Paused" };

  it("is rejected when the mode becomes Active while its kind is not served", async () => {
    const { errors } = await judge(problem("UnknownKind"), { spec }, { spec: before });
    expect(errors).toEqual([expect.stringContaining("or write mode: Paused until then")]);
  });

  it("causes a warning while its kind has no scale", async () => {
    const verdict = await judge(problem("NotScalable"), { spec }, { spec: before });
    expect(verdict).toMatchObject({ errors: [], warnings: [expect.any(String)] });
  });
});

describe("an object", () => {
  it.each<{ shows: string; object: object; old: { spec?: unknown } | null }>([
    {
      shows: "that is being deleted",
      object: {
        spec: { scaleTargetRefs: 5 },
        metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" },
      },
      old: { spec },
    },
    { shows: "whose spec is unchanged", object: { spec }, old: { spec: { ...spec } } },
  ])("$shows is accepted without a read of its targets", async ({ object, old }) => {
    const ports = portsOf(problem("UnknownKind"));
    const proposal = { namespace: "ns", requester, object: { spec, ...object }, old };
    const verdict = await judgeBy(ports, proposal, rules);
    expect([verdict, ports.targets.observe.mock.calls]).toEqual([{ errors: [], warnings: [] }, []]);
  });

  it.each(["TargetNotFound", "FailedGetScale"] as const)(
    "whose target is %s is accepted with a warning",
    async reason => {
      expect(await judge(problem(reason))).toMatchObject({
        errors: [],
        warnings: ["spec.scaleTargetRefs[0]: what; remedy"],
      });
    },
  );
});

describe("metadata that no API server sends", () => {
  const key = "trimtab".repeat(46);
  const large = { a: "x".repeat(131_072), b: "x".repeat(131_071) };

  // prettier-ignore
  it.each<{ shows: string; metadata: object; old?: object; namespace?: string; says: string }>([
    { shows: "the key of an annotation",   metadata: { annotations: { [key]: "" } },                says: "metadata.annotations: the key" },
    { shows: "the key of a label",         metadata: { labels: { [key]: "" } },                     says: "metadata.labels: the key" },
    { shows: "a name",                     metadata: { name: "w".repeat(254) },                     says: "metadata.name: " },
    { shows: "a namespace",                metadata: { namespace: "w".repeat(254) },                says: "metadata.namespace: " },
    { shows: "the namespace of a review",  metadata: {}, namespace: "w".repeat(254),                says: "metadata.namespace: " },
    { shows: "the beginning of a name",    metadata: { generateName: "w".repeat(254) },             says: "metadata.generateName: " },
    { shows: "all annotations",            metadata: { annotations: large },                        says: "metadata.annotations: the annotations have 262145 characters in total, more than 262144; write less into them" },
    { shows: "a key of the old object",    metadata: {}, old: { annotations: { [key]: "" } },       says: "metadata.annotations: the key" },
    { shows: "a key of a deleted object",  metadata: { deletionTimestamp: "2026-01-01T00:00:00Z", annotations: { [key]: "" } }, says: "metadata.annotations: the key" },
  ])("is refused before anything is read: too long is $shows", async ({ metadata, old, namespace = "ns", says }) => {
    const ports = portsOf(found);
    const proposal = { object: { spec, metadata }, old: old ? { spec, metadata: old } : null };
    const verdict = await judgeBy(ports, { namespace, requester, ...proposal }, rules);
    expect(verdict.errors.map(error => error.slice(0, says.length))).toEqual([says]);
    expect(ports.targets.observe).not.toHaveBeenCalled();
  });

  it("is all beyond the limits of the API server", async () => {
    const name = "w".repeat(253);
    const longest = { ["k".repeat(317)]: "x".repeat(262_144 - 317) };
    const metadata = { name, annotations: longest, labels: { ["k".repeat(317)]: "" } };
    expect((await judge(found, { metadata })).errors).toEqual([]);
  });
});

describe("a pause", () => {
  const until = (time: string) => ({
    annotations: { "autoscaling.trimtab.dev/paused-until": time },
  });
  const path = "metadata.annotations[autoscaling.trimtab.dev/paused-until]: ";
  const edited = { ...spec, linear: { nodesPerReplica: 2 } };

  // prettier-ignore
  it.each<{ shows: string; object: object; old: { spec: unknown; metadata?: object } | null; says: string | null }>([
    { shows: "of a new object",                        object: { spec, metadata: until("2026-01-01T02:00:00Z") },         old: null,                                              says: null },
    { shows: "that is in the past",                    object: { spec, metadata: until("2025-12-31T23:59:59Z") },         old: { spec },                                          says: "2025-12-31T23:59:59Z has passed" },
    { shows: "without a zone",                         object: { spec, metadata: until("2026-01-01T02:00:00") },          old: { spec },                                          says: '"2026-01-01T02:00:00" has no time zone' },
    { shows: "that is too long",                       object: { spec, metadata: until("2026-02-01T00:00:00Z") },         old: { spec },                                          says: "2026-02-01T00:00:00Z is more than 30 days ahead" },
    { shows: "of a new object that is in the past",    object: { spec, metadata: until("2025-12-31T23:59:59Z") },         old: null,                                              says: "2025-12-31T23:59:59Z has passed" },
    { shows: "that has expired, and the spec changes", object: { spec: edited, metadata: until("2025-12-31T23:59:59Z") }, old: { spec, metadata: until("2025-12-31T23:59:59Z") }, says: null },
    { shows: "that has expired, and a label changes",  object: { spec, metadata: until("2025-12-31T23:59:59Z") },         old: { spec, metadata: until("2025-12-31T23:59:59Z") }, says: null },
    { shows: "that is removed",                        object: { spec, metadata: {} },                                    old: { spec, metadata: until("2025-12-31T23:59:59Z") }, says: null },
    { shows: "that ends with the object",              object: { spec, metadata: { ...until("x"), deletionTimestamp: "2026-01-01T00:00:00Z" } }, old: { spec },                   says: null },
  ])("$shows is rejected: $says", async ({ object, old, says }) => {
    const { errors } = await judge(found, object, old);
    expect(errors).toEqual(says === null ? [] : [expect.stringContaining(path + says)]);
  });
});

it("a mistyped annotation causes a warning, once", async () => {
  const metadata = { annotations: { "autoscaling.trimtab.dev/pause-until": "x" } };
  const path = "metadata.annotations[autoscaling.trimtab.dev/pause-until]: ";
  const warnings = [expect.stringContaining(path) as string];
  expect(await judge(found, { spec, metadata }, { spec })).toEqual({ errors: [], warnings });
  const old = { spec, metadata };
  expect(await judge(found, { spec, metadata }, old)).toEqual({ errors: [], warnings: [] });
});

it("a target at 0 causes no warning, because a ClusterProportionalAutoscaler ends that", async () => {
  const { kind, target, state, polled } = found;
  const stopped = { kind, target, polled, state: { ...state, replicas: 0 } };
  expect(await judge(stopped)).toEqual({ errors: [], warnings: [] });
});

describe("a read of a target without a response", () => {
  it("causes a warning after three seconds, for all targets together", async () => {
    vi.useFakeTimers();
    const scaleTargetRefs = [ref, { ...ref, name: "other" }];
    const judged = vi.fn<(verdict: Awaited<ReturnType<typeof judge>>) => void>();
    void judge(new Promise(() => undefined), { spec: { ...spec, scaleTargetRefs } }).then(judged);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(judged).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const warning = "could not be looked at: no answer within 3 seconds";
    const warnings = [expect.stringContaining(warning), expect.stringContaining(warning)];
    expect(judged.mock.calls).toEqual([[{ errors: [], warnings }]]);
  });
});

describe("the right of the user to scale", () => {
  const refusing = { mayScale: () => Promise.resolve(ok(false)) };
  const silent = {
    mayScale: () => Promise.resolve(failure("Timeout", "late")),
  };

  it.each([
    {
      shows: "is missing",
      ...{ access: refusing, isTransient: false },
      says: "ann may not update gadgets.example.dev/scale of ns/web",
    },
    {
      shows: "must not be checked",
      access: { mayScale: () => Promise.resolve(failure("Forbidden", "no right")) },
      ...{ says: "could not be found out: no right", isTransient: false },
    },
    {
      shows: "cannot be checked",
      ...{ access: silent, says: "could not be found out: late", isTransient: true },
    },
  ])("rejects the object if it $shows", async ({ access, says, isTransient }) => {
    const verdict = await judge(found, {}, null, { access });
    expect(verdict.errors).toEqual([expect.stringContaining(says)]);
    expect(verdict.isTransient ?? false).toBe(isTransient);
  });

  const failing = (code: KubeErrorCode) => ({
    resolve: () => Promise.resolve(failure(code, "late")),
  });
  const late: TargetObservation = {
    kind: "fault",
    error: kubeError("Timeout", { request: "GET", message: "late" }),
  };

  it.each<{ shows: string; code: KubeErrorCode; says: string }>([
    { shows: "is not served", code: "NotFound", says: "write mode: Paused until then" },
    { shows: "cannot be resolved", code: "Timeout", says: "could not be found out: late" },
  ])("rejects the object if the kind $shows and the read fails", async ({ code, says }) => {
    const { errors } = await judge(late, {}, null, { discovery: failing(code), access: refusing });
    expect(errors).toEqual([expect.stringContaining(says)]);
  });

  it("is checked for the target that was read, even if discovery does not know it yet", async () => {
    const given = { discovery: failing("NotFound"), access: refusing };
    expect((await judge(found, {}, null, given)).errors).toEqual([
      expect.stringContaining("ann may not update gadgets.example.dev/scale"),
    ]);
  });

  it("is checked again with every change of the spec, and only then", async () => {
    const old = { spec: { ...spec, mode: "Paused" } };
    expect((await judge(found, {}, old, { access: refusing })).errors).toHaveLength(1);
    expect((await judge(found, {}, { spec }, { access: refusing })).errors).toEqual([]);
  });
});

const claimsOf = (
  kind: string,
  objects: readonly { readonly name: string; readonly uid: string }[],
) => {
  const claims = new ClaimIndex(() => undefined);
  const changes = objects.map(({ name, uid }) => {
    const metadata = { name, namespace: "ns", uid, resourceVersion: "1" };
    return { key: `ns/${name}`, current: { metadata }, previous: undefined };
  });
  claims.update({ kind, isForeign: false }, changes, () => [ref]);
  return claims;
};

describe("a target that is already scaled", () => {
  const claims = new ClaimIndex(() => undefined);
  const metadata = { name: "first", namespace: "ns", uid: "u-1", resourceVersion: "1" };
  const change = { key: "ns/first", current: { metadata }, previous: undefined };
  const about = { kind: "Autoscaler", isForeign: false };
  claims.update(about, [change], () => [{ ...ref, apiVersion: "example.dev/v2" }]);

  // prettier-ignore
  it.each<{ shows: string; object: object; old: object | null; isRefused: boolean }>([
    { shows: "a new object",                            object: { spec },                              old: null,                                isRefused: true },
    { shows: "a new object in DryRun mode",             object: { spec: { ...spec, mode: "DryRun" } }, old: null,                                isRefused: false },
    { shows: "the object that scales it",               object: { spec, metadata: { uid: "u-1" } },    old: { spec: { ...spec, mode: "Paused" } }, isRefused: false },
    { shows: "an object that leaves DryRun mode",       object: { spec },                              old: { spec: { ...spec, mode: "DryRun" } }, isRefused: true },
    { shows: "a new object in Paused mode",             object: { spec: { ...spec, mode: "Paused" } }, old: null,                                isRefused: true },
    { shows: "an object that leaves DryRun for Paused", object: { spec: { ...spec, mode: "Paused" } }, old: { spec: { ...spec, mode: "DryRun" } }, isRefused: true },
    { shows: "a pause of an object that claims it too", object: { spec: { ...spec, mode: "Paused" } }, old: { spec },                            isRefused: false },
    { shows: "the end of such a pause",                 object: { spec },                              old: { spec: { ...spec, mode: "Paused" } }, isRefused: false },
    { shows: "another target during a pause",           object: { spec: { ...spec, mode: "Paused" } }, old: { spec: { ...spec, mode: "Paused", scaleTargetRefs: [{ ...ref, name: "x" }] } }, isRefused: true },
    { shows: "an edit of an object that claims it too", object: { spec: { ...spec, linear: { nodesPerReplica: 2 } } }, old: { spec },          isRefused: false },
  ])("is rejected for $shows: $isRefused", async ({ object, old, isRefused }) => {
    const { errors } = await judge(found, object, old, { claims });
    const refusal = expect.stringContaining("Autoscaler first scales Gadget web already") as string;
    expect(errors).toEqual(isRefused ? [refusal] : []);
  });
});

describe("an object with the name of one that is deleted, but still in the cache,", () => {
  const proposal = { spec, metadata: { name: "dns", uid: "u-2" } };
  const deleted = { name: "dns", uid: "u-1" };
  it.each([
    { shows: "passes", kind: "ClusterProportionalAutoscaler", refused: [] },
    {
      shows: "is refused if that is of another kind",
      kind: "Autoscaler",
      refused: ["Autoscaler dns"],
    },
  ])("$shows", async ({ kind, refused }) => {
    const { errors } = await judge(found, proposal, null, { claims: claimsOf(kind, [deleted]) });
    expect(errors).toEqual(
      refused.map(name => expect.stringContaining(`${name} scales`) as string),
    );
  });

  it("is refused if a third one scales the target", async () => {
    const claims = claimsOf("ClusterProportionalAutoscaler", [
      deleted,
      { name: "rival", uid: "u-3" },
    ]);
    const { errors } = await judge(found, proposal, null, { claims });
    expect(errors).toEqual([expect.stringContaining("rival scales")]);
  });
});

it("a maximum beyond the guard rails is rejected", async () => {
  const { errors } = await judge(found, {
    spec: { ...spec, linear: { nodesPerReplica: 1, maxReplicas: 101 } },
  });
  expect(errors).toEqual([expect.stringContaining("101 is more than the 100 replicas")]);
});

// prettier-ignore
describe("the nodes of a spec", () => {
  it.each<{ when: string; nodes: object | null | undefined; says: string[] }>([
    { when: "with labels that no node has",         nodes: { selector: { matchLabels: { pool: "gone" } } }, says: ["spec.nodes.selector: no node has"] },
    { when: "with labels that some nodes have",     nodes: { selector: { matchLabels: { pool: "here" } } }, says: [] },
    { when: "without those that have a taint",      nodes: { excludeTaints: [{ key: "somewhere" }] },       says: [] },
    { when: "without those that have a taint of all", nodes: { excludeTaints: [{ key: "everywhere" }] },    says: ["spec.nodes.excludeTaints: every node has"] },
    { when: "without a filter",                     nodes: {},                                              says: [] },
    { when: "that are null",                        nodes: null,                                            says: [] },
    { when: "that are absent",                      nodes: undefined,                                       says: [] },
  ])("$when cause the warnings $says", async ({ nodes, says }) => {
    const verdict = await judge(found, { spec: { ...spec, nodes } });
    expect(verdict.errors).toEqual([]);
    expect(verdict.warnings).toEqual(says.map(text => expect.stringContaining(text) as unknown));
  });
});

describe("an installation that works in some namespaces", () => {
  // prettier-ignore
  it.each([
    { shows: "an object in one of them",                      namespaces: ["ns"],    old: null,             errors: 0 },
    { shows: "an object elsewhere",                           namespaces: ["other"], old: null,             errors: 1 },
    { shows: "an edit of the spec elsewhere",                 namespaces: ["other"], old: { spec: {} },     errors: 1 },
    { shows: "an edit elsewhere that leaves the spec",        namespaces: ["other"], old: { spec },         errors: 0 },
  ])("has $errors errors for $shows", async ({ namespaces, old, errors }) => {
    const verdict = await judge(found, { spec }, old, { watchNamespaces: namespaces });
    expect(verdict.errors).toHaveLength(errors);
    if (errors > 0) expect(verdict.errors[0]).toContain("add it to the chart's watchNamespaces");
  });
});

it("warns about an object that counts nodes where nodes may not be listed", async () => {
  const verdict = await judgeBy(
    portsOf(found),
    { namespace: "ns", requester, object: { spec }, old: null },
    rulesWith(null, readable, true),
  );
  expect(verdict.errors).toEqual([]);
  expect(verdict.warnings).toEqual([expect.stringContaining("set the chart's rbac.nodes to true")]);
});

// prettier-ignore
it.each([
  { shows: "no warning with parameters of its own",    namespace: "other", of: {},                                              warnings: [] },
  { shows: "no warning where ConfigMaps may be read",  namespace: "ns",    of: { linear: undefined, configMapRef: { name: "c" } }, warnings: [] },
  { shows: "a warning where they may not",             namespace: "other", of: { linear: undefined, configMapRef: { name: "c" } }, warnings: ["this installation may not read ConfigMaps in other; set the chart's rbac.configMaps to true or to a list with that namespace"] },
])("has $shows", async ({ namespace, of, warnings }) => {
  const object = { spec: JSON.parse(JSON.stringify({ ...spec, ...of })) as object };
  const given = { namespace, requester, object, old: null };
  const verdict = await judgeBy(portsOf(found), given, rules);
  const said = warnings.map(each => expect.stringContaining(each) as string);
  expect(verdict).toMatchObject({ errors: [], warnings: said });
});

it.each([
  { shows: "no warning by nodes", linear: { nodesPerReplica: 16 }, warnings: [] },
  {
    shows: "a warning by pods",
    linear: { podsPerReplica: 500 },
    warnings: [expect.stringContaining("set the chart's rbac.objectCounts to true")],
  },
])("where objects may not be counted, it has $shows", async ({ linear, warnings }) => {
  const verdict = await judgeBy(
    portsOf(found),
    { namespace: "ns", requester, object: { spec: { ...spec, linear } }, old: null },
    rulesWith(sizes, readable, false),
  );
  expect(verdict).toMatchObject({ errors: [], warnings });
});
