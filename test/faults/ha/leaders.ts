import type { AuditEvent } from "../../../hack/cluster/audit.ts";

/** From one moment on a replica leads; empty: none does. */
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

/** A write of the Lease that the API server accepted. */
export interface LeaseWrite {
  readonly received: number;
  readonly answered: number;
  /** Empty: it was released. */
  readonly holder: string;
  readonly writer: string;
}

/** Oldest first. */
export const leaseWritesIn = (events: readonly AuditEvent[]): LeaseWrite[] =>
  events
    .filter(
      ({ objectRef, verb, code }) =>
        objectRef?.resource === "leases" &&
        ["create", "update"].includes(verb) &&
        code > 0 &&
        code < 300,
    )
    .map(event => ({
      received: Date.parse(event.requestReceivedTimestamp),
      answered: timeOf(event),
      holder: (event.requestObject as LeaseBody).spec?.holderIdentity ?? "",
      writer: replicaOf(event),
    }));

/** Which replica led when, by what the API server accepted, oldest first. */
export function reignsIn(events: readonly AuditEvent[]): Reign[] {
  const reigns: Reign[] = [];
  for (const { answered: since, holder: leader } of leaseWritesIn(events)) {
    if (reigns.at(-1)?.leader !== leader) reigns.push({ since, leader });
  }
  return reigns;
}

/** How the Lease went from a leader to the next one. */
export interface Handover {
  /** The last write by which the leader held it. */
  readonly held: LeaseWrite;
  /** Null: it ran out. */
  readonly released: LeaseWrite | null;
  readonly taken: LeaseWrite;
}

/** The first handover by which another replica led after that moment; null: the leader stayed. */
export function handoverAfter(
  writes: readonly LeaseWrite[],
  leader: string,
  moment: number,
): Handover | null {
  const index = writes.findIndex(
    ({ received, holder }) => received > moment && holder !== leader && holder !== "",
  );
  const taken = writes[index];
  const before = writes.slice(0, Math.max(0, index));
  const held = before.findLast(({ holder }) => holder === leader);
  if (!taken || !held) return null;
  const released = before.findLast(({ holder, writer }) => holder === "" && writer === leader);
  return { held, taken, released: released && released.received > held.received ? released : null };
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

/** The writes of replicas that did not lead when these arrived, by the API server's clock. */
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
