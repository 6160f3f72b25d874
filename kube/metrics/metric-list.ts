// kube/metrics/: requests to the three metrics APIs.

import { err, ok } from "../../engine/model/values/result.ts";
import { type Fields, isFields } from "../../engine/model/values/json-values.ts";
import {
  kubeError,
  type KubeAnswer,
  type KubeError,
  type KubeErrorCode,
} from "../transport/errors.ts";
import type { KubeRequest } from "../transport/kube-request.ts";
import type { Transport } from "../transport/transport.ts";

/** A question about a metric by its name. `selector` narrows it down, as text; empty: no selector. */
export interface MetricRequest {
  readonly namespace: string;
  readonly metric: { readonly name: string; readonly selector: string };
  readonly deadlineMs: number;
}

type ListRequest = Pick<KubeRequest, "path" | "query" | "owner"> &
  Required<Pick<KubeRequest, "deadlineMs" | "mostBytes" | "mostItems">>;

/**
 * What is kept of each item of a metrics API.
 *
 * @param keep  null: the item is invalid
 */
export async function listItems<Kept>(
  transport: Transport,
  request: ListRequest,
  keep: (item: Fields) => Kept | null,
): KubeAnswer<readonly Kept[]> {
  const all: Kept[] = [];
  const read = await takeItems(transport, request, item => {
    const kept = keep(item);
    if (kept !== null) all.push(kept);
    return kept !== null;
  });
  return read.ok ? ok(all) : read;
}

/**
 * Takes each item of a metrics API, while the list arrives: a namespace may have tens of thousands of pods. An
 * empty list may be null. No retry: the next sync period asks again. Adapters are third-party software, and partial
 * data is no basis for a decision: one invalid item makes the whole response invalid.
 *
 * @param take  false: the item is invalid
 */
export async function takeItems(
  transport: Transport,
  request: ListRequest,
  take: (item: Fields) => boolean,
): KubeAnswer<null> {
  const list = { isValid: true };
  const onItems = (items: readonly unknown[]): void => {
    for (const item of items) list.isValid &&= isFields(item) && take(item);
  };
  const answer = await transport.request({ method: "GET", tries: 1, ...request, onItems });
  if (!answer.ok) return answer;
  const rest: unknown = isFields(answer.value) ? (answer.value["items"] ?? []) : null;
  if (Array.isArray(rest)) onItems(rest);
  if (list.isValid && Array.isArray(rest)) return ok(null);
  const message = "the answer is not a list of metrics";
  return err(kubeError("Malformed", { request: `GET ${request.path}`, message }));
}

interface Blamed {
  readonly server: string;
  readonly absent: string;
  readonly tooLarge?: string;
}

/**
 * Adds a remedy to the error: the API server only forwards the response (or the silence) of `server`.
 * `absent` is the remedy if no server serves the API or the adapter does not know the metric.
 */
export function blame(
  error: KubeError,
  { server, absent, tooLarge = `narrow the metric down, or have ${server} answer less` }: Blamed,
): KubeError {
  const remedies: Partial<Record<KubeErrorCode, string>> = {
    NotFound: absent,
    ServerError: `look at the log of ${server}; it is asked again`,
    Timeout: `check that ${server} answers, and the API server; it is asked again`,
    TooLarge: `${tooLarge}; it is asked again`,
    Malformed: `look what answers in place of ${server}; it is asked again`,
  };
  const remedy = error.status === 503 ? absent : (remedies[error.code] ?? error.remedy);
  return { ...error, remedy };
}
