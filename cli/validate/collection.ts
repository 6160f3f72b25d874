import { conflictsAmong } from "./conflicts.ts";
import { splitDocuments } from "./documents.ts";
import type { Claimant, Finding } from "./findings.ts";
import { judgeDocument } from "./objects.ts";
import { workloadWarnings } from "./workload-warnings.ts";
import type { WorkloadFact } from "./workloads.ts";

/** The findings of one file after the other; the files themselves are not kept. */
export class Collection {
  readonly #files = new Map<string, number>();
  readonly #findings: Finding[] = [];
  readonly #claimants: Claimant[] = [];
  readonly #facts: WorkloadFact[] = [];
  #ours = 0;
  #skipped = 0;

  add(file: string, text: string): void {
    this.#files.set(file, this.#files.size);
    for (const document of splitDocuments(text)) {
      for (const { findings, claimants, facts, isOurs } of judgeDocument(document, file)) {
        this.#findings.push(...findings);
        this.#claimants.push(...claimants);
        this.#facts.push(...facts);
        if (isOurs) this.#ours += 1;
        else this.#skipped += 1;
      }
    }
  }

  report({ conflicts }: { readonly conflicts: boolean }) {
    const claimants = this.#claimants;
    const between = conflicts
      ? [...conflictsAmong(claimants), ...workloadWarnings(claimants, this.#facts)]
      : [];
    const fileOf = ({ place }: Finding): number => this.#files.get(place.file) ?? 0;
    const findings = [...this.#findings, ...between].toSorted(
      (a, b) =>
        fileOf(a) - fileOf(b) || a.place.line - b.place.line || a.place.column - b.place.column,
    );
    const errors = findings.filter(({ severity }) => severity === "error");
    // All findings of an object share its identity.
    const invalid = new Set(errors.map(({ object }) => object)).size;
    const summary = {
      files: this.#files.size,
      /** Trimtab's objects. */
      valid: this.#ours - invalid,
      invalid,
      /** Documents of all other kinds. */
      skipped: this.#skipped,
      errors: errors.length,
      warnings: findings.length - errors.length,
    };
    return { findings, summary };
  }
}
