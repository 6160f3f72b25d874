import { type Fields, fieldsOf } from "../../../engine/model/values/json-values.ts";
import { systemClock } from "../../../kube/clock.ts";
import { Discovery } from "../../../kube/api/discovery.ts";
import type { KubeError } from "../../../kube/transport/errors.ts";
import type { Transport } from "../../../kube/transport/transport.ts";
import { listAll } from "../../../kube/watch/list.ts";
import { resourcePath } from "../../../kube/watch/object.ts";
import { describeProblem } from "../../objects/cluster.ts";
import { workloadKinds } from "../../objects/workload-kinds.ts";
import { cleanText } from "../../terminal/printable.ts";
import { type Inventory, isBuiltIn, keyOf, type Unread } from "../model/inventory.ts";
import { Collector } from "./collector.ts";
import { inParallel } from "./in-parallel.ts";
import type { TargetExists } from "./objects.ts";

interface Resource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
}

const resource = (apiVersion: string, plural: string, kind: string): Resource => {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  return { group, version, plural, kind };
};

const hpas = resource("autoscaling/v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler");
const scaledObjects = resource("keda.sh/v1alpha1", "scaledobjects", "ScaledObject");
const nodes = resource("v1", "nodes", "Node");
const pods = resource("v1", "pods", "Pod");
/** Read in any case; ReplicaSets and ReplicationControllers only if an autoscaler names one. */
const usual = [
  scaledObjects,
  ...["Deployment", "StatefulSet"].map(workloadResource),
  resource("policy/v1", "poddisruptionbudgets", "PodDisruptionBudget"),
  resource("v1", "resourcequotas", "ResourceQuota"),
  resource("v1", "limitranges", "LimitRange"),
  nodes,
];

function workloadResource(wanted: string): Resource {
  const found = workloadKinds.find(({ kind }) => kind === wanted);
  return resource(found?.apiVersion ?? "", found?.plural ?? "", wanted);
}

interface Access {
  readonly transport: Transport;
  /** Empty: all. */
  readonly namespaces: readonly string[];
}

/** Nothing is left to do after Ctrl-C, which ends the process. */
const { signal } = new AbortController();

/** Of 500 Deployments. */
const pageBytes = 4 * 2 ** 20;
const mostTries = 3;
const namespacesAtATime = 8;
/** For each namespace: enough to know how long pods take to start. */
const mostPods = 100;
/** Targets of kinds that are not Kubernetes' own take a request each. */
const mostCustomTargets = 50;

/** Whether the API server answers shows with the first list. */
export async function readCluster(name: string, access: Access): Promise<Inventory> {
  const reader = new ClusterReader(name, access);
  if (await reader.list(hpas)) await reader.readTheRest();
  return reader.finish();
}

class ClusterReader {
  readonly #cluster: string;
  readonly #access: Access;
  readonly #collector: Collector;
  readonly #unread: Unread[] = [];
  /** Kinds whose lists are complete. */
  readonly #complete = new Set<string>();
  readonly #customTargets = new Map<string, boolean>();

  constructor(cluster: string, access: Access) {
    this.#cluster = cluster;
    this.#access = access;
    this.#collector = new Collector(cluster);
  }

