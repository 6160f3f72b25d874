import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { Discovery } from "../../kube/api/discovery.ts";
import type { ScaleState } from "../../kube/api/scale.ts";
import type { ManualClock } from "../../kube/testing/manual-clock.ts";
import type { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { Reflectors } from "../../kube/watch/reflectors.ts";
import { type TargetObservation, TargetReader } from "../targets/target-reader.ts";
import type { World } from "./world.ts";

export const resource = {
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  namespaced: true,
  scalable: true,
};

/** Targets as shown by a cache that the test updates, or their live state. */
export class CachedTargets extends TargetReader {
  readonly #world: World;
  readonly cache = new Map<string, ScaleState>();
  readonly asked: string[] = [];
  fault: (name: string) => TargetObservation | null = () => null;

  constructor(world: World, transport: ScriptedTransport, clock: ManualClock) {
    const reflectors = new Reflectors({
      transport,
      clock,
      random: () => 0,
      sleep: () => Promise.resolve(),
      onHealth: () => undefined,
    });
    super({
      transport,
      discovery: new Discovery(transport, clock),
      reflectors,
      watched: [],
      onChange: () => undefined,
    });
    this.#world = world;
  }

  /** The watch delivers every target. */
  catchUp(): void {
    this.cache.clear();
    for (const name of this.#world.targets.keys()) {
      const state = this.#world.state(name);
      if (state) this.cache.set(name, state);
    }
  }

  override peek(_: string, { name }: ScaleTargetRef): Promise<ScaleState | null> {
    return Promise.resolve(this.cache.get(name) ?? null);
  }

  override observe(
    namespace: string,
    { name }: ScaleTargetRef,
    live: boolean,
  ): Promise<TargetObservation> {
    const fault = this.fault(name);
    if (fault) return Promise.resolve(fault);
    if (live) this.asked.push(name);
    const state = live ? this.#world.state(name) : this.cache.get(name);
    return Promise.resolve(
      state
        ? { kind: "found", target: { resource, namespace, name }, state, polled: false }
        : {
            kind: "problem",
            problem: { reason: "TargetNotFound", message: `no ${name}`, permanent: false },
            polled: false,
          },
    );
  }
}
