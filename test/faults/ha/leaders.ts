import type { AuditEvent } from "../../../hack/cluster/audit.ts";

/** From one moment on a replica leads; empty: nobody does. */
export interface Reign {
  readonly since: number;
  readonly leader: string;
}

const timeOf = ({ stageTimestamp }: AuditEvent): number => Date.parse(stageTimestamp);

/** `trimtab/0.1.0 (a)` is replica a. */
const replicaOf = ({ userAgent }: AuditEvent): string => /\((.+)\)$/.exec(userAgent)?.[1] ?? "";

interface LeaseBody {
  readonly spec?: { readonly holderIdentity?: string };
}

/** Who led when, by what the API server was told and accepted, oldest first. */
export function reignsIn(events: readonly AuditEvent[]): Reign[] {
  const reigns: Reign[] = [];
  for (const event of events) {
    const isLease = event.objectRef?.resource === "leases";
    if (!isLease || !["create", "update"].includes(event.verb) || event.code >= 300) continue;
    if (event.code === 0) continue;
    const leader = (event.requestObject as LeaseBody).spec?.holderIdentity ?? "";
    if (reigns.at(-1)?.leader !== leader) reigns.push({ since: timeOf(event), leader });
  }
  return reigns;
}

/** A request to change a count that came when another replica led already. */
export interface LateWrite {
  readonly replica: string;
  readonly target: string;
  readonly code: number;
  /** Which reign had begun. */
  readonly reign: number;
}

const isWrite = ({ verb, objectRef }: AuditEvent): boolean =>
  verb === "patch" && ["scale", "status"].includes(objectRef?.subresource ?? "");

/** The writes of whoever did not lead when they arrived, by the API server's clock. */
export function lateWritesIn(events: readonly AuditEvent[], reigns: readonly Reign[]): LateWrite[] {
  return events.filter(isWrite).flatMap(event => {
    const arrived = Date.parse(event.requestReceivedTimestamp);
    const reign = reigns.findLastIndex(({ since }) => since <= arrived);
    const replica = replicaOf(event);
    if (reigns[reign]?.leader === replica) return [];
    const { resource = "", subresource = "", namespace = "", name = "" } = event.objectRef ?? {};
    const target = `${resource}/${subresource} ${namespace}/${name}`;
    return [{ replica, target, code: event.code, reign }];
  });
}

/** Targets that one replica wrote to more than once after another one had begun to lead. */
export function repeated(writes: readonly LateWrite[]): string[] {
  const seen = new Set<string>();
  return writes.flatMap(({ replica, target, reign }) => {
    const id = `${replica} wrote ${target} in reign ${reign}`;
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [id];
  });
}
