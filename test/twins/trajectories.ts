import { AppsV1Api, KubeConfig, makeInformer, type V1Deployment } from "@kubernetes/client-node";

export interface Change {
  /** Monotonic, in milliseconds. */
  readonly at: number;
  readonly replicas: number;
}

/** Every value of `spec.replicas` of a namespace's Deployments, from a watch. */
export class Trajectories {
  readonly #changes = new Map<string, Change[]>();
  readonly #informer;
  #isStopped = false;
  #failure: unknown = null;

  constructor(kubeconfig: string, namespace: string) {
    const config = new KubeConfig();
    config.loadFromFile(kubeconfig);
    const api = config.makeApiClient(AppsV1Api);
    this.#informer = makeInformer(config, `/apis/apps/v1/namespaces/${namespace}/deployments`, () =>
      api.listNamespacedDeployment({ namespace }),
    );
    const take = (deployment: V1Deployment): void => {
      this.#take(deployment);
    };
    this.#informer.on("add", take);
    this.#informer.on("update", take);
    this.#informer.on("error", (error: unknown) => {
      if (!this.#isStopped) this.#failure = error;
    });
  }

  /** Resolves when the existing Deployments have been read. */
  start(): Promise<void> {
    return this.#informer.start();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#informer.stop();
  }

  current(name: string): number {
    return this.#of(name).at(-1)?.replicas ?? NaN;
  }

  /** The time of the last change of any of them. */
  get changedAt(): number {
    return Math.max(...[...this.#changes.keys()].map(name => this.#of(name).at(-1)?.at ?? 0));
  }

  /** The value at that moment, and each later one. */
  since(name: string, moment: number): number[] {
    const changes = this.#of(name);
    const first = changes.findLastIndex(({ at }) => at <= moment);
    return changes.slice(Math.max(0, first)).map(({ replicas }) => replicas);
  }

  all(name: string): readonly Change[] {
    return this.#of(name);
  }

  #of(name: string): readonly Change[] {
    if (this.#failure)
      throw new Error("the watch of the Deployments broke", { cause: this.#failure });
    return this.#changes.get(name) ?? [];
  }

  #take({ metadata, spec }: V1Deployment): void {
    const name = metadata?.name ?? "";
    const changes = this.#changes.get(name) ?? [];
    this.#changes.set(name, changes);
    const replicas = spec?.replicas ?? 1;
    if (changes.at(-1)?.replicas !== replicas) changes.push({ at: performance.now(), replicas });
  }
}
