import { conflictsAmong } from "./conflicts.ts";
import { splitDocuments } from "./documents.ts";
import type { Claimant, Finding, Place } from "./findings.ts";
import { judgeDocument } from "./objects.ts";
import type { Report } from "./output.ts";

/** The findings of one file after the other; the files themselves are not kept. */
export class Collection {
  readonly #files = new Map<string, number>();
  readonly #findings: Finding[] = [];
  readonly #claimants: Claimant[] = [];
  #ours = 0;
  #skipped = 0;

  add(file: string, text: string): void {
    this.#files.set(file, this.#files.size);
    for (const document of splitDocuments(text)) {
      for (const { findings, claimants, isOurs } of judgeDocument(document, file)) {
        this.#findings.push(...findings);
        this.#claimants.push(...claimants);
        if (isOurs) this.#ours += 1;
        else this.#skipped += 1;
      }
    }
  }

  report({ conflicts }: { readonly conflicts: boolean }): Report {
    const between = conflicts ? conflictsAmong(this.#claimants) : [];
    const findings = [...this.#findings, ...between].toSorted((a, b) =>
      this.#compare(a.place, b.place),
    );
    const errors = findings.filter(({ severity }) => severity === "error");
    // All findings of an object share its identity.
    const invalid = new Set(errors.map(({ object }) => object)).size;
    const summary = {
      files: this.#files.size,
      valid: this.#ours - invalid,
      invalid,
      skipped: this.#skipped,
      errors: errors.length,
      warnings: findings.length - errors.length,
    };
    return { findings, summary };
  }

  #compare(a: Place, b: Place): number {
    const fileOf = ({ file }: Place): number => this.#files.get(file) ?? 0;
    return fileOf(a) - fileOf(b) || a.line - b.line || a.column - b.column;
  }
}
