import { type EpochMs, ok, type Result } from "../../engine/model/values/result.ts";
import { fnv1a } from "../../engine/model/values/short-text.ts";
import { inWindow } from "../../engine/features/schedules/scheduled-bounds.ts";
import type { ScalerQuery } from "../../engine/sources/metric-source.ts";
import type { DefaultedSpec } from "../../engine/spec/defaults.ts";
import { type Activity, Conversation } from "../../kube/external-scaler/conversation.ts";
import type { MetricQuestion } from "../metrics/metric-cache.ts";
import type { ScalerClients } from "./scaler-clients.ts";

interface Ports {
  readonly clients: Pick<ScalerClients, "of" | "clock">;
  readonly random: () => number;
}

/** In a period, at which objects ask their scalers. */
const moments = 64;

/** The object for which a scaler is asked. */
export interface ScalerUser {
  readonly namespace: string;
  /** The name of the Autoscaler. */
  readonly owner: string;
  readonly activity: Activity;
  /** Whether it is scaled; otherwise a stream would only take the place of another object's. */
  readonly isScaled: boolean;
}

/**
 * What an object asks a scaler. Another object asks something else, as a scaler learns who asks.
 *
 * Errors  a sentence: the namespace may not use the source.
 */
export function scalerQuestion(
  { clients, random }: Ports,
  query: ScalerQuery,
  { namespace, owner, activity, isScaled }: ScalerUser,
): Result<MetricQuestion, string> {
  const { source, metadata, metricName, push } = query;
  const client = clients.of(source, namespace);
  if (!client.ok) return client;
  const listens = push && isScaled && activity === "Wakes";
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
    // A call for each object: ten thousand at the same moment would wait for each other, and the ones that
    // share one of a few moments share segments and turns of the event loop.
    phase: `scaler/${fnv1a(`${namespace}/${owner}`) % moments}`,
    text: JSON.stringify(["ExternalScaler", ...about, ...entries]),
    ask: deadlineMs => conversation().ask(deadlineMs),
    ...(listens ? { listen: hears => conversation().listen(hears) } : {}),
  });
}

type Bounds = Pick<DefaultedSpec, "minReplicas" | "maxReplicas" | "replicaMultiple" | "schedules">;

/** While the minimum in force is above 0, it does not matter whether a scaler is active. */
export function activityOf(
  spec: Bounds,
  counted: readonly { readonly replicas: number }[],
  now: EpochMs,
): Activity {
  if (inWindow(spec, now).minReplicas > 0) return "Ignored";
  return counted.every(({ replicas }) => replicas === 0) ? "Wakes" : "Keeps";
}
