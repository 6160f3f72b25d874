import { ok, type Result } from "../engine/result.ts";
import { isRefusal } from "../kube/errors.ts";
import { isBlank, readPair, refusal } from "./certificate-secret.ts";
import { renewed, type KeyPair, type PairSource } from "./certificate.ts";
import { type CertificateReport, Complaints } from "./complaints.ts";
import { issueCertificate } from "./issue-certificate.ts";
import { missing, renewCertificate, type Renewal, type RenewalPorts } from "./renew-certificate.ts";
import { WatchedCertificate, type WatchedPorts } from "./watched-certificate.ts";

export interface ManagedCertificatePorts extends Omit<RenewalPorts & WatchedPorts, "spreadMs"> {
  /** Ends at once when `signal` is aborted; never fails. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly report: CertificateReport;
}

const firstPauseMs = 100;
/** Small, because work must resume soon after the API server's return. */
const longestPauseMs = 5_000;
/** A refusal is mended by people, who are slower. */
const refusedPauseMs = 30_000;
const minuteMs = 60_000;
/** What every API server needs to hear of a change, with a large margin. */
const mostSpreadMs = 60_000;

/**
 * The webhook's certificate in a Secret: every replica serves it, and the leader alone renews it and
 * keeps the webhooks' trust in it, and the path that they ask at. Lives through any outage, and never throws.
 *
 * Rights: list, watch and patch on that Secret and that ValidatingWebhookConfiguration by their names.
 */
export class ManagedCertificate implements PairSource {
  readonly #ports: ManagedCertificatePorts & RenewalPorts;
  readonly #watched: WatchedCertificate;
  readonly #complaints: Complaints;
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #serve: (pair: KeyPair) => void = () => undefined;
  #served: KeyPair | null = null;
  #isReady = false;
  /** When something was to be written within the last minute, monotonic. */
  #attempts: number[] = [];

  constructor(ports: ManagedCertificatePorts) {
    this.#ports = { ...ports, spreadMs: Math.min(ports.lifeMs / 12, mostSpreadMs) };
    this.#complaints = new Complaints(ports.report);
    this.#watched = new WatchedCertificate(this.#ports, () => {
      this.#serveCurrent();
      this.poke();
    });
  }

  /** One that nobody trusts, so that probes are answered before the API server is there. */
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
    this.poke();
    this.#watched.stop();
  }

  /** Looks again at once: this replica leads now, or the API server is back. */
  poke(): void {
    this.#wake.abort();
  }

  /** Empty once a certificate has been served that clients accept. */
  notReady(): string[] {
    const { namespace, secretName } = this.#ports;
    if (this.#isReady) return [];
    if (this.#watched.secret === null) return [`webhook certificate: ${missing(this.#ports)}`];
    return [`webhook certificate: none in Secret ${namespace}/${secretName}`];
  }

  /** Whether a review that came to this path may be the API server's. */
  accepts(path: string): boolean {
    return this.#watched.accepts(path);
  }

  /** What cannot be used is reported; the old pair stays. */
  #serveCurrent(): void {
    const { secret } = this.#watched;
    // There is nothing wrong with one that the leader is about to fill.
    if (!secret || isBlank(secret.texts)) return;
    const read = readPair(secret.texts, "tls");
    const { clock, namespace, secretName, report } = this.#ports;
    const about = `Secret ${namespace}/${secretName}`;
    this.#complaints.set("served", read.ok ? null : `${about}: ${read.error}`);
    if (!read.ok) return;
    const { pair } = read.value;
    // Not by its names: in an upgrade to other ones nobody leads who could change them, until this
    // replica is ready.
    this.#isReady ||= refusal(read.value, { now: clock.now(), names: [] }) === null;
    if (pair.cert === this.#served?.cert && pair.key === this.#served.key) return;
    this.#serve(pair);
    this.#served = pair;
    report(ok(renewed));
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Before the look: what comes during it must not be slept through.
      this.#wake = new AbortController();
      const renewal = await this.#look();
      // What was written comes back as a change.
      if (renewal.kind !== "idle") await this.#ports.sleep(this.#pauseAfterWrite(), signal);
      await this.#ports.sleep(idleMs(renewal), this.#wake.signal);
    }
  }

  async #look(): Promise<Renewal> {
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

  /** Also after success: whoever undoes what we write must not be fought as fast as machines can. */
  #pauseAfterWrite(): number {
    const now = this.#ports.clock.monotonic();
    this.#attempts = [...this.#attempts.filter(at => now - at < minuteMs), now];
    return Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#attempts.length - 1));
  }
}

/** Until the next look if nothing changes. */
function idleMs(renewal: Renewal): number {
  if (renewal.kind === "idle") return renewal.ms;
  if (renewal.kind === "written") return longestPauseMs;
  const { error } = renewal;
  return isRefusal(error) ? refusedPauseMs : (error.retryAfterMs ?? 0);
}
