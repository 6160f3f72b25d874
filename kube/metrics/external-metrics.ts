import type { RawValue } from "../../engine/observation/observation.ts";
import { err } from "../../engine/result.ts";
import { type Fields, isTextOrAbsent } from "../../engine/json-values.ts";
import { mostBytes, mostCharacters, mostItems } from "../transport/response-size.ts";
import type { KubeAnswer } from "../transport/errors.ts";
import { blame, listItems, type MetricRequest } from "./metric-list.ts";
import { resourcePath } from "../watch/object.ts";
import { ownerAt } from "../transport/request-info.ts";
import type { Transport } from "../transport/transport.ts";

const served = { group: "external.metrics.k8s.io", version: "v1beta1" };

/** All current values of an external metric that match its selector. */
export async function listExternalMetric(
  transport: Transport,
  { namespace, metric, deadlineMs }: MetricRequest,
): KubeAnswer<readonly RawValue[]> {
  const path = resourcePath({ ...served, namespace, plural: metric.name });
  const query = metric.selector === "" ? {} : { labelSelector: metric.selector };
  const owner = ownerAt(namespace, served.group);
  const most = { mostBytes: mostBytes.metric, mostItems: mostItems.metric };
  const request = { path, query, deadlineMs, ...most, owner };
  const values = await listItems(transport, request, item =>
    isValue(item) ? rawValue(item) : null,
  );
  return values.ok ? values : err(blame(values.error, blamed));
}

interface ExternalValue {
  readonly timestamp?: string | null;
  /** v1beta1 uses this name; the custom metrics API calls it windowSeconds. */
  readonly window?: number | null;
  readonly value?: string | null;
}

const rawValue = ({ timestamp = null, window = null, value }: ExternalValue): RawValue => ({
  ...{ value: value ?? "", timestamp, windowSeconds: window },
});

function isValue({ timestamp, window, value }: Fields): boolean {
  const isWindow = window == null || typeof window === "number";
  return isWindow && [timestamp, value].every(text => isTextOrAbsent(text, mostCharacters.value));
}

const blamed = {
  server: "the adapter of external.metrics.k8s.io",
  // An adapter gives the same answer if it does not know the metric.
  absent: "check the metric's name, and that an adapter serves external.metrics.k8s.io",
};
