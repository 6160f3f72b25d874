import { readFile } from "node:fs/promises";
import type { Server } from "node:https";
import { createSecureContext } from "node:tls";

import { err, ok, type Result } from "../engine/result.ts";

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

const rereadMs = 1_000;

/** A pair that fits together. Half of a rotation (new certificate, old key) is an error. */
export async function readKeyPair(files: CertificateFiles): Promise<Result<KeyPair, string>> {
  try {
    const [cert, key] = await Promise.all([
      readFile(files.certFile, "utf8"),
      readFile(files.keyFile, "utf8"),
    ]);
    // OpenSSL would serve without a certificate rather than object to an empty one.
    if (cert.trim() === "" || key.trim() === "")
      throw new Error("the certificate or its key is empty");
    createSecureContext({ cert, key });
    return ok({ cert, key });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return err(`webhook certificate (${files.certFile}): ${message}`);
  }
}

/**
 * Serves a renewed certificate within a second or two, without a restart. Contents are compared,
 * because a mounted Secret changes by swapping links. What cannot be used is reported once and
 * tried again; the old pair stays.
 */
export function reloadCertificate(
  server: Server,
  files: CertificateFiles,
  current: KeyPair,
  report: (outcome: Result<"reloaded", string>) => void,
): { stop: () => void } {
  let served = current;
  let complaint = "";
  const check = async (): Promise<void> => {
    const pair = await readKeyPair(files);
    if (!pair.ok) {
      if (pair.error !== complaint) report(pair);
      complaint = pair.error;
      return;
    }
    complaint = "";
    if (pair.value.cert === served.cert && pair.value.key === served.key) return;
    server.setSecureContext(pair.value);
    served = pair.value;
    report(ok("reloaded"));
  };
  const timer = setInterval(() => void check(), rereadMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}
