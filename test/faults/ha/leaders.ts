import type { AuditEvent } from "../../../hack/cluster/audit.ts";

/** The leader from a given time on; empty: none. */
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
  /** Empty: released. */
  readonly holder: string;
  readonly writer: string;
}

/** Oldest first. */
export const leaseWritesIn = (events: readonly AuditEvent[]): LeaseWrite[] =>
  events
    .filter(
      ({ objectRef, verb, code }) =>
        objectRef?.resource === "leases" &&
        // Not the Leases that keep other installations out.
        objectRef.name === "trimtab" &&
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

/** Which replica was the leader when, by the writes that the API server accepted, oldest first. */
export function reignsIn(events: readonly AuditEvent[]): Reign[] {
  const reigns: Reign[] = [];
  for (const { answered: since, holder: leader } of leaseWritesIn(events)) {
    if (reigns.at(-1)?.leader !== leader) reigns.push({ since, leader });
  }
  return reigns;
}

/** A change of the Lease's holder. */
export interface Handover {
  /** The leader's last write as the holder. */
  readonly held: LeaseWrite;
  /** Null: the Lease expired. */
  readonly released: LeaseWrite | null;
  readonly taken: LeaseWrite;
}

/** The first handover to another replica after that moment; null: the leader stayed. */
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

/** A request to change a count that arrived after another replica had become the leader. */
export interface LateWrite {
  readonly replica: string;
  readonly target: string;
  readonly code: number;
  /** The number of the reign at that time. */
  readonly reign: number;
}

const isWrite = ({ verb, objectRef }: AuditEvent): boolean =>
  verb === "patch" && ["scale", "status"].includes(objectRef?.subresource ?? "");

/** Writes of replicas that were not the leader when these arrived, by the API server's clock. */
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

/** Targets that one replica wrote to more than once after another one had become the leader. */
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
