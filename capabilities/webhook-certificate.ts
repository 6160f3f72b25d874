import { setTimeout as wait } from "node:timers/promises";

import { PairFromFiles } from "../admission/certificates/certificate.ts";
import type { CertificateReport } from "../admission/certificates/problem-reports.ts";
import { ManagedCertificate } from "../admission/certificates/managed-certificate.ts";
import { isOneOf, newPath } from "../admission/path-gate.ts";
import { openFence } from "../controller/leader/write-fence.ts";
import type { Dependencies } from "../controller/process/dependencies.ts";

/**
 * The webhook's certificate, from the configured source. `accepts` tells whether a path serves reviews, and
 * `notReady` is empty once there is a certificate that clients accept.
 */
export function certificateIn(dependencies: Dependencies, report: CertificateReport) {
  const { config, reflectors, clock } = dependencies;
  // Reviews need it, also while another installation works in the namespaces.
  const fence = dependencies.leadership.election ?? openFence;
  const { certificate, namespace, webhookPath } = config;
  const fixed = webhookPath === null ? [] : [webhookPath];
  const isFixed = (path: string): boolean => isOneOf(path, fixed);
  if (certificate.kind === "files") {
    const source = new PairFromFiles(certificate, report);
    return { source, accepts: isFixed, notReady: () => [] };
  }
  const source = new ManagedCertificate({
    // Users wait for it, as for all requests of admission.
    transport: dependencies.admissionTransport,
    ...{ reflectors, clock, namespace, ...certificate, report },
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
    mayWrite: () => fence.mayWrite(certificate.secretName),
    makePath: webhookPath === null ? newPath : null,
    fixedPath: webhookPath,
  });
  const checkNow = (): void => source.checkNow();
  dependencies.participants.join({ reconnected: checkNow, elected: checkNow });
  const isManaged = (path: string): boolean => source.accepts(path);
  return {
    source,
    accepts: webhookPath === null ? isManaged : isFixed,
    notReady: () => source.notReady(),
  };
}
