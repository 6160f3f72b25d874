import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type { Candidate } from "../../engine/votes/choose-target.ts";
import type { TargetProblem } from "../../engine/status/targets/target-report.ts";
import type { ApiResource, Discovery } from "../../kube/api/discovery.ts";
import { formatKubeError, isTransient, type KubeError } from "../../kube/transport/errors.ts";
import { splitKey } from "../../kube/watch/object.ts";
import { getScale, type ScaleState } from "../../kube/api/scale.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { mostMatches, type ObjectsSelector } from "./label-index.ts";
import type { SelectionMetadata } from "./workload-scale.ts";
import { apiVersionOf, isBuiltIn, unscalable, type TargetInformers } from "./target-informers.ts";

export interface PoolMember extends Candidate {
  readonly ref: ScaleTargetRef;
  readonly state: ScaleState;
  /** Whether another object controls it. */
  readonly isOwned: boolean;
}

/** All objects that a selector matches in a namespace, or why they are unknown. */
export type PoolState =
  | { readonly kind: "known"; readonly members: readonly PoolMember[] }
  | { readonly kind: "problem"; readonly problem: TargetProblem }
  /** A list is running, or the API server is unreachable. */
  | { readonly kind: "waiting" };

interface PoolPorts {
  readonly transport: Transport;
  readonly discovery: Discovery;
  readonly caches: TargetInformers;
  /** Whether the caller depends on the result and is notified of changes; otherwise it is a single read. */
  readonly isLasting: boolean;
}

/**
 * Objects that selectors match, from the caches of their kinds. `/scale` is only read for kinds that have
 * their count nowhere else, and only after a change.
 */
export class SelectedTargets {
  readonly #ports: PoolPorts;
  readonly #resources = new Map<string, ApiResource>();

  constructor(ports: PoolPorts) {
    this.#ports = ports;
  }

  async read(namespace: string, selector: ObjectsSelector): Promise<PoolState> {
    const { discovery, caches } = this.#ports;
    const resource = await discovery.resolve(selector.apiVersion, selector.kind, namespace);
    if (!resource.ok) {
      const { code, message } = resource.error;
      return code === "NotFound" ? problem("UnknownKind", message, true) : { kind: "waiting" };
    }
    const unfit = unfitness(resource.value, caches);
    if (unfit) return { kind: "problem", problem: unfit };
    this.#resources.set(kindOf(selector), resource.value);
    if (isBuiltIn(resource.value)) return this.peek(namespace, selector);
    const error = await this.#ask(namespace, selector, resource.value);
    return error === null ? this.peek(namespace, selector) : notYet(error);
  }

  /** The same from the caches alone, after the first read. */
  peek(namespace: string, selector: ObjectsSelector): PoolState {
    const { caches, isLasting } = this.#ports;
    const resource = this.#resources.get(kindOf(selector));
    if (!resource) return { kind: "waiting" };
    const cache = isBuiltIn(resource) ? caches.counted(resource) : caches.scales(resource);
    // A `/scale` response is only valid while a watch reports changes.
    const isTold = isBuiltIn(resource) || cache.error === null;
    if (!cache.synced || !isTold) return notYet(cache.error);
    const labelled = caches.labelled(resource);
    if (!labelled) return { kind: "waiting" };
    const stateOf = "known" in cache ? cache.known.bind(cache) : cache.get.bind(cache);
    const keys = labelled.index.keys(namespace, selector, isLasting);
    if (!keys) return tooMany(namespace, selector);
    const staying = [...keys].flatMap(key => {
      const traits = labelled.traitsOf(key);
      return traits && !traits.isLeaving ? [{ key, traits }] : [];
    });
    const members: PoolMember[] = [];
    for (const { key, traits } of staying) {
      const state = stateOf(key);
      if (!state) return { kind: "waiting" };
      members.push(memberOf(selector, key, { traits, state }));
    }
    return { kind: "known", members };
  }

  /** Reads unknown counts of a kind that has them only in `/scale`. */
  async #ask(namespace: string, selector: ObjectsSelector, resource: ApiResource) {
    const { transport, caches, isLasting } = this.#ports;
    const scales = caches.scales(resource);
    // Without a watch, no response could be used, and each call would read all of them again.
    if (!scales.synced || scales.error !== null) return null;
    const { index } = caches.labelled(resource) ?? {};
    const keys = [...(index?.keys(namespace, selector, isLasting) ?? [])];
    const unknown = keys.filter(key => !scales.known(key));
    const answers = await Promise.all(
      unknown.map(key => {
        const target = { resource, namespace, name: splitKey(key).name };
        return scales.ask(key, () => getScale(transport, target));
      }),
    );
    // An object that is gone is about to leave the watch, too.
    const failed = answers.find(answer => !answer.ok && answer.error.code !== "NotFound");
    return failed?.ok === false ? failed.error : null;
  }
}

const kindOf = ({ apiVersion, kind }: ObjectsSelector): string => `${apiVersion}/${kind}`;

const memberOf = (
  { apiVersion, kind }: ObjectsSelector,
  key: string,
  { traits, state }: { readonly traits: SelectionMetadata; readonly state: ScaleState },
): PoolMember => {
  const { name } = splitKey(key);
  const ref = { apiVersion, kind, name };
  const { uid, replicas, zeroOf, isServing } = state;
  const { createdAt, isOwned } = traits;
  const marks = { ...(zeroOf && { zeroOf }), ...(isServing && { isServing }) };
  return { ref, state, name, uid, replicas, createdAt, isOwned, ...marks };
};

/** Why labels cannot select a kind; null: they can. */
function unfitness(
  resource: ApiResource,
  caches: Pick<TargetInformers, "isWatched">,
): TargetProblem | null {
  const unfit = unscalable(resource);
  if (unfit || isBuiltIn(resource) || caches.isWatched(resource)) return unfit;
  const message = `${resource.kind} in ${apiVersionOf(resource)} is not watched by this installation, and so cannot be found by its labels; name one object in scaleTargetRef, or have the kind granted to the operator (extraTargets)`;
  return { reason: "KindNotWatched", message, permanent: true };
}

function notYet(error: KubeError | null): PoolState {
  if (error === null || isTransient(error)) return { kind: "waiting" };
  return problem("FailedGetScale", formatKubeError(error), false);
}

function tooMany(namespace: string, { kind }: ObjectsSelector): PoolState {
  const message = `more than ${mostMatches} objects of kind ${kind} in ${namespace} match; write more labels, so that the selector matches fewer`;
  return problem("TooManyMatches", message, false);
}

const problem = (
  reason: TargetProblem["reason"],
  message: string,
  permanent: boolean,
): PoolState => ({ kind: "problem", problem: { reason, message, permanent } });