  async readTheRest(): Promise<void> {
    await Promise.all(usual.map(each => this.list(each)));
    const kinds = new Set(this.#collector.targets().map(({ target }) => target.kind));
    const rarer = ["ReplicaSet", "ReplicationController"].filter(kind => kinds.has(kind));
    await Promise.all([
      ...rarer.map(kind => this.list(workloadResource(kind))),
      this.#samplePods(),
      this.#lookForCustomTargets(),
    ]);
  }

  /** Returns false if the API server does not answer. */
  async list(of: Resource): Promise<boolean> {
    const { namespaces } = this.#access;
    const places = namespaces.length === 0 || of === nodes ? [undefined] : namespaces;
    const failures = await inParallel(places, namespacesAtATime, place => this.#listIn(of, place));
    const failure = failures.find(each => each !== null);
    if (!failure) this.#complete.add(of.kind);
    else if (of !== scaledObjects || failure.code !== "NotFound") this.#miss(of, failure);
    return !failure || failure.code === "Forbidden" || failure.code === "NotFound";
  }

  async #listIn(of: Resource, namespace: string | undefined): Promise<KubeError | null> {
    const { transport } = this.#access;
    const apiVersion = of.group === "" ? of.version : `${of.group}/${of.version}`;
    // Items of a list contain neither apiVersion nor kind.
    const each = (item: object) => this.#collector.add({ apiVersion, kind: of.kind, ...item });
    const from = { path: resourcePath({ ...of, namespace }), pageBytes };
    for (let tries = 1; ; tries += 1) {
      const listed = await listAll(transport, from, each, signal);
      if (listed.ok) return null;
      // A list that took minutes is read from its beginning; what is known already stays.
      if (listed.error.code !== "Gone" || tries >= mostTries) return listed.error;
    }
  }

  /** One page for each namespace with an autoscaler. */
  async #samplePods(): Promise<void> {
    await inParallel(this.#collector.namespaces(), namespacesAtATime, async namespace => {
      const page = await this.#access.transport.request<unknown>({
        ...{ method: "GET", path: resourcePath({ ...pods, namespace }), isPage: true },
        query: { limit: mostPods },
      });
      if (!page.ok) this.#miss(pods, page.error);
      const items = page.ok ? fieldsOf(page.value)["items"] : [];
      for (const item of Array.isArray(items) ? items : []) {
        this.#collector.add({ apiVersion: "v1", kind: pods.kind, ...(item as Fields) });
      }
    });
  }

  async #lookForCustomTargets(): Promise<void> {
    const discovery = new Discovery(this.#access.transport, systemClock);
    const custom = new Map(
      this.#collector
        .targets()
        .filter(({ target }) => !isBuiltIn(target))
        .map(({ namespace, target }) => [keyOf({ ...target, namespace }), { namespace, target }]),
    );
    await inParallel(
      [...custom].slice(0, mostCustomTargets),
      namespacesAtATime,
      async ([key, { namespace, target }]) => {
        const { apiVersion, kind, name } = target;
        const served = await discovery.resolve(apiVersion, kind, namespace);
        const path = served.ok ? resourcePath({ ...served.value, namespace, name }) : null;
        const found =
          path === null ? served : await this.#access.transport.request({ method: "GET", path });
        if (found.ok || found.error.code === "NotFound") this.#customTargets.set(key, found.ok);
        else this.#miss(served.ok ? served.value : { plural: kind, group: "" }, found.error, "get");
      },
    );
  }

  #miss({ plural, group }: Pick<Resource, "plural" | "group">, failure: KubeError, verb = "list") {
    const resource = group === "" ? plural : `${plural}.${group}`;
    if (this.#unread.some(each => each.resource === resource)) return;
    const where = this.#access.namespaces.length === 0 ? " in all namespaces" : "";
    const reasons: Partial<Record<KubeError["code"], string>> = {
      Forbidden: `the right to ${verb} ${resource}${where} is missing`,
      NotFound: `the API server has no ${resource}`,
    };
    const reason = reasons[failure.code] ?? cleanText(describeProblem(failure));
    this.#unread.push({ cluster: this.#cluster, resource, reason });
  }

  finish(): Inventory {
    const exists: TargetExists = (namespace, target) => {
      if (this.#collector.has(namespace, target)) return true;
      if (isBuiltIn(target) && this.#complete.has(target.kind)) return false;
      return this.#customTargets.get(keyOf({ ...target, namespace })) ?? null;
    };
    // Lists end in any order.
    const unread = this.#unread.toSorted((a, b) => (a.resource < b.resource ? -1 : 1));
    return this.#collector.finish(exists, unread);
  }
}
