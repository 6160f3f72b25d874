// controller/leader/: the Lease, and who may write while it is held. A lost Lease ends with
// Controller.stopLeading, which waits for the running passes and forgets the states.
// process/ builds it; every writer asks the write fence.

import type { KubeAnswer, KubeError } from "../../kube/transport/errors.ts";
import {
  leasesPath,
  readLease,
  writeLease,
  type Lease,
  type LeaseRef,
} from "../../kube/api/lease.ts";
import { isOlder } from "../../kube/watch/object.ts";
import type { Reflector } from "../../kube/watch/reflector.ts";
import { durationOf } from "./lease-sightings.ts";
import { heldFrom, isHeld, renewsEvery, type WriteFence } from "./write-fence.ts";
import type { Clock } from "../../kube/clock.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { Reflectors } from "../../kube/watch/reflectors.ts";

/** Of the Lease duration. */
const retryShare = 1 / 15;
/** The largest int32. */
const mostTransitions = 2 ** 31 - 1;
/** Shutdown leaves little time. Without a release, other replicas only wait a little longer. */
const releaseMs = 1_500;

export interface ElectionPorts {
  readonly transport: Transport;
  readonly reflectors: Reflectors;
  readonly clock: Clock;
  readonly random: () => number;
  /** Until the signal is aborted, if that is earlier. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly lease: LeaseRef;
  /** How long other replicas wait before they replace a leader that stopped renewing. */
  readonly durationMs: number;
  /** Unique per replica. A process that restarts under the same identity keeps its Lease. */
  readonly identity: string;
  /** This replica leads. It may start to write, and must stop when `mayWrite` returns false. */
  readonly onStartedLeading: () => void;
  /** This replica no longer leads. It does not campaign again until this resolves. */
  readonly onStoppedLeading: (why: string) => Promise<void>;
  readonly onTrouble: (error: KubeError) => void;
}

/**
 * Elects one leader among several replicas (client-go: tools/leaderelection). The others watch the Lease and
 * send no requests. They follow at once when the leader releases the Lease, and after the Lease duration when
 * it stops renewing.
 *
 * The holder stops writing well before another replica may take over. Its time counts from when it sent the
 * request, by both the wall clock and the monotonic clock, because either may stop while a machine sleeps.
 */
