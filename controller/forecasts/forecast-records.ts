// controller/forecasts/: the forecasts of all objects, and the records from which a restart continues.

import type { StoredForecast } from "../../engine/forecast/forecaster.ts";
import { FIELD_MANAGER } from "../../engine/model/observation/observation.ts";
import { ok, type Result } from "../../engine/model/values/result.ts";
import type { KubeAnswer } from "../../kube/transport/errors.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { listAll, metadataAs } from "../../kube/watch/list.ts";
import { type KubeObject, objectKey, resourcePath, splitKey } from "../../kube/watch/object.ts";
import { parseForecast, serializeForecast } from "./forecast-state.ts";

/** The object that owns a record, which has the same name. */
export interface RecordOwner {
  readonly key: string;
  readonly uid: string;
}

export interface FoundRecord {
  readonly key: string;
  /** Of its owner: an object that was created again learns again. */
  readonly uid: string | undefined;
  /** Errors: a sentence, if nothing of it can be used. */
  readonly stored: Result<StoredForecast, string>;
}

interface Ports {
  readonly transport: Transport;
  /** null: all. */
  readonly namespaces: readonly string[] | null;
  readonly mayWrite: (key: string) => boolean;
}

const records = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  plural: "forecastrecords",
};
const apiVersion = `${records.group}/${records.version}`;

/** Reads and writes ForecastRecords. Nothing watches them: only the leader changes them. */
export class ForecastRecords {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Those with a list of their own; "": one list has all. */
  get namespaces(): readonly string[] {
    return this.#ports.namespaces ?? [""];
  }

  /** Lists those of a namespace, page by page. */
  async load(namespace: string, signal: AbortSignal): KubeAnswer<readonly FoundRecord[]> {
    const path = resourcePath({ ...records, ...(namespace && { namespace }) });
    const found: FoundRecord[] = [];
    const onItem = (item: KubeObject): void => void found.push(foundIn(item));
    const listed = await listAll(this.#ports.transport, { path }, onItem, signal);
    return listed.ok ? ok(found) : listed;
  }

  /** Creates or replaces the record of an object, which goes with its owner. */
  save({ key, uid }: RecordOwner, stored: StoredForecast): KubeAnswer<KubeObject> {
    const { namespace, name } = splitKey(key);
    const owner = { apiVersion, kind: "Autoscaler", name, uid, controller: true };
    return this.#ports.transport.request<KubeObject>({
      method: "PATCH",
      path: resourcePath({ ...records, namespace, name }),
      query: { fieldManager: FIELD_MANAGER, force: true },
      contentType: "application/apply-patch+yaml",
      accept: metadataAs("PartialObjectMetadata"),
      body: {
        ...{ apiVersion, kind: "ForecastRecord" },
        metadata: { namespace, name, ownerReferences: [owner] },
        state: serializeForecast(stored),
      },
      mayWrite: () => this.#ports.mayWrite(key),
    });
  }
}

function foundIn({ metadata, state }: KubeObject & { readonly state?: unknown }): FoundRecord {
  const uid = metadata.ownerReferences?.find(({ controller }) => controller)?.uid;
  return { key: objectKey(metadata), uid, stored: parseForecast(state) };
}
