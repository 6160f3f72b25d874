import { setTimeout as wait } from "node:timers/promises";

import { PairFromFiles, type PairSource } from "../admission/certificate.ts";
import type { CertificateReport } from "../admission/complaints.ts";
import { ManagedCertificate } from "../admission/managed-certificate.ts";
import type { Environment } from "../controller/environment.ts";

export interface CertificateSource {
  readonly source: PairSource;
  /** Empty once there is one that clients accept. */
  readonly notReady: () => string[];
}

/** The webhook's certificate, wherever the installation says that it comes from. */
export function certificateIn(
  environment: Environment,
  report: CertificateReport,
): CertificateSource {
  const { config, reflectors, clock, ownership, leaderships } = environment;
  const { certificate, namespace } = config;
  if (certificate.kind === "files") {
    return { source: new PairFromFiles(certificate, report), notReady: () => [] };
  }
  const source = new ManagedCertificate({
    // People wait for it, as for all that admission asks.
    transport: environment.admissionTransport,
    ...{ reflectors, clock, namespace, ...certificate, report },
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
    mayWrite: () => ownership.mayWrite(certificate.secretName),
  });
  environment.onReconnect.add(() => {
    source.poke();
  });
  leaderships.add({
    begin: () => {
      source.poke();
    },
    end: () => Promise.resolve(),
  });
  return { source, notReady: () => source.notReady() };
}
