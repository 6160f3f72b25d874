// admission/certificates/: the webhook's certificate, its rotation and the authorities of its clients.

import type { X509Certificate } from "node:crypto";

import { ok, type Result } from "../../engine/model/values/result.ts";
import { isRefusal } from "../../kube/transport/errors.ts";
import { isBlank, readPair, refusal } from "./certificate-secret.ts";
import {
  renewed,
  type KeyPair,
  type PairSource,
  type CertificateReport,
  ProblemReports,
} from "./certificate.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { missing, renewCertificate, type Renewal, type RenewalPorts } from "./renew-certificate.ts";
import { WatchedCertificate, type WatchedPorts } from "./watched-certificate.ts";

export interface ManagedCertificatePorts extends Omit<RenewalPorts & WatchedPorts, "spreadMs"> {
  /** Ends immediately when `signal` is aborted; never fails. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly report: CertificateReport;
}

const firstPauseMs = 100;
/** Short, because work must resume soon after the API server's return. */
const longestPauseMs = 5_000;
/** Only people resolve a refusal, so it gets a longer pause. */
const refusedPauseMs = 30_000;
const minuteMs = 60_000;
/** Enough for every API server to learn of a change, with a large margin. */
const mostSpreadMs = 60_000;
/**
 * A leader of an older release, which may use another Secret or path, ends only when a replica of the new release
 * is ready.
 */
const trustPatienceMs = 60_000;

/**
 * The webhook certificate in a Secret: every replica serves it; only the leader renews it and maintains the
 * webhooks' CA bundle and path, once they have any. It survives any outage and never throws.
 *
 * Permissions: list, watch and patch on that Secret and that ValidatingWebhookConfiguration, by name.
 */
export class ManagedCertificate implements PairSource {
  readonly #ports: ManagedCertificatePorts & RenewalPorts;
  readonly #watched: WatchedCertificate;
  readonly #complaints: ProblemReports;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #serve: (pair: KeyPair) => void = () => undefined;
  #served: KeyPair | null = null;
  /** The first pair that clients accept if they trust its authority, and since when (monotonic) it is served. */
  #acceptable: { readonly authority: X509Certificate; readonly since: number } | null = null;
  #isReady = false;
  /** When the last minute's writes were due, monotonic. */
  #attempts: number[] = [];

  constructor(ports: ManagedCertificatePorts) {
    this.#ports = { ...ports, spreadMs: Math.min(ports.lifeMs / 12, mostSpreadMs) };
    this.#complaints = new ProblemReports(ports.report);
    this.#watched = new WatchedCertificate(this.#ports, () => {
      this.#serveCurrent();
      this.checkNow();
    });
  }

  /** A certificate that no client trusts, so that probes work before the API server is reachable. */
  async first(): Promise<Result<KeyPair, string>> {
    const { clock, lifeMs, dnsNames } = this.#ports;
    const { cert, key } = await issueCertificate({ now: clock.now(), lifeMs, names: dnsNames });
    return ok({ cert, key });
  }

  watch(serve: (pair: KeyPair) => void): void {
    this.#serve = serve;
    this.#watched.start();
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
    this.checkNow();
    this.#watched.stop();
  }

  /** Checks again immediately: this replica has become the leader, or the API server is back. */
  checkNow(): void {
    this.#wake.abort();
  }

  /** Empty once a certificate has been served that the webhooks trust. */
  notReady(): string[] {
    const { namespace, secretName, webhookName } = this.#ports;
    this.#isReady ||= this.#isTrusted();
    if (this.#isReady) return [];
    if (this.#acceptable !== null) {
      return [
        `webhook certificate: ValidatingWebhookConfiguration ${webhookName} does not trust it yet`,
      ];
    }
    if (this.#watched.secret === null) return [`webhook certificate: ${missing(this.#ports)}`];
    return [`webhook certificate: none in Secret ${namespace}/${secretName}`];
  }

  #isTrusted(): boolean {
    if (this.#acceptable === null) return false;
    const { authority, since } = this.#acceptable;
    const isLate = this.#ports.clock.monotonic() - since >= trustPatienceMs;
    return isLate || this.#watched.asksFor(authority, this.#ports.fixedPath);
  }

  /** True if the API server may have sent a review to this path. */
  accepts(path: string): boolean {
    return this.#watched.accepts(path);
  }

  /** Reports an unusable pair; the old pair stays. */
  #serveCurrent(): void {
    const { secret } = this.#watched;
    // An empty Secret is no problem: the leader is about to fill it.
    if (!secret || isBlank(secret.texts)) return;
    const read = readPair(secret.texts, "tls");
    const { clock, namespace, secretName, report } = this.#ports;
    const about = `Secret ${namespace}/${secretName}`;
    this.#complaints.set("served", read.ok ? null : `${about}: ${read.error}`);
    if (!read.ok) return;
    const { pair, authority } = read.value;
    // Ignores the names: in an upgrade that changes them, no leader can renew the certificate until this
    // replica is ready.
    if (refusal(read.value, { now: clock.now(), names: [] }) === null) {
      this.#acceptable = { authority, since: this.#acceptable?.since ?? clock.monotonic() };
    }
    if (pair.cert === this.#served?.cert && pair.key === this.#served.key) return;
    this.#serve(pair);
    this.#served = pair;
    report(ok(renewed));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Before the check: a change during it must end the sleep below.
      this.#wake = new AbortController();
      const renewal = await this.#renew();
      // The watch returns what was written as a change.
      if (renewal.kind !== "idle") await this.#ports.sleep(this.#pauseAfterWrite(), signal);
      await this.#ports.sleep(idleMs(renewal), this.#wake.signal);
    }
  }

  async #renew(): Promise<Renewal> {
    try {
      const renewal = await renewCertificate(this.#ports, this.#watched, this.#complaints);
      this.#complaints.set("fault", null);
      return renewal;
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      this.#complaints.set("fault", `the certificate cannot be renewed: ${message}`);
      return { kind: "idle", ms: refusedPauseMs };
    }
  }

  /** Also after a success: limits the rate of writes that another client reverts each time. */
  #pauseAfterWrite(): number {
    const now = this.#ports.clock.monotonic();
    this.#attempts = [...this.#attempts.filter(at => now - at < minuteMs), now];
    return Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#attempts.length - 1));
  }
}

function idleMs(renewal: Renewal): number {
  if (renewal.kind === "idle") return renewal.ms;
  if (renewal.kind === "written") return longestPauseMs;
  const { error } = renewal;
  return isRefusal(error) ? refusedPauseMs : (error.retryAfterMs ?? 0);
}
