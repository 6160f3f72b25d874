import { isSameJson } from "../../engine/model/values/json-values.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import { statusEventsOf, type StatusEvent } from "../../engine/status/status-events.ts";
import type { StatusView } from "../../engine/status/status-view.ts";
import { assessWrite, canWait, type WriteAssessment } from "../../engine/status/write-priority.ts";
import {
  formatKubeError,
  isRefusal,
  type KubeAnswer,
  type KubeError,
} from "../../kube/transport/errors.ts";
import { writeStatus } from "../../kube/api/status.ts";
import { isOlder, resourcePath } from "../../kube/watch/object.ts";
import type { Clock } from "../../kube/clock.ts";
import type { EventRecorder } from "../../kube/api/events.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { WriteFence } from "../leader/write-fence.ts";
import type { PassReport, Resource, ScalingObject, ObservedSpec, StatusOf } from "../resource.ts";
import type { ObjectState } from "./object-state.ts";
import { afterWrite, recall, writeInMs, type RepeatedPass } from "./status-rate-limit.ts";
import { toReport, type Pass } from "./target-work.ts";

export interface StatusPorts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly writeFence: WriteFence;
  readonly events: EventRecorder;
  /** Whether many other objects wait, so that it matters what is written first. */
  readonly isCrowded: () => boolean;
}

/** Worth of a change that is about to be made, and of a status that another client has overwritten. */
const fact: WriteAssessment = { priority: "Fact", valuesMoved: false };

const fencedMs = 1_000;
/** The longest that results of changes, and decreases, let increases go first. The default period. */
const longestWaitMs = 15_000;
/** One or two refusals may be a race with an edit, or a cache that lags for some seconds. */
const refusalsWorthTelling = 6;

/** Writes the results of passes to the objects' statuses, and sends events for what is new. */
export class StatusWriter<Object extends ScalingObject, Observed extends ObservedSpec> {
  readonly #resource: Resource<Object, Observed>;
  readonly #ports: StatusPorts;

  constructor(resource: Resource<Object, Observed>, ports: StatusPorts) {
    this.#resource = resource;
    this.#ports = ports;
  }

  /** Before a change, and only for the spec that was decided on. Null: the status is written. */
  ahead(pass: Pass<Object, Observed>): Promise<KubeError | null> {
    return this.#save(pass, this.#toStatus(pass), fact);
  }

  /**
   * How long changes that add replicas go before what this pass has to write, in milliseconds, `due` at the latest;
   * null: they do not, because few objects wait, it has waited long enough, or a restart would decide differently.
   */
  waitOf(pass: Pass<Object, Observed>, status?: StatusOf<Object>): number | null {
    const { state } = pass;
    const now = this.#ports.clock.monotonic();
    const until = state.waitsUntil ?? now + longestWaitMs;
    if (!state.status || !this.#ports.isCrowded() || now >= until) return null;
    const next = this.#viewOf(pass, status ?? this.#toStatus(pass));
    if (!canWait(this.#viewOf(pass, state.status), next)) return null;
    state.waitsUntil = until;
    return Math.min(until - now, (pass.observed.due ?? Infinity) - this.#ports.clock.now());
  }

  /**
   * At the end of a pass, if the status is worth a write. The value is the time in milliseconds until it will
   * be, if nothing else happens; null: never.
   */
  async final(pass: Pass<Object, Observed>): KubeAnswer<number | null> {
    const { clock, writeFence } = this.#ports;
    const { state, observed } = pass;
    const waitFor = (worth: WriteAssessment): number | null =>
      writeInMs(worth, state.budget, clock.monotonic(), observed.periodMs);
    const isForeign = isOverwritten(pass);
    const repeated = isForeign ? null : this.#repetitionOf(pass);
    const known = repeated && recall(state.assessed, repeated);
    const knownWait = known ? waitFor(known) : 0;
    if (knownWait !== 0) return ok(knownWait);
    const status = this.#toStatus(pass);
    const before = state.status && this.#viewOf(pass, state.status);
    const assessment = isForeign ? fact : assessWrite(before, this.#viewOf(pass, status));
    state.assessed = repeated && { ...repeated, priority: assessment.priority };
    const writeIn = waitFor(assessment);
    if (writeIn !== 0) state.latest = state.status;
    // A leader that could not renew its Lease in time may be able to a moment later.
    const laterMs = writeIn !== 0 || writeFence.mayWrite(pass.key) ? writeIn : fencedMs;
    if (laterMs === 0) return this.#tell(pass, status, assessment);
    state.waitsUntil = null;
    return ok(laterMs);
  }

  /** The next pass finds the same problems again, but does not know what this one wrote. */
  #keepEvents(pass: Pass<Object, Observed>, status: StatusOf<Object>): void {
    const view = this.#viewOf(pass, status);
    pass.state.unsentEvents.push(...statusEventsOf(view, view, pass.work.map(toReport)));
  }

  async #tell(pass: Pass<Object, Observed>, status: StatusOf<Object>, assessment: WriteAssessment) {
    const { object, state, work } = pass;
    const waitMs = assessment === fact ? null : this.waitOf(pass, status);
    if (waitMs !== null) {
      state.latest = status;
      this.#keepEvents(pass, status);
      return ok(waitMs);
    }
    const failed = await this.#save(pass, status, assessment);
    if (failed) return err(failed);
    const reported = state.lastReportedStatus && this.#viewOf(pass, state.lastReportedStatus);
    const events = statusEventsOf(reported, this.#viewOf(pass, status), work.map(toReport));
    for (const event of events) this.#record(object, event);
    state.lastReportedStatus = status;
    return ok(null);
  }

  #viewOf({ object }: Pass<Object, Observed>, status: StatusOf<Object>): StatusView {
    return this.#resource.view(status, object);
  }

  #toStatus(pass: Pass<Object, Observed>): StatusOf<Object> {
    return this.#resource.toStatus(pass.observed, this.#reportOf(pass), pass.state.latest);
  }

  #reportOf({ object, work }: Pass<Object, Observed>): PassReport<Object> {
    return { object, now: this.#ports.clock.now(), targets: work.map(toReport) };
  }

  /** Null: a status has to be made to see what it is worth. */
  #repetitionOf(pass: Pass<Object, Observed>): RepeatedPass | null {
    const { observed, state, work } = pass;
    const [only, ...others] = work;
    if (!state.status || state.waitsUntil !== null || !only || others.length > 0) return null;
    const repetition =
      this.#resource.repetitionOf?.(observed, this.#reportOf(pass), state.status) ?? null;
    return repetition && { ...repetition, saved: state.status, memory: only.state.memory };
  }

  /** If the status cannot be written, sends an event: once, until a write succeeds. */
  #countRefusal({ object, state }: Pass<Object, Observed>, error: KubeError): void {
    if (!isRefusal(error)) return;
    state.refusals += 1;
    if (state.refusals !== refusalsWorthTelling) return;
    const message = formatKubeError(error);
    this.#record(object, { type: "Warning", reason: "FailedUpdateStatus", message });
  }

