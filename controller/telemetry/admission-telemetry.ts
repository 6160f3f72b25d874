import { X509Certificate } from "node:crypto";

import type { Result } from "../../engine/result.ts";
import type { Dependencies } from "../process/dependencies.ts";

interface Reviewed {
  readonly kind: string;
  readonly verdict: string;
  readonly faultId?: string;
  readonly key?: string;
  readonly fault?: unknown;
}

/** Turns admission reports into metrics and log lines; admission itself knows neither. */
export function admissionReports({ log, telemetry }: Dependencies) {
  return {
    reviewed: ({ kind, verdict, faultId, key, fault }: Reviewed, milliseconds: number): void => {
      telemetry.review(kind, verdict, milliseconds);
      if (faultId === undefined) return;
      telemetry.fault("admission");
      log.error({ faultId, kind, key, err: fault }, "an admission review failed unexpectedly");
    },
    serving: (pem: string): void => {
      const { validTo } = new X509Certificate(pem);
      telemetry.certificateExpires(Date.parse(validTo) / 1000);
    },
    certificate: (outcome: Result<string, string>): void => {
      if (outcome.ok) log.info(outcome.value);
      else log.error({ error: outcome.error }, "trouble with the webhook certificate");
    },
  };
}
