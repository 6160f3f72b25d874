import type { ObjectCount } from "../../engine/model/observation/node-tally.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import { countedObjects, type CountedObjects } from "../../engine/proportional/other-dimensions.ts";
import { formatKubeError, isTransient } from "../../kube/transport/errors.ts";
import { resourcePath, type KubeObject } from "../../kube/watch/object.ts";
import type { Reflector } from "../../kube/watch/reflector.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import { coalesce } from "../../controller/workqueue/event-loop-turn.ts";
import { type Tracker, topicOf, type Topic } from "../../controller/workqueue/subscriptions.ts";

interface Counting {
  readonly reflector: Reflector<KubeObject, true>;
  /** The count that the last announcement was about. */
  announced: number | null;
}

/** Pods come and go all the time, and a burst of them is worth one decision. */
const quietMs = 5_000;
/** A decision takes a third of a millisecond: the decisions about counts take at most a tenth of the CPU time. */
const perObjectMs = 3;

const selectors = {
  // A pod that ends leaves the selection, and the watch reports it as deleted.
  pods: { fieldSelector: "status.phase!=Succeeded,status.phase!=Failed" },
  namespaces: {},
} as const;

/**
 * How many pods and namespaces the cluster has, from a watch of their metadata that runs while an object asks
 * for it. Keeps only their keys.
 */
export class ObjectCounts {
  readonly #reflectors: Reflectors;
  readonly #onChange: (topic: Topic) => number;
  readonly #counting = new Map<CountedObjects, Counting>();

  /** @param onChange returns how many objects it has woken */
  constructor(reflectors: Reflectors, onChange: (topic: Topic) => number) {
    this.#reflectors = reflectors;
    this.#onChange = onChange;
  }

  /** The name under which changes of a count are announced. */
  topic(of: CountedObjects): Topic {
    return topicOf("objects", of);
  }

  /** The current count; null: the first list is on its way, and its success or failure will be announced. */
  count(of: CountedObjects, tracker: Tracker): ObjectCount | null {
    tracker.add(this.topic(of));
    const { reflector } = this.#counting.get(of) ?? this.#open(of);
    if (reflector.synced) return ok(reflector.size);
    const { error } = reflector;
    if (error === null || isTransient(error)) return null;
    return err(`the ${of} cannot be counted: ${formatKubeError(error)}`);
  }

  release(topic: Topic): void {
    const of = countedObjects.find(each => this.topic(each) === topic);
    const counting = of && this.#counting.get(of);
    if (!counting) return;
    this.#counting.delete(of);
    this.#reflectors.close(counting.reflector);
  }

  #open(of: CountedObjects): Counting {
    const announce = coalesce(() => {
      const { size } = counting.reflector;
      if (this.#counting.get(of) !== counting || counting.announced === size) return quietMs;
      counting.announced = size;
      return Math.max(quietMs, perObjectMs * this.#onChange(this.topic(of)));
    });
    const counting: Counting = {
      announced: null,
      reflector: this.#reflectors.open<KubeObject, true>({
        path: resourcePath({ group: "", version: "v1", plural: of }),
        selector: selectors[of],
        metadataOnly: true,
        trim: () => true,
        same: () => true,
        onChanges: announce,
        onTrouble: () => {
          if (!counting.reflector.synced) this.#onChange(this.topic(of));
        },
      }),
    };
    this.#counting.set(of, counting);
    counting.reflector.start();
    return counting;
  }
}
