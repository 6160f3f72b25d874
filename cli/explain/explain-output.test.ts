import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { describe, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { decideAutoscalerCase } from "../evaluate/autoscaler-case.ts";
import { explain } from "./explanation.ts";
import { renderExplanation } from "./explain.ts";
import { coloured, plain } from "../terminal/style.ts";
import { blocked, fresh, held, ingress, now, objectOf, web } from "../testing/objects.ts";

const site = packageJson.homepage;

const render = (raw: unknown, width = 80, paint = plain): string =>
  renderExplanation(explain(objectOf(raw), now), { width, paint }, now);

const samples = { web, held, blocked, ingress, fresh };

const vote = (source: string, replicas: number, how: string) => ({
  ...{ source, type: "Count", replicas, message: `${how} = ${replicas}` },
});

describe("an explanation", () => {
  it.each([
    { sampleAgeSeconds: 4, says: "12, and wins: 91% of 70% (samples 4 s old)" },
    { says: "12, and wins: 91% of 70%" },
  ])("shows how old samples were if they have times: $says", ({ says, ...age }) => {
    const votes = [{ ...vote("cpu", 12, "x"), message: "91% of 70%", ...age }];
    const decision = { ...web.status.decision, votes };
    const text = render({ ...web, status: { ...web.status, decision } });
    expect(text.split("\n").map(line => line.trim())).toContain(`cpu  ${says}`);
  });

  it("shows the measured values in the votes if there are only thresholds", () => {
    const spec = { ...web.spec, metrics: [] };
    const votes = [
      { source: "threshold busy", type: "Abstain", message: "60 > 50 for 20 s of 30 s" },
    ];
    const decision = { ...web.status.decision, votes };
    const object = {
      ...web,
      spec: { ...spec, thresholds: [{ name: "busy" }] },
      status: { ...web.status, decision },
    };
    const text = render(object);
    expect(text).toContain("threshold busy  nothing: 60 > 50 for 20 s of 30 s");
    expect(text).not.toContain("Measured");
  });

  // prettier-ignore
  it.each([
    { shows: "the window in force and the next",  schedule: { active: "day", until: "2026-01-02T20:00:00Z", next: "night", nextAt: "2026-01-02T22:00:00Z" }, says: ["The schedule day sets the bounds until 2026-01-02 20:00:00Z (in 9 hours); night begins 2026-01-02 22:00:00Z (in 11 hours)."] },
    { shows: "that none is in force",             schedule: { until: "2026-01-03T08:00:00Z", next: "day", nextAt: "2026-01-03T08:00:00Z" }, says: ["No schedule is in force now; day begins 2026-01-03 08:00:00Z (in 21 hours)."] },
    { shows: "a window without an end or a next", schedule: { active: "day" },                          says: ["The schedule day sets the bounds."] },
  ])("shows $shows, with the bounds in force", ({ schedule, says }) => {
    const times = { timeZone: "Etc/UTC", start: "0 8 * * *", end: "0 20 * * *" };
    const schedules = [{ name: "day", ...times, minReplicas: 4, maxReplicas: 40 }];
    const object = {
      ...{ ...web, spec: { ...web.spec, schedules } },
      status: { ...web.status, schedule },
    };
    const text = render(object).replaceAll("\n", " ");
    for (const sentence of says) expect(text).toContain(sentence);
    const [target] = objectOf(object).targets;
    const bounds = "active" in schedule ? [4, 40] : [2, 10];
    expect([target?.minReplicas, target?.maxReplicas]).toEqual(bounds);
  });

  const rise = "on the last 4 Mondays the load grew 8-fold within 15 minutes from 08:00";
  const worth =
    "in 14 of 14 days this avoided 10.1 of 10.2 replica-hours of shortage for 28.0 more (1.0%); a lower target or a longer window would have avoided 0.0 at that cost";
  const saying = worth.replace(/^i/, "I");
  const learning = "it is judged after 7 days for which two weeks before are known";
  const expected = { replicas: 20, at: "2026-01-02T10:05:00Z" };

  // prettier-ignore
  it.each([
    { shows: "why a forecast acts, and what it is worth", gate: "Open",   reason: "Worthwhile",   message: worth,    expected, acts: true, says: `On the${rise.slice(6)}: 20 replicas rather than 3. ${saying}.` },
    { shows: "what an open gate is worth",                gate: "Open",   reason: "Worthwhile",   message: worth,    says: `The forecast may act: ${worth}.` },
    { shows: "what an open gate expects",                 gate: "Open",   reason: "Worthwhile",   message: worth,    expected, says: `The forecast may act: ${worth}. It expects a load for 20 replicas.` },
    { shows: "what opening the gate needs",               gate: "Closed", reason: "Learning",     message: learning, says: `The forecast does not act: ${learning}.` },
    { shows: "that an open gate does not act",            gate: "Open",   reason: "ForecastOnly", message: "it would act with mode Active", says: "The forecast does not act: it would act with mode Active." },
  ])("shows $shows", ({ says, acts = false, ...forecast }) => {
    const { decision } = web.status;
    const step = { step: "forecast", before: 3, after: 20, atLeast: 20, reason: "LoadWillRise" };
    const steps = acts ? [{ ...step, message: `${rise}: 20 replicas rather than 3` }] : [];
    const raw = {
      ...web,
      status: { ...web.status, decision: { ...decision, steps }, forecast },
    };
    expect(render(raw).replaceAll("\n", " ")).toContain(says);
    const shown = explain(objectOf(raw), now).forecast;
    expect(shown?.expectedReplicas).toBe("expected" in forecast ? 20 : null);
    expect(explain(objectOf(web), now).forecast).toBeNull();
  });

  it("shows the recommended count and how each stage changed it", () => {
    expect(render(web)).toMatchInlineSnapshot(`
      "Deployment web has 10 replicas: cpu asked for 12, but the maximum is 10.

      Autoscaler shop/web decided so 2026-01-02 10:00:00Z (5 minutes ago), when there
      were 6.

      What each source asks for:
        cpu     12, and wins: 140% of requests, target 70%
        memory  4: 300Mi of 512Mi per pod

      What became of it:
        votes          The largest one counts: 12.
        stabilization  12 stays: no other recommendation to wait for.
        rate limits    12 stays: no faster than the policies allow.
        bounds         12 becomes 10: 12 is more than the maximum 10.
        Details: ${site}/troubleshooting.html#toomanyreplicas

      Its size was last changed 2026-01-02 10:00:00Z (5 minutes ago).

      Measured: cpu 140% of 70%, memory 300Mi of 512Mi.

      Nothing stands in the way.
      "
    `);
  });

  const writing = (time: string, fields: object = { "f:currentMetrics": {} }) => ({
    ...{ manager: "trimtab", subresource: "status", time, fieldsV1: { "f:status": fields } },
  });

  // prettier-ignore
  it.each([
    { shows: "not if that was just now",            managedFields: [writing("2026-01-02T10:04:31Z")], says: "\n\nMeasured: cpu 140%" },
    { shows: "if the load may differ now",          managedFields: [writing("2026-01-02T10:03:42Z")], says: "Measured, when last written 78 seconds ago: cpu 140%" },
    { shows: "by the latest write",                 managedFields: [writing("2026-01-02T09:00:00Z"), writing("2026-01-02T10:00:00Z")], says: "when last written 5 minutes ago: cpu" },
    { shows: "not by a write of other fields",      managedFields: [writing("2026-01-02T10:00:00Z", { "f:conditions": {} })], says: "\n\nMeasured: cpu 140%" },
    { shows: "not if the object has no such times", managedFields: "broken",                          says: "\n\nMeasured: cpu 140%" },
  ])("shows when the measurements were written, $shows", ({ managedFields, says }) => {
    const metadata = { ...web.metadata, managedFields };
    expect(render({ ...web, metadata }, 100)).toContain(says);
  });

  it("shows which pods are to go first", () => {
    const steps = [
      ...held.status.decision.steps,
      {
        step: "order",
        before: 8,
        after: 8,
        reason: "LeastLoaded",
        message: "web-1, web-2 go first",
      },
    ];
    const decision = { ...held.status.decision, steps };
    const text = render({ ...held, status: { ...held.status, decision } });
    expect(text).toContain("which pods go  8 stays: web-1, web-2 go first.");
    expect(text).not.toContain("does not add up");
  });

  it("shows the inputs of an expression, and its result", () => {
    const votes = [
      { source: "cpu", type: "Count", replicas: 12, input: "cpu", message: "140% of 70%: 12" },
      { source: "memory", type: "Count", replicas: 4, message: "300Mi of 512Mi per pod: 4" },
      {
        source: "expression",
        type: "Count",
        replicas: 10,
        message: "min(cpu, 10) with cpu 12: 10",
      },
    ];
    const [combined] = web.status.decision.steps;
    const steps = [{ ...combined, after: 10 }];
    const decision = { ...web.status.decision, votes, steps };
    const text = render({ ...web, status: { ...web.status, decision } });
    expect(text).toContain("Deployment web has 10 replicas: expression asked for 10.");
    expect(text).toContain("cpu (cpu)   12: 140% of 70%");
    expect(text).toContain("expression  10, and wins: min(cpu, 10) with cpu 12");
    expect(text).not.toContain("does not add up");
  });

  it("reports a record that contradicts itself", () => {
    const { decision } = held.status;
    const steps = decision.steps.toSpliced(1, 1);
    const text = render({ ...held, status: { ...held.status, decision: { ...decision, steps } } });
    expect(text).toContain(
      "\n\nThis does not add up: bound begins with 8, not with 3. A client edited the\n" +
        "status, or another version wrote it.\n\n",
    );
  });

  it("reports how long a count is held", () => {
    expect(render(held)).toMatchInlineSnapshot(`
      "Deployment web has 8 replicas: cpu asked for 3, but the stabilization window
      still holds 8.

      Autoscaler shop/web decided so 2026-01-02 10:01:00Z (4 minutes ago), when there
      were 8.

      What each source asks for:
        cpu     3, and wins: 26% of requests, target 70%
        memory  2: 100Mi of 512Mi per pod

      What became of it:
        votes          The largest one counts: 3.
        stabilization  3 becomes 8: 8 was recommended within the last 300 s. It falls
                       2026-01-02 10:06:00Z (in 60 seconds), unless as many are asked
                       for again.
        bounds         8 stays: within the bounds, 2 to 10.
        Details: ${site}/troubleshooting.html#scaledownstabilized

      Its size was last changed 2026-01-02 08:00:00Z (2 hours ago).

      Measured: cpu 26% of 70%, memory 100Mi of 512Mi.

      Nothing stands in the way.
      "
    `);
  });

  // prettier-ignore
  it.each([
    { what: "a cooldown keeps from rising", stage: { step: "cooldown", before: 12, after: 6, reason: "ScaleUpCooldown", until: "2026-01-02T10:06:00Z" }, want: " It may rise 2026-01-02 10:06:00Z (in 60 seconds)." },
    { what: "failing pods keep from rising", stage: { step: "health", before: 12, after: 6, reason: "NewestPodsFailing", until: "2026-01-02T10:13:00Z" }, want: " It may rise when they run, at the latest 2026-01-02 10:13:00Z (in 8 minutes)." },
    { what: "a rollout keeps from falling", stage: { step: "rollout", before: 2, after: 6, reason: "RolloutInProgress", until: "2026-01-02T10:13:00Z" }, want: " It may fall when that is done, at the latest 2026-01-02 10:13:00Z (in 8 minutes)." },
    { what: "a policy keeps from rising",   stage: { step: "limit", before: 12, after: 6, reason: "ScaleUpLimit", until: "2026-01-02T10:05:15Z" },      want: " It may rise 2026-01-02 10:05:15Z (in 15 seconds)." },
    { what: "a window keeps from rising",   stage: { step: "stabilize", before: 12, after: 6, reason: "ScaleUpStabilized", until: "2026-01-02T10:05:15Z" }, want: " It may rise 2026-01-02 10:05:15Z (in 15 seconds)." },
    { what: "was held until a moment ago",  stage: { step: "limit", before: 12, after: 6, reason: "ScaleUpLimit", until: "2026-01-02T10:04:59Z" },      want: ` 12 becomes 6: held. Details: ${site}/troubleshooting.html#scaleuplimit This` },
    { what: "is held for an unknown time",  stage: { step: "stabilize", before: 2, after: 6, reason: "ScaleDownStabilized" },                         want: ` 2 becomes 6: held. Details: ${site}/troubleshooting.html#scaledownstabilized This` },
  ])("reports when a count may change that $what", ({ stage, want }) => {
    const steps = [{ ...stage, message: "held" }];
    const decision = { ...held.status.decision, votes: [], from: 6, to: 6, steps };
    const object = { ...held, status: { ...held.status, decision } };
    expect(render(object).replaceAll(/\s+/g, " ")).toContain(want);
  });

  it.each([
    { leftOut: 0, want: null },
    {
      leftOut: 1,
      want: "1 pod that its selector matches does not count: the workload does not control it.",
    },
    {
      leftOut: 7,
      want: "7 pods that its selector matches do not count: the workload does not control them.",
    },
  ])("reports that $leftOut pods do not count", ({ leftOut, want }) => {
    const text = render({ ...held, status: { ...held.status, pods: { leftOut } } }, 500);
    if (want === null) expect(text).toBe(render(held, 500));
    else expect(text).toContain(`\n\n${want}\n\n`);
  });

  // prettier-ignore
  it.each([
    { sets: "none",     spec: {},                                                                           want: null },
    { sets: "one",      spec: { initialReadinessDelaySeconds: 120 },                                        want: "initialReadinessDelaySeconds 120" },
    { sets: "the same as by default", spec: { cpuInitializationPeriodSeconds: 300 },                        want: "cpuInitializationPeriodSeconds 300" },
    { sets: "both",     spec: { cpuInitializationPeriodSeconds: 0, initialReadinessDelaySeconds: 120 },     want: "cpuInitializationPeriodSeconds 0, initialReadinessDelaySeconds 120" },
    { sets: "a malformed one", spec: { cpuInitializationPeriodSeconds: "long" },                            want: null },
  ])("reports the periods for new pods of a spec that sets $sets", ({ spec, want }) => {
    const text = render({ ...held, spec: { ...held.spec, ...spec } }, 500);
    const sentence = "The spec, not the installation, sets when the CPU of a new pod counts: ";
    if (want === null) expect(text).toBe(render(held, 500));
    else expect(text.replaceAll(/\s+/g, " ")).toContain(`${sentence}${want}. `);
  });

  it("matches the example in the guide", () => {
    const guide = fileURLToPath(new URL("../../docs/cli.md", import.meta.url));
    expect(readFileSync(guide, "utf8")).toContain(render(held));
  });

  // prettier-ignore
  it.each([
    { shows: "the name of an API",  message: "metrics.k8s.io did not answer",   want: "metrics.k8s.io did not answer." },
    { shows: "a field",             message: "spec.mode is Paused",             want: "spec.mode is Paused." },
    { shows: "a word",              message: "unable to read: it is down",      want: "Unable to read: it is down." },
    { shows: "a word alone",        message: "unknown",                         want: "Unknown." },
  ])("begins the sentence about an obstacle with $shows", ({ message, want }) => {
    const [ready, failed] = blocked.status.conditions;
    const conditions = [ready, { ...failed, message }];
    const text = render({ ...blocked, status: { ...blocked.status, conditions } });
    expect(text).toContain(`FailedGetResourceMetric\n    ${want}\n`);
  });

  it("waits for the first sample of a new object", () => {
    const created = (creationTimestamp: string) => ({
      ...blocked,
      metadata: { ...blocked.metadata, creationTimestamp },
    });
    const text = render(created("2026-01-02T10:04:10Z"), 500, coloured);
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      "has 4 replicas. It waits for the first sample of its metrics, which is due",
    );
    expect(text).toContain("Nothing stands in the way.");
    expect(text).not.toContain("\u001b[31m");
    const later = render(created("2026-01-02T10:03:59Z"), 500, coloured);
    expect(later).toContain("What stands in the way:");
    expect(later).toContain("\u001b[31m");
    const [ready] = blocked.status.conditions;
    const lost = {
      ...ready,
      status: "False",
      reason: "TargetNotFound",
      message: "there is no target",
    };
    const missing = {
      ...created("2026-01-02T10:04:10Z"),
      status: { ...blocked.status, conditions: [lost] },
    };
    expect(render(missing, 500)).toContain("What stands in the way:");
  });

  it("reports each obstacle with its remedy", () => {
    expect(render(blocked)).toMatchInlineSnapshot(`
      "The spec was edited after this; the operator has not answered to that yet.

      Deployment checkout has 4 replicas. cpu failed, so the size stays: nothing can
      be added on it, and nothing is taken away.

      Autoscaler shop/checkout decided so 2026-01-02 10:04:15Z (45 seconds ago), when
      there were 4.

      What each source asks for:
        cpu  no answer (FailedGetResourceMetric): unable to get metrics for resource
             cpu: no metrics returned

      What became of it:
        votes  4 stays: no answer from cpu, and who does not answer might need them.

      Its size has not been changed by this object.

      Measured: cpu unknown of 80%.

      What stands in the way:
        ScalingActive is False since 2026-01-02 10:04:15Z (45 seconds ago):
        FailedGetResourceMetric
          Unable to get metrics for resource cpu: no metrics returned.
          See whether \`kubectl top pods --namespace shop\` answers, and whether every
          container requests the resource.
          Details: ${site}/troubleshooting.html#failedgetresourcemetric
      "
    `);
  });

  it("reports each of several workloads", () => {
    expect(render(ingress)).toMatchInlineSnapshot(`
      "ClusterProportionalAutoscaler ingress/ingress sizes 2 workloads.

      Deployment ingress-controller has 4 replicas. In mode Active it would get 5:
      cores asked for 5.

      ClusterProportionalAutoscaler ingress/ingress decided so 2026-01-02 10:04:59Z (1
      second ago), when there were 4.

      What each source asks for:
        cores  5, and wins: 312 cores / 64 per replica = 5
        nodes  5: 39 nodes / 8 per replica = 5

      What became of it:
        votes          The largest one counts: 5.
        stabilization  5 stays: no other recommendation to wait for.
        bounds         5 stays: within the bounds, at least 2.

      Its size has not been changed by this object.

      The size of StatefulSet ingress-cache is not known: there is no StatefulSet
      ingress/ingress-cache; create it, or correct the name.

      Measured: 39 nodes, 312 cores.

      What stands in the way:
        StatefulSet ingress-cache: Ready is False, AbleToScale is False, ScalingActive
        is False since 2026-01-02 09:55:00Z (10 minutes ago): TargetNotFound
          There is no StatefulSet ingress/ingress-cache; create it, or correct the
          name.
          Details: ${site}/troubleshooting.html#targetnotfound
      "
    `);
  });

  it("shows every dimension that counts, with its number", () => {
    const [target] = ingress.status.targets;
    const votes = [
      { source: "cores", type: "Abstain", message: "no coresPerReplica" },
      vote("pods", 3, "1200 pods / 500 per replica"),
      vote("namespaces", 1, "80 namespaces / 100 per replica"),
      vote("memory", 5, "2560Gi memory / 512Gi per replica"),
      vote("nvidia.com/gpu", 2, "80 nvidia.com/gpu, from 64 on"),
    ];
    const resources = [
      { name: "memory", total: "3Ti", schedulable: "2560Gi" },
      { name: "nvidia.com/gpu", total: "80", schedulable: "80" },
    ];
    const targets = [{ ...target, decision: { ...target?.decision, votes } }];
    const counted = { pods: 1200, namespaces: 80, resources };
    const text = render({ ...ingress, status: { ...ingress.status, ...counted, targets } });
    const [, asked = ""] = /What each source asks for:\n(.*?)\n\n/s.exec(text) ?? [];
    expect(asked).toMatchInlineSnapshot(`
      "  cores           nothing: no coresPerReplica
        pods            3: 1200 pods / 500 per replica = 3
        namespaces      1: 80 namespaces / 100 per replica = 1
        memory          5, and wins: 2560Gi memory / 512Gi per replica = 5
        nvidia.com/gpu  2: 80 nvidia.com/gpu, from 64 on = 2"
    `);
    expect(text.replace(/\n(?=\S)/g, " ")).toContain(
      "Measured: 39 nodes, 312 cores, 1200 pods, 80 namespaces, 2.5Ti memory, 80 nvidia.com/gpu.",
    );
  });

  it("reports that nothing is known yet, whatever status the CRD sets by default", () => {
    expect(render({ ...fresh, status: { observedGeneration: -1 } })).toBe(render(fresh));
    expect(render(fresh)).toMatchInlineSnapshot(`
      "The size of Deployment coredns is not known: the operator has not looked at it
      yet. Is it running?

      Measured: nothing yet.
      "
    `);
  });

  it.each([40, 60, 80, 100])("stays within %i columns", width => {
    for (const sample of Object.values(samples)) {
      for (const line of render(sample, width).split("\n")) {
        expect(line.length).toBeLessThanOrEqual(width);
      }
    }
  });

  it("stays within a readable width", () => {
    const lines = render(ingress, 500).split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it("has the same text with colours", () => {
    for (const sample of Object.values(samples)) {
      const text = render(sample, 80, coloured);
      expect(text).toContain("\u001b[");
      expect(text.replace(/\u001b\[\d+m/g, "")).toBe(render(sample));
    }
  });

  it("never passes control characters of a message to the terminal", () => {
    const [condition] = blocked.status.conditions;
    const message = "no\u001b[2Jmore\r\nnews\u202e";
    const conditions = [{ ...condition, status: "False", reason: "Broken", message }];
    const text = render({ ...blocked, status: { ...blocked.status, conditions } });
    expect(text).toContain("    No [2Jmore news.\n");
    expect(text).not.toMatch(/[\u001b\r\u202e]/);
  });

  it.each([
    { when: "only a kind", status: undefined },
    {
      when: "a malformed status",
      status: { conditions: 1, decision: [], currentMetrics: "" },
    },
    { when: "a malformed decision", status: { decision: { votes: [null, 1], steps: [{}] } } },
    {
      when: "a stage named like a member of Object.prototype",
      status: {
        decision: {
          ...{ time: "2026-01-01T00:00:00Z", from: 1, to: 1, votes: [] },
          steps: [{ step: "constructor", before: 1, after: 1, reason: "toString", message: "-" }],
        },
      },
    },
  ])("handles $when", ({ status }) => {
    const { apiVersion } = web;
    expect(render({ apiVersion, kind: "Autoscaler", status })).toMatch(/\n$/);
    const kind = "ClusterProportionalAutoscaler";
    expect(render({ apiVersion, kind, status: { ...status, targets: [{}] } })).toMatch(/\n$/);
  });
});

// In the table of reasons, these would be found among the members of every object.
it.each(["toString", "constructor", "valueOf"])("shows the message of the reason %s", reason => {
  const [first] = web.status.decision.steps;
  const limit = { ...{ step: "limit", before: 12, after: 8 }, reason, message: "someone said so" };
  const decision = { ...web.status.decision, to: 8, steps: [first, limit] };
  const status = { ...web.status, currentReplicas: 8, desiredReplicas: 8, decision };
  expect(render({ ...web, status })).toContain("cpu asked for 12, but someone said so.");
});

interface RecordedCase {
  readonly autoscaler: { readonly spec: object; readonly metadata: object };
}

/** The engine's decisions on the first cases recorded from upstream's controller. */
function* recordedDecisions() {
  const path = fileURLToPath(new URL("../../test/conformance/hpa-1.36.jsonl.gz", import.meta.url));
  const lines = gunzipSync(readFileSync(path)).toString().split("\n").slice(0, 40);
  for (const raw of lines.map(line => JSON.parse(line) as RecordedCase)) {
    const decided = decideAutoscalerCase(raw);
    if (!decided.ok) throw new Error(decided.error);
    for (const { trace, desiredReplicas, currentMetrics } of decided.value.steps) {
      const votes = trace.filter(part => "source" in part);
      const steps = trace.filter(part => "step" in part);
      const from = steps[0]?.before ?? 0;
      const to = steps.at(-1)?.after ?? from;
      const decision = { time: new Date(now).toISOString(), from, to, votes, steps };
      const { spec, metadata } = raw.autoscaler;
      const status = { currentReplicas: to, desiredReplicas, currentMetrics, decision };
      const { apiVersion, kind } = web;
      yield { raw: { apiVersion, kind, metadata, spec, status }, to, steps };
    }
  }
}

describe("an explanation of the engine's decisions", () => {
  const cause =
    /^Deployment web has \d+ replicas?(: .+| and should have \d+: .+|\. .+ failed, so the size stays: nothing .+)\.$/;
  const decisions = [...recordedDecisions()];

  it("gives a cause, names the winner if there is one, and adds up", () => {
    // One expectation about all decisions: thousands of them take seconds.
    const wrong = decisions.filter(({ raw, steps }) => {
      const [target] = explain(objectOf(raw), now).targets;
      const [combined] = steps;
      const count = combined?.reason === "LargestVote" ? combined.after : undefined;
      const addsUp = target?.decision?.contradiction === null;
      const isRightWinner = target?.decision?.winner?.replicas === count;
      return !(addsUp && isRightWinner && cause.test(target.why));
    });
    expect(wrong).toEqual([]);
    expect(decisions.length).toBeGreaterThan(500);
  });

  it("stays within 80 columns", () => {
    const lines = decisions.flatMap(({ raw }) => render(raw).split("\n"));
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  });
});