  #record({ metadata }: Object, event: StatusEvent): void {
    const { name, uid, namespace = "" } = metadata;
    const { group, version, kind } = this.#resource.own;
    const apiVersion = `${group}/${version}`;
    this.#ports.events.record({ apiVersion, kind, namespace, name, uid }, event);
  }

  async #save(pass: Pass<Object, Observed>, status: StatusOf<Object>, assessment: WriteAssessment) {
    const { transport, clock, writeFence } = this.#ports;
    const { object, state, observed } = pass;
    const { uid } = object.metadata;
    const mayWrite = () => writeFence.mayWrite(pass.key);
    const expected = { uid, resourceVersion: newestVersion(object, state), mayWrite };
    const { namespace = "", name } = object.metadata;
    const path = resourcePath({ ...this.#resource.own, namespace, name, subresource: "status" });
    const saved = await writeStatus(transport, path, status, expected);
    if (!saved.ok) {
      // After a restore of the cluster, versions start again, and the remembered one would stay the newest.
      if (saved.error.code === "Invalid") state.version = null;
      this.#countRefusal(pass, saved.error);
      this.#keepEvents(pass, status);
      return saved.error;
    }
    state.refusals = 0;
    state.status = state.latest = status;
    state.waitsUntil = null;
    for (const event of state.unsentEvents.splice(0)) this.#record(object, event);
    state.version = saved.value.metadata.resourceVersion;
    state.budget = afterWrite(assessment, state.budget, clock.monotonic(), observed.periodMs);
    return null;
  }
}

/** Whether another client has written the status since our last write. */
function isOverwritten({ object, state }: Pass): boolean {
  const { metadata, status } = object;
  const { version } = state;
  if (version === null || isOlder(metadata, { resourceVersion: version })) return false;
  if (!isSameJson(status, state.status)) return metadata.resourceVersion !== version;
  state.version = metadata.resourceVersion;
  keepOnce(state, status);
  return false;
}

/** The cache has a copy of the written status as soon as the watch returns it: keep only that one. */
function keepOnce(state: ObjectState<unknown>, cached: unknown): void {
  if (state.lastReportedStatus === state.status) state.lastReportedStatus = cached;
  if (state.latest === state.status) state.latest = cached;
  state.status = cached;
}

/** The version that was decided on, or that of our own last write if the cache does not show it yet. */
function newestVersion({ metadata }: ScalingObject, { version }: ObjectState<unknown>): string {
  if (version === null) return metadata.resourceVersion;
  return isOlder(metadata, { resourceVersion: version }) ? version : metadata.resourceVersion;
}
