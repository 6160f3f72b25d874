import type { Threats } from "../mutant.ts";

const review = "capabilities/admission/review-spec.test.ts";
const rules = "engine/validate/autoscaler.test.ts";
const transport = "kube/transport/transport.test.ts";
const lists = "kube/watch/list.test.ts";
const labels = "controller/targets/label-index.test.ts";
const sizes = "engine/status/status-size.test.ts";
const shares = "kube/transport/turns/fair-share.test.ts";
const discovery = "kube/api/discovery.test.ts";
const queue = "controller/workqueue/work-queue.test.ts";
const driver = "capabilities/autoscaler/resource.test.ts";
const chart = "test/chart/chart.test.ts";

/** A tenant who edits Autoscalers in one namespace, and one who also edits labels and ConfigMaps. */
export const tenant: Threats = {
  "scale what they may not scale": [
    {
      when: "a user without the right is not refused",
      file: "capabilities/admission/check-target.ts",
      from: "return may.value ? [] : [accessDenied(path, requester, scale)];",
      to: "return [];",
      tests: [review],
    },
    {
      when: "a review that fails counts as the right",
      file: "capabilities/admission/check-target.ts",
      from: "if (!may.ok) return [accessUnknown(path, may.error)];",
      to: "if (!may.ok) return [];",
      tests: [review],
    },
    {
      when: "any mode may name a kind that is not served",
      file: "capabilities/admission/check-target.ts",
      from: `return mode === "Paused" ? [] : [unknownKind(path, resource.error.message)];`,
      to: "return [];",
      tests: [review],
    },
    {
      when: "the policy only audits",
      file: "charts/trimtab/templates/policy.yaml",
      from: "validationActions: [Deny]",
      to: "validationActions: [Audit]",
      tests: ["test/integration/access.integration.test.ts"],
    },
    {
      when: "a selector of targets needs no right",
      file: "capabilities/admission/check-selector.ts",
      from: "isTarget ? checkAccess(",
      to: `isTarget && path === "" ? checkAccess(`,
      tests: ["capabilities/admission/check-selector.test.ts"],
    },
  ],
  "reach a workload in another namespace": [
    {
      when: "a selector looks at the labels of all namespaces",
      file: "controller/targets/label-index.ts",
      from: "of this.#labels.get(namespace) ?? []) {",
      to: "of [...this.#labels.values()].flatMap(all => [...all])) {",
      tests: [labels],
    },
  ],
  "have the operator's token used for other API paths": [
    {
      when: "segments are not encoded",
      file: "kube/transport/api-path.ts",
      from: "hasForm ? encodeURIComponent(segment) : unsendable;",
      to: "hasForm ? segment : unsendable;",
      tests: ["kube/transport/api-path.test.ts"],
    },
    {
      when: "an encoded slash counts as safe",
      file: "kube/transport/api-path.ts",
      from: "|%2F|%25/i.test(path)",
      to: "|%25/i.test(path)",
      tests: ["kube/transport/api-path.test.ts"],
    },
    {
      when: "`..` counts as safe",
      file: "kube/transport/api-path.ts",
      from: String.raw`/\/\.{0,2}(\/|$)|`,
      to: String.raw`/\/\.{0,1}(\/|$)|`,
      tests: ["kube/transport/api-path.test.ts"],
    },
    {
      when: "the transport sends any path",
      file: "kube/transport/transport.ts",
      from: `const { clock, sleep } = this.#options;
    if (!isSendable(request.path)) return err(unsendable(request));`,
      to: "const { clock, sleep } = this.#options;",
      tests: [transport],
    },
    {
      when: "the transport watches any path",
      file: "kube/transport/transport.ts",
      from: `  ): KubeAnswer<ByteStream> {
    if (!isSendable(request.path)) return err(unsendable(request));`,
      to: "  ): KubeAnswer<ByteStream> {",
      tests: [transport],
    },
    {
      when: "any text is an `apiVersion`",
      file: "crds/generated/autoscaler.rules.js",
      from: `code: "ApiVersionMalformed", path: "", holds: self => matches(`,
      to: `code: "ApiVersionMalformed", path: "", holds: self => true || matches(`,
      tests: [rules],
    },
  ],
  "scale a target that another object scales": [
    {
      when: "nothing checks before the first write",
      file: "controller/reconcile/rivals.ts",
      from: "if (!wantsToWrite && !namedRival) return null;",
      to: "if (!namedRival) return null;",
      tests: ["controller/reconcile/rivals.test.ts"],
    },
    {
      when: "a rival that was found does not stop the write",
      file: "controller/reconcile/rivals.ts",
      from: "skipWithReason(pass, open, found);",
      to: "",
      tests: ["controller/reconcile/rivals.test.ts"],
    },
  ],
  "exhaust the operator's memory with large responses": [
    {
      when: "a response may have any number of bytes",
      file: "kube/transport/response-size.ts",
      from: "if (bytes > most || !take(chunk)) return null;",
      to: "if (!take(chunk)) return null;",
      tests: [transport],
    },
    {
      when: "a page may be as large as an object",
      file: "kube/watch/list.ts",
      from: "mostBytes: limit === 1 ? mostBytes.object : mostBytes.page,",
      to: "mostBytes: mostBytes.object,",
      tests: [lists],
    },
    {
      when: "a page that is too large is not requested with fewer objects",
      file: "kube/watch/list.ts",
      from: `if (page.error.code !== "TooLarge" || limit === 1) return page;`,
      to: "return page;",
      tests: [lists],
    },
  ],
  "fill its caches with invented names": [
    {
      when: "names that are not served displace others",
      file: "kube/api/discovery-cache.ts",
      from: "(this.#isServed(answer.value) ? this.#served : this.#absent).set(name, asked)",
      to: "this.#served.set(name, asked)",
      tests: [discovery],
    },
    {
      when: "the caches of API groups have no limit",
      file: "kube/api/discovery-cache.ts",
      from: "const max = 500;",
      to: "const max = 50_000;",
      tests: [discovery],
    },
    {
      when: "discovery takes no share of the namespace",
      file: "kube/api/discovery.ts",
      from: "{ path: groupVersionPath(apiVersion), owner, onTurn }",
      to: `{ path: groupVersionPath(apiVersion), owner: "", onTurn }`,
      tests: [discovery],
    },
    {
      when: "the cache of access reviews has no limit",
      file: "admission/access-review.ts",
      from: "const mostKept = 10_000;",
      to: "const mostKept = 1_000_000;",
      tests: ["admission/access-review.test.ts"],
    },
    {
      when: "a namespace waits for the turn of another one",
      file: "kube/api/discovery-cache.ts",
      from: "({ isSent }) => isSent()",
      to: "() => true",
      tests: [discovery],
    },
    {
      when: "a namespace gets the failure of another one",
      file: "kube/api/discovery-cache.ts",
      from: "answer.ok ? answer : own()",
      to: "answer",
      tests: [discovery],
    },
    {
      when: "each caller in a namespace repeats its failed request",
      file: "kube/api/discovery-cache.ts",
      from: "if (!sent || asking?.has(owner)) return own();",
      to: "if (!sent) return own();",
      tests: [discovery],
    },
    {
      when: "a request counts as one that waits for its turn after it was sent",
      file: "kube/transport/transport.ts",
      from: "request.onTurn?.();",
      to: "",
      tests: [transport],
    },
    {
      when: "access reviews take no share of the namespace",
      file: "admission/access-review.ts",
      from: `ownerAt(namespace, "access")`,
      to: `""`,
      tests: ["admission/access-review.test.ts"],
    },
  ],
  "make a status too large for etcd": [
    {
      when: "a text may have 16 KiB",
      file: "engine/model/values/short-text.ts",
      from: "const mostBytes = 1024;",
      to: "const mostBytes = 16 * 1024;",
      tests: ["engine/model/values/short-text.test.ts", sizes],
    },
    {
      when: "a character that the API server escapes counts as one byte",
      file: "engine/model/values/short-text.ts",
      from: "if (code < 0x20 || escaped.has(character)) return 6;",
      to: "if (code < 0x20) return 6;",
      tests: ["engine/model/values/short-text.test.ts", sizes],
    },
  ],
  "query metrics APIs too often": [
    {
      when: "admission counts no queries",
      file: "crds/generated/autoscaler.rules.js",
      from: `code: "TooManyQuestions", path: ".monitorSelectors", holds: self => `,
      to: `code: "TooManyQuestions", path: ".monitorSelectors", holds: self => true || `,
      tests: [rules],
    },
    {
      when: "the operator counts no queries",
      file: "engine/votes/asked-metrics.ts",
      from: "* workloads > mostQuestions;",
      to: "* workloads > Infinity;",
      tests: [driver],
    },
    {
      when: "a stored period that is too short stays",
      file: "capabilities/autoscaler/resource.ts",
      from: "Math.max(defaulted.syncPeriodSeconds, rails.leastSyncPeriodSeconds)",
      to: "defaulted.syncPeriodSeconds",
      tests: [driver],
    },
  ],
  "cause work that is quadratic in their number of objects": [
    {
      when: "a selector may match any number of workloads",
      file: "controller/targets/label-index.ts",
      from: "return found.size > mostMatches ? null : found;",
      to: "return found;",
      tests: [labels],
    },
    {
      when: "each object is compared with each selector",
      file: "controller/claims/selector-index.ts",
      from: "const label = this.#rarest(needs);",
      to: "const label = anyLabels;",
      tests: [labels, "controller/claims/selector-index.test.ts"],
    },
    {
      when: "each claimant looks for the first claim again",
      file: "controller/claims/named-claims.ts",
      from: "if (first && this.#claims.count(topic) > 1) this.#firstOfSeveral.set(topic, first);",
      to: "",
      tests: ["controller/claims/claim-index.test.ts"],
    },
    {
      when: "each new selector looks at all pods of its namespace",
      file: "controller/pods/namespace-pod-index.ts",
      from: "if (byValue && having < count) [names, count] = [byValue.of(value), having];",
      to: "",
      tests: ["controller/pods/namespace-pod-index.test.ts"],
    },
  ],
  "take all workers and connections": [
    {
      when: "a namespace may take all places",
      file: "kube/transport/turns/fair-share.ts",
      from: "return this.#free > taken && taken < (",
      to: "return taken < (",
      tests: [shares, queue],
    },
    {
      when: "namespaces do not take turns",
      file: "kube/transport/turns/fair-share.ts",
      from: `      this.#waiting.delete(owner);
      items.delete(item as Item);
      if (items.size > 0) this.#waiting.set(owner, items);`,
      to: `      items.delete(item as Item);
      if (items.size === 0) this.#waiting.delete(owner);`,
      tests: [shares, queue],
    },
  ],
  "displace events of other users": [
    {
      when: "an object may send any number of events",
      file: "kube/api/events.ts",
      from: "if (!this.#affords(subject.uid)) {",
      to: "if (subject.uid === null) {",
      tests: ["kube/api/events.test.ts"],
    },
    {
      when: "all namespaces have one queue",
      file: "kube/api/events.ts",
      from: "this.#backlog.add(subject.namespace, waiting)",
      to: `this.#backlog.add("", waiting)`,
      tests: ["kube/api/events.test.ts"],
    },
    {
      when: "the namespace of the new event loses it",
      file: "kube/transport/turns/fair-backlog.ts",
      from: "const [largest, most] = this.#largest(group, items);",
      to: "const [largest, most] = [group, items];",
      tests: ["kube/transport/turns/fair-backlog.test.ts"],
    },
  ],
  "stop the operator with an expression": [
    {
      when: "an expression may have any depth",
      file: "engine/formula/parse-formula.ts",
      from: "maxDepth: 32,",
      to: "maxDepth: 32_000,",
      tests: ["engine/formula/parse-formula.test.ts"],
    },
    {
      when: "an expression may have any number of parts",
      file: "engine/formula/parse-formula.ts",
      from: "maxAstNodes: 256,",
      to: "maxAstNodes: 256_000,",
      tests: ["engine/formula/parse-formula.test.ts"],
    },
  ],
  "count nodes by label": [
    {
      when: "editors may write a ClusterProportionalAutoscaler by default",
      file: "charts/trimtab/templates/aggregated-roles.yaml",
      from: "(ternary $editors (list) .Values.rbac.aggregateProportionalToEdit)",
      to: "$editors",
      tests: [chart],
    },
  ],
  "break parameters to change a size": [
    {
      when: "no limit caps the result of parameters",
      file: "engine/validate/guard-rails.ts",
      from: "if (largest >= MAX_REPLICAS) return parameters;",
      to: "if (largest >= 0) return parameters;",
      tests: ["engine/validate/guard-rails.test.ts"],
    },
  ],
  "scale two workloads by the same pods": [
    {
      when: "no target shares pods",
      file: "controller/pods/pod-informers.ts",
      from: "sharedWith: this.#sharedWith(use, all) };",
      to: "sharedWith: null };",
      tests: ["controller/pods/pod-informers.test.ts"],
    },
  ],
  "exhaust memory with large or many labels": [
    {
      when: "a page has as many objects as possible, however large they are",
      file: "kube/watch/list.ts",
      from: "limit = nextLimit(page.value, from.pageBytes ?? goodBytes);",
      to: "limit = mostLimit;",
      tests: [lists],
    },
  ],
  "read a ConfigMap through the status": [
    {
      when: "a message quotes a key",
      file: "engine/proportional/config-map-parameters.ts",
      from: `'its key is neither "linear" nor "ladder"'`,
      to: '`its key is neither "linear" nor "ladder": ${mode}`',
      tests: ["engine/proportional/config-map-parameters.test.ts"],
    },
  ],
};
