import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { resourcePath, type KubeObject } from "../../kube/watch/object.ts";
import type { Informer } from "../../kube/watch/object-cache.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";
import { discoveredKind, type DiscoveryPorts, type KindWatch } from "./discovered-kind.ts";
import type { ClaimIndex } from "./claim-index.ts";
import type { ClaimingKind, ClaimLister } from "./claim-lister.ts";

/** An HPA or a ScaledObject. */
interface RawWriter extends KubeObject {
  readonly spec?: { readonly scaleTargetRef?: Partial<ScaleTargetRef> };
}

interface Writer extends KubeObject {
  readonly ref: ScaleTargetRef;
}

interface WriterKind extends Pick<ClaimingKind, "kind" | "resource"> {
  /** Defaults for fields missing in its scaleTargetRef. */
  readonly defaults: { readonly apiVersion: string; readonly kind: string };
}

const hpa: WriterKind = {
  kind: "HorizontalPodAutoscaler",
  resource: { group: "autoscaling", version: "v2", plural: "horizontalpodautoscalers" },
  defaults: { apiVersion: "", kind: "" },
};
const scaledObject: WriterKind = {
  kind: "ScaledObject",
  resource: { group: "keda.sh", version: "v1alpha1", plural: "scaledobjects" },
  defaults: { apiVersion: "apps/v1", kind: "Deployment" },
};
const nothing = { current: undefined, previous: undefined };
const crds = { group: "apiextensions.k8s.io", version: "v1", plural: "customresourcedefinitions" };

interface ForeignPorts {
  readonly reflectors: Reflectors;
  readonly claims: ClaimIndex;
  readonly claimLister: ClaimLister;
  /** Null: the CRD of ScaledObjects may be watched. */
  readonly discovered?: DiscoveryPorts | null;
}

/**
 * Other autoscalers: HorizontalPodAutoscalers, and KEDA's ScaledObjects while their CRD exists. All of them
 * claim their targets and take precedence over our objects (I4).
 */
export class ForeignAutoscalers {
  readonly name = "horizontalpodautoscalers";
  readonly #ports: ForeignPorts;
  readonly #hpas: Informer<Writer>;
  readonly #keda: KindWatch;
  #scaledObjects: Informer<Writer> | null = null;

  constructor(ports: ForeignPorts) {
    this.#ports = ports;
    this.#hpas = this.#openWriters(hpa);
    const { kind, resource } = scaledObject;
    const { plural, group, version } = resource;
    const follow = this.#follow.bind(this);
    this.#keda = ports.discovered
      ? discoveredKind(ports.discovered, { apiVersion: `${group}/${version}`, kind }, follow)
      : ports.reflectors.open<KubeObject, KubeObject>({
          path: resourcePath(crds),
          selector: { fieldSelector: `metadata.name=${plural}.${group}` },
          trim: ({ metadata }) => ({ metadata }),
          same: (a, b) => a.metadata.uid === b.metadata.uid,
          onChanges: changes => {
            for (const { current } of changes) follow(current !== undefined);
          },
        });
  }

  /** Lists again, so that the claims do not depend on how late the watches are. Nothing waits for it. */
  refresh(): void {
    void this.#hpas.refresh();
    void this.#scaledObjects?.refresh();
  }

  get synced(): boolean {
    return this.#hpas.synced && this.#keda.synced;
  }

  start(): void {
    this.#hpas.start();
    this.#keda.start();
  }

  async whenSynced(): Promise<void> {
    // Do not wait for ScaledObjects: their API may be broken. Claims are read live before the first write.
    await Promise.all([this.#hpas.whenSynced(), this.#keda.whenSynced()]);
  }

  /** KEDA may be installed or removed while the operator runs. */
  #follow(isServed: boolean): void {
    const { reflectors, claims, claimLister } = this.#ports;
    if (isServed && !this.#scaledObjects) {
      this.#scaledObjects = this.#openWriters(scaledObject);
      this.#scaledObjects.start();
    } else if (!isServed && this.#scaledObjects) {
      const gone = this.#scaledObjects;
      this.#scaledObjects = null;
      reflectors.close(gone);
      claimLister.remove(scaledObject.kind);
      const removed = Array.from(gone.entries(), ([key]) => ({ ...nothing, key }));
      claims.update({ kind: scaledObject.kind, isForeign: true }, removed, targetOf);
    }
  }

  #openWriters({ kind, resource, defaults }: WriterKind): Informer<Writer> {
    const claimedBy = (object: KubeObject) => targetOf(trimWriter(object, defaults));
    const { reflectors, claims, claimLister } = this.#ports;
    const watch = reflectors.openNamespaced<RawWriter, Writer>({
      resource,
      trim: writer => trimWriter(writer, defaults),
      same: (a, b) =>
        a.metadata.uid === b.metadata.uid &&
        a.ref.apiVersion === b.ref.apiVersion &&
        a.ref.kind === b.ref.kind &&
        a.ref.name === b.ref.name,
      onChanges: changes => {
        claims.update({ kind, isForeign: true }, changes, targetOf);
      },
    });
    claimLister.add({ kind, resource, isForeign: true, claimedBy, watch });
    return watch;
  }
}

const targetOf = ({ ref }: Writer): readonly ScaleTargetRef[] => [ref];

function trimWriter({ metadata, spec }: RawWriter, defaults: WriterKind["defaults"]): Writer {
  const { name, namespace = "", uid, resourceVersion, creationTimestamp = "" } = metadata;
  const { scaleTargetRef: ref = {} } = spec ?? {};
  return {
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    ref: {
      apiVersion: ref.apiVersion ?? defaults.apiVersion,
      kind: ref.kind ?? defaults.kind,
      name: ref.name ?? "",
    },
  };
}
