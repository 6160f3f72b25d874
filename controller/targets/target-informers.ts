import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type { TargetProblem } from "../../engine/status/targets/target-report.ts";
import type { ApiResource } from "../../kube/api/discovery.ts";
import type { Informer } from "../../kube/watch/object-cache.ts";
import { groupOf, objectKey } from "../../kube/watch/object.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import type { ScaleState } from "../../kube/api/scale.ts";
import {
  sameTarget,
  trimFor,
  type CountedTarget,
  type RawTarget,
  type SelectionMetadata,
} from "./workload-scale.ts";
import { LabelIndex } from "./label-index.ts";
import { ScaleCache } from "./scale-cache.ts";
import { targetTopic, type Topic } from "../workqueue/subscriptions.ts";

/** Built-in kinds that have their count in `spec.replicas` and are worth a watch. */
const builtIn = new Set([
  "apps/v1/deployments",
  "apps/v1/statefulsets",
  "apps/v1/replicasets",
  "/v1/replicationcontrollers",
]);

const resourceId = ({ group, version, plural }: ApiResource): string =>
  `${group}/${version}/${plural}`;

export const isBuiltIn = (resource: ApiResource): boolean => builtIn.has(resourceId(resource));

/** Why no object of this kind can be scaled; null: each can. */
export function unscalable(resource: ApiResource): TargetProblem | null {
  const { scalable, namespaced, kind } = resource;
  if (scalable && namespaced) return null;
  const lack = scalable
    ? "objects without a namespace, and a target is in the namespace of its autoscaler; name a kind with a namespace"
    : "no scale subresource; name a kind that has one";
  const message = `${kind} in ${apiVersionOf(resource)} has ${lack}, such as Deployment`;
  return { reason: "NotScalable", message, permanent: true };
}

export const apiVersionOf = ({ group, version }: ApiResource): string =>
  group === "" ? version : `${group}/${version}`;

interface Labelled {
  readonly index: LabelIndex;
  readonly traitsOf: (key: string) => SelectionMetadata | undefined;
}

export interface CachePorts {
  readonly reflectors: Reflectors;
  /** Called with the name of a target that has changed, or of a selector whose matches have. */
  readonly onChange: (topic: Topic) => void;
  /** Resources of other kinds that may be listed and watched, such as `rollouts.argoproj.io`. */
  readonly watched: readonly string[];
}

export class TargetInformers {
  readonly #ports: CachePorts;
  readonly #watched: ReadonlySet<string>;
  readonly #counted = new Map<string, Informer<CountedTarget>>();
  readonly #scales = new Map<string, ScaleCache>();
  readonly #labelled = new Map<string, Labelled>();

  constructor(ports: CachePorts) {
    this.#ports = ports;
    this.#watched = new Set(ports.watched);
  }

  /** Whether the installation grants a watch on a kind that is not built in. */
  isWatched(resource: ApiResource): boolean {
    const { group, plural, namespaced, scalable } = resource;
    if (isBuiltIn(resource)) return false;
    return namespaced && scalable && this.#watched.has(`${plural}.${group}`);
  }

  counted(resource: ApiResource): Informer<CountedTarget> {
    const id = resourceId(resource);
    const existing = this.#counted.get(id);
    if (existing) return existing;
    const onChange = this.#label(resource, key => informer.get(key));
    const informer = this.#ports.reflectors.openNamespaced<RawTarget, CountedTarget>({
      resource,
      trim: trimFor(resource.plural),
      same: sameTarget,
      onChanges: changes => {
        for (const { key, current } of changes) onChange(key, current);
      },
    });
    this.#counted.set(id, informer);
    informer.start();
    return informer;
  }

  /** The cache of any other kind that is watched. */
  scales(resource: ApiResource): ScaleCache {
    const id = resourceId(resource);
    const existing = this.#scales.get(id);
    if (existing) return existing;
    const { reflectors } = this.#ports;
    const onChange = this.#label(resource, key => scales.traitsOf(key));
    const scales = new ScaleCache({ reflectors, resource, onChange });
    this.#scales.set(id, scales);
    return scales;
  }

  /**
   * An object in a cache that is open and up to date; null: there is none. Opens no cache, so anyone may ask for
   * any kind.
   */
  current(resource: ApiResource, key: string): ScaleState | null {
    const id = resourceId(resource);
    const counted = this.#counted.get(id);
    if (counted?.error === null) return counted.get(key) ?? null;
    return this.#scales.get(id)?.known(key) ?? null;
  }

  /** The labels in the cache of a kind; null: the kind has no cache. */
  labelled(resource: Pick<ApiResource, "group" | "kind">): Labelled | null {
    return this.#labelled.get(kindKey(resource)) ?? null;
  }

  /** The labels in the cache; null: the object is not known. All API versions of a group are one object. */
  labelsOf(namespace: string, ref: ScaleTargetRef): SelectionMetadata["labels"] | null {
    const { apiVersion, kind, name } = ref;
    const traits = this.labelled({ group: groupOf(apiVersion), kind })?.traitsOf(
      objectKey({ namespace, name }),
    );
    return traits?.labels ?? null;
  }

  release(topic: Topic): void {
    for (const { index } of this.#labelled.values()) index.release(topic);
  }

  /** Indexes the labels of a kind, and announces its changes. */
  #label(resource: ApiResource, traitsOf: Labelled["traitsOf"]) {
    const index = new LabelIndex(this.#ports.onChange);
    this.#labelled.set(kindKey(resource), { index, traitsOf });
    return (key: string, traits: SelectionMetadata | undefined): void => {
      index.set(key, traits?.labels ?? null);
      this.#ports.onChange(targetTopic(apiVersionOf(resource), resource.kind, key));
    };
  }
}

const kindKey = ({ group, kind }: Pick<ApiResource, "group" | "kind">): string =>
  `${group}/${kind}`;
