import { listLeases, readLease, writeLease, type Lease } from "../../kube/api/lease.ts";
import type { KubeError } from "../../kube/transport/errors.ts";
import type { ElectionPorts } from "./leader-election.ts";
import { isLiveLease, leaseSightings } from "./lease-sightings.ts";
import {
  conflictOf,
  isEverywhere,
  LeftNamespaces,
  scopeAnnotation,
  type ClaimConflict,
} from "./other-installations.ts";
import { heldFrom, isHeld, renewsEvery, type WriteFence } from "./write-fence.ts";

/** The Lease that marks a namespace as one in which an installation works. The chart's policy guards the name. */
export const claimName = "trimtab-namespace";

export interface ClaimPorts extends Pick<
  ElectionPorts,
  "transport" | "clock" | "random" | "sleep" | "durationMs"
> {
  /** The same for all replicas of an installation: the namespace and the name of its own Lease. */
  readonly identity: string;
  /** Null: all. */
  readonly namespaces: readonly string[] | null;
  /** The installation's own namespace. */
  readonly home: string;
  /** Whether Leases of this name may be listed in all namespaces. */
  readonly seesAll: boolean;
  /** No other installation works in these namespaces: this one may lead. */
  readonly onHeld: () => void;
  /** Resolves once nothing is being written. */
  readonly onLost: (why: string) => Promise<void>;
  /** Called in each round. A leader stays, except in what it leaves. */
  readonly onConflict: (conflicts: readonly ClaimConflict[]) => void;
  /** These namespaces are left to other installations from now on, or no longer. */
  readonly onLeft: (namespaces: readonly string[]) => void;
  readonly onTrouble: (namespace: string, error: KubeError) => void;
}

/** Of the Lease duration. */
const retryShare = 1 / 60;

/** What became of a round; a conflict: another installation holds a namespace. */
type Round = "Held" | "Failed" | ClaimConflict;

/**
 * Keeps two installations from scaling the same objects: the leader holds a Lease in each watched namespace, or one
 * in its own namespace for all. The first one stays; the second one gives its Leases back and tries again. If it
 * works in all namespaces, it leaves only those that others hold.
 *
 * A namespace that refuses the Lease is left out: it was deleted, and nothing can be scaled in it.
 */