export class LeaderElection implements WriteFence {
  readonly #ports: ElectionPorts;
  readonly #leases: Reflector<Lease, Lease>;
  /** Aborted when there is something to look at: it ends this sleep, or the next one. */
  #wake = new AbortController();
  /** The last known Lease and when it was seen, by the local clock: other clocks may be off. */
  #observed: { readonly lease: Lease; readonly at: number } | null = null;
  /** When the last successful write of the Lease was sent; null: this replica does not hold it. */
  #heldSince: ReturnType<typeof heldFrom> | null = null;
  #isStopping = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(ports: ElectionPorts) {
    this.#ports = ports;
    const { lease, reflectors } = ports;
    this.#leases = reflectors.open<Lease, Lease>({
      path: leasesPath(lease.namespace),
      selector: { fieldSelector: `metadata.name=${lease.name}` },
      trim: ({ metadata, spec }) => ({ metadata, ...(spec ? { spec } : {}) }),
      same: () => false,
      onChanges: changes => {
        for (const { current } of changes) this.#see(current ?? null);
        // Renewals by this replica arrive here, too.
        if (this.#heldSince === null || this.leader !== ports.identity) this.#wake.abort();
      },
    });
  }

  /** Whether this replica holds the Lease and renewed it recently enough by both clocks. */
  mayWrite(): boolean {
    const { clock, durationMs, identity } = this.#ports;
    return this.leader === identity && isHeld(this.#heldSince, clock, durationMs);
  }

  /** The leader, as far as this replica knows. */
  get leader(): string {
    return this.#observed?.lease.spec?.holderIdentity ?? "";
  }

  start(): void {
    this.#leases.start();
    this.#ended = this.#run();
  }

  /** Releases the Lease, so that another replica can take it at once. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake.abort();
    // If the API server never answered, there is nothing to release.
    if (this.#leases.synced) await this.#ended;
  }

  async #run(): Promise<void> {
    await this.#leases.whenSynced();
    while (this.#goesOn()) {
      if (!(await this.#campaign())) continue;
      this.#ports.onStartedLeading();
      const why = await this.#keepRenewing();
      if (!this.#goesOn()) await this.#release();
      this.#heldSince = null;
      if (this.#goesOn()) await this.#ports.onStoppedLeading(why);
    }
  }

  async #sleep(ms: number): Promise<void> {
    await this.#ports.sleep(ms, this.#wake.signal);
    this.#wake = new AbortController();
  }

  #goesOn(): boolean {
    return !this.#isStopping;
  }

  /** Tries once to take the Lease, as soon as it may be free. */
  async #campaign(): Promise<boolean> {
    const freeInMs = this.#freeInMs();
    if (freeInMs > 0) {
      await this.#sleep(freeInMs);
      return false;
    }
    // The watch may lag or be disconnected, so read the current Lease.
    const failed = await this.#read();
    if (failed) return this.#retryLater(failed);
    if (this.#freeInMs() > 0 || !this.#goesOn()) return false;
    const taken = await this.#write(this.#nextSpec());
    if (taken.ok) return true;
    return this.#retryLater(taken.error);
  }

  /** Renews the Lease for as long as possible. Returns why it ended. */
  async #keepRenewing(): Promise<string> {
    const { durationMs, identity } = this.#ports;
    let pause = durationMs * renewsEvery;
    for (;;) {
      await this.#sleep(pause);
      if (!this.#goesOn()) return "stopping";
      if (this.leader !== identity) return `${this.leader || "no replica"} holds the Lease`;
      const renewed = await this.#write(this.#nextSpec());
      pause = durationMs * (renewed.ok ? renewsEvery : retryShare);
      if (renewed.ok) continue;
      if (!this.mayWrite()) return `the Lease could not be renewed: ${renewed.error.message}`;
      if (!this.#goesOn()) return "stopping";
      this.#ports.onTrouble(renewed.error);
      // The renewal may have succeeded and its response been lost.
      await this.#read();
    }
  }

  /** Null: it is known whether the Lease exists and who holds it. */
  async #read(): Promise<KubeError | null> {
    const { transport, lease } = this.#ports;
    const current = await readLease(transport, lease, this.#deadlineMs);
    if (!current.ok && current.error.code !== "NotFound") return current.error;
    this.#see(current.ok ? current.value : null, current.ok);
    return null;
  }

  async #release(): Promise<void> {
    if (this.#heldSince === null || this.leader !== this.#ports.identity) return;
    const spec = { ...this.#nextSpec(), holderIdentity: "", leaseDurationSeconds: 1 };
    this.#heldSince = null;
    const released = await this.#send(spec, Math.min(releaseMs, this.#deadlineMs));
    if (!released.ok) this.#ports.onTrouble(released.error);
  }

  async #retryLater(error: KubeError): Promise<false> {
    // Another replica was faster; the watch is about to show it.
    if (error.code !== "Conflict" && error.code !== "AlreadyExists") this.#ports.onTrouble(error);
    const { durationMs, random } = this.#ports;
    await this.#sleep(durationMs * retryShare * (1 + random()));
    return false;
  }

  /** 0: the Lease can be taken. */
  #freeInMs(): number {
    if (this.#observed === null) return 0;
    const { clock, identity, durationMs } = this.#ports;
    const { spec } = this.#observed.lease;
    const { holderIdentity = "" } = spec ?? {};
    if (holderIdentity === "" || holderIdentity === identity) return 0;
    // The holder uses the duration it started with, not a value that was written to the Lease later.
    return Math.max(0, this.#observed.at + durationOf(spec, durationMs) - clock.monotonic());
  }

  /**
   * An unchanged Lease keeps the time when it was first seen. A watch event may be older than the known
   * Lease. A response to our own request is not, even if its version is smaller after a restore of the
   * cluster.
   */
  #see(lease: Lease | null, isAnswer = false): void {
    const known = this.#observed?.lease.metadata;
    if (lease && known) {
      const isNewVersion = lease.metadata.resourceVersion !== known.resourceVersion;
      if (!isNewVersion || (!isAnswer && isOlder(lease.metadata, known))) return;
    }
    this.#observed = lease && { lease, at: this.#ports.clock.monotonic() };
  }

  #nextSpec(): NonNullable<Lease["spec"]> {
    const { identity, clock, durationMs } = this.#ports;
    const { holderIdentity, acquireTime, leaseTransitions = 0 } = this.#observed?.lease.spec ?? {};
    const now = new Date(clock.now()).toISOString().replace("Z", "000Z");
    const isSame = holderIdentity === identity && acquireTime !== undefined;
    const isFirst = this.#observed === null;
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(durationMs / 1_000),
      acquireTime: isSame ? acquireTime : now,
      renewTime: now,
      leaseTransitions:
        isSame || isFirst ? leaseTransitions : (leaseTransitions + 1) % mostTransitions,
    };
  }

  async #write(spec: NonNullable<Lease["spec"]>): KubeAnswer<Lease> {
    const { clock } = this.#ports;
    const asked = heldFrom(clock);
    const written = await this.#send(spec);
    if (written.ok) this.#heldSince = asked;
    return written;
  }

  async #send(spec: NonNullable<Lease["spec"]>, deadlineMs = this.#deadlineMs): KubeAnswer<Lease> {
    const { transport, lease } = this.#ports;
    const metadata = this.#observed?.lease.metadata ?? null;
    const answer = await writeLease(transport, lease, { spec, metadata }, deadlineMs);
    if (answer.ok) this.#see(answer.value, true);
    return answer;
  }

  /** Short enough that a second request is possible after one that hangs. */
  get #deadlineMs(): number {
    return this.#ports.durationMs / 3;
  }
}
