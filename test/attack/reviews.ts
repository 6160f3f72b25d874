import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, closeConnections, type ApiTarget } from "../../hack/cluster/api.ts";
import { scalerSpec, type Others } from "./setup/others.ts";
import type { Random } from "../../cli/simulate/random.ts";
import { below } from "../random.ts";

/** The results of other tenants' reviews. */
export interface Reviewed {
  readonly milliseconds: number[];
  readonly refused: string[];
}

const pauseMs = 250;
const group = "autoscaling.trimtab.dev/v1alpha1";

/**
 * Creates and edits objects of other tenants with dry-run requests until aborted: four times a second,
 * without waiting for earlier responses.
 */
export async function askForReviews(
  cluster: ApiTarget,
  { keys }: Others,
  random: Random,
  signal: AbortSignal,
): Promise<Reviewed> {
  const reviewed: Reviewed = { milliseconds: [], refused: [] };
  const sent: Promise<void>[] = [];
  // Its own connections: other requests of the test do not delay it.
  const asked = { ...cluster };
  for (let turn = 0; !signal.aborted; turn++) {
    const [namespace = "", name = ""] = (keys[below(random, keys.length)] ?? "").split("/");
    sent.push(review(asked, { namespace, name, isNew: turn % 2 === 0 }, reviewed));
    await sleep(pauseMs);
  }
  await Promise.all(sent);
  closeConnections(asked);
  return reviewed;
}

interface Review {
  readonly namespace: string;
  readonly name: string;
  readonly isNew: boolean;
}

async function review(
  cluster: ApiTarget,
  { namespace, name, isNew }: Review,
  { milliseconds, refused }: Reviewed,
): Promise<void> {
  const path = `/apis/${group}/namespaces/${namespace}/autoscalers`;
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: `${name}-new` };
  const object = {
    ...{ apiVersion: group, kind: "Autoscaler", metadata: { name: `${name}-new` } },
    spec: { scaleTargetRef, ...scalerSpec(15) },
  };
  const edit = { spec: { maxReplicas: 4 } };
  const begun = performance.now();
  const answer = isNew
    ? apiRequest(cluster, "POST", `${path}?dryRun=All`, object)
    : apiRequest(cluster, "PATCH", `${path}/${name}?dryRun=All`, edit);
  const { code, text } = await answer.catch((error: unknown) => ({ code: 0, text: String(error) }));
  milliseconds.push(performance.now() - begun);
  if (code < 200 || code >= 300) refused.push(`${code} ${text.slice(0, 600)}`);
}