export class NamespaceClaims implements WriteFence {
  readonly left: LeftNamespaces;
  readonly #ports: ClaimPorts;
  readonly #isLive: (lease: Lease) => boolean;
  /** The Leases that this process has written or read last; null: absent. */
  readonly #known = new Map<string, Lease | null>();
  #heldSince: ReturnType<typeof heldFrom> | null = null;
  #term: AbortController | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(ports: ClaimPorts) {
    this.#ports = ports;
    this.#isLive = leaseSightings(ports);
    this.left = new LeftNamespaces(ports.onLeft);
  }

  mayWrite(key: string): boolean {
    return this.#mayWrite() && !this.left.has(key);
  }

  #mayWrite(): boolean {
    return isHeld(this.#heldSince, this.#ports.clock, this.#ports.durationMs);
  }

  start(): void {
    const term = new AbortController();
    this.#term = term;
    this.#ended = this.#ended.then(() => this.#run(term.signal));
  }

  /** Another replica of this installation leads and renews the Leases from now on. */
  async stop(why: string): Promise<void> {
    this.#term?.abort();
    await this.#lose(why);
    await this.#ended;
  }

  async #run(signal: AbortSignal): Promise<void> {
    this.#known.clear();
    while (!signal.aborted) {
      const pauseMs = await this.#renew(signal);
      await this.#ports.sleep(pauseMs, signal);
    }
  }

  /** One round, and how long to wait for the next one. */
  async #renew(signal: AbortSignal): Promise<number> {
    const { clock, random, durationMs, onConflict } = this.#ports;
    const asked = heldFrom(clock);
    const round = await this.#round();
    if (signal.aborted) return 0;
    if (round === "Held") {
      const isNew = this.#heldSince === null;
      this.#heldSince = asked;
      if (isNew) this.#ports.onHeld();
      return durationMs * renewsEvery;
    }
    if (round === "Failed") {
      if (!this.#mayWrite()) await this.#lose("the Leases of the namespaces were not renewed");
      return durationMs * retryShare * (1 + random());
    }
    await this.#giveBack();
    await this.#lose(`${round.holder} holds ${round.namespace}`);
    onConflict([round]);
    // Two that start at the same time refuse each other; one of them tries again first.
    return durationMs * renewsEvery * (0.5 + random());
  }

  async #lose(why: string): Promise<void> {
    if (this.#heldSince === null) return;
    this.#heldSince = null;
    await this.#ports.onLost(why);
  }

  async #round(): Promise<Round> {
    const { namespaces, home, identity } = this.#ports;
    const places = namespaces ?? [home];
    const looks = await Promise.all(places.map(place => this.#look(place)));
    if (looks.includes("failed")) return "Failed";
    const open = places.filter((_, index) => looks[index] === "read");
    const leases = open.flatMap(place => this.#known.get(place) ?? []);
    const rival = leases.find(this.#isLive);
    if (rival) return conflictOf(rival, "NotLeading");
    const { clock, durationMs } = this.#ports;
    const isContinued =
      this.#heldSince !== null ||
      (leases.length > 0 &&
        leases.length === open.length &&
        leases.every(
          ({ spec }) =>
            spec?.holderIdentity === identity && isLiveLease(spec, durationMs, clock.now()),
        ));
    const taken = await Promise.all(open.map(place => this.#take(place)));
    return taken.every(Boolean) ? this.#lookAround(isContinued) : "Failed";
  }

  /** The Lease of a namespace, which the one who holds it knows. */
  async #look(namespace: string): Promise<"read" | "failed" | "refused"> {
    const { transport, identity, durationMs, onTrouble } = this.#ports;
    const known = this.#known.get(namespace);
    if (this.#heldSince !== null && known?.spec?.holderIdentity === identity) return "read";
    const lease = await readLease(transport, { namespace, name: claimName }, durationMs / 12);
    if (!lease.ok && lease.error.code !== "NotFound") {
      onTrouble(namespace, lease.error);
      return lease.error.code === "Forbidden" ? "refused" : "failed";
    }
    this.#known.set(namespace, lease.ok ? lease.value : null);
    return "read";
  }

  /** True: it is ours, or the namespace is gone. */
  async #take(namespace: string): Promise<boolean> {
    const { identity, clock, onTrouble } = this.#ports;
    const { holderIdentity, acquireTime } = this.#known.get(namespace)?.spec ?? {};
    const now = new Date(clock.now()).toISOString().replace("Z", "000Z");
    const since = holderIdentity === identity && acquireTime ? acquireTime : now;
    const error = await this.#write(namespace, identity, { acquireTime: since, renewTime: now });
    if (error === null) return true;
    // Another replica or another installation was faster; the next round reads who.
    this.#known.delete(namespace);
    if (error.code !== "Conflict" && error.code !== "AlreadyExists") onTrouble(namespace, error);
    return error.code === "Forbidden" || error.code === "NotFound";
  }

  async #write(
    namespace: string,
    holderIdentity: string,
    times: Pick<NonNullable<Lease["spec"]>, "acquireTime" | "renewTime">,
  ): Promise<KubeError | null> {
    const { transport, durationMs, namespaces } = this.#ports;
    const metadata = this.#known.get(namespace)?.metadata ?? null;
    const given = Object.entries(metadata?.annotations ?? {});
    const others = Object.fromEntries(given.filter(([key]) => key !== scopeAnnotation));
    const annotations = namespaces === null ? { ...others, [scopeAnnotation]: "*" } : others;
    const leaseDurationSeconds = Math.ceil(durationMs / 1_000);
    const spec = { holderIdentity, leaseDurationSeconds, ...times };
    const ref = { namespace, name: claimName };
    const lease = { spec, metadata, annotations };
    const written = await writeLease(transport, ref, lease, durationMs / 12);
    if (written.ok) this.#known.set(namespace, written.value);
    return written.ok ? null : written.error;
  }

  /** After our own Leases are written: of two that start at once, at least one sees the other. */
  async #lookAround(isContinued: boolean): Promise<Round> {
    const { transport, namespaces, home, seesAll, onConflict } = this.#ports;
    const listed = seesAll ? await listLeases(transport, claimName) : null;
    if (listed?.ok === false) {
      return this.#heldSince === null && listed.error.code !== "Forbidden" ? "Failed" : "Held";
    }
    const rivals = (listed?.value ?? []).filter(
      lease => (namespaces === null || isEverywhere(lease)) && this.#isLive(lease),
    );
    const rival = rivals.find(isEverywhere);
    if (rival && !isContinued) return conflictOf(rival, "NotLeading");
    this.left.update(rivals, isContinued ? (this.#known.get(home) ?? null) : null);
    onConflict(rivals.map(lease => this.left.conflictWith(lease)));
    return "Held";
  }

  /** Otherwise two installations that overlap in two namespaces could each hold one of them. */
  async #giveBack(): Promise<void> {
    const { identity } = this.#ports;
    const own = [...this.#known].filter(([, lease]) => lease?.spec?.holderIdentity === identity);
    await Promise.all(own.map(([namespace]) => this.#write(namespace, "", {})));
    this.#known.clear();
  }
}
