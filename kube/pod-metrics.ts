import type { RawPodMetrics } from "../engine/observation/pod-sample.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { kubeError, type KubeError } from "./errors.ts";
import { resourcePath } from "./object.ts";
import type { Transport } from "./transport.ts";

export interface PodMetricsQuestion {
  readonly namespace: string;
  /** Only of the pods that it matches; null: of all. */
  readonly labelSelector: string | null;
  readonly deadlineMs: number;
}

/** What the pods of a namespace use, as metrics.k8s.io measured it; asked once, for the next period asks again. */
export async function listPodMetrics(
  transport: Transport,
  { namespace, labelSelector, deadlineMs }: PodMetricsQuestion,
): Promise<Result<readonly RawPodMetrics[], KubeError>> {
  const path = resourcePath({
    group: "metrics.k8s.io",
    version: "v1beta1",
    plural: "pods",
    namespace,
  });
  const answer = await transport.request({
    method: "GET",
    path,
    ...(labelSelector === null ? {} : { query: { labelSelector } }),
    deadlineMs,
    tries: 1,
  });
  if (!answer.ok) return err(explainAbsence(answer.error));
  if (isList(answer.value)) return ok(answer.value.items ?? []);
  const message = "the answer is not a list of PodMetrics";
  return err(kubeError("Malformed", { request: `GET ${path}`, message }));
}

/** Without a metrics server there is no such API, or nobody behind it. */
function explainAbsence(error: KubeError): KubeError {
  if (error.code !== "NotFound" && error.status !== 503) return error;
  return { ...error, remedy: "install metrics-server, or look why it is not available" };
}

function isList(value: unknown): value is { readonly items?: readonly RawPodMetrics[] | null } {
  const { items } = (value ?? {}) as { readonly items?: unknown };
  return typeof value === "object" && (items == null || Array.isArray(items));
}
