import type { EpochMs, Result } from "../engine/result.ts";
import type { Clock } from "../kube/clock.ts";
import type { KubeError } from "../kube/errors.ts";
import { leasesPath, readLease, writeLease, type Lease, type LeaseRef } from "../kube/lease.ts";
import { isOlder } from "../kube/object.ts";
import type { Reflector } from "../kube/reflector.ts";
import type { Reflectors } from "../kube/reflectors.ts";
import type { Transport } from "../kube/transport.ts";
import type { Ownership } from "./ownership.ts";
import { Sleeper } from "./sleeper.ts";

export interface ElectionPorts {
  readonly transport: Transport;
  readonly reflectors: Reflectors;
  readonly clock: Clock;
  readonly random: () => number;
  readonly lease: LeaseRef;
  /** How long others wait for a leader that is silent. */
  readonly durationMs: number;
  /** Nobody else has this name; a process that comes after another one of its name is that one. */
  readonly identity: string;
  /** Leads from now on; it may take what it needs, and must stop where `mayWrite` says no. */
  readonly onWon: () => void;
  /** Leads no more. Nobody here runs again before this has ended. */
  readonly onLost: (why: string) => Promise<void>;
  readonly onTrouble: (error: KubeError) => void;
}

/** What was last seen of the Lease, and when: by our clock, because another's may be off. */
interface Seen {
  readonly lease: Lease;
  readonly at: number;
}

/** Of a Lease's duration: how long its holder writes, and how often it says that it is there. */
const writesFor = 2 / 3;
const renewsEvery = 1 / 4;
const retryShare = 1 / 15;
/** As long as any installation can have it; a longer one is somebody's mistake. */
const longestDurationMs = 3_600_000;
/** An int32. */
const mostTransitions = 2 ** 31 - 1;
/** Whoever ends has little time left, and without this the others only wait a little longer. */
const releaseMs = 1_500;

/**
 * One leader among several replicas (client-go: tools/leaderelection). The others watch the Lease
 * and ask for nothing; who lets go of it is followed at once, who falls silent after its duration.
 *
 * The holder stops writing well before others may begin: its time counts from the moment at which
 * it asked for it, by both clocks, because either may stand still while a machine sleeps.
 */
