import type { FieldError } from "../../engine/model/values/result.ts";
import type { ConfigMapObservation } from "../../engine/proportional/resolve-parameters.ts";
import { formatKubeError, isTransient } from "../../kube/transport/errors.ts";
import { objectKey, resourcePath, type KubeObject } from "../../kube/watch/object.ts";
import type { Reflector } from "../../kube/watch/reflector.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import type { Tracker, Topic } from "../../controller/workqueue/subscriptions.ts";

export type ConfigMapState = ConfigMapObservation | { readonly kind: "waiting" };

interface RawConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

interface KeptConfigMap {
  readonly resourceVersion: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The warning of admission, and the reason of the condition. */
export const configMapsForbidden = (namespace: string): FieldError => ({
  path: "spec.configMapRef",
  code: "ConfigMapForbidden",
  message: `this installation may not read ConfigMaps in ${namespace}`,
  remedy:
    "set the chart's rbac.configMaps to true or to a list with that namespace, or move the parameters into the spec",
  severity: "warning",
});

/**
 * The ConfigMaps that objects name, each with its own watch: parameters are always current, and no other
 * ConfigMap of the cluster is loaded into memory. `resolveParameters` in engine/proportional/ decides
 * what a missing or broken ConfigMap means.
 */
export class ConfigMaps {
  readonly #reflectors: Reflectors;
  readonly #allowed: boolean | readonly string[];
  readonly #onChange: (topic: Topic) => void;
  readonly #watched = new Map<Topic, Reflector<RawConfigMap, KeptConfigMap>>();

  /** @param allowed whether this installation may read ConfigMaps, or the namespaces in which it may */
  constructor(
    reflectors: Reflectors,
    allowed: boolean | readonly string[],
    onChange: (topic: Topic) => void,
  ) {
    this.#reflectors = reflectors;
    this.#allowed = allowed;
    this.#onChange = onChange;
  }

  /** The name under which a ConfigMap's changes are announced. */
  topic(namespace: string, name: string): Topic {
    return `configmap/${objectKey({ namespace, name })}`;
  }

  mayRead(namespace: string): boolean {
    return this.#allowed === true || (this.#allowed !== false && this.#allowed.includes(namespace));
  }

  /** The current ConfigMap. The first read takes a moment, and its success or failure is announced. */
  read(namespace: string, name: string, tracker: Tracker): ConfigMapState {
    if (!this.mayRead(namespace)) {
      const { message, remedy } = configMapsForbidden(namespace);
      return { kind: "refused", message: `${message}; ${remedy}` };
    }
    tracker.add(this.topic(namespace, name));
    const reflector = this.#watch(namespace, name);
    if (!reflector.synced) {
      const { error } = reflector;
      if (error === null) return { kind: "waiting" };
      const message = formatKubeError(error);
      return isTransient(error) ? { kind: "unreadable", message } : { kind: "refused", message };
    }
    const kept = reflector.get(objectKey({ namespace, name }));
    return kept ? { kind: "present", data: kept.data } : { kind: "absent" };
  }

  release(topic: Topic): void {
    const reflector = this.#watched.get(topic);
    if (!reflector) return;
    this.#watched.delete(topic);
    this.#reflectors.close(reflector);
  }

  #watch(namespace: string, name: string): Reflector<RawConfigMap, KeptConfigMap> {
    const topic = this.topic(namespace, name);
    const known = this.#watched.get(topic);
    if (known) return known;
    const reflector: Reflector<RawConfigMap, KeptConfigMap> = this.#reflectors.open({
      path: resourcePath({ group: "", version: "v1", plural: "configmaps", namespace }),
      selector: { fieldSelector: `metadata.name=${name}` },
      trim: ({ metadata, data }) => ({
        resourceVersion: metadata.resourceVersion,
        data: data ?? {},
      }),
      same: (a, b) => a.resourceVersion === b.resourceVersion,
      onChanges: () => this.#onChange(topic),
      // Reports that the first list failed. Later, the cached data stays valid.
      onTrouble: () => {
        if (!reflector.synced) this.#onChange(topic);
      },
    });
    this.#watched.set(topic, reflector);
    reflector.start();
    return reflector;
  }
}
