import { conflictsAmong } from "./conflicts.ts";
import { splitDocuments } from "./documents.ts";
import type { Finding } from "./findings.ts";
import { type Judged, judgeDocument } from "./objects.ts";
import { workloadWarnings } from "./workload-warnings.ts";

/** What one file after the other comes to; the files themselves are not kept. */
export class Collection {
  readonly #files = new Map<string, number>();
  readonly #judged: Judged[] = [];

  add(file: string, text: string): void {
    this.#files.set(file, this.#files.size);
    for (const document of splitDocuments(text)) {
      for (const judged of judgeDocument(document, file)) this.#judged.push(judged);
    }
  }

  report({ conflicts }: { readonly conflicts: boolean }) {
    const judged = this.#judged;
    const claimants = judged.flatMap(each => each.claimants);
    const facts = judged.flatMap(each => each.facts);
    const between = conflicts
      ? [...conflictsAmong(claimants), ...workloadWarnings(claimants, facts)]
      : [];
    const fileOf = ({ place }: Finding): number => this.#files.get(place.file) ?? 0;
    const findings = [...judged.flatMap(each => each.findings), ...between].toSorted(
      (a, b) =>
        fileOf(a) - fileOf(b) || a.place.line - b.place.line || a.place.column - b.place.column,
    );
    const errors = findings.filter(({ severity }) => severity === "error");
    // All findings of an object share its identity.
    const invalid = new Set(errors.map(({ object }) => object)).size;
    const ours = judged.filter(({ isOurs }) => isOurs).length;
    const summary = {
      files: this.#files.size,
      /** Trimtab's objects. */
      valid: ours - invalid,
      invalid,
      /** Documents of all other kinds. */
      skipped: judged.length - ours,
      errors: errors.length,
      warnings: findings.length - errors.length,
    };
    return { findings, summary };
  }
}
