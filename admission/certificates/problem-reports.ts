import { err, type Result } from "../../engine/result.ts";

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
