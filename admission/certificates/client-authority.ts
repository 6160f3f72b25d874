import { readFile } from "node:fs/promises";
import type { TLSSocket } from "node:tls";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { blocksOf, mostAuthorities, readAuthorities } from "./certificate-secret.ts";
import { type CertificateReport, ProblemReports } from "./certificate.ts";

export interface ClientConfig {
  /** PEM. */
  readonly caFile: string;
  /** Common names; empty: any name. */
  readonly names: readonly string[];
}

/** Authenticates clients of reviews by certificates of an authority in another component's file. */
export class ClientAuthority {
  readonly #config: ClientConfig;
  readonly #complaints: ProblemReports;
  readonly #rereadMs: number;
  #ca = "";
  #timer: NodeJS.Timeout | undefined;

  private constructor(config: ClientConfig, report: CertificateReport, rereadMs: number) {
    this.#config = config;
    this.#complaints = new ProblemReports(report);
    this.#rereadMs = rereadMs;
  }

  /** The error is a sentence: without an authority, no client could be rejected. */
  static async open(config: ClientConfig, report: CertificateReport, rereadMs = 5_000) {
    const read = await readCa(config.caFile);
    if (!read.ok) return read;
    const authority = new ClientAuthority(config, report, rereadMs);
    authority.#ca = read.value;
    return ok(authority);
  }

  /** Options for a server and for each of its new TLS contexts. */
  get options() {
    return { ca: this.#ca, requestCert: true, rejectUnauthorized: true } as const;
  }

  /** True if the certificate, which TLS has verified, has one of the names. */
  admits(socket: TLSSocket): boolean {
    const { names } = this.#config;
    if (!socket.authorized) return false;
    if (names.length === 0) return true;
    const { CN: name } = socket.getPeerCertificate().subject as { CN?: string | string[] };
    return typeof name === "string" && names.includes(name);
  }

  /** A changed file takes effect at the next read; an unusable one is reported once, the old one stays. */
  watch(changed: () => void): void {
    this.#timer = setInterval(() => void this.#check(changed), this.#rereadMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(changed: () => void): Promise<void> {
    const read = await readCa(this.#config.caFile);
    this.#complaints.set("clients", read.ok ? null : read.error);
    if (!read.ok || read.value === this.#ca) return;
    this.#ca = read.value;
    changed();
  }
}

const tooMany = (many: number): string =>
  `there are ${many} certificates in it, and ${mostAuthorities} are allowed; keep those that sign certificates of API servers`;

async function readCa(file: string): Promise<Result<string, string>> {
  const about = `authority of the webhook's clients (${file})`;
  try {
    const bundle = await readFile(file, "utf8");
    const many = blocksOf(bundle).length;
    // Clients of the remaining authorities would be rejected without any explanation.
    if (many > mostAuthorities) return err(`${about}: ${tooMany(many)}`);
    const authorities = readAuthorities(bundle);
    if (authorities.length > 0) return ok(authorities.join(""));
    return err(`${about}: there is no certificate of an authority in it`);
  } catch (cause) {
    return err(`${about}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
