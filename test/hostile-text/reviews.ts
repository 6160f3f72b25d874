import { parseReview } from "../../admission/parse-review.ts";
import { review } from "../../admission/review.ts";
import { portsOf, problem } from "../../capabilities/admission/testing/ports.ts";
import { validateProposal } from "../../capabilities/admission/review-spec.ts";
import { rulesWith as autoscalerRules } from "../../capabilities/autoscaler/admit.ts";
import { autoscalers } from "../../capabilities/autoscaler/capability.ts";
import { rulesWith as proportionalRules } from "../../capabilities/cluster-proportional-autoscaler/admit.ts";
import { clusterProportionalAutoscalers } from "../../capabilities/cluster-proportional-autoscaler/capability.ts";
import { validatorsOf } from "../../capabilities/pepr-bridge.ts";
import { failure } from "../../kube/testing/failure.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import type { EntryPoint } from "./entry-point.ts";
import { type Kind, kinds, objectsOf } from "./objects.ts";

const source = (name: string, type: string, labels: readonly string[]) => ({
  ...{ name, type, allowedNamespaces: null },
  enforcedMatchers: labels.map(label => ({ label, value: "$(namespace)" })),
});
/** The queries of the first are parsed. */
const sources = [
  source("platform", "Prometheus", ["namespace"]),
  source("queues", "ExternalScaler", []),
];

const ports = portsOf(problem("TargetNotFound"), {
  rails: {
    ...{ leastSyncPeriodSeconds: 3, largestMaxReplicas: 100, scaleToZero: true },
    permitted: new Set<never>(),
    allowedTargetKinds: null,
    metricSources: new Map(sources.map(each => [each.name, each])),
  },
});
const forReviews = {
  transport: new ScriptedTransport(() => failure("Stopped")),
  pods: { read: () => Promise.resolve(failure("Stopped")) },
};
const noSizes = { matchesNone: () => false };
const rules = [
  autoscalerRules(forReviews),
  proportionalRules(noSizes, { mayRead: () => true }, true),
] as const;
const enqueue = (): void => undefined;
const validators = [
  ...validatorsOf(autoscalers({ admit: each => validateProposal(ports, each, rules[0]), enqueue })),
  ...validatorsOf(
    clusterProportionalAutoscalers({
      admit: each => validateProposal(ports, each, rules[1]),
      enqueue,
    }),
  ),
];

/** What a review reads of the spec of an old object. */
const readOfOld = ["scaleTargetRef", "scaleTargetRefs", "targetSelector", "monitorSelectors"];

const oldOf = <Given extends { readonly spec: object }>(object: Given) => {
  const spec = Object.entries(object.spec).filter(([field]) => readOfOld.includes(field));
  return { ...object, spec: { ...Object.fromEntries(spec), mode: "Paused" } };
};

const reviewOf = (kind: Kind): EntryPoint => ({
  name: `a review of a kind ${kind}`,
  usual: objectsOf(kind).map(object => ({
    request: {
      ...{ uid: "u", operation: "UPDATE", namespace: "shop", name: "web" },
      kind: { group: "autoscaling.trimtab.dev", version: "v1alpha1", kind },
      userInfo: { username: "ann", uid: "1", groups: ["dev"], extra: { scopes: ["all"] } },
      ...{ object, oldObject: oldOf(object) },
    },
  })),
  read: async given => {
    const request = parseReview(JSON.stringify(given));
    return request && (await review(validators, request, () => undefined));
  },
});

export const reviews: readonly EntryPoint[] = kinds.map(reviewOf);
