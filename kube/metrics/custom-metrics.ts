import type { RawValue } from "../../engine/model/observation/observation.ts";
import type { RawPodValue } from "../../engine/model/observation/pod-sample.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import { type Fields, isFields, isTextOrAbsent } from "../../engine/model/values/json-values.ts";
import { mostBytes, mostCharacters, mostItems } from "../transport/response-size.ts";
import { apiPath, everyName, type Segment } from "../transport/api-path.ts";
import type { Discovery } from "../api/discovery.ts";
import { kubeError, type KubeAnswer, type KubeError } from "../transport/errors.ts";
import { blame, listItems, type MetricRequest } from "./metric-list.ts";
import { ownerAt, type KubeRequest } from "../transport/kube-request.ts";
import type { Transport } from "../transport/transport.ts";
import { resourcePath } from "../watch/object.ts";

export interface ObjectMetricRequest extends MetricRequest {
  readonly object: { readonly apiVersion?: string; readonly kind: string; readonly name: string };
}

const group = "custom.metrics.k8s.io";
const ofMetric = { mostBytes: mostBytes.metric, mostItems: mostItems.metric };
/** In order of preference. The two differ in how a response names its metric, which the operator ignores. */
const versions = ["v1beta2", "v1beta1"];
/**
 * A missing metric may have moved, with a new version of the adapter or of the object's kind, so discovery
 * is repeated; but at most this often, because the metric may never have existed.
 */
const forgetEveryMs = 60_000;

/**
 * custom.metrics.k8s.io, in the version that the adapter prefers.
 *
 * Source  k8s.io/metrics custom_metrics/versioned_client.go: paths and queries.
 */
export class CustomMetrics {
  readonly #transport: Transport;
  readonly #discovery: Discovery;

  constructor(transport: Transport, discovery: Discovery) {
    this.#transport = transport;
    this.#discovery = discovery;
  }

  /** One value for each pod that the adapter has a value for. */
  async ofPods(
    question: MetricRequest & { readonly podSelector: string },
  ): KubeAnswer<readonly RawPodValue[]> {
    const { namespace, podSelector, metric } = question;
    const path: Segment[] = ["namespaces", namespace, "pods", everyName, metric.name];
    const query = { labelSelector: podSelector, ...selecting(metric) };
    const most = { mostBytes: mostBytes.podMetrics, mostItems: mostItems.podMetrics };
    const answer = await this.#list(question, path, { query, ...most });
    return answer.ok ? ok(answer.value.map(podValue)) : answer;
  }

  async ofObject(question: ObjectMetricRequest): KubeAnswer<RawValue> {
    const { metric } = question;
    const about = await this.#pathOf(question);
    if (!about.ok) return about;
    const path = [...about.value, metric.name];
    const answer = await this.#list(question, path, { query: selecting(metric), ...ofMetric });
    if (!answer.ok) {
      this.#forgetWhereGone(answer.error, versionOf(question.object));
      return answer;
    }
    const [item, ...others] = answer.value;
    if (item && others.length === 0) return ok(rawValue(item));
    // Their number would tell how many objects there are.
    const message = `the adapter answered ${item ? "several values" : "no value"} where one was asked for`;
    return err(kubeError("Malformed", { request: `GET ${group} ${apiPath(...path)}`, message }));
  }

  /**
   * Always within the namespace of the autoscaler, as adapters separate tenants by it: also for a kind that has no
   * namespace. A Namespace has its own metrics path, whatever its name in the spec.
   *
   * Source  upstream metrics/client.go, GetObjectMetric.
   */
  async #pathOf({ namespace, object }: ObjectMetricRequest): KubeAnswer<string[]> {
    const { kind, name } = object;
    const version = versionOf(object);
    if (kind === "Namespace" && version === "v1") return ok(["namespaces", namespace, "metrics"]);
    const resource = await this.#discovery.resolve(version, kind, namespace);
    if (!resource.ok) return resource;
    const { plural, group: of } = resource.value;
    return ok(["namespaces", namespace, of === "" ? plural : `${plural}.${of}`, name]);
  }

  async #list(
    { namespace, deadlineMs }: MetricRequest,
    path: readonly Segment[],
    what: Required<Pick<KubeRequest, "query" | "mostBytes" | "mostItems">>,
  ): KubeAnswer<readonly MetricValue[]> {
    const version = await this.#discovery.version(group, versions);
    if (!version.ok) return err(blame(version.error, { server, absent: unserved }));
    const full = apiPath("apis", group, version.value, ...path);
    const request = { path: full, deadlineMs, owner: ownerAt(namespace, group), ...what };
    const items = await listItems(this.#transport, request, readValue);
    if (items.ok) return items;
    this.#forgetWhereGone(items.error, group);
    return err(blame(items.error, { server, absent: unknown }));
  }

  #forgetWhereGone({ code }: KubeError, name: string): void {
    if (code === "NotFound") this.#discovery.invalidate(name, forgetEveryMs);
  }
}

const versionOf = ({ apiVersion = "" }: ObjectMetricRequest["object"]): string =>
  apiVersion === "" ? "v1" : apiVersion;

const server = `the adapter of ${group}`;
const unserved = "install an adapter that serves it, or look why it is not available";
const unknown = `check the names of the metric and of what it is about, and ${server}`;

interface MetricValue {
  readonly describedObject?: { readonly name?: string | null } | null;
  readonly timestamp?: string | null;
  readonly windowSeconds?: number | null;
  readonly value?: string | null;
}

/** Null: it is none. */
function readValue(item: Fields): MetricValue | null {
  const { describedObject, timestamp, windowSeconds, value } = item;
  const about = describedObject ?? {};
  const isWindow = windowSeconds == null || typeof windowSeconds === "number";
  const hasTexts = [timestamp, value].every(text => isTextOrAbsent(text, mostCharacters.value));
  const hasName = isFields(about) && isTextOrAbsent(about["name"], mostCharacters.name);
  return isWindow && hasTexts && hasName ? item : null;
}

const selecting = ({ selector }: MetricRequest["metric"]): Readonly<Record<string, string>> =>
  selector === "" ? {} : { metricLabelSelector: selector };

const podValue = (item: MetricValue): RawPodValue => ({
  pod: item.describedObject?.name ?? "",
  ...rawValue(item),
});

const rawValue = ({ timestamp = null, windowSeconds = null, value }: MetricValue): RawValue => ({
  ...{ value: value ?? "", timestamp, windowSeconds },
});

const served = { group: "external.metrics.k8s.io", version: "v1beta1" };

/** All current values of an external metric that match its selector. */
export async function listExternalMetric(
  transport: Transport,
  { namespace, metric, deadlineMs }: MetricRequest,
): KubeAnswer<readonly RawValue[]> {
  const path = resourcePath({ ...served, namespace, plural: metric.name });
  const query = metric.selector === "" ? {} : { labelSelector: metric.selector };
  const owner = ownerAt(namespace, served.group);
  const request = { path, query, deadlineMs, ...ofMetric, owner };
  // v1beta1 has another name for what the custom metrics API calls windowSeconds.
  const values = await listItems(transport, request, ({ timestamp, value, window }) =>
    readValue({ timestamp, value, windowSeconds: window }),
  );
  return values.ok ? ok(values.value.map(rawValue)) : err(blame(values.error, blamed));
}

const blamed = {
  server: "the adapter of external.metrics.k8s.io",
  // An adapter gives the same answer if it does not know the metric.
  absent: "check the metric's name, and that an adapter serves external.metrics.k8s.io",
};
