import { X509Certificate } from "node:crypto";

import type { ReviewReport } from "../admission/review.ts";
import type { Dependencies } from "../controller/process/dependencies.ts";
import type { Result } from "../engine/result.ts";

/** Turns admission reports into metrics and log lines; admission itself knows neither. */
export function admissionReports({ log, telemetry }: Dependencies) {
  return {
    reviewed: (report: ReviewReport, milliseconds: number): void => {
      const { kind, verdict, faultId, key, fault } = report;
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
