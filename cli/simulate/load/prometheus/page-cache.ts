import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import type { EpochMs } from "../../../../engine/result.ts";
import { writeCached } from "../../output/whole-file.ts";

/** One request of a range query; times in milliseconds. */
export interface Page {
  readonly address: string;
  readonly query: string;
  readonly step: number;
  readonly start: EpochMs;
  readonly end: EpochMs;
}

export type Point = readonly [time: EpochMs, value: number];

/** Answers that do not change any more, one file each. */
export class PageCache {
  readonly #folder: string;

  constructor(env: Readonly<NodeJS.ProcessEnv>) {
    this.#folder = join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "trimtab", "loads");
  }

  /** null: it is not there, or unreadable. */
  read(page: Page): readonly Point[] | null {
    try {
      const kept = JSON.parse(readFileSync(this.#fileOf(page), "utf8")) as unknown;
      return isPoints(kept) ? kept : null;
    } catch {
      return null;
    }
  }

  /** A cache that cannot be written only costs time. */
  async write(page: Page, points: readonly Point[]): Promise<void> {
    try {
      await writeCached(this.#fileOf(page), JSON.stringify(points));
    } catch {
      return;
    }
  }

  #fileOf(page: Page): string {
    const name = createHash("sha256").update(JSON.stringify(page)).digest("hex").slice(0, 32);
    return join(this.#folder, `${name}.json`);
  }
}

const isPoints = (kept: unknown): kept is readonly Point[] =>
  Array.isArray(kept) && kept.every(point => Array.isArray(point));
