import { err, type Result } from "../../engine/result.ts";

/** A sentence about the certificate: a success, or a problem. */
export type CertificateReport = (outcome: Result<string, string>) => void;

/** Reports a problem once, and again only after it was resolved or has changed. */
export class ProblemReports {
  readonly report: CertificateReport;
  readonly #told = new Map<string, string>();

  constructor(report: CertificateReport) {
    this.report = report;
  }

  /** @param complaint null: no problem */
  set(about: string, complaint: string | null): void {
    if (complaint !== null && this.#told.get(about) !== complaint) this.report(err(complaint));
    if (complaint === null) this.#told.delete(about);
    else this.#told.set(about, complaint);
  }
}