export class LeaderElection implements Ownership {
  readonly #ports: ElectionPorts;
  readonly #leases: Reflector<Lease, Lease>;
  readonly #sleeper = new Sleeper();
  #seen: Seen | null = null;
  /** When what is held now was asked for; null: nothing is. */
  #heldSince: { readonly monotonic: number; readonly wall: EpochMs } | null = null;
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
        // Its own renewals come by here, too.
        if (this.#heldSince === null || this.leader !== ports.identity) this.#sleeper.wake();
      },
    });
  }

  /** Whether the Lease is held, and was asked for recently enough by both clocks. */
  mayWrite(): boolean {
    const { clock, durationMs, identity } = this.#ports;
    if (this.#heldSince === null || this.leader !== identity) return false;
    const { monotonic, wall } = this.#heldSince;
    const longest = durationMs * writesFor;
    return clock.monotonic() - monotonic < longest && clock.now() - wall < longest;
  }

  /** Who leads, as far as is known here. */
  get leader(): string {
    return this.#seen?.lease.spec?.holderIdentity ?? "";
  }

  start(): void {
    this.#leases.start();
    this.#ended = this.#run();
  }

  /** Lets go of the Lease, for the next one to take it at once. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#sleeper.wake();
    // Where the API server has never answered there is nothing to let go of.
    if (this.#leases.synced) await this.#ended;
  }

  async #run(): Promise<void> {
    await this.#leases.whenSynced();
    while (this.#goesOn()) {
      if (!(await this.#campaign())) continue;
      this.#ports.onWon();
      const why = await this.#keep();
      if (!this.#goesOn()) await this.#release();
      this.#heldSince = null;
      if (this.#goesOn()) await this.#ports.onLost(why);
    }
  }

  #goesOn(): boolean {
    return !this.#isStopping;
  }

  /** One try, as soon as there is reason to hope. */
  async #campaign(): Promise<boolean> {
    const freeInMs = this.#freeInMs();
    if (freeInMs > 0) {
      await this.#sleeper.sleep(freeInMs);
      return false;
    }
    // The watch may be behind, or cut off: what counts is what is there now.
    const { transport, lease } = this.#ports;
    const current = await readLease(transport, lease, this.#deadlineMs);
    if (current.ok) this.#see(current.value, true);
    else if (current.error.code === "NotFound") this.#see(null);
    else return this.#later(current.error);
    if (this.#freeInMs() > 0 || !this.#goesOn()) return false;
    const taken = await this.#write(this.#nextSpec());
    if (taken.ok) return true;
    return this.#later(taken.error);
  }

  /** Holds on to the Lease for as long as that can be done. The value says why it ended. */
  async #keep(): Promise<string> {
    const { durationMs } = this.#ports;
    let pause = durationMs * renewsEvery;
    while (this.#goesOn()) {
      await this.#sleeper.sleep(pause);
      if (!this.#goesOn()) return "stopping";
      if (this.leader !== this.#ports.identity) return `${this.leader || "nobody"} holds the Lease`;
      const renewed = await this.#write(this.#nextSpec());
      if (renewed.ok) {
        pause = durationMs * renewsEvery;
        continue;
      }
      if (!this.mayWrite()) return `the Lease could not be renewed: ${renewed.error.message}`;
      if (!this.#goesOn()) return "stopping";
      await this.#look(renewed.error);
      pause = durationMs * retryShare;
    }
    return "stopping";
  }

  /** After a failed renewal: an answer that was lost may have been a yes. */
  async #look(error: KubeError): Promise<void> {
    this.#ports.onTrouble(error);
    const { transport, lease } = this.#ports;
    const current = await readLease(transport, lease, this.#deadlineMs);
    if (current.ok) this.#see(current.value, true);
    else if (current.error.code === "NotFound") this.#see(null);
  }

  async #release(): Promise<void> {
    if (this.#heldSince === null || this.leader !== this.#ports.identity) return;
    const spec = { ...this.#nextSpec(), holderIdentity: "", leaseDurationSeconds: 1 };
    this.#heldSince = null;
    const released = await this.#send(spec, Math.min(releaseMs, this.#deadlineMs));
    if (!released.ok) this.#ports.onTrouble(released.error);
  }

  async #later(error: KubeError): Promise<false> {
    // Another one was faster, which the watch is about to tell.
    if (error.code !== "Conflict" && error.code !== "AlreadyExists") this.#ports.onTrouble(error);
    const { durationMs, random } = this.#ports;
    await this.#sleeper.sleep(durationMs * retryShare * (1 + random()));
    return false;
  }

  /** 0: it may be taken. */
  #freeInMs(): number {
    if (this.#seen === null) return 0;
    const { clock, identity, durationMs } = this.#ports;
    const { holderIdentity = "", leaseDurationSeconds = 0 } = this.#seen.lease.spec ?? {};
    if (holderIdentity === "" || holderIdentity === identity) return 0;
    // Its holder goes by what it was told at its start, not by what somebody has written since.
    const theirs = Math.min(leaseDurationSeconds * 1_000, longestDurationMs);
    return Math.max(0, this.#seen.at + Math.max(theirs, durationMs) - clock.monotonic());
  }

  /**
   * What has not changed was seen when it was seen first. A watch may be behind what is known; an answer
   * to a question of ours is not, and after a restore of the cluster its version is a smaller one.
   */
  #see(lease: Lease | null, isAnswer = false): void {
    const known = this.#seen?.lease.metadata;
    if (lease && known) {
      const isNews = lease.metadata.resourceVersion !== known.resourceVersion;
      if (!isNews || (!isAnswer && isOlder(lease.metadata, known))) return;
    }
    this.#seen = lease && { lease, at: this.#ports.clock.monotonic() };
  }

  #nextSpec(): NonNullable<Lease["spec"]> {
    const { identity, clock, durationMs } = this.#ports;
    const { holderIdentity, acquireTime, leaseTransitions = 0 } = this.#seen?.lease.spec ?? {};
    const now = new Date(clock.now()).toISOString().replace("Z", "000Z");
    const isSame = holderIdentity === identity && acquireTime !== undefined;
    const isFirst = this.#seen === null;
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(durationMs / 1_000),
      acquireTime: isSame ? acquireTime : now,
      renewTime: now,
      leaseTransitions:
        isSame || isFirst ? leaseTransitions : (leaseTransitions + 1) % mostTransitions,
    };
  }

  async #write(spec: NonNullable<Lease["spec"]>): Promise<Result<Lease, KubeError>> {
    const { clock } = this.#ports;
    const asked = { monotonic: clock.monotonic(), wall: clock.now() };
    const written = await this.#send(spec);
    if (written.ok) this.#heldSince = asked;
    return written;
  }

  async #send(
    spec: NonNullable<Lease["spec"]>,
    deadlineMs = this.#deadlineMs,
  ): Promise<Result<Lease, KubeError>> {
    const { transport, lease } = this.#ports;
    const metadata = this.#seen?.lease.metadata ?? null;
    const answer = await writeLease(transport, lease, { spec, metadata }, deadlineMs);
    if (answer.ok) this.#see(answer.value, true);
    return answer;
  }

  /** A request that hangs leaves time for another one. */
  get #deadlineMs(): number {
    return this.#ports.durationMs / 3;
  }
}
