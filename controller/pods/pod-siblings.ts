import { LRUCache } from "lru-cache";

import { shareWith, trimPod, type Pod, type RawPod } from "../../engine/model/observation/pod.ts";

/** A list is sorted by name, so the pods of one template follow each other; a rollout concerns a few. */
const mostTemplates = 1_000;

/** Lets the pods of one template share their labels and requests, and those of others equal requests. */
export class PodSiblings {
  /** The latest new pod, by namespace and generateName: its siblings have the same. */
  readonly #latest = new LRUCache<string, Pod>({ max: mostTemplates });
  /** The first pod of a template, by its resources. */
  readonly #first = new LRUCache<string, Pod>({ max: mostTemplates, maxSize: 100_000 });

  trim(raw: RawPod, previous: Pod | undefined): Pod {
    const own = trimPod(raw);
    if (previous) return shareWith(previous, own);
    const { namespace = "", generateName = "" } = raw.metadata ?? {};
    const template = `${namespace}/${generateName}`;
    const sibling = this.#latest.get(template);
    const pod = sibling ? shareWith(sibling, own) : this.#likeOthers(raw, own);
    this.#latest.set(template, pod);
    return pod;
  }

  #likeOthers({ spec }: RawPod, own: Pod): Pod {
    const text = JSON.stringify(spec?.containers?.map(({ resources }) => resources) ?? []);
    const other = this.#first.get(text);
    if (other) return shareWith(other, own);
    this.#first.set(text, own, { size: text.length });
    return own;
  }
}
