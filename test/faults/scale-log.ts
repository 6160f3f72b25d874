import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { AuditEvent } from "../../hack/cluster/audit.ts";

/** A change of a count that the API server made. */
export interface ScaleWrite {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** What the operator took for now when it decided: so it had announced it. */
  readonly decided: number;
  /** When the API server had the request: it made the change between then and its answer. */
  readonly received: number;
  /** When the API server had answered. */
  readonly written: number;
}

/** A status as the API server has stored it. */
export interface StoredStatus {
  readonly name: string;
  readonly at: number;
  readonly status: AutoscalerStatus;
}

export interface ScaleLog {
  readonly writes: readonly ScaleWrite[];
  readonly statuses: readonly StoredStatus[];
  /** Writes without an answer, because the operator was gone: some were made, some were not. */
  readonly unanswered: number;
}

export const statusesIn = (patches: readonly AuditEvent[]): StoredStatus[] =>
  patches.flatMap(({ code, objectRef, responseObject, ...event }) => {
    if (objectRef?.subresource !== "status" || code !== 200) return [];
    const { status = {} } = responseObject as { readonly status?: AutoscalerStatus };
    return [{ name: objectRef.name ?? "", at: timeOf(event), status }];
  });

/** All that are different. */
export function decisionsIn(statuses: readonly StoredStatus[]) {
  const found = statuses.flatMap(({ name, status: { decision } }) =>
    decision ? [{ name, decision }] : [],
  );
  return [...new Map(found.map(each => [JSON.stringify(each), each])).values()];
}

/**
 * Who scaled what, and what was said about it. A target and its Autoscaler have the same name.
 *
 * @param counts of the targets now: what they were before is worked out, and has to lead here
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

/** One target's way, request by request. */
class Track {
  readonly writes: ScaleWrite[] = [];
  unanswered = 0;
  readonly #name: string;
  #count = 1;
  /** What was announced since the latest change, which one of them may have been. */
  #announced: Announced[] = [];
  /** Its writer died meanwhile: only the next count tells. */
  #doubtful: ScaleWrite | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  announce({ history }: AutoscalerStatus): void {
    if (history?.pending) this.#announced.push(history.pending);
  }

  /** A 200 proves the count that was tested, and every other answer but a refusal proves nothing. */
  scale(event: AuditEvent): void {
    if (event.code >= 400 && event.code < 500) return;
    const [, tested, swap] = event.requestObject as readonly { readonly value: number }[];
    const [from = NaN, to = NaN] = [tested?.value, swap?.value];
    this.expect(from);
    const announced = this.#announced.at(-1);
    if (announced?.from !== from || announced.to !== to) {
      throw new Error(`${this.#name}: no status announced the change from ${from} to ${to}`);
    }
    const decided = Date.parse(announced.time ?? "");
    const received = Date.parse(event.requestReceivedTimestamp);
    const write = { name: this.#name, from, to, decided, received, written: timeOf(event) };
    if (event.code === 200) this.#make(write);
    else {
      this.#doubtful = write;
      this.unanswered += 1;
    }
  }

  /** That it has this count now. */
  expect(count: number): void {
    if (this.#doubtful?.to === count) this.#make(this.#doubtful);
    this.#doubtful = null;
    if (this.#count !== count) this.#makeUntold(count);
    if (this.#count === count) return;
    throw new Error(`${this.#name}: ${this.#count} became ${count}, and the audit log has no why`);
  }

  /**
   * An API server that is killed between a change and its line in the log has announced it before,
   * and what was announced since then begins with the count that the change led to.
   */
  #makeUntold(count: number): void {
    const untold = this.#announced.findLast(({ from, to }) => from === this.#count && to === count);
    if (!untold) return;
    const decided = Date.parse(untold.time ?? "");
    this.unanswered += 1;
    const at = { decided, received: decided, written: decided };
    this.#make({ name: this.#name, from: this.#count, to: count, ...at });
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
