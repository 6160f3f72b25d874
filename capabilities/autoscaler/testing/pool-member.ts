import type { PoolMember } from "../../../controller/targets/selected-targets.ts";

/** A Deployment that a selector matches. */
export const poolMember = (name: string, replicas: number, selector = "app=web"): PoolMember => {
  const uid = `${name}-uid`;
  return {
    ...{ name, uid, replicas, createdAt: "2026-01-01T00:00:00Z", isOwned: false },
    ref: { apiVersion: "apps/v1", kind: "Deployment", name },
    state: { uid, resourceVersion: "1", replicas, statusReplicas: replicas, selector },
  };
};
