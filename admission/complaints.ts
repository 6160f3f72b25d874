import { err, type Result } from "../engine/result.ts";

/** What happened to the certificate, as a sentence: good news, or what is wrong with it. */
export type CertificateReport = (outcome: Result<string, string>) => void;

/** Tells what is wrong once, and again only after it was right or wrong otherwise. */
export class Complaints {
  readonly report: CertificateReport;
  readonly #told = new Map<string, string>();

  constructor(report: CertificateReport) {
    this.report = report;
  }

  /** @param complaint null: nothing is wrong */
  set(about: string, complaint: string | null): void {
    if (complaint !== null && this.#told.get(about) !== complaint) this.report(err(complaint));
    if (complaint === null) this.#told.delete(about);
    else this.#told.set(about, complaint);
  }
}
