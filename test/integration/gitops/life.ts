import { expect } from "vitest";

import type { ApiObject } from "../../../hack/cluster/api.ts";
import { judge, type Verdicts } from "../../../hack/cluster/gitops/verdicts.ts";
import { eventually } from "../eventually.ts";
import type { Sandbox } from "../cluster/sandbox.ts";
import { wanted, type Recorded, type Step } from "./steps.ts";

/** One object, judged at each step of its life. */
export class Life {
  readonly #sandbox: Sandbox;
  readonly #collection: string;
  readonly seen: Recorded[] = [];

  constructor(sandbox: Sandbox, collection: string) {
    this.#sandbox = sandbox;
    this.#collection = collection;
  }

  /** An API server response that no operator has processed before. */
  async is(step: Step, object: ApiObject): Promise<void> {
    expect(await verdictsOn(object), step).toEqual(wanted(step));
    this.#keep(step, object);
  }

  async becomes(step: Step, name = "web"): Promise<ApiObject> {
    return await eventually(async () => {
      const object = await this.#sandbox.get(this.#collection, name);
      await this.is(step, object);
      return object;
    });
  }

  async edit(spec: object, name = "web"): Promise<ApiObject> {
    return await this.#sandbox.patch(this.#collection, name, { spec });
  }

  /** A finalizer delays the deletion, so that the state can be judged. */
  async beginDeletion(): Promise<ApiObject> {
    await this.#finalizers(["trimtab.test/hold"]);
    return await this.#sandbox.delete(this.#collection, "web");
  }

  async endDeletion(): Promise<void> {
    await this.#finalizers([]);
  }

  async #finalizers(finalizers: readonly string[]): Promise<void> {
    await this.#sandbox.patch(this.#collection, "web", { metadata: { finalizers } });
  }

  #keep(step: Step, object: ApiObject): void {
    // They are half of the object, and nothing here reads them.
    const metadata = { ...object.metadata, managedFields: undefined };
    this.seen.push({ step, object: { ...object, metadata } });
  }
}

async function verdictsOn(object: ApiObject): Promise<Verdicts | undefined> {
  const [verdicts] = await judge([object]);
  return verdicts;
}
