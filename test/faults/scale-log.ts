import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { AuditEvent } from "../../hack/cluster/audit.ts";

/** A change of a count by the API server. */
export interface ScaleWrite {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The operator's time of the decision, which it announced. */
  readonly decided: number;
  /** When the API server received the request: the change happened between then and its response. */
  readonly received: number;
  /** When the API server responded. */
  readonly written: number;
}

/** A status as stored by the API server. */
export interface StoredStatus {
  readonly name: string;
  readonly at: number;
  readonly status: AutoscalerStatus;
}

export interface ScaleLog {
  readonly writes: readonly ScaleWrite[];
  readonly statuses: readonly StoredStatus[];
  /** Writes without a response, because the operator was gone: some took effect, some did not. */
  readonly unanswered: number;
}

export const statusesIn = (patches: readonly AuditEvent[]): StoredStatus[] =>
  patches.flatMap(({ code, objectRef, responseObject, ...event }) => {
    if (objectRef?.subresource !== "status" || code !== 200) return [];
    const { status = {} } = responseObject as { readonly status?: AutoscalerStatus };
    return [{ name: objectRef.name ?? "", at: timeOf(event), status }];
  });

/** All distinct decisions. */
export function decisionsIn(statuses: readonly StoredStatus[]) {
  const found = statuses.flatMap(({ name, status: { decision } }) =>
    decision ? [{ name, decision }] : [],
  );
  return [...new Map(found.map(each => [JSON.stringify(each), each])).values()];
}

/**
 * Who scaled what, with the announcements. A target and its Autoscaler have the same name.
 *
 * @param counts the current counts of the targets: the reconstructed history must lead to them
 */
export function scaleLog(
  patches: readonly AuditEvent[],
  counts: ReadonlyMap<string, number>,
): ScaleLog {
  const tracks = new Map([...counts.keys()].map(name => [name, new Track(name)]));
  for (const patch of patches) {
    const { name = "", subresource } = patch.objectRef ?? {};
    const track = tracks.get(name);
    if (subresource === "scale") track?.scale(patch);
    for (const { status } of statusesIn([patch])) track?.announce(status);
  }
  for (const [name, count] of counts) tracks.get(name)?.expect(count);
  const all = [...tracks.values()];
  return {
    writes: all.flatMap(({ writes }) => writes),
    statuses: statusesIn(patches),
    unanswered: all.reduce((sum, { unanswered }) => sum + unanswered, 0),
  };
}

/** The history of one target, request by request. */
class Track {
  readonly writes: ScaleWrite[] = [];
  unanswered = 0;
  readonly #name: string;
  #count = 1;
  /** The announcements since the latest change, one of which may have been that change. */
  #announced: Announced[] = [];
  /** The changes in its histories, by the time of the decision. */
  readonly #recorded = new Map<string, number>();
  /** Its writer died meanwhile: only the next count shows whether it took effect. */
  #doubtful: ScaleWrite | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  announce({ history }: AutoscalerStatus): void {
    if (history?.pending) this.#announced.push(history.pending);
    for (const { time, change, span } of history?.scaleEvents ?? []) {
      if (!span) this.#recorded.set(time, change);
    }
  }

  /** A 200 proves the tested count, a refusal that nothing changed, and any other response nothing. */
  scale(event: AuditEvent): void {
    if (event.code >= 400 && event.code < 500) return;
    const [, tested, swap] = event.requestObject as readonly { readonly value: number }[];
    const [from = NaN, to = NaN] = [tested?.value, swap?.value];
    this.expect(from);
    const announced = this.#announced.at(-1);
    if (announced?.from !== from || announced.to !== to) {
      throw new Error(`${this.#name}: no status announced the change from ${from} to ${to}`);
    }
    const decided = Date.parse(announced.time);
    const received = Date.parse(event.requestReceivedTimestamp);
    const write = { name: this.#name, from, to, decided, received, written: timeOf(event) };
    if (event.code === 200) this.#make(write);
    else {
      this.#doubtful = write;
      this.unanswered += 1;
    }
  }

  /** Asserts that it has this count now. */
  expect(count: number): void {
    if (this.#doubtful?.to === count) this.#make(this.#doubtful);
    this.#doubtful = null;
    if (this.#count !== count) this.#makeUntold(count);
    if (this.#count === count) return;
    throw new Error(`${this.#name}: ${this.#count} became ${count}, and the audit log has no why`);
  }

  /**
   * An API server that is killed between a change and its audit log line has stored the announcement before,
   * and the announcements since then begin with the count after the change. It responds before it logs, so the line of
   * the announcement may also be missing: the histories since then contain the change.
   */
  #makeUntold(count: number): void {
    const untold = this.#announced.findLast(({ from, to }) => from === this.#count && to === count);
    const time = untold?.time ?? this.#timeOf(count - this.#count);
    if (time === undefined) return;
    const decided = Date.parse(time);
    this.unanswered += 1;
    const at = { decided, received: decided, written: decided };
    this.#make({ name: this.#name, from: this.#count, to: count, ...at });
  }

  /** The time of such a change in the histories that is not known as a write. */
  #timeOf(change: number): string | undefined {
    const known = new Set(this.writes.map(({ decided }) => decided));
    return [...this.#recorded].findLast(
      ([time, recorded]) => recorded === change && !known.has(Date.parse(time)),
    )?.[0];
  }

  #make(write: ScaleWrite): void {
    this.writes.push(write);
    this.#count = write.to;
    const last = this.#announced.findLastIndex(
      ({ from, to, time = "" }) =>
        from === write.from && to === write.to && Date.parse(time) === write.decided,
    );
    this.#announced = this.#announced.slice(last + 1);
  }
}

type Announced = NonNullable<NonNullable<AutoscalerStatus["history"]>["pending"]>;

const timeOf = ({ stageTimestamp }: Pick<AuditEvent, "stageTimestamp">): number =>
  Date.parse(stageTimestamp);
