import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";

import { err, ok, type Result } from "../../engine/model/values/result.ts";

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface PairSource {
  /** The pair at startup. The error is a sentence. */
  first(): Promise<Result<KeyPair, string>>;
  /** Called with every later pair, for new connections. */
  watch(serve: (pair: KeyPair) => void): void;
  stop(): void;
}

export const renewed = "serving the renewed webhook certificate";

const rereadMs = 5_000;

/** Checks that certificate and key match. Half a rotation (new certificate, old key) is an error. */
export function checkPair({ cert, key }: KeyPair): Result<KeyPair, string> {
  try {
    // OpenSSL would accept an empty certificate and serve without one.
    if (cert.trim() === "" || key.trim() === "")
      throw new Error("the certificate or its key is empty");
    createSecureContext({ cert, key });
    return ok({ cert, key });
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : String(cause));
  }
}

/** @param served a pair that was checked before, and that the files usually still contain */
export async function readKeyPair(files: CertificateFiles, served: KeyPair | null = null) {
  const about = `webhook certificate (${files.certFile})`;
  try {
    const [cert, key] = await Promise.all([
      readFile(files.certFile, "utf8"),
      readFile(files.keyFile, "utf8"),
    ]);
    if (cert === served?.cert && key === served.key) return ok(served);
    const pair = checkPair({ cert, key });
    return pair.ok ? pair : err(`${about}: ${pair.error}`);
  } catch (cause) {
    return err(`${about}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/**
 * A pair in two files that another component maintains. A renewed pair is served within some seconds,
 * without a restart. It compares contents, because a mounted Secret changes by swapping symlinks. An unusable
 * pair is reported once and retried; the old pair stays.
 */
export class PairFromFiles implements PairSource {
  readonly #files: CertificateFiles;
  readonly #complaints: ProblemReports;
  #served: KeyPair | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(files: CertificateFiles, report: CertificateReport) {
    this.#files = files;
    this.#complaints = new ProblemReports(report);
  }

  async first(): Promise<Result<KeyPair, string>> {
    const pair = await readKeyPair(this.#files);
    if (pair.ok) this.#served = pair.value;
    return pair;
  }

  watch(serve: (pair: KeyPair) => void): void {
    this.#timer = setInterval(() => void this.check(serve), rereadMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async check(serve: (pair: KeyPair) => void): Promise<void> {
    const pair = await readKeyPair(this.#files, this.#served);
    this.#complaints.set("files", pair.ok ? null : pair.error);
    if (!pair.ok || pair.value === this.#served) return;
    serve(pair.value);
    this.#served = pair.value;
    this.#complaints.report(ok(renewed));
  }
}

/** A sentence about the certificate: a success, or a problem. */
export type CertificateReport = (outcome: Result<string, string>) => void;

/** Reports a problem once, and again only after it was resolved or has changed. */
export class ProblemReports {
  readonly report: CertificateReport;
  readonly #reported = new Map<string, string>();

  constructor(report: CertificateReport) {
    this.report = report;
  }

  /** @param complaint null: no problem */
  set(about: string, complaint: string | null): void {
    if (complaint !== null && this.#reported.get(about) !== complaint) this.report(err(complaint));
    if (complaint === null) this.#reported.delete(about);
    else this.#reported.set(about, complaint);
  }
}
