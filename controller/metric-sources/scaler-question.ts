import { ok, type Result } from "../../engine/result.ts";
import type { ScalerQuery } from "../../engine/sources/metric-query.ts";
import type { DefaultedSpec } from "../../engine/spec/defaults.ts";
import { type Activity, Conversation } from "../../kube/external-scaler/conversation.ts";
import type { MetricQuestion } from "../metrics/metric-cache.ts";
import type { ScalerClients } from "./scaler-clients.ts";

interface Ports {
  readonly clients: Pick<ScalerClients, "of" | "clock">;
  readonly random: () => number;
}

/** The object for which a scaler is asked. */
export interface ScalerUser {
  readonly namespace: string;
  /** The name of the Autoscaler. */
  readonly owner: string;
  readonly activity: Activity;
}

/**
 * What an object asks a scaler. Another object asks something else, as a scaler learns who asks.
 *
 * Errors  a sentence: the namespace may not use the source.
 */
export function scalerQuestion(
  { clients, random }: Ports,
  query: ScalerQuery,
  { namespace, owner, activity }: ScalerUser,
): Result<MetricQuestion, string> {
  const { source, metadata, metricName, push } = query;
  const client = clients.of(source, namespace);
  if (!client.ok) return client;
  const listens = push && activity === "Wakes";
  const about = [source, owner, activity, listens, metricName];
  const entries = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  // A question is made in every pass, and kept only if it is a new one.
  let made: Conversation | null = null;
  const conversation = (): Conversation =>
    (made ??= new Conversation({
      ...{ client: client.value, clock: clients.clock, random },
      ...{ namespace, name: owner, query, activity },
    }));
  return ok({
    namespace,
    text: JSON.stringify(["ExternalScaler", ...about, ...entries]),
    ask: deadlineMs => conversation().ask(deadlineMs),
    ...(listens ? { listen: hears => conversation().listen(hears) } : {}),
  });
}

/** Without a count of 0, it does not matter whether a scaler is active. */
export function activityOf(
  { minReplicas }: Pick<DefaultedSpec, "minReplicas">,
  counted: readonly { readonly replicas: number }[],
): Activity {
  if (minReplicas > 0) return "Ignored";
  return counted.every(({ replicas }) => replicas === 0) ? "Wakes" : "Keeps";
}
