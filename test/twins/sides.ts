import type { AutoscalerSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { mustRequest, type ApiObject, type ApiTarget } from "../../hack/cluster/api.ts";

/** The two Deployments of a twin, named after their autoscalers. */
export const sides = ["hpa", "trimtab"] as const;

export type Side = (typeof sides)[number];

export const sideNames: Readonly<Record<Side, string>> = { hpa: "HPA", trimtab: "Trimtab" };

/** The spec of both autoscalers of a twin. */
export type TwinSpec = Omit<AutoscalerSpec, "algorithm">;

interface Scaler {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  /** Fields that an HPA does not have: its sync period is that of the controller. */
  readonly own: (periodSeconds: number) => object;
}

const scalers: Readonly<Record<Side, Scaler>> = {
  hpa: {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    plural: "horizontalpodautoscalers",
    own: () => ({}),
  },
  trimtab: {
    apiVersion: "autoscaling.trimtab.dev/v1alpha1",
    kind: "Autoscaler",
    plural: "autoscalers",
    own: syncPeriodSeconds => ({ algorithm: "HPA-1.36", syncPeriodSeconds }),
  },
};

const pathOf = (side: Side, namespace: string): string =>
  `/apis/${scalers[side].apiVersion}/namespaces/${namespace}/${scalers[side].plural}`;

/** The autoscaler of the side's Deployment, of the same name. */
export function createSideScaler(
  cluster: ApiTarget,
  namespace: string,
  ...[side, spec, periodSeconds]: [side: Side, spec: TwinSpec, periodSeconds: number]
): Promise<ApiObject> {
  const { apiVersion, kind, own } = scalers[side];
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: side };
  return mustRequest(cluster, "POST", pathOf(side, namespace), {
    ...{ apiVersion, kind },
    metadata: { name: side },
    spec: { scaleTargetRef, ...spec, ...own(periodSeconds) },
  });
}

/** The reasons in the conditions of the side's autoscaler. */
export async function reasonsOf(
  cluster: ApiTarget,
  namespace: string,
  side: Side,
): Promise<string[]> {
  const { status } = await mustRequest(cluster, "GET", `${pathOf(side, namespace)}/${side}`);
  const { conditions = [] } = (status ?? {}) as { conditions?: readonly { reason?: string }[] };
  return conditions.map(({ reason = "" }) => reason);
}
