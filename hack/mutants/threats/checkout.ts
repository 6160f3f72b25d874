import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import { atExit } from "../../host/at-exit.ts";
import type { Mutant } from "./mutant.ts";

const root = join(import.meta.dirname, "../../..");
/** Not needed, or linked. */
const leftOut = new Set(["node_modules", ".git", "dist", "reports", "coverage"]);

/** A copy of the checkout, for one mutant at a time. It shares the packages. */
export class Checkout implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "trimtab-threats-"));
  readonly #forget: () => void;

  constructor() {
    this.#forget = atExit(() => this.#remove());
    cpSync(root, this.folder, {
      recursive: true,
      filter: source => !leftOut.has(relative(root, source)),
    });
    // Some tests read the tracked files.
    for (const linked of ["node_modules", ".git"]) {
      symlinkSync(join(root, linked), join(this.folder, linked));
    }
  }

  /** Errors: a sentence that says why the mutant does not apply. */
  apply(mutant: Mutant): Result<null, string> {
    const mutated = mutatedText(readFileSync(join(root, mutant.file), "utf8"), mutant);
    if (!mutated.ok) return mutated;
    writeFileSync(join(this.folder, mutant.file), mutated.value);
    return ok(null);
  }

  restore({ file }: Mutant): void {
    cpSync(join(root, file), join(this.folder, file));
  }

  [Symbol.dispose](): void {
    this.#forget();
    this.#remove();
  }

  #remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The text with the mutant. Errors: a sentence. */
export function mutatedText(text: string, { file, from, to }: Mutant): Result<string, string> {
  const [before = "", after, ...others] = text.split(from);
  if (after === undefined) return err(`${file} no longer contains the text that this replaces`);
  if (others.length > 0) return err(`${file} contains the text that this replaces several times`);
  if (from === to) return err("it changes nothing");
  return ok(before + to + after);
}
