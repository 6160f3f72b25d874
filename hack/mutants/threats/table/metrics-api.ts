import type { Threats } from "../mutant.ts";

const transport = "kube/transport/transport.test.ts";
const podMetrics = "kube/metrics/pod-metrics.test.ts";
const sharedList = "controller/metrics/cluster-pod-metrics.test.ts";
const answers = "controller/metrics/metric-cache.test.ts";
const sizes = "engine/status/status-size.test.ts";

/** An owner of a metrics API or of a custom resource. */
export const metricsApi: Threats = {
  "block all workers with a slow `/scale`": [
    {
      when: "the lookup of a target at admission has no end",
      file: "capabilities/admission/check-target.ts",
      from: `timer = setTimeout(resolve, observationMs, { kind: "fault", error });`,
      to: `timer = setTimeout(() => error, observationMs);`,
      tests: ["capabilities/admission/review-spec.test.ts"],
    },
    {
      when: "the passes of all namespaces have one owner",
      file: "controller/workqueue/work-queue.ts",
      from: "this.#workers.add(namespaceOf(key), key);",
      to: `this.#workers.add("", key);`,
      tests: ["controller/workqueue/work-queue.test.ts"],
    },
    {
      when: "requests for the `scale` of custom resources use the connections of others",
      file: "kube/transport/transport.ts",
      from: "lingerMs === undefined ? this.#places : this.#lingering;",
      to: "this.#places;",
      tests: [transport],
    },
    {
      when: "an abandoned request counts no longer",
      file: "kube/transport/transport.ts",
      from: "places.leave(owner, isAnswered, isAnswered ? 0 : lingersFor);",
      to: "places.leave(owner, isAnswered, Math.min(0, lingersFor));",
      tests: [transport],
    },
  ],
  "fail the list of metrics that many namespaces share": [
    {
      when: "a failed list fails for each namespace",
      file: "controller/metrics/cluster-pod-metrics.ts",
      from: `    this.#fail(given.error.code, this.isShared || joined.length === 0);
    return null;`,
      to: `    this.#fail(given.error.code, this.isShared || joined.length === 0);
    return given;`,
      tests: [sharedList],
    },
    {
      when: "a failed list is requested again at once",
      file: "controller/metrics/cluster-pod-metrics.ts",
      from: "this.#apartUntil = Math.max(this.#apartUntil, until);",
      to: "this.#apartUntil = Math.min(this.#apartUntil, until);",
      tests: [sharedList],
    },
    {
      when: "namespaces wait for each list after one that failed",
      file: "controller/metrics/cluster-pod-metrics.ts",
      from: "this.isShared = isCheaper && this.#failures === 0;",
      to: "this.isShared = isCheaper;",
      tests: [sharedList],
    },
    {
      when: "namespaces wait for the list without limit",
      file: "controller/metrics/cluster-pod-metrics.ts",
      from: "if (this.#ports.waiting() <= fewWaiting) resolve(null);",
      to: "if (this.#ports.waiting() < 0) resolve(null);",
      tests: [sharedList],
    },
  ],
  "block all metric queries": [
    {
      when: "a query is sent again while one is in flight",
      file: "controller/metrics/metric-poller.ts",
      from: "if (this.#isAsking) return;",
      to: "",
      tests: [answers],
    },
    {
      when: "a query may take longer than the period",
      file: "controller/metrics/metric-poller.ts",
      from: "const deadlineShare = 0.8;",
      to: "const deadlineShare = 80;",
      tests: [answers],
    },
    {
      when: "requests that time out do not reduce the share of a namespace",
      file: "kube/transport/turns/fair-share.ts",
      from: "Math.max(this.#least, Math.floor(limit / 2))",
      to: "limit",
      tests: ["kube/transport/turns/fair-share.test.ts"],
    },
  ],
  "send an endless response, or millions of tiny values": [
    {
      when: "a list may have any number of items",
      file: "kube/transport/response-size.ts",
      from: "list.waiting > mostBytes.object || count > most.items",
      to: "list.waiting > mostBytes.object",
      tests: [transport, podMetrics],
    },
    {
      when: "the usage of pods has no limit of items",
      file: "kube/metrics/pod-metrics.ts",
      from: "mostItems: Math.max(mostItems.usageOfPods, mostItems.usageOfPod * known),",
      to: "mostItems: Infinity,",
      tests: [podMetrics],
    },
  ],
  "occupy the CPU with a long text": [
    {
      when: "a quantity, a time or a window may have any length",
      file: "kube/transport/response-size.ts",
      from: "  value: 64,",
      to: "  value: Infinity,",
      tests: [podMetrics],
    },
    {
      when: "a name may have any length",
      file: "kube/transport/response-size.ts",
      from: "  name: 317,",
      to: "  name: Infinity,",
      tests: [podMetrics],
    },
    {
      when: "a duration may have any length",
      file: "engine/model/values/time.ts",
      from: "if (text.length > longestDuration) return null;",
      to: "",
      tests: ["engine/model/values/duration.test.ts"],
    },
    {
      when: "a duration of any length is searched in cubic time",
      file: "engine/model/values/time.ts",
      from: String.raw`const PART = /(\d+(?:\.\d*)?|\.\d+)(h|ms|us|µs|ns|m|s)/gy;
/** Of a duration that Go writes, with room for more digits than it has. */
const longestDuration = 64;`,
      to: String.raw`const PART = /(\d+\.?\d*|\.\d+)(h|ms|us|µs|ns|m|s)/g;
const longestDuration = Infinity;`,
      tests: ["test/hostile-text/hostile-text.test.ts"],
    },
  ],
  "fill the status with error texts": [
    {
      when: "the messages of a decision are not shortened",
      file: "engine/status/targets/shown-decision.ts",
      from: "message: shortText(said.message),",
      to: "message: said.message,",
      tests: [sizes],
    },
    {
      when: "the messages of conditions are not shortened",
      file: "engine/status/targets/conditions.ts",
      from: "message: shortText(draft.message),",
      to: "message: draft.message,",
      tests: [sizes],
    },
  ],
  "cause a scale-down by failure or silence": [
    {
      when: "a failed vote does not block a scale-down",
      file: "engine/model/decision.ts",
      from: "if (failed.length > 0 && (winner === null",
      to: "if (failed.length < 0 && (winner === null",
      tests: ["engine/features/combine.test.ts"],
    },
    {
      when: "without a vote the size falls to 0",
      file: "engine/model/decision.ts",
      from: `if (winner === null) return step(currentReplicas, "AllAbstain",`,
      to: `if (winner === null) return step(0, "AllAbstain",`,
      tests: ["engine/features/combine.test.ts"],
    },
  ],
  "return values in another format": [
    {
      when: "any item is a value of a custom metric",
      file: "kube/metrics/custom-metrics.ts",
      from: "return isWindow && hasTexts && hasName ? item : null;",
      to: "return item as MetricValue;",
      tests: ["kube/metrics/custom-metrics.test.ts"],
    },
    {
      when: "any item is the usage of a pod",
      file: "kube/metrics/pod-metrics.ts",
      from: "isPodMetrics(item) ? reader.read(item) : null,",
      to: "reader.read(item as RawPodMetrics),",
      tests: [podMetrics],
    },
    {
      when: "any response is a list",
      file: "kube/metrics/metric-list.ts",
      from: "if (list.isValid && Array.isArray(rest)) return ok(null);",
      to: "return ok(null);",
      tests: ["kube/metrics/custom-metrics.test.ts", podMetrics],
    },
    {
      when: "any entry of a discovery answer is read",
      file: "kube/api/discovery.ts",
      from: "list.filter(entry => isFields(entry) && texts.every(key => isText(entry[key])))",
      to: "list.filter(entry => isFields(entry) || texts.every(key => isText(entry[key])))",
      tests: ["kube/api/discovery.test.ts"],
    },
    {
      when: "any answer is a scale",
      file: "kube/api/scale.ts",
      from: "if (areCounts && Object.values(texts).every(text => isText(text))) {",
      to: "if (areCounts || Object.values(texts).every(text => isText(text))) {",
      tests: ["kube/api/scale.test.ts"],
    },
  ],
};
